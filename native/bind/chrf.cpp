#include "ngrams/chrf.hpp"
#include "bind/pairs.hpp"

namespace understudy {
namespace {

std::vector<CharacterKind> kinds_of(const Comparison& texts) {
    const nb::gil_scoped_release release;  // whoever holds the mutex may be waiting for the GIL
    const std::scoped_lock lock(texts.hypotheses.vocabulary->mutex);
    return character_kinds(texts.hypotheses.vocabulary->words, texts.vocabulary());
}

Matrix<double> count_chrf(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                          std::size_t char_order, std::size_t word_order, bool whitespace, std::size_t threads,
                          nb::object progress) {
    if (char_order == 0) refuse("the order of character n-grams must be at least 1");
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    const std::vector<CharacterKind> kinds = kinds_of(texts);
    return rows_of_pairs(
        texts, ChrfCounter::columns(char_order, word_order),
        [&] { return ChrfCounter(char_order, word_order, whitespace, kinds); },
        [](ChrfCounter& counter, Ids hypothesis, const auto&) { counter.begin(hypothesis); },
        [](ChrfCounter& counter, Ids, Ids reference, std::span<double> row, const auto& stop) {
            counter.count(reference, row.data(), stop);
        });
}

}  // namespace

void bind_chrf(nb::module_& m) {
    m.def(
        "count_chrf", &count_chrf, "hypotheses"_a, "references"_a, "starts"_a, "char_order"_a, "word_order"_a,
        "whitespace"_a, "threads"_a = 1, "progress"_a = nb::none(),
        "One row per reference: by order, characters before words, the n-grams of the hypothesis, of the reference, and"
        " the matches.");
}

}  // namespace understudy
