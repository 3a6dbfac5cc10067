#include "word_order/lepor.hpp"
#include "bind/pairs.hpp"

namespace understudy {
namespace {

// Bindings are alike: they name arguments, check them and call one kernel.
Matrix<double> align_positions(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                               std::size_t window, std::size_t order, std::size_t threads, nb::object progress) {
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    const std::size_t vocabulary = texts.vocabulary();
    return rows_of_pairs(texts, PositionRows::columns(order), [&] { return PositionRows(window, order, vocabulary); });
}

}  // namespace

void bind_lepor(nb::module_& m) {
    m.def("align_positions", &align_positions, "hypotheses"_a, "references"_a, "starts"_a, "window"_a, "order"_a,
          "threads"_a = 1, "progress"_a = nb::none(),
          "One row per reference: lengths of hypothesis and reference, aligned words, their distance, then n-gram "
          "matches.");
}

}  // namespace understudy
