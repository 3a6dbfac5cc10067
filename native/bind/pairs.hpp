// For kernels that compare hypotheses with their references: the loop over segments, by several threads.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bind/bind.hpp"

namespace understudy {

// What Python asks to be compared, checked.
struct Comparison {
    const Tokens& hypotheses;
    const Tokens& references;
    const Starts& starts;
    std::size_t threads;
    Poll poll;

    Comparison(const Tokens& hyps, const Tokens& refs, const Starts& begins, std::size_t workers, nb::object progress)
        : hypotheses(hyps), references(refs), starts(begins), threads(workers), poll(make_poll(std::move(progress))) {
        check_starts(starts, hypotheses, references);
    }

    std::size_t segments() const { return hypotheses.tokens.segments(); }
    std::size_t pairs() const { return references.tokens.segments(); }
    std::size_t vocabulary() const { return vocabulary_size(hypotheses, references); }
    // The references of segment i are those from `first(i)` to before `first(i + 1)`.
    std::size_t first(std::size_t i) const { return static_cast<std::size_t>(starts(i)); }
};

// Calls `work(scratch, i, stop)` for every segment i, where `make()` is the scratch of one worker. Without the GIL.
template <class Make, class Work>
void each_segment(const Comparison& texts, const Make& make, const Work& work) {
    struct alignas(128) Own {
        std::optional<decltype(make())> scratch;
    };
    parallel_chunks<Own>(texts.segments(), texts.threads, texts.poll,
                         [&](std::size_t begin, std::size_t end, Own& own, const auto& stop) {
                             if (!own.scratch) own.scratch.emplace(make());
                             for (std::size_t i = begin; i < end; ++i) work(*own.scratch, i, stop);
                         });
}

// One row per reference, filled by `fill(scratch, hypothesis, reference, row, stop)`, after `begin(scratch, hypothesis,
// stop)` for all references of a segment.
template <class Make, class Begin, class Fill>
Matrix<double> rows_of_pairs(const Comparison& texts, std::size_t columns, const Make& make, const Begin& begin,
                             const Fill& fill) {
    std::unique_ptr<double[]> rows(new double[texts.pairs() * columns]);
    {
        const nb::gil_scoped_release release;
        each_segment(texts, make, [&](auto& scratch, std::size_t i, const auto& stop) {
            const Ids hypothesis = texts.hypotheses.segment(i);
            begin(scratch, hypothesis, stop);
            for (std::size_t pair = texts.first(i); pair < texts.first(i + 1); ++pair) {
                fill(scratch, hypothesis, texts.references.segment(pair),
                     std::span(rows.get() + pair * columns, columns), stop);
            }
        });
    }
    return to_matrix(std::move(rows), texts.pairs(), columns);
}

// One row per reference, filled by `scratch.write_row(hypothesis, reference, row, stop)`.
template <class Make>
Matrix<double> rows_of_pairs(const Comparison& texts, std::size_t columns, const Make& make) {
    return rows_of_pairs(
        texts, columns, make, [](auto&, Ids, const auto&) {},
        [](auto& scratch, Ids hypothesis, Ids reference, std::span<double> row, const auto& stop) {
            scratch.write_row(hypothesis, reference, row, stop);
        });
}

// One row per segment, filled by `scratch.write_row(hypothesis, references, row, stop)`.
template <class Make>
Matrix<double> rows_of_segments(const Comparison& texts, std::size_t columns, const Make& make) {
    std::unique_ptr<double[]> rows(new double[texts.segments() * columns]);
    {
        const nb::gil_scoped_release release;
        const auto with_references = [&] { return std::pair(make(), std::vector<Ids>()); };
        each_segment(texts, with_references, [&](auto& own, std::size_t i, const auto& stop) {
            auto& [scratch, references] = own;
            references.clear();
            for (std::size_t r = texts.first(i); r < texts.first(i + 1); ++r) {
                references.push_back(texts.references.segment(r));
            }
            scratch.write_row(texts.hypotheses.segment(i), std::span<const Ids>(references),
                              std::span(rows.get() + i * columns, columns), stop);
        });
    }
    return to_matrix(std::move(rows), texts.segments(), columns);
}

}  // namespace understudy
