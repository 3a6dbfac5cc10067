#include <optional>

#include "bind/bind.hpp"
#include "ngrams/chrf.hpp"
#include "text/unicode.hpp"

namespace understudy {
namespace {

bool is_ascii_punctuation(char c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

std::vector<CharacterKind> kinds_of(const Table& a, const Table& b) {
    std::vector<CharacterKind> kinds(vocabulary_size(a, b), CharacterKind::letter);
    const std::scoped_lock lock(a.words->mutex);
    for (Id id = 0; id < kinds.size(); ++id) {
        const std::string_view word = a.words->vocabulary.word(id);
        if (word.empty()) continue;
        const char* at = word.data();
        if (is_space(decode(at)) && at == word.data() + word.size()) kinds[id] = CharacterKind::space;
        if (word.size() == 1 && is_ascii_punctuation(word[0])) kinds[id] = CharacterKind::punctuation;
    }
    return kinds;
}

Matrix<double> count_chrf(const Table& hypotheses, const Table& references, const Starts& starts, std::size_t char_order,
                          std::size_t word_order, bool whitespace, std::size_t threads, nb::object progress) {
    check_starts(starts, hypotheses, references);
    if (char_order == 0) refuse("the order of character n-grams must be at least 1");
    const std::size_t columns = ChrfCounter::columns(char_order, word_order);
    const std::size_t pairs = references.tokens.segments();
    std::unique_ptr<double[]> rows(new double[pairs * columns]);
    const Poll poll = make_poll(std::move(progress));
    {
        const nb::gil_scoped_release release;
        const std::vector<CharacterKind> kinds = kinds_of(hypotheses, references);
        struct alignas(128) Scratch {
            std::optional<ChrfCounter> counter;
        };
        parallel_chunks<Scratch>(hypotheses.tokens.segments(), threads, poll, [&](std::size_t begin, std::size_t end, Scratch& scratch, const auto& stop) {
            if (!scratch.counter) scratch.counter.emplace(char_order, word_order, whitespace, kinds);
            for (std::size_t i = begin; i < end; ++i) {
                scratch.counter->begin(hypotheses.segment(i));
                for (auto r = static_cast<std::size_t>(starts(i)); r < static_cast<std::size_t>(starts(i + 1)); ++r) {
                    scratch.counter->count(references.segment(r), rows.get() + r * columns, stop);
                }
            }
        });
    }
    return to_matrix(std::move(rows), pairs, columns);
}

}  // namespace

void bind_chrf(nb::module_& m) {
    m.def("count_chrf", &count_chrf, "hypotheses"_a, "references"_a, "starts"_a, "char_order"_a, "word_order"_a,
          "whitespace"_a, "threads"_a = 1, "progress"_a = nb::none(),
          "One row per reference: by order, characters before words, the n-grams of the hypothesis, of the reference, and the matches.");
}

}  // namespace understudy
