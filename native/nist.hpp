// Counts of all n-grams of a set of texts, and what the n-grams that a hypothesis shares with its references weigh.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "vocabulary.hpp"

namespace understudy {

// N-grams of any order, each named by (name of its first n - 1 words, last word), so that names are exact. The empty
// n-gram is the root; the name of an n-gram is larger than that of its head.
class NgramTrie {
public:
    using Name = std::uint32_t;
    static constexpr Name root = 0;

    NgramTrie() { clear(); }

    std::size_t size() const { return heads_.size(); }
    const std::vector<Name>& heads() const { return heads_; }
    const std::vector<Id>& lasts() const { return lasts_; }

    // The root if there is no such n-gram.
    Name find(Name head, Id last) const { return slots_[place(key_of(head, last))].name; }

    Name add(Name head, Id last) {
        const std::uint64_t key = key_of(head, last);
        Slot& slot = slots_[place(key)];
        return slot.name != root ? slot.name : insert(slot, key);
    }

    void clear();

private:
    struct Slot {
        std::uint64_t key = 0;
        Name name = root;
    };

    static std::uint64_t key_of(Name head, Id last) { return std::uint64_t{head} << 32 | last; }

    std::size_t place(std::uint64_t key) const {
        const std::size_t mask = slots_.size() - 1;
        const std::uint64_t mixed = key * 0x9E3779B97F4A7C15u;
        std::size_t at = (mixed ^ mixed >> 32) & mask;
        while (slots_[at].name != root && slots_[at].key != key) at = (at + 1) & mask;
        return at;
    }

    Name insert(Slot& slot, std::uint64_t key);
    void grow();

    std::vector<Slot> slots_;
    std::vector<Name> heads_;
    std::vector<Id> lasts_;
};

using Stop = std::function<bool()>;

// How often each n-gram stands in a set of texts, up to an order of at least 1; the count of the root is that of all words.
class NgramSurvey {
public:
    explicit NgramSurvey(std::size_t order) : order_(order), counts_(1, 0) {}

    std::size_t order() const { return order_; }
    const NgramTrie& trie() const { return trie_; }
    const std::vector<std::int64_t>& counts() const { return counts_; }

    // `stop` is asked now and then; once it says yes the survey is worthless.
    void add(Ids text, const Stop& stop);
    void add(const NgramSurvey& other);
    // One n-gram by its words, or none of them for the number of all words.
    void add(Ids ngram, std::int64_t count);

private:
    void increase(NgramTrie::Name name, std::int64_t count);

    std::size_t order_;
    NgramTrie trie_;
    std::vector<std::int64_t> counts_;         // by name
    std::vector<NgramTrie::Name> names_ends_;  // by order: the n-gram that ends at the word before
};

// Adds the weights of matched n-grams, one segment after another, with buffers of its own; not for several threads.
class NgramWeigher {
public:
    // `weights` has one number for each name of the survey; that of the root is for n-grams which the survey lacks.
    NgramWeigher(const NgramSurvey& survey, std::span<const double> weights, std::size_t order)
        : survey_(survey), weights_(weights), order_(order) {}

    // For each order, from left to right over the hypothesis: every n-gram counts as often as in the reference that
    // has most of it. `stop` is asked now and then; once it says yes the sums are worthless.
    void add(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop);

private:
    bool name_hypothesis(Ids hypothesis, const Stop& stop);
    bool count_reference(Ids reference, const Stop& stop);
    double weight(NgramTrie::Name name);

    const NgramSurvey& survey_;
    std::span<const double> weights_;
    std::size_t order_;
    NgramTrie ngrams_;                          // of one hypothesis
    std::vector<NgramTrie::Name> names_;        // of the n-grams that end at each word, by place and order
    std::vector<NgramTrie::Name> heads_;        // by order: the n-gram that ends at the word before
    std::vector<NgramTrie::Name> in_survey_;    // by name
    std::vector<std::uint32_t> clips_, here_;   // by name
};

}  // namespace understudy
