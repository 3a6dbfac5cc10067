#include <optional>

#include "bind/bind.hpp"
#include "word_order/lepor.hpp"
#include "ngrams/ngrams.hpp"

namespace understudy {
namespace {

Matrix<double> align_positions(const Table& hypotheses, const Table& references, const Starts& starts, std::size_t window,
                     std::size_t order, std::size_t threads, nb::object progress) {
    check_starts(starts, hypotheses, references);
    const std::size_t segments = hypotheses.tokens.segments(), pairs = references.tokens.segments(), columns = 4 + order;
    std::unique_ptr<double[]> rows(new double[pairs * columns]);
    const std::size_t words = vocabulary_size(hypotheses, references);
    const Poll poll = make_poll(std::move(progress));
    {
        const nb::gil_scoped_release release;
        struct alignas(128) Scratch {
            std::optional<PositionAligner> aligner;
            std::optional<NgramCounter> counter;
            NgramCounts ngrams;
        };
        parallel_chunks<Scratch>(segments, threads, poll, [&](std::size_t begin, std::size_t end, Scratch& scratch, const auto& stop) {
            if (!scratch.aligner) scratch.aligner.emplace(window, words);
            if (order > 0 && !scratch.counter) scratch.counter.emplace(order, words);
            for (std::size_t i = begin; i < end; ++i) {
                const Ids hypothesis = hypotheses.segment(i);
                for (auto pair = static_cast<std::size_t>(starts(i)); pair < static_cast<std::size_t>(starts(i + 1)); ++pair) {
                    const Ids reference = references.segment(pair);
                    const PositionCounts counts = scratch.aligner->align(hypothesis, reference, stop);
                    double* row = rows.get() + pair * columns;
                    for (const std::uint64_t count : {std::uint64_t{hypothesis.size()}, std::uint64_t{reference.size()},
                                                      counts.match, counts.distance}) {
                        *row++ = static_cast<double>(count);
                    }
                    if (order == 0) continue;
                    scratch.counter->count(hypothesis, std::span(&reference, 1), scratch.ngrams, stop);
                    for (const std::uint64_t count : scratch.ngrams.match) *row++ = static_cast<double>(count);
                }
            }
        });
    }
    return to_matrix(std::move(rows), pairs, columns);
}

}  // namespace

void bind_lepor(nb::module_& m) {
    m.def("align_positions", &align_positions, "hypotheses"_a, "references"_a, "starts"_a, "window"_a, "order"_a,
          "threads"_a = 1, "progress"_a = nb::none(),
          "One row per reference: lengths of hypothesis and reference, aligned words, their distance, then n-gram matches.");
}

}  // namespace understudy
