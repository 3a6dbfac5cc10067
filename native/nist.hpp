// Counts of all n-grams of a set of texts, and what the n-grams that a hypothesis shares with its references weigh.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "ngrams.hpp"
#include "vocabulary.hpp"

namespace understudy {

// N-grams of any order, each named by (name of its first n - 1 words, last word), so that names are exact. The empty
// n-gram is the root; the name of an n-gram is larger than that of its head.
class NgramTrie {
public:
    using Name = std::uint32_t;
    static constexpr Name root = 0;

    struct Node {
        std::int64_t count = 0;  // negative: see NgramSurvey
        Name head = root;
        Id last = 0;
    };

    // Has room for so many n-grams from the start.
    explicit NgramTrie(std::size_t names = 0) : nodes_(1), slots_(std::max(few_slots, std::bit_ceil(names * 2))) {
        nodes_.reserve(names + 1);
    }

    std::size_t size() const { return nodes_.size(); }
    const Node& operator[](Name name) const { return nodes_[name]; }
    Node& operator[](Name name) { return nodes_[name]; }

    // A name with a number made of the words alone, which tells where to look.
    struct Found {
        Name name = root;
        std::uint64_t hash = 0;
    };

    // The root's name if there is no such n-gram.
    Found find(Found head, Id last) const {
        if (head.name == root) return {last < firsts_.size() ? firsts_[last] : root, mix(0, last)};
        const std::uint64_t hash = mix(head.hash, last);
        return {slots_[place(hash, head.name, last)].name, hash};
    }

    Found add(Found head, Id last) {
        const std::uint64_t hash = mix(head.hash, last);
        if (head.name == root) {
            if (last >= firsts_.size()) firsts_.resize(std::max<std::size_t>(last + std::size_t{1}, firsts_.size() * 2), root);
            return {firsts_[last] != root ? firsts_[last] : firsts_[last] = append(head.name, last), hash};
        }
        const std::size_t at = place(hash, head.name, last);
        return {slots_[at].name != root ? slots_[at].name : insert(at, hash, head.name, last), hash};
    }

    void clear();

private:
    static constexpr std::size_t few_slots = 256;

    // Small, because what the table takes of the cache decides the speed: the node tells whether the name is the right one.
    struct Slot {
        std::uint32_t check = 0;
        Name name = root;
    };

    static std::uint64_t mix(std::uint64_t head, Id last) {
        const std::uint64_t mixed = (head ^ (last + std::uint64_t{1}) * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
        return mixed ^ mixed >> 32;
    }

    std::size_t place(std::uint64_t hash, Name head, Id last) const {
        const std::size_t mask = slots_.size() - 1;
        const auto check = static_cast<std::uint32_t>(hash >> 32);
        std::size_t at = hash & mask;
        while (slots_[at].name != root && !(slots_[at].check == check && is(slots_[at].name, head, last))) at = (at + 1) & mask;
        return at;
    }

    bool is(Name name, Name head, Id last) const { return nodes_[name].head == head && nodes_[name].last == last; }

    Name append(Name head, Id last);
    Name insert(std::size_t at, std::uint64_t hash, Name head, Id last);
    void grow();

    std::vector<Node> nodes_;   // by name
    std::vector<Name> firsts_;  // by word: those of order 1
    std::vector<Slot> slots_;   // all others
};

using Stop = std::function<bool()>;

// How often each n-gram stands in a set of texts, up to an order of 1 to 64; the root as often as there are words.
//
// Most n-grams of a text stand only once, and so do all that begin with them. In a brief survey these are not counted
// one by one: the shortest has a negative count, which tells its place in the texts, and the texts tell the others.
class NgramSurvey {
public:
    using Name = NgramTrie::Name;
    using Found = NgramTrie::Found;
    // An n-gram that stands once, because its head does; the number beside the name tells its place.
    static constexpr Name untold = 0xFFFFFFFF;

    explicit NgramSurvey(std::size_t order) : order_(order) {}
    // A brief survey: all texts are parts of one block of words, which must live as long.
    NgramSurvey(std::size_t order, Ids words) : order_(order), words_(words), brief_(true), ngrams_(words.size() / 2) {}

    std::size_t order() const { return order_; }
    bool brief() const { return brief_; }
    const NgramTrie& ngrams() const { return ngrams_; }

    // The root's name if there is no such n-gram; the head must be there.
    Found find(Found head, Id last) const;

    // `stop` is asked now and then; once it says yes the survey is worthless.
    void add(Ids text, const Stop& stop);
    // As one document: however often it has an n-gram, it counts once, and once for all words. Not into a brief survey.
    void add_document(std::span<const Ids> texts, const Stop& stop);
    // Neither may be brief.
    void add(const NgramSurvey& other);
    // One n-gram by its words, or none of them for the number of all words; not into a brief survey.
    void add(Ids ngram, std::int64_t count);

private:
    Found add_briefly(Found found, std::uint64_t place);

    std::size_t order_;
    Ids words_;
    bool brief_ = false;
    NgramTrie ngrams_;
    std::vector<Found> heads_;  // by order: the n-gram that ends at the word before
    std::vector<std::uint32_t> seen_;  // by name: the last document that has it
};

// Adds the weights of matched n-grams, one segment after another, with buffers of its own; not for several threads.
class NgramWeigher {
public:
    // `weights` has one number for each name of the survey; that of the root is for n-grams which the survey lacks.
    // An n-gram that always follows its head, as the untold do, weighs 0.
    NgramWeigher(const NgramSurvey& survey, std::span<const double> weights, std::size_t order, std::size_t vocabulary)
        : survey_(survey), weights_(weights), order_(order), matcher_(order, vocabulary) {}

    // For each order, from left to right over the hypothesis: every n-gram counts as often as in the reference that
    // has most of it. `stop` is asked now and then; once it says yes the sums are worthless.
    void add(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop);

private:
    void add_short(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop);
    void add_long(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop);
    bool name_hypothesis(Ids hypothesis, const Stop& stop);
    bool count_reference(Ids reference, const Stop& stop);
    double weight(NgramTrie::Name name);
    double weight_of(NgramTrie::Found found) const { return found.name == NgramSurvey::untold ? 0.0 : weights_[found.name]; }

    const NgramSurvey& survey_;
    std::span<const double> weights_;
    std::size_t order_;
    NgramCounter matcher_;
    NgramTrie ngrams_;                         // of one hypothesis
    std::vector<NgramTrie::Name> names_;       // of the n-grams that end at each word, by place and order
    std::vector<NgramTrie::Found> heads_;      // by order: the n-gram that ends at the word before
    std::vector<NgramTrie::Found> in_survey_;  // by name
    std::vector<std::uint32_t> clips_, here_;  // by name
};

}  // namespace understudy
