// N-gram counts against plain definitions, and the rows of BLEU and NIST by hand.
#include "ngrams/ngrams.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "checks.hpp"
#include "ngrams/nist.hpp"
#include "ngrams/nist_rows.hpp"

namespace {

using namespace understudy;
using Words = std::vector<Id>;

// A remainder is a little uneven but, unlike the distributions of the standard library, the same everywhere.
std::mt19937 generator(20020707);
std::size_t below(std::size_t limit) { return generator() % limit; }
auto pick(const auto& items) { return items[below(items.size())]; }

std::map<Words, std::uint64_t> naive_ngrams(Ids text, std::size_t n) {
    std::map<Words, std::uint64_t> counts;
    for (std::size_t i = 0; i + n <= text.size(); ++i) ++counts[Words(&text[i], &text[i] + n)];
    return counts;
}

NgramCounts naive_counts(std::size_t order, Ids hypothesis, std::span<const Ids> references) {
    NgramCounts counts;
    counts.reset(order);
    for (std::size_t n = 1; n <= order; ++n) {
        std::map<Words, std::uint64_t> most;
        for (const Ids reference : references) {
            for (const auto& [ngram, count] : naive_ngrams(reference, n)) most[ngram] = std::max(most[ngram], count);
        }
        for (const auto& [ngram, count] : naive_ngrams(hypothesis, n)) {
            counts.match[n - 1] += std::min(count, most[ngram]);
            counts.plain[n - 1] += most[ngram] > 0 ? count : 0;
            counts.total[n - 1] += count;
        }
    }
    return counts;
}

Words random_words(std::size_t length, std::size_t vocabulary) {
    Words words(length);
    for (Id& word : words) word = static_cast<Id>(below(vocabulary));
    return words;
}

void check_counts(NgramCounter& counter, std::size_t order, std::size_t length, std::size_t references) {
    const std::size_t vocabulary = pick(std::vector<std::size_t>{1, 2, 3, 40});
    const Words hypothesis = random_words(length, vocabulary);
    std::vector<Words> owned(references);
    for (Words& words : owned) words = random_words(below(4) == 0 ? 0 : below(length + 20), vocabulary);
    const std::vector<Ids> views(owned.begin(), owned.end());
    NgramCounts counts;
    counter.count(hypothesis, views, counts, [] { return false; });
    const NgramCounts naive = naive_counts(order, hypothesis, views);
    const std::string on = std::to_string(order) + " orders, " + std::to_string(length) + " words";
    check(counts.match == naive.match && counts.plain == naive.plain && counts.total == naive.total, "counts", on);
}

void test_ngrams() {
    for (std::size_t order = 1; order <= 7; ++order) {
        NgramCounter counter(order, 40);
        for (const std::size_t length : {0, 1, 2, 3, 7, 20, 62, 63, 64, 65, 66, 127, 129, 200}) {
            for (std::size_t references = 0; references <= 4; ++references)
                check_counts(counter, order, length, references);
        }
        for (int round = 0; round < 100; ++round) check_counts(counter, order, below(90), below(5));
    }
}

void test_stop_within_a_long_segment() {
    NgramCounter counter(4, 40);
    const Words text = random_words(40000, 40);
    const std::vector<Ids> references(2, text);
    const auto looks = [&](std::size_t allowed) {
        std::size_t asked = 0;
        NgramCounts counts;
        counter.count(text, references, counts, [&] { return ++asked > allowed; });
        return asked;
    };
    const std::size_t all = looks(text.size());
    check(all > 3, "a long text is left now and then to ask", std::to_string(all));
    for (std::size_t allowed = 0; allowed < all; ++allowed)
        check(looks(allowed) == allowed + 1, "a yes is the last answer");
    for (const std::size_t length : {64, 65}) check_counts(counter, 4, length, 2);
}

// --- rows -------------------------------------------------------------------------------------------------------

using Row = std::vector<double>;
const Stop never = [] { return false; };

// By hand: h = a b a c, r = a b c and c c c c c c.
const Words hyp = {0, 1, 0, 2}, one = {0, 1, 2}, six = {2, 2, 2, 2, 2, 2};
const std::vector<Ids> both = {one, six};

Row ngram_row(LengthRule length) {
    Row row(NgramRows::columns(2));
    NgramRows(2, 3, length).write_row(hyp, both, row, never);
    return row;
}

void test_ngram_rows() {
    // Lengths, matches (a, b, c; a b), totals, and matches without a clip (a twice).
    check(ngram_row(closest_length) == Row{4, 3, 3, 1, 4, 3, 4, 1}, "a row with the closest length");
    check(ngram_row(shortest_length)[1] == 3 && ngram_row(average_length)[1] == 4.5, "other lengths");
    const std::vector<Ids> tie = {six, Ids(six).first(2)};
    check(closest_length(4, tie) == 2, "of two lengths as close the shorter one");
    check(average_length(4, std::vector<Ids>{one, one, six}) == 4, "an average that is whole");
    check(average_length(4, std::vector<Ids>{one, one, Ids(one).first(2)}) == 0x2AAAABp-20, "8 / 3 to 2^-20 of a word");
}

void test_nist_rows() {
    NgramFrequencies survey(2);
    survey.add({}, 9);
    for (const Id word : {0, 1, 2}) survey.add(Words{word}, 1);
    survey.add(Words{0, 1}, 1);
    // By name: the root, the words a, b and c, then a b.
    const Row weights = {0.0, 1.0, 2.0, 1.0 / 3.0, 0.25};
    const Grid grid(24, 50);
    NistRows rows(NgramWeigher(survey, weights, 2, 3), 2, grid);
    const NistColumns columns{2};
    Row row(columns.count());
    rows.write_row(hyp, both, row, never);
    check(row[NistColumns::hyp_length] == 4 && row[NistColumns::ref_length] == 4.5, "both lengths");
    check(row[NistColumns::ref_length_fine] == 0, "a length that the coarse grid has");
    const double third = row[columns.information(1)] + row[columns.fine_information(1)] - 3.0;
    check(std::abs(third - 1.0 / 3.0) < 0x1p-49, "what a, b and c weigh");
    check(row[columns.information(1)] * 0x1p24 == std::nearbyint(row[columns.information(1)] * 0x1p24), "coarsely");
    check(row[columns.information(2)] == 0.25 && row[columns.fine_information(2)] == 0, "what a b weighs");
    check(row[columns.total(1)] == 4 && row[columns.total(2)] == 3, "n-grams of the hypothesis");
    rows.write_row({}, both, row, never);
    check(row[columns.information(1)] == 0 && row[columns.total(2)] == 0, "an empty hypothesis has none");
}

void test_grid() {
    const Grid grid(2, 4);
    for (const auto& [value, coarse, fine] : {std::tuple{0.3, 0.25, 0.0625}, {-0.3, -0.25, -0.0625}, {5.0, 5.0, 0.0}}) {
        double rounded = 1, rest = 1;
        grid.split(value, rounded, rest);
        check(rounded == coarse && rest == fine && !(rest == 0 && std::signbit(rest)), "a number on two grids");
    }
}

}  // namespace

int main() {
    test_ngrams();
    test_stop_within_a_long_segment();
    test_ngram_rows();
    test_nist_rows();
    test_grid();
    return report();
}
