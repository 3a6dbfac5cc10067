#include <optional>

#include "bind/bind.hpp"
#include "ngrams/ngrams.hpp"

namespace understudy {
namespace {

using LengthRule = double (*)(std::size_t hypothesis, std::span<const Ids> references);

LengthRule length_rule_named(std::string_view name) {
    if (name == "closest") return closest_length;
    if (name == "shortest") return shortest_length;
    if (name == "average") return average_length;
    refuse("no reference length rule is called '" + std::string(name) + "'");
}

Matrix<double> count_ngrams(const Table& hypotheses, const Table& references, const Starts& starts, std::size_t order,
                  std::string_view length, std::size_t threads, nb::object progress) {
    check_starts(starts, hypotheses, references);
    if (order == 0) refuse("the order of n-grams must be at least 1");
    const LengthRule reference_length = length_rule_named(length);
    const std::size_t vocabulary = vocabulary_size(hypotheses, references);
    const std::size_t segments = hypotheses.tokens.segments(), columns = 2 + 3 * order;
    std::unique_ptr<double[]> rows(new double[segments * columns]);
    const Poll poll = make_poll(std::move(progress));
    {
        const nb::gil_scoped_release release;
        struct alignas(128) Scratch {
            std::optional<NgramCounter> counter;
            NgramCounts counts;
            std::vector<Ids> references;
        };
        parallel_chunks<Scratch>(segments, threads, poll, [&](std::size_t begin, std::size_t end, Scratch& scratch, const auto& stop) {
            if (!scratch.counter) scratch.counter.emplace(order, vocabulary);
            for (std::size_t i = begin; i < end; ++i) {
                const Ids hypothesis = hypotheses.segment(i);
                scratch.references.clear();
                for (std::int64_t r = starts(i); r < starts(i + 1); ++r) {
                    scratch.references.push_back(references.segment(static_cast<std::size_t>(r)));
                }
                scratch.counter->count(hypothesis, scratch.references, scratch.counts, stop);
                double* row = rows.get() + i * columns;
                *row++ = static_cast<double>(hypothesis.size());
                *row++ = reference_length(hypothesis.size(), scratch.references);
                for (const auto* counts : {&scratch.counts.match, &scratch.counts.total, &scratch.counts.plain}) {
                    for (const std::uint64_t count : *counts) *row++ = static_cast<double>(count);
                }
            }
        });
    }
    return to_matrix(std::move(rows), segments, columns);
}

}  // namespace

void bind_ngrams(nb::module_& m) {
    m.def("count_ngrams", &count_ngrams, "hypotheses"_a, "references"_a, "starts"_a, "order"_a, "length"_a,
          "threads"_a = 1, "progress"_a = nb::none(),
          "One row per segment: hypothesis length, reference length, then matches, totals and plain matches by order.");
}

}  // namespace understudy
