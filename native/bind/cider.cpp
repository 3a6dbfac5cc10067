#include <optional>

#include "bind/survey.hpp"
#include "ngrams/cider.hpp"

namespace understudy {
namespace {

Matrix<double> compare_vectors(const Table& hypotheses, const Table& references, const Starts& starts, const Survey& survey,
                               const Weights& weights, std::size_t order, bool clipped, std::size_t threads, nb::object progress) {
    check_starts(starts, hypotheses, references);
    check_weights(survey, weights, hypotheses, order);
    const std::size_t segments = hypotheses.tokens.segments(), pairs = references.tokens.segments(), columns = 2 + 3 * order;
    std::unique_ptr<double[]> rows(new double[pairs * columns]);
    const Poll poll = make_poll(std::move(progress));
    {
        const nb::gil_scoped_release release;
        struct alignas(128) Scratch {
            std::optional<NgramVectors> vectors;
        };
        parallel_chunks<Scratch>(segments, threads, poll, [&](std::size_t begin, std::size_t end, Scratch& scratch, const auto& stop) {
            if (!scratch.vectors) scratch.vectors.emplace(survey.ngrams, std::span(weights.data(), weights.size()), order);
            for (std::size_t i = begin; i < end; ++i) {
                const Ids hypothesis = hypotheses.segment(i);
                scratch.vectors->take(hypothesis, stop);
                for (auto pair = static_cast<std::size_t>(starts(i)); pair < static_cast<std::size_t>(starts(i + 1)); ++pair) {
                    const Ids reference = references.segment(pair);
                    double* row = rows.get() + pair * columns;
                    row[0] = static_cast<double>(hypothesis.size());
                    row[1] = static_cast<double>(reference.size());
                    scratch.vectors->compare(reference, clipped, std::span(row + 2, order), std::span(row + 2 + order, order),
                                             std::span(row + 2 + 2 * order, order), stop);
                }
            }
        });
    }
    return to_matrix(std::move(rows), pairs, columns);
}

}  // namespace

void bind_cider(nb::module_& m) {
    m.def("compare_vectors", &compare_vectors, "hypotheses"_a, "references"_a, "starts"_a, "survey"_a, "weights"_a, "order"_a,
          "clipped"_a, "threads"_a = 1, "progress"_a = nb::none(),
          "One row per reference: words of hypothesis and reference, then by order the product of their vectors of weighted"
          " n-grams, and the squares of the lengths of either.");
}

}  // namespace understudy
