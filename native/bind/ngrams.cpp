#include "ngrams/ngrams.hpp"
#include "bind/pairs.hpp"

namespace understudy {
namespace {

LengthRule length_rule_named(std::string_view name) {
    if (name == "closest") return closest_length;
    if (name == "shortest") return shortest_length;
    if (name == "average") return average_length;
    refuse("no reference length rule is called '" + std::string(name) + "'");
}

Matrix<double> count_ngrams(const Tokens& hypotheses, const Tokens& references, const Starts& starts, std::size_t order,
                            std::string_view length, std::size_t threads, nb::object progress) {
    if (order == 0) refuse("the order of n-grams must be at least 1");
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    const LengthRule rule = length_rule_named(length);
    const std::size_t vocabulary = texts.vocabulary();
    return rows_of_segments(texts, NgramRows::columns(order), [&] { return NgramRows(order, vocabulary, rule); });
}

}  // namespace

void bind_ngrams(nb::module_& m) {
    m.def("count_ngrams", &count_ngrams, "hypotheses"_a, "references"_a, "starts"_a, "order"_a, "length"_a,
          "threads"_a = 1, "progress"_a = nb::none(),
          "One row per segment: hypothesis length, reference length, then matches, totals and plain matches by order.");
}

}  // namespace understudy
