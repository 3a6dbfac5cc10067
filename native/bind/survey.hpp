// A survey as Python holds it: for the binding files whose kernels weigh n-grams by what a whole corpus has.
#pragma once

#include <memory>

#include "bind/bind.hpp"
#include "ngrams/survey.hpp"

namespace understudy {

struct NgramSurvey {
    std::shared_ptr<Vocabulary> vocabulary;  // of the table whose words it knows by number
    NgramFrequencies ngrams;
};

using Weights = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu, nb::ro>;

inline void check_order(std::size_t order) {
    if (order == 0 || order > 64) refuse("the order of n-grams must be from 1 to 64");
}

inline void check_weights(const NgramSurvey& survey, const Weights& weights, const Tokens& hypotheses,
                          std::size_t order) {
    check_order(order);
    if (survey.vocabulary != hypotheses.vocabulary || survey.ngrams.order() < order ||
        weights.size() != survey.ngrams.ngrams().size()) {
        refuse("the survey does not belong to the same token table, or has a lower order, or other weights");
    }
}

}  // namespace understudy
