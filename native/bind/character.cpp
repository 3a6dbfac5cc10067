#include "edit/character.hpp"

#include <stdexcept>

#include "bind/pairs.hpp"

namespace understudy {
namespace {

WordSpelling spelling_of(const Comparison& texts) {
    const nb::gil_scoped_release release;  // whoever holds the mutex may be waiting for the GIL
    const std::scoped_lock lock(texts.hypotheses.vocabulary->mutex);
    return WordSpelling(texts.hypotheses.vocabulary->words, texts.vocabulary());
}

Matrix<double> count_character(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                               std::size_t threads, nb::object progress) {
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    const WordSpelling spelling = spelling_of(texts);
    constexpr std::size_t columns = CharacterCounter::columns;
    std::unique_ptr<double[]> rows(new double[texts.pairs() * columns]);
    {
        const nb::gil_scoped_release release;
        const auto make = [&] { return CharacterCounter(spelling); };
        each_segment(texts, make, [&](CharacterCounter& counter, std::size_t i, const auto& stop) {
            const Ids hypothesis = texts.hypotheses.segment(i);
            for (std::size_t pair = texts.first(i); pair < texts.first(i + 1); ++pair) {
                const Ids reference = texts.references.segment(pair);
                const std::span<double> row(rows.get() + pair * columns, columns);
                if (counter.write_row(hypothesis, reference, row, stop)) continue;
                throw std::invalid_argument(
                    "segment " + std::to_string(i + 1) + " has " + std::to_string(hypothesis.size()) +
                    " words in the hypothesis and " + std::to_string(reference.size()) +
                    " in a reference; trying all shifts would take too long: split it into sentences");
            }
        });
    }
    return to_matrix(std::move(rows), texts.pairs(), columns);
}

}  // namespace

void bind_character(nb::module_& m) {
    m.def("count_character", &count_character, "hypotheses"_a, "references"_a, "starts"_a, "threads"_a = 1,
          "progress"_a = nb::none(),
          "One row per reference: characters to edit after shifts, the cost of the shifts, characters of either text, "
          "and shifts.");
}

}  // namespace understudy
