#include "word_order/ribes.hpp"
#include "bind/pairs.hpp"

namespace understudy {
namespace {

Matrix<double> align_ranks(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                           std::size_t threads, nb::object progress) {
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    return rows_of_pairs(texts, RankAligner::columns, [] { return RankAligner(); });
}

}  // namespace

void bind_ribes(nb::module_& m) {
    m.def("align_ranks", &align_ranks, "hypotheses"_a, "references"_a, "starts"_a, "threads"_a = 1,
          "progress"_a = nb::none(),
          "One row per reference: words of hypothesis and reference, aligned words, and pairs of those in the same "
          "order.");
}

}  // namespace understudy
