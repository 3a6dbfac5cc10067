// The rows that kernels write for a hypothesis and a reference, counted by hand.
#include <vector>

#include "checks.hpp"
#include "edit/character.hpp"
#include "edit/edit_counts.hpp"
#include "edit/eed.hpp"
#include "edit/ter.hpp"
#include "ngrams/chrf.hpp"
#include "ngrams/cider.hpp"
#include "ngrams/rouge.hpp"
#include "word_order/lepor.hpp"
#include "word_order/ribes.hpp"

namespace {

using namespace understudy;
using Words = std::vector<Id>;
using Row = std::vector<double>;

const Stop never = [] { return false; };
constexpr Id a = 0, b = 1, c = 2, line_end = 3;
constexpr std::size_t vocabulary = 4;

Row row_of(auto kernel, std::size_t columns, const Words& hypothesis, const Words& reference) {
    Row row(columns, -1);
    kernel.write_row(hypothesis, reference, row, never);
    return row;
}

void test_rouge() {
    check(row_of(RougeNgrams(1, 2, vocabulary), 3, {a, b, a, c}, {a, b, c}) == Row{7, 5, 4}, "ROUGE-1 and -2 together");
    check(row_of(RougeNgrams(2, 2, vocabulary), 3, {a}, {a, b, c}) == Row{0, 2, 0}, "a text shorter than the n-gram");
    check(row_of(CommonSubsequence(vocabulary), 3, {a, b, a, c}, {b, c, a}) == Row{4, 3, 2}, "ROUGE-L");
    Row row(3);
    CommonSubsequence(vocabulary).write_summary_row(Words{a, b, line_end, c}, Words{a, c}, line_end, row, never);
    check(row == Row{3, 2, 2}, "ROUGE-Lsum joins what two lines have of a third");
}

void test_word_order() {
    check(row_of(PositionRows(2, 2, vocabulary), 6, {a, b}, {b, a}) == Row{2, 2, 2, 4, 2, 0}, "LEPOR, words exchanged");
    check(row_of(PositionRows(2, 0, vocabulary), 4, {a, b, c}, {a, b}) == Row{3, 2, 2, 3}, "LEPOR without n-grams");
    check(row_of(RankAligner(), 4, {c, a, b}, {a, b, c}) == Row{3, 3, 3, 1}, "RIBES: of three pairs one in order");
    check(row_of(RankAligner(), 4, {}, {a}) == Row{0, 1, 0, 0}, "RIBES of an empty text");
}

void test_cider() {
    const Words reference = {a, b};
    const std::uint64_t offsets[] = {0, 2};
    const std::int64_t starts[] = {0, 1};
    const auto survey = NgramFrequencies::of_documents(2, {reference, offsets}, starts, 1, Poll{});
    const Row weights(survey.ngrams().size(), 1.0);
    NgramVectors vectors(survey, weights, 2);
    vectors.take(Words{a, a, b}, never);
    Row row(NgramVectors::columns(2));
    vectors.write_row(reference, true, row, never);
    check(row == Row{3, 2, 2, 1, 5, 2, 2, 1}, "lengths, clipped products, squares of either");
    vectors.write_row(reference, false, row, never);
    check(row == Row{3, 2, 3, 1, 5, 2, 2, 1}, "products without a clip");
}

void test_edits() {
    EditCounts counts;
    counts.hits = 3;
    counts.substitutions = 2;
    counts.insertions = 1;
    counts.correct = 4;
    Row row(EditCounts::columns);
    counts.write_row(6, 5, std::span<double, EditCounts::columns>(row));
    check(row == Row{3, 2, 0, 1, 6, 5, 4, 6}, "error rates");

    TerCounts edits;
    check(TerCounter(TerCounter::Search::exact, vocabulary).count(Words{b, c, a}, Words{a, b, c}, edits, never), "TER");
    edits.write_row(3, 3, std::span<double, TerCounts::columns>(row));
    check(row == Row{3, 0, 0, 0, 1, 1, 3, 3}, "one word shifted");
}

void test_characters() {
    Interner words;
    for (const View word : {"b", "aa", "\u00e9t\u00e9"}) words.intern(word);
    const WordSpelling spelling(words, 3);
    check(spelling.length(2) == 3 && spelling.distinct == 5, "characters, not bytes, and the space");
    check(row_of(CharacterCounter(spelling), 5, {0, 1}, {1, 0}) == Row{0, 1, 4, 4, 1}, "CharacTER: a word shifted");
    check(row_of(CharacterCounter(spelling), 5, {}, {2}) == Row{3, 0, 0, 3, 0}, "CharacTER of an empty text");
    check(row_of(EedCounter({}, c), 4, {a, b}, {a, b}) == Row{0, 1, 2, 2}, "EED charges for the place before a copy");
    check(row_of(EedCounter({}, c), 4, {}, {}) == Row{0, 1, 0, 0}, "EED of nothing");
}

void test_character_kinds() {
    using enum CharacterKind;
    Interner words;
    for (const View word : {"a", " ", "\u3000", ",", "\u00BF", ".."}) words.intern(word);
    check(character_kinds(words, 6) == std::vector{letter, space, space, punctuation, letter, letter},
          "whitespace of any script, punctuation of ASCII");
    check(character_kinds(words, 2).size() == 2, "only the first");
}

}  // namespace

int main() {
    test_rouge();
    test_word_order();
    test_cider();
    test_edits();
    test_characters();
    test_character_kinds();
    return report();
}
