#include <optional>
#include <stdexcept>

#include "bind/bind.hpp"
#include "edit/ter.hpp"

namespace understudy {
namespace {

TerCounter::Search search_named(std::string_view name) {
    if (name == "exact") return TerCounter::Search::exact;
    if (name == "sacrebleu") return TerCounter::Search::sacrebleu;
    refuse("no search for shifts is called '" + std::string(name) + "'");
}

[[noreturn]] void refuse_long(std::size_t segment, std::size_t hypothesis, std::size_t reference) {
    const bool words = hypothesis > TerCounter::most_words || reference > TerCounter::most_words;
    throw std::invalid_argument(
        "segment " + std::to_string(segment + 1) + " has " + std::to_string(hypothesis) + " words in the hypothesis and " +
        std::to_string(reference) + " in a reference; " +
        (words ? "TER takes at most " + std::to_string(TerCounter::most_words) + " of either: split it into sentences"
               : "trying all shifts would take too long: split it into sentences, or set compat=sacrebleu, which stops early"));
}

constexpr std::size_t columns = 8;

struct Job {
    const Table& hypotheses;
    const Table& references;
    const Starts& starts;
    TerCounter::Search search;
    std::size_t threads;
};

// Calls `keep(pair, hypothesis, counts)` for each reference of each segment.
template <class Keep>
void for_pairs(const Job& job, const Poll& poll, const Keep& keep) {
    const std::size_t vocabulary = vocabulary_size(job.hypotheses, job.references);
    struct alignas(128) Scratch {
        std::optional<TerCounter> counter;
        TerCounts counts;
    };
    parallel_chunks<Scratch>(job.hypotheses.tokens.segments(), job.threads, poll, [&](std::size_t begin, std::size_t end, Scratch& scratch, const auto& stop) {
        if (!scratch.counter) scratch.counter.emplace(job.search, vocabulary);
        for (std::size_t i = begin; i < end && !stop(); ++i) {
            const Ids hypothesis = job.hypotheses.segment(i);
            for (auto r = static_cast<std::size_t>(job.starts(i)); r < static_cast<std::size_t>(job.starts(i + 1)); ++r) {
                const Ids reference = job.references.segment(r);
                if (!scratch.counter->count(hypothesis, reference, scratch.counts, stop)) refuse_long(i, hypothesis.size(), reference.size());
                keep(r, hypothesis, reference, scratch.counts);
            }
        }
    });
}

void write_row(double* row, Ids hypothesis, Ids reference, const TerCounts& counts) {
    std::size_t moved = 0;
    for (const Shift& shift : counts.shifts) moved += shift.length;
    for (const std::uint64_t count : {counts.hits, counts.substitutions, counts.deletions, counts.insertions}) {
        *row++ = static_cast<double>(count);
    }
    for (const std::size_t count : {counts.shifts.size(), moved, hypothesis.size(), reference.size()}) {
        *row++ = static_cast<double>(count);
    }
}

Matrix<double> count_ter(const Table& hypotheses, const Table& references, const Starts& starts, std::string_view search,
                         std::size_t threads, nb::object progress) {
    check_starts(starts, hypotheses, references);
    const Job job{hypotheses, references, starts, search_named(search), threads};
    const std::size_t pairs = references.tokens.segments();
    std::unique_ptr<double[]> rows(new double[pairs * columns]);
    const Poll poll = make_poll(std::move(progress));
    {
        const nb::gil_scoped_release release;
        for_pairs(job, poll, [&](std::size_t pair, Ids hypothesis, Ids reference, const TerCounts& counts) {
            write_row(rows.get() + pair * columns, hypothesis, reference, counts);
        });
    }
    return to_matrix(std::move(rows), pairs, columns);
}

Matrix<std::int64_t> find_shifts(const Table& hypotheses, const Table& references, const Starts& starts,
                                 std::string_view search, std::size_t threads) {
    check_starts(starts, hypotheses, references);
    const Job job{hypotheses, references, starts, search_named(search), threads};
    std::vector<std::vector<Shift>> found(references.tokens.segments());
    const Poll poll = make_poll(nb::none());
    {
        const nb::gil_scoped_release release;
        for_pairs(job, poll, [&](std::size_t pair, Ids, Ids, const TerCounts& counts) { found[pair] = counts.shifts; });
    }
    std::size_t count = 0;
    for (const auto& shifts : found) count += shifts.size();
    std::unique_ptr<std::int64_t[]> rows(new std::int64_t[count * 4]);
    std::int64_t* row = rows.get();
    for (std::size_t pair = 0; pair < found.size(); ++pair) {
        for (const Shift& shift : found[pair]) {
            *row++ = static_cast<std::int64_t>(pair);
            *row++ = shift.start;
            *row++ = shift.length;
            *row++ = shift.target;
        }
    }
    return to_matrix(std::move(rows), count, 4);
}

}  // namespace

void bind_ter(nb::module_& m) {
    m.def("count_ter", &count_ter, "hypotheses"_a, "references"_a, "starts"_a, "search"_a, "threads"_a = 1,
          "progress"_a = nb::none(),
          "One row per reference: hits, substitutions, deletions, insertions, shifts, shifted words, both lengths.");
    m.def("find_shifts", &find_shifts, "hypotheses"_a, "references"_a, "starts"_a, "search"_a, "threads"_a = 1,
          "One row per shift, in the order of the references and of the shifts: the reference's place in the flat list, "
          "where the run starts, its length, and its target.");
}

}  // namespace understudy
