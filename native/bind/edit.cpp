#include <optional>

#include "bind/pairs.hpp"
#include "edit/edit.hpp"

namespace understudy {
namespace {

struct alignas(128) Scratch {
    std::optional<Editor> editor;
    std::vector<EditPair> pairs;
    std::vector<EditCounts> counts;

    Editor& with(std::size_t vocabulary, std::size_t kept = Editor::kept_cells) {
        if (!editor) editor.emplace(vocabulary, kept);
        return *editor;
    }
};

Ties ties_named(std::string_view name) {
    if (name == "most-hits") return Ties::most_hits;
    if (name == "jiwer") return Ties::jiwer;
    refuse("no tie rule is called '" + std::string(name) + "'");
}

Matrix<double> count_edits(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                           std::string_view ties, std::size_t threads, nb::object progress) {
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    const Ties rule = ties_named(ties);
    constexpr std::size_t columns = EditCounts::columns;
    std::unique_ptr<double[]> rows(new double[texts.pairs() * columns]);
    {
        const nb::gil_scoped_release release;
        const auto count = [&](std::size_t begin, std::size_t end, Scratch& scratch, const Stop& stop) {
            const std::size_t first = texts.first(begin);
            scratch.pairs.clear();
            for (std::size_t i = begin; i < end; ++i) {
                for (std::size_t r = texts.first(i); r < texts.first(i + 1); ++r) {
                    scratch.pairs.push_back({hypotheses.segment(i), references.segment(r)});
                }
            }
            scratch.counts.resize(scratch.pairs.size());
            scratch.with(texts.vocabulary()).count(scratch.pairs, rule, scratch.counts.data(), stop);
            for (std::size_t p = 0; p < scratch.pairs.size(); ++p) {
                const auto& [hypothesis, reference] = scratch.pairs[p];
                const std::span<double, columns> row(rows.get() + (first + p) * columns, columns);
                scratch.counts[p].write_row(hypothesis.size(), reference.size(), row);
            }
        };
        parallel_chunks<Scratch>(texts.segments(), threads, texts.poll, count);
    }
    return to_matrix(std::move(rows), texts.pairs(), columns);
}

template <class Number>
using Array = nb::ndarray<nb::numpy, Number, nb::ndim<1>, nb::c_contig>;

template <class Number>
Array<Number> to_array(std::unique_ptr<Number[]> block, std::size_t size) {
    Number* data = block.release();
    const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<Number*>(p); });
    return Array<Number>(data, {size}, owner);
}

nb::tuple align_edits(const Tokens& hypotheses, const Tokens& references, std::string_view ties, std::size_t threads,
                      std::size_t kept, nb::object progress) {
    const std::size_t segments = hypotheses.tokens.segments();
    if (hypotheses.vocabulary != references.vocabulary || segments != references.tokens.segments()) {
        refuse("hypotheses and references do not belong to the same token table, or are not one to one");
    }
    const Ties rule = ties_named(ties);
    // Every segment writes where its steps begin at the latest; then they move together.
    const std::size_t most = hypotheses.tokens.ids.size() + references.tokens.ids.size();
    std::unique_ptr<Edit[]> wide(new Edit[most]);
    std::unique_ptr<std::int64_t[]> starts(new std::int64_t[segments + 1]);
    std::unique_ptr<std::uint8_t[]> steps;
    const Poll poll = make_poll(std::move(progress));
    {
        const nb::gil_scoped_release release;
        const auto place = [&](std::size_t i) { return hypotheses.tokens.offsets[i] + references.tokens.offsets[i]; };
        const auto align = [&](std::size_t begin, std::size_t end, Scratch& scratch, const Stop& stop) {
            Editor& editor = scratch.with(vocabulary_size(hypotheses, references), kept);
            for (std::size_t i = begin; i < end; ++i) {
                const Ids hypothesis = hypotheses.segment(i), reference = references.segment(i);
                const std::size_t count = editor.align(hypothesis, reference, rule, wide.get() + place(i), stop);
                starts[i + 1] = static_cast<std::int64_t>(count);
            }
        };
        parallel_chunks<Scratch>(segments, threads, poll, align);
        starts[0] = 0;
        for (std::size_t i = 0; i < segments; ++i) starts[i + 1] += starts[i];
        steps.reset(new std::uint8_t[static_cast<std::size_t>(starts[segments])]);
        for (std::size_t i = 0; i < segments; ++i) {
            const auto* const from = reinterpret_cast<const std::uint8_t*>(wide.get()) + place(i);
            std::copy_n(from, starts[i + 1] - starts[i], steps.get() + starts[i]);
        }
    }
    const auto size = static_cast<std::size_t>(starts[segments]);
    return nb::make_tuple(to_array(std::move(steps), size), to_array(std::move(starts), segments + 1));
}

}  // namespace

void bind_edit(nb::module_& m) {
    m.def("count_edits", &count_edits, "hypotheses"_a, "references"_a, "starts"_a, "ties"_a = "most-hits",
          "threads"_a = 1, "progress"_a = nb::none(),
          "For each reference: hits, substitutions, deletions, insertions, both lengths, words in common, longer "
          "length.");
    m.def("align_edits", &align_edits, "hypotheses"_a, "references"_a, "ties"_a = "most-hits", "threads"_a = 1,
          "kept"_a = Editor::kept_cells, "progress"_a = nb::none(),
          nb::sig("def align_edits(hypotheses: Tokens, references: Tokens, ties: str = 'most-hits', threads: int = 1, "
                  "kept: int = 16777216, progress: object | None = None) -> "
                  "tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], "
                  "Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]]"),
          "The steps of every segment from left to right (0 hit, 1 substitution, 2 deletion, 3 insertion), and where"
          " each segment's begin.");
}

}  // namespace understudy
