#include <algorithm>
#include <optional>

#include "bind.hpp"
#include "ngrams.hpp"
#include "rouge.hpp"

namespace understudy {
namespace {

// Fills one row per reference, of the same number of columns each, with `fill(scratch, hypothesis, reference, row, stop)`.
template <class Scratch, class Fill>
Matrix<double> rows_of_pairs(const Table& hypotheses, const Table& references, const Starts& starts, std::size_t columns,
                             std::size_t threads, nb::object progress, const Fill& fill) {
    check_starts(starts, hypotheses, references);
    const std::size_t segments = hypotheses.tokens.segments(), pairs = references.tokens.segments();
    const std::size_t words = vocabulary_size(hypotheses, references);
    std::unique_ptr<double[]> rows(new double[pairs * columns]);
    const Poll poll = make_poll(std::move(progress));
    {
        const nb::gil_scoped_release release;
        struct alignas(128) Own {
            std::optional<Scratch> scratch;
        };
        parallel_chunks<Own>(segments, threads, poll, [&](std::size_t begin, std::size_t end, Own& own, const auto& stop) {
            if (!own.scratch) own.scratch.emplace(words);
            for (std::size_t i = begin; i < end; ++i) {
                const Ids hypothesis = hypotheses.segment(i);
                for (auto pair = static_cast<std::size_t>(starts(i)); pair < static_cast<std::size_t>(starts(i + 1)); ++pair) {
                    fill(*own.scratch, hypothesis, references.segment(pair), rows.get() + pair * columns, stop);
                }
            }
        });
    }
    return to_matrix(std::move(rows), pairs, columns);
}

Matrix<double> match_ngrams(const Table& hypotheses, const Table& references, const Starts& starts, std::size_t order,
                            std::size_t threads, nb::object progress) {
    if (order == 0) refuse("the order of n-grams must be at least 1");
    struct Scratch {
        explicit Scratch(std::size_t vocabulary) : words(vocabulary) {}
        std::size_t words;
        std::optional<NgramCounter> counter;
        NgramCounts counts;
    };
    return rows_of_pairs<Scratch>(
        hypotheses, references, starts, 2 + order, threads, std::move(progress),
        [order](Scratch& scratch, Ids hypothesis, Ids reference, double* row, const auto& stop) {
            if (!scratch.counter) scratch.counter.emplace(order, scratch.words);
            scratch.counter->count(hypothesis, std::span(&reference, 1), scratch.counts, stop);
            *row++ = static_cast<double>(hypothesis.size());
            *row++ = static_cast<double>(reference.size());
            for (const std::uint64_t count : scratch.counts.match) *row++ = static_cast<double>(count);
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
    m.def("match_ngrams", &match_ngrams, "hypotheses"_a, "references"_a, "starts"_a, "order"_a, "threads"_a = 1,
          "progress"_a = nb::none(), "One row per reference: words of hypothesis and reference, then matched n-grams by order.");
    m.def("match_subsequences", &match_subsequences, "hypotheses"_a, "references"_a, "starts"_a, "threads"_a = 1,
          "progress"_a = nb::none(),
          "One row per reference: words of hypothesis and reference, and of their longest common subsequence.");
    m.def("match_summaries", &match_summaries, "hypotheses"_a, "references"_a, "starts"_a, "line_end"_a, "threads"_a = 1,
          "progress"_a = nb::none(),
          "One row per reference: words of hypothesis and reference, and of the union of longest common subsequences of lines.");
}

}  // namespace understudy
