#include <algorithm>

#include "bind/pairs.hpp"
#include "ngrams/rouge.hpp"

namespace understudy {
namespace {

Matrix<double> match_ngrams(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                            std::size_t shortest, std::size_t order, std::size_t threads, nb::object progress) {
    if (shortest == 0 || shortest > order) {
        refuse("n-grams must have at least one word, and the longest no fewer than the shortest");
    }
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    const std::size_t vocabulary = texts.vocabulary();
    return rows_of_pairs(texts, rouge_columns, [&] { return RougeNgrams(shortest, order, vocabulary); });
}

Matrix<double> match_subsequences(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                                  std::size_t threads, nb::object progress) {
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    const std::size_t vocabulary = texts.vocabulary();
    return rows_of_pairs(texts, rouge_columns, [&] { return CommonSubsequence(vocabulary); });
}

Matrix<double> match_summaries(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                               std::size_t line_end, std::size_t threads, nb::object progress) {
    const auto end = static_cast<Id>(std::min<std::size_t>(line_end, 0xFFFFFFFF));
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    const std::size_t vocabulary = texts.vocabulary();
    return rows_of_pairs(
        texts, rouge_columns, [&] { return CommonSubsequence(vocabulary); }, [](auto&, Ids, const auto&) {},
        [end](CommonSubsequence& common, Ids hypothesis, Ids reference, std::span<double> row, const auto& stop) {
            common.write_summary_row(hypothesis, reference, end, row, stop);
        });
}

}  // namespace

void bind_rouge(nb::module_& m) {
    m.def("match_ngrams", &match_ngrams, "hypotheses"_a, "references"_a, "starts"_a, "shortest"_a, "order"_a,
          "threads"_a = 1, "progress"_a = nb::none(),
          "One row per reference: n-grams of hypothesis and reference, and those that match, from the shortest to this"
          " order.");
    m.def("match_subsequences", &match_subsequences, "hypotheses"_a, "references"_a, "starts"_a, "threads"_a = 1,
          "progress"_a = nb::none(),
          "One row per reference: words of hypothesis and reference, and of their longest common subsequence.");
    m.def("match_summaries", &match_summaries, "hypotheses"_a, "references"_a, "starts"_a, "line_end"_a,
          "threads"_a = 1, "progress"_a = nb::none(),
          "One row per reference: words of hypothesis and reference, and of the union of longest common subsequences of"
          " lines.");
}

}  // namespace understudy
