// Counts of all n-grams of a set of texts: what NIST and CIDEr must know before they weigh the first one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "parallel.hpp"
#include "vocabulary.hpp"

namespace understudy {

// Leaves new elements unset, so that threads can each set their share of a large vector.
template <class T>
struct Unset : std::allocator<T> {
    template <class Other>
    struct rebind {
        using other = Unset<Other>;
    };
    template <class Other>
    void construct(Other*) noexcept {}
    template <class Other, class... Arguments>
    void construct(Other* at, Arguments&&... arguments) {
        std::construct_at(at, std::forward<Arguments>(arguments)...);
    }
};

// N-grams of any order, each named by (name of its first n - 1 words, last word), so that names are exact. The empty
// n-gram is the root; the name of an n-gram is larger than that of its head.
class NgramTrie {
public:
    using Name = std::uint32_t;
    static constexpr Name root = 0;

    struct Node {
        std::int64_t count;  // negative: see NgramSurvey
        Name head;
        Id last;
    };
    using Nodes = std::vector<Node, Unset<Node>>;

    NgramTrie() : nodes_(1, Node{}), slots_(few_slots, Slot{}) {}
    // Of nodes that are named already; the first is the root's, and those of single words come next.
    NgramTrie(Nodes nodes, std::size_t threads, Patrol& patrol);

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
            if (last >= firsts_.size()) firsts_.resize(std::max<std::size_t>(last + std::size_t{1}, firsts_.size() * 2), root);
            return firsts_[last] != root ? firsts_[last] : firsts_[last] = append(head, last);
        }
        const std::size_t at = place(head, last);
        return slots_[at].name != root ? slots_[at].name : insert(at, head, last);
    }

    // Asks for the memory that `find` will read.
    void fetch(Name head, Id last) const {
        if (head != root) prefetch(&slots_[hash(head, last) & (slots_.size() - 1)]);
    }
    void fetch(Name name) const { prefetch(&nodes_[name]); }

    void clear();

    // The highest bits of this have hardly any part in where an n-gram stands.
    static std::uint64_t mix(Name head, Id last) { return (std::uint64_t{head} << 32 | last) * 0x9E3779B97F4A7C15u; }

private:
    static constexpr std::size_t few_slots = 256;

    struct Slot {
        Name head;
        Id last;
        Name name;
    };

    static std::uint64_t hash(Name head, Id last) { return mix(head, last) ^ mix(head, last) >> 32; }

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

using Stop = std::function<bool()>;

// Texts as parts of one block of words: text i is words[offsets[i]] .. words[offsets[i + 1]].
struct TextBlock {
    Ids words;
    std::span<const std::uint64_t> offsets;

    std::size_t size() const { return offsets.size() - 1; }
};

// How often each n-gram stands in a set of texts, up to an order of 1 to 64; the root as often as there are words.
//
// Most n-grams of a text stand only once, and so do all that begin with them. In a brief survey these are not counted
// one by one: the shortest has a negative count, which tells its place in the texts, and the texts tell the others.
class NgramSurvey {
public:
    using Name = NgramTrie::Name;
    // An n-gram that stands once, because its head does, is untold: its place stands in for a name.
    static constexpr Name untold = 0xFFFFFFFF;
    struct Found {
        Name name = NgramTrie::root;
        std::uint64_t place = 0;
    };

    explicit NgramSurvey(std::size_t order) : order_(order) {}
    // Names don't depend on the number of threads. The words of a brief survey must live as long.
    static NgramSurvey of_texts(std::size_t order, const TextBlock& texts, bool brief, std::size_t threads, const Poll& poll);
    // Document i has the texts from starts[i] to starts[i + 1]. However often it has an n-gram, it counts once, and once
    // for all words.
    static NgramSurvey of_documents(std::size_t order, const TextBlock& texts, std::span<const std::int64_t> starts,
                                    std::size_t threads, const Poll& poll);

    std::size_t order() const { return order_; }
    bool brief() const { return brief_; }
    const NgramTrie& ngrams() const { return ngrams_; }

    // The root's name if there is no such n-gram; the head must be there.
    Found find(Found head, Id last) const {
        if (head.name == untold) return follow(head.place, last);
        const std::int64_t count = ngrams_[head.name].count;
        return count < 0 ? follow(static_cast<std::uint64_t>(~count), last) : Found{ngrams_.find(head.name, last)};
    }
    // Asks for the memory that `find` will read; the head's own must have come.
    void fetch(Found head, Id last) const {
        if (head.name != untold && ngrams_[head.name].count >= 0) ngrams_.fetch(head.name, last);
    }

    // Neither may be brief.
    void add(const NgramSurvey& other);
    // One n-gram by its words, or none of them for the number of all words; not into a brief survey.
    void add(Ids ngram, std::int64_t count);

private:
    // A place is where an n-gram ends, times 64, plus the number of words by which it can still be made longer.
    Found follow(std::uint64_t place, Id last) const {
        const bool goes_on = (place & 63) != 0 && words_[(place >> 6) + 1] == last;
        return goes_on ? Found{untold, place + 63} : Found{};
    }

    std::size_t order_;
    Ids words_;
    bool brief_ = false;
    NgramTrie ngrams_;
};

}  // namespace understudy
