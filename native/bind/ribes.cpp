#include "bind/pairs.hpp"
#include "word_order/ribes.hpp"

namespace understudy {
namespace {

Matrix<double> align_ranks(const Table& hypotheses, const Table& references, const Starts& starts, std::size_t threads, nb::object progress) {
    return rows_of_pairs<RankAligner>(
        hypotheses, references, starts, 4, threads, std::move(progress),
        [](RankAligner& aligner, Ids hypothesis, Ids reference, double* row, const auto& stop) {
            const RankCounts counts = aligner.align(hypothesis, reference, stop);
            row[0] = static_cast<double>(hypothesis.size());
            row[1] = static_cast<double>(reference.size());
            row[2] = static_cast<double>(counts.aligned);
            row[3] = static_cast<double>(counts.ascending);
        });
}

}  // namespace

void bind_ribes(nb::module_& m) {
    m.def("align_ranks", &align_ranks, "hypotheses"_a, "references"_a, "starts"_a, "threads"_a = 1, "progress"_a = nb::none(),
          "One row per reference: words of hypothesis and reference, aligned words, and pairs of those in the same order.");
}

}  // namespace understudy
