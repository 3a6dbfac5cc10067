// Counts of all n-grams of a set of texts: what NIST and CIDEr must know before they weigh the first one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "ngrams/radix_partition.hpp"
#include "parallel/parallel.hpp"
#include "text/interner.hpp"

namespace understudy {

// N-grams of any order, each named by (name of its first n - 1 words, last word), so that names are exact. The empty
// n-gram is the root; the name of an n-gram is larger than that of its head.
class NgramTrie {
public:
    using Name = std::uint32_t;
    static constexpr Name root = 0;

    struct Node {
        std::int64_t count;
        Name head;
        Id last;
    };
    using Nodes = std::vector<Node, Unset<Node>>;

    NgramTrie() : nodes_(1, Node{}), slots_(few_slots, Slot{}) {}
    // Of nodes that are named already; the first is the root's, and those of single words come next.
    NgramTrie(Nodes nodes, std::size_t threads, Cancellation& cancellation);

    std::size_t size() const { return nodes_.size(); }
    const Node& operator[](Name name) const { return nodes_[name]; }
    Node& operator[](Name name) { return nodes_[name]; }
    std::span<const Node> nodes() const { return nodes_; }

    // The root's name if there is no such n-gram.
    Name find(Name head, Id last) const {
        if (head == root) return last < firsts_.size() ? firsts_[last] : root;
        return slots_[place(head, last)].name;
    }

    Name add(Name head, Id last) {
        if (head == root) {
            if (last >= firsts_.size())
                firsts_.resize(std::max<std::size_t>(last + std::size_t{1}, firsts_.size() * 2), root);
            return firsts_[last] != root ? firsts_[last] : firsts_[last] = append(head, last);
        }
        const std::size_t at = place(head, last);
        return slots_[at].name != root ? slots_[at].name : insert(at, head, last);
    }

    // Asks for the memory that `find` will read.
    void fetch(Name head, Id last) const {
        if (head != root) prefetch(&slots_[hash(head, last) & (slots_.size() - 1)]);
    }

    void clear();

private:
    static constexpr std::size_t few_slots = 256;

    struct Slot {
        Name head;
        Id last;
        Name name;
    };

    static std::uint64_t hash(Name head, Id last) {
        return RadixPartition::mix(head, last) ^ RadixPartition::mix(head, last) >> 32;
    }

    std::size_t place(Name head, Id last) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = hash(head, last) & mask;
        while (slots_[at].name != root && (slots_[at].head != head || slots_[at].last != last)) at = (at + 1) & mask;
        return at;
    }

    std::size_t free_place(std::size_t at) const {
        while (slots_[at].name != root) at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    Name append(Name head, Id last);
    Name insert(std::size_t at, Name head, Id last);
    void grow();
    void fill_slots(std::size_t begin, std::size_t end, std::vector<Name>& beyond);

    using Slots = std::vector<Slot, Unset<Slot>>;

    Nodes nodes_;               // by name
    std::vector<Name> firsts_;  // by word: those of order 1
    Slots slots_;               // all others
};

// How often each n-gram stands in a set of texts, up to an order of 1 to 64; the root as often as there are words.
class NgramFrequencies {
public:
    using Name = NgramTrie::Name;

    explicit NgramFrequencies(std::size_t order) : order_(order) {}
    // Names don't depend on the number of threads.
    static NgramFrequencies of_texts(std::size_t order, const TextBlock& texts, std::size_t threads, const Poll& poll);
    // Document i has the texts from starts[i] to starts[i + 1]. However often it has an n-gram, it counts once, and
    // once for all words.
    static NgramFrequencies of_documents(std::size_t order, const TextBlock& texts,
                                         std::span<const std::int64_t> starts, std::size_t threads, const Poll& poll);

    std::size_t order() const { return order_; }
    const NgramTrie& ngrams() const { return ngrams_; }

    void add(const NgramFrequencies& other);
    // One n-gram by its words, or none of them for the number of all words.
    void add(Ids ngram, std::int64_t count);

private:
    std::size_t order_;
    NgramTrie ngrams_;
};

}  // namespace understudy
