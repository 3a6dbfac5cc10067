#include "ngrams/cider.hpp"
#include "bind/pairs.hpp"
#include "bind/survey.hpp"

namespace understudy {
namespace {

Matrix<double> compare_vectors(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                               const NgramSurvey& survey, const Weights& weights, std::size_t order, bool clipped,
                               std::size_t threads, nb::object progress) {
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    check_weights(survey, weights, hypotheses, order);
    return rows_of_pairs(
        texts, NgramVectors::columns(order),
        [&] { return NgramVectors(survey.ngrams, std::span(weights.data(), weights.size()), order); },
        [](NgramVectors& vectors, Ids hypothesis, const auto& stop) { vectors.take(hypothesis, stop); },
        [clipped](NgramVectors& vectors, Ids, Ids reference, std::span<double> row, const auto& stop) {
            vectors.write_row(reference, clipped, row, stop);
        });
}

}  // namespace

void bind_cider(nb::module_& m) {
    m.def("compare_vectors", &compare_vectors, "hypotheses"_a, "references"_a, "starts"_a, "survey"_a, "weights"_a,
          "order"_a, "clipped"_a, "threads"_a = 1, "progress"_a = nb::none(),
          "One row per reference: words of hypothesis and reference, then by order the product of their vectors of"
          " weighted n-grams, and the squares of the lengths of either.");
}

}  // namespace understudy
