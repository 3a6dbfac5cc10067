// What the n-grams that a hypothesis shares with its references weigh.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ngrams.hpp"
#include "survey.hpp"
#include "vocabulary.hpp"

namespace understudy {

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
    double weight_of(NgramSurvey::Found found) const { return found.name == NgramSurvey::untold ? 0.0 : weights_[found.name]; }

    const NgramSurvey& survey_;
    std::span<const double> weights_;
    std::size_t order_;
    NgramCounter matcher_;
    NgramTrie ngrams_;                           // of one hypothesis
    std::vector<NgramTrie::Name> names_;         // of the n-grams that end at each word, by place and order
    std::vector<NgramTrie::Name> heads_;         // by order: the n-gram that ends at the word before
    std::vector<NgramSurvey::Found> in_survey_;  // by name
    std::vector<std::uint32_t> clips_, here_;    // by name
    std::array<NgramSurvey::Found, NgramCounter::most_places> found_;  // by place, for short hypotheses
    std::vector<std::uint64_t> needed_;                                // by order: places, for short hypotheses
};

}  // namespace understudy
