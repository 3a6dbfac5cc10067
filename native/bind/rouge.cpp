#include <algorithm>
#include <optional>

#include "bind/pairs.hpp"
#include "ngrams/ngrams.hpp"
#include "ngrams/rouge.hpp"

namespace understudy {
namespace {

double ngrams_in(Ids text, std::size_t n) { return text.size() < n ? 0 : static_cast<double>(text.size() - n + 1); }

Matrix<double> match_ngrams(const Table& hypotheses, const Table& references, const Starts& starts, std::size_t shortest,
                            std::size_t order, std::size_t threads, nb::object progress) {
    if (shortest == 0 || shortest > order) refuse("n-grams must have at least one word, and the longest no fewer than the shortest");
    struct Scratch {
        explicit Scratch(std::size_t vocabulary) : words(vocabulary) {}
        std::size_t words;
        std::optional<NgramCounter> counter;
        NgramCounts counts;
    };
    return rows_of_pairs<Scratch>(
        hypotheses, references, starts, 3, threads, std::move(progress),
        [shortest, order](Scratch& scratch, Ids hypothesis, Ids reference, double* row, const auto& stop) {
            if (!scratch.counter) scratch.counter.emplace(order, scratch.words);
            scratch.counter->count(hypothesis, std::span(&reference, 1), scratch.counts, stop);
            row[0] = row[1] = row[2] = 0;
            for (std::size_t n = shortest; n <= order; ++n) {
                row[0] += ngrams_in(hypothesis, n);
                row[1] += ngrams_in(reference, n);
                row[2] += static_cast<double>(scratch.counts.match[n - 1]);
            }
        });
}

Matrix<double> match_subsequences(const Table& hypotheses, const Table& references, const Starts& starts, std::size_t threads,
                                  nb::object progress) {
    return rows_of_pairs<CommonSubsequence>(
        hypotheses, references, starts, 3, threads, std::move(progress),
        [](CommonSubsequence& common, Ids hypothesis, Ids reference, double* row, const auto& stop) {
            row[0] = static_cast<double>(hypothesis.size());
            row[1] = static_cast<double>(reference.size());
            row[2] = static_cast<double>(common.length(hypothesis, reference, stop));
        });
}

Matrix<double> match_summaries(const Table& hypotheses, const Table& references, const Starts& starts, std::size_t line_end,
                               std::size_t threads, nb::object progress) {
    const auto end = static_cast<Id>(std::min<std::size_t>(line_end, 0xFFFFFFFF));
    const auto words = [end](Ids text) { return static_cast<double>(text.size()) - static_cast<double>(std::count(text.begin(), text.end(), end)); };
    return rows_of_pairs<CommonSubsequence>(
        hypotheses, references, starts, 3, threads, std::move(progress),
        [end, words](CommonSubsequence& common, Ids hypothesis, Ids reference, double* row, const auto& stop) {
            row[0] = words(hypothesis);
            row[1] = words(reference);
            row[2] = static_cast<double>(common.union_length(hypothesis, reference, end, stop));
        });
}

}  // namespace

void bind_rouge(nb::module_& m) {
    m.def("match_ngrams", &match_ngrams, "hypotheses"_a, "references"_a, "starts"_a, "shortest"_a, "order"_a,
          "threads"_a = 1, "progress"_a = nb::none(),
          "One row per reference: n-grams of hypothesis and reference, and those that match, from the shortest to this order.");
    m.def("match_subsequences", &match_subsequences, "hypotheses"_a, "references"_a, "starts"_a, "threads"_a = 1,
          "progress"_a = nb::none(),
          "One row per reference: words of hypothesis and reference, and of their longest common subsequence.");
    m.def("match_summaries", &match_summaries, "hypotheses"_a, "references"_a, "starts"_a, "line_end"_a, "threads"_a = 1,
          "progress"_a = nb::none(),
          "One row per reference: words of hypothesis and reference, and of the union of longest common subsequences of lines.");
}

}  // namespace understudy
