// What the n-grams that a hypothesis shares with its references weigh.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ngrams/ngram_places.hpp"
#include "ngrams/ngrams.hpp"
#include "ngrams/survey.hpp"
#include "text/interner.hpp"

namespace understudy {

// The n-grams of a hypothesis of any length, and which of them references have.
class NgramMatches {
public:
    using Name = NgramTrie::Name;

    explicit NgramMatches(std::size_t order) : order_(order) {}

    // False if `stop`, which is asked now and then, said yes.
    bool match(Ids hypothesis, std::span<const Ids> references, const Stop& stop);

    const NgramTrie& ngrams() const { return ngrams_; }
    // From left to right: `act(n, name)` for every n-gram that counts, as often as in the reference that has most of
    // it.
    template <class Act>
    void each_used(const Act& act) {
        for (std::size_t i = 0; i < names_.size(); i += order_) {
            for (std::size_t n = 1; n <= order_; ++n) {
                const Name name = names_[i + n - 1];
                if (clips_[name] == 0) continue;  // as the root's is
                --clips_[name];
                act(n, name);
            }
        }
    }
    // The last word of an n-gram that counts, in a reference.
    const Id* location(Name name) const { return locations_[name]; }

private:
    bool name_hypothesis(Ids hypothesis, const Stop& stop);
    bool count_reference(Ids reference, const Stop& stop);

    std::size_t order_;
    NgramTrie ngrams_;
    std::vector<Name> names_;                  // of the n-grams that end at each word, by place and order
    std::vector<Name> heads_;                  // by order: the n-gram that ends at the word before
    std::vector<std::uint32_t> clips_, here_;  // by name
    std::vector<const Id*> locations_;         // by name
};

// Adds the weights of matched n-grams, one segment after another, with buffers of its own; not for several threads.
class NgramWeigher {
public:
    // `weights` has one number for each name of the survey; that of the root is for n-grams which the survey lacks.
    NgramWeigher(const NgramFrequencies& survey, std::span<const double> weights, std::size_t order,
                 std::size_t vocabulary)
        : survey_(survey.ngrams()), weights_(weights), order_(order), matcher_(order, vocabulary), matches_(order) {}

    // For each order, from left to right over the hypothesis: every n-gram counts as often as in the reference that
    // has most of it. `stop` is asked now and then; once it says yes the sums are worthless.
    void add(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop);

private:
    using Name = NgramTrie::Name;

    void add_short(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop);
    void add_long(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop);
    Name find(Name head, Id last, std::size_t n) const;

    const NgramTrie& survey_;
    std::span<const double> weights_;
    std::size_t order_;
    NgramCounter matcher_;
    NgramMatches matches_;
    std::vector<Name> in_survey_;                          // by name of the hypothesis
    std::array<Name, NgramCounter::most_places> found_{};  // by place, for short hypotheses
    std::vector<std::uint64_t> needed_;                    // by order: places, for short hypotheses
};

// Texts that were surveyed, again, or some of them: `words` stand at the places from `first` on.
struct SurveyedTexts {
    const NgramPlaces& places;
    const Id* words;
    std::size_t first;
};

// The same where the references are texts that were surveyed.
class PlaceWeigher {
public:
    // `weights` has one number for each pair of counts.
    PlaceWeigher(const SurveyedTexts& texts, std::span<const double> weights, std::size_t order, std::size_t vocabulary)
        : texts_(texts), weights_(weights), matcher_(order, vocabulary), matches_(order) {}

    // The references are parts of the texts.
    void add(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop);

private:
    double weight(std::size_t n, const Id* last) const {
        return weights_[texts_.places.pair(n, texts_.first + static_cast<std::size_t>(last - texts_.words))];
    }

    SurveyedTexts texts_;
    std::span<const double> weights_;
    NgramCounter matcher_;
    NgramMatches matches_;
};

}  // namespace understudy
