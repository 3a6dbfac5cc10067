#include "edit/eed.hpp"
#include "bind/pairs.hpp"

namespace understudy {
namespace {

Id space_of(const Tokens& tokens) {
    const nb::gil_scoped_release release;  // whoever holds the mutex may be waiting for the GIL
    const std::scoped_lock lock(tokens.vocabulary->mutex);
    return tokens.vocabulary->words.find(" ");
}

Matrix<double> count_eed(const Tokens& hypotheses, const Tokens& references, const Starts& starts, double alpha,
                         double deletion, double insertion, std::size_t threads, nb::object progress) {
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    const EedCosts costs{alpha, deletion, insertion};
    const Id space = space_of(hypotheses);
    return rows_of_pairs(texts, EedCounter::columns, [&] { return EedCounter(costs, space); });
}

}  // namespace

void bind_eed(nb::module_& m) {
    m.def("count_eed", &count_eed, "hypotheses"_a, "references"_a, "starts"_a, "alpha"_a, "deletion"_a, "insertion"_a,
          "threads"_a = 1, "progress"_a = nb::none(),
          "One row per reference: the distance with jumps, the visits that coverage charges for, and both lengths.");
}

}  // namespace understudy
