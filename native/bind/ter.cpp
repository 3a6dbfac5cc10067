#include <stdexcept>

#include "bind/pairs.hpp"
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
        "segment " + std::to_string(segment + 1) + " has " + std::to_string(hypothesis) +
        " words in the hypothesis and " + std::to_string(reference) + " in a reference; " +
        (words ? "TER takes at most " + std::to_string(TerCounter::most_words) + " of either: split it into sentences"
               : "trying all shifts would take too long: split it into sentences, or set compat=sacrebleu, which stops"
                 " early"));
}

// Calls `keep(pair, hypothesis, reference, counts)` for each reference of each segment.
template <class Keep>
void each_pair(const Comparison& texts, TerCounter::Search search, const Keep& keep) {
    const nb::gil_scoped_release release;
    const std::size_t vocabulary = texts.vocabulary();
    const auto make = [&] { return std::pair(TerCounter(search, vocabulary), TerCounts()); };
    each_segment(texts, make, [&](auto& scratch, std::size_t i, const auto& stop) {
        auto& [counter, counts] = scratch;
        if (stop()) return;
        const Ids hypothesis = texts.hypotheses.segment(i);
        for (std::size_t pair = texts.first(i); pair < texts.first(i + 1); ++pair) {
            const Ids reference = texts.references.segment(pair);
            if (!counter.count(hypothesis, reference, counts, stop))
                refuse_long(i, hypothesis.size(), reference.size());
            keep(pair, hypothesis, reference, counts);
        }
    });
}

Matrix<double> count_ter(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                         std::string_view search, std::size_t threads, nb::object progress) {
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    const std::size_t columns = TerCounts::columns;
    std::unique_ptr<double[]> rows(new double[texts.pairs() * columns]);
    each_pair(texts, search_named(search),
              [&](std::size_t pair, Ids hypothesis, Ids reference, const TerCounts& counts) {
                  counts.write_row(hypothesis.size(), reference.size(),
                                   std::span<double, columns>(rows.get() + pair * columns, columns));
              });
    return to_matrix(std::move(rows), texts.pairs(), columns);
}

Matrix<std::int64_t> find_shifts(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                                 std::string_view search, std::size_t threads) {
    const Comparison texts(hypotheses, references, starts, threads, nb::none());
    std::vector<std::vector<Shift>> shifts(texts.pairs());
    each_pair(texts, search_named(search),
              [&](std::size_t pair, Ids, Ids, const TerCounts& counts) { shifts[pair] = counts.shifts; });
    std::size_t count = 0;
    for (const auto& of_pair : shifts) count += of_pair.size();
    std::unique_ptr<std::int64_t[]> rows(new std::int64_t[count * 4]);
    std::int64_t* row = rows.get();
    for (std::size_t pair = 0; pair < shifts.size(); ++pair) {
        for (const auto [start, length, target] : shifts[pair]) {
            for (const std::size_t value : {pair, std::size_t{start}, std::size_t{length}, std::size_t{target}}) {
                *row++ = static_cast<std::int64_t>(value);
            }
        }
    }
    return to_matrix(std::move(rows), count, 4);
}

}  // namespace

void bind_ter(nb::module_& m) {
    m.def("count_ter", &count_ter, "hypotheses"_a, "references"_a, "starts"_a, "search"_a, "threads"_a = 1,
          "progress"_a = nb::none(),
          "One row per reference: hits, substitutions, deletions, insertions, shifts, shifted words, both lengths.");
    m.def(
        "find_shifts", &find_shifts, "hypotheses"_a, "references"_a, "starts"_a, "search"_a, "threads"_a = 1,
        "One row per shift, in the order of the references and of the shifts: the reference's place in the flat list, "
        "where the run starts, its length, and its target.");
}

}  // namespace understudy
