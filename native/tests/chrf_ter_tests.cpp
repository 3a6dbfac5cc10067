// chrF's counts and TER's edits against their definitions, written down plainly.
#include <algorithm>
#include <iostream>
#include <map>
#include <random>
#include <vector>

#include "edit/ter.hpp"
#include "ngrams/chrf.hpp"

using namespace understudy;

namespace {

using Text = std::vector<Id>;
int failures = 0;

void expect(bool good, const char* what) {
    if (good) return;
    std::cerr << "failed: " << what << "\n";
    ++failures;
}

Text random_text(std::mt19937& random, std::size_t most, Id vocabulary) {
    Text text(random() % (most + 1));
    for (Id& id : text) id = static_cast<Id>(random() % vocabulary);
    return text;
}

std::map<Text, std::size_t> ngrams(const Text& text, std::size_t n) {
    std::map<Text, std::size_t> counts;
    for (std::size_t i = 0; i + n <= text.size(); ++i)
        ++counts[Text(text.begin() + static_cast<long>(i), text.begin() + static_cast<long>(i + n))];
    return counts;
}

std::size_t shared(const Text& a, const Text& b, std::size_t n) {
    std::size_t matches = 0;
    const auto others = ngrams(b, n);
    for (const auto& [gram, count] : ngrams(a, n)) {
        if (const auto found = others.find(gram); found != others.end()) matches += std::min(count, found->second);
    }
    return matches;
}

std::size_t distance(const Text& a, const Text& b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t best = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[b.size()];
}

Text without_spaces(const Text& text) {  // 0 is the space
    Text kept;
    std::copy_if(text.begin(), text.end(), std::back_inserter(kept), [](Id id) { return id != 0; });
    return kept;
}

void test_character_ngrams() {
    std::mt19937 random(1);
    std::vector<CharacterKind> kinds(8, CharacterKind::letter);
    kinds[0] = CharacterKind::space;
    kinds[1] = CharacterKind::punctuation;
    ChrfCounter counter(6, 2, false, kinds);
    std::vector<double> row(ChrfCounter::columns(6, 2));
    for (const std::size_t most : {10, 64, 130, 511, 700}) {
        for (int i = 0; i < 40; ++i) {
            const Text hypothesis = random_text(random, most, 8);
            counter.begin(hypothesis);
            for (int r = 0; r < 2; ++r) {
                const Text reference = random_text(random, most, 8);
                counter.count(reference, row.data(), [] { return false; });
                const Text a = without_spaces(hypothesis), b = without_spaces(reference);
                for (std::size_t n = 1; n <= 6; ++n)
                    expect(row[16 + n - 1] == static_cast<double>(shared(a, b, n)), "matches of characters");
                expect(row[16 + 6] <= row[6] && row[16 + 7] <= row[7] && row[16 + 6] <= row[8 + 6], "matches of words");
            }
        }
    }
}

void test_edits() {
    std::mt19937 random(2);
    for (const auto search : {TerCounter::Search::exact, TerCounter::Search::sacrebleu}) {
        TerCounter counter(search, 30);
        TerCounts counts;
        for (const std::size_t most : {6, 24, 70, 140}) {
            for (int i = 0; i < (most > 50 ? 6 : 100); ++i) {
                const Text hypothesis = random_text(random, most, 30), reference = random_text(random, most, 30);
                expect(counter.count(hypothesis, reference, counts, [] { return false; }), "within the limits");
                Text shifted = hypothesis;
                for (const Shift& shift : counts.shifts) perform(shifted, shift.start, shift.length, shift.target);
                const std::size_t steps = counts.substitutions + counts.deletions + counts.insertions;
                const std::size_t least = distance(shifted, reference);
                expect(search == TerCounter::Search::exact || most <= 24 ? steps == least : steps >= least,
                       "steps after shifts");
                expect(steps + counts.shifts.size() <= distance(hypothesis, reference) || most > 24,
                       "shifts save edits");
            }
        }
        expect(!counter.count(Text(TerCounter::most_words + 1, 1), Text(1, 1), counts, [] { return false; }),
               "too long");
        expect(counter.count({}, {}, counts, [] { return false; }) && counts.insertions == 0, "nothing at all");
    }
}

}  // namespace

int main() {
    test_character_ngrams();
    test_edits();
    if (failures == 0) std::cout << "chrF and TER: all good\n";
    return failures == 0 ? 0 : 1;
}
