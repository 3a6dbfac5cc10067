// For kernels that compare a hypothesis with one reference at a time: one row per reference.
#pragma once

#include <optional>

#include "bind/bind.hpp"

namespace understudy {

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

}  // namespace understudy
