// METEOR's aligner on random texts: what it chooses is among what may be chosen, and it leaves nothing behind.
#include "meteor/meteor.hpp"

#include <iostream>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace understudy;

namespace {

using Text = std::vector<Id>;

int failures = 0;

void expect(bool good, const char* what) {
    if (good) return;
    std::cerr << "failed: " << what << '\n';
    ++failures;
}

// Twelve words: every two neighbours have one stem, every three one synset, the first four are function words.
struct Lexicon {
    std::vector<std::int32_t> stems, synsets, utf16;
    std::vector<std::int64_t> starts{0};
    std::vector<std::uint8_t> function;

    Lexicon() {
        for (std::int32_t word = 0; word < 12; ++word) {
            stems.push_back(word / 2);
            synsets.push_back(word / 3);
            starts.push_back(word + 1);
            function.push_back(word < 4);
            utf16.push_back(1 + word % 3);
        }
    }
    WordFacts facts() const { return {stems, starts, synsets, function, utf16}; }
};

bool may_match(const Lexicon& words, Id hyp, Id ref, std::uint32_t slot) {
    if (slot == 0) return hyp == ref;
    return hyp != ref && (slot == 1 ? words.stems[hyp] == words.stems[ref] : words.synsets[hyp] == words.synsets[ref]);
}

Text random_text(std::mt19937& random, std::size_t longest) {
    Text text(random() % (longest + 1));
    for (Id& word : text) word = random() % 12;
    return text;
}

void check_matches(const Lexicon& words, const Text& hyp, const Text& ref, std::span<const MeteorMatch> matches) {
    std::set<std::uint32_t> hyp_places, ref_places;
    for (const MeteorMatch& match : matches) {
        for (std::uint32_t i = 0; i < match.hyp_length; ++i) expect(hyp_places.insert(match.hyp_start + i).second, "a word of the hypothesis once");
        for (std::uint32_t j = 0; j < match.ref_length; ++j) expect(ref_places.insert(match.ref_start + j).second, "a word of the reference once");
        const bool phrase = match.slot == 3 && match.ref_length == 2 && match.hyp_length == 1;
        expect(phrase || may_match(words, hyp[match.hyp_start], ref[match.ref_start], match.slot), "a match of its module");
    }
    expect(hyp_places.empty() || *hyp_places.rbegin() < hyp.size(), "within the hypothesis");
    expect(ref_places.empty() || *ref_places.rbegin() < ref.size(), "within the reference");
}

// The words 1 and 2, side by side in the reference, may stand for a 3 in the hypothesis.
void phrases(Ids hypothesis, Ids reference, const PhraseSink& sink) {
    for (std::uint32_t j = 0; j + 1 < reference.size(); ++j) {
        for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
            if (reference[j] == 1 && reference[j + 1] == 2 && hypothesis[i] == 3) sink(j, 2, i, 1);
        }
    }
}

}  // namespace

int main() {
    using enum MeteorModule;
    const Lexicon words;
    const auto never = [] { return false; };
    std::mt19937 random(7);
    for (const std::size_t beam : {std::size_t{1}, std::size_t{3}, std::size_t{40}, std::size_t{100}}) {
        MeteorAligner aligner({{exact, stem, synonym, paraphrase}, beam, true, phrases}, words.facts());
        std::vector<double> row(MeteorAligner::statistics);
        for (int n = 0; n < 2000; ++n) {
            const Text hyp = random_text(random, n % 50 == 0 ? 150 : 20), ref = random_text(random, n % 70 == 0 ? 150 : 20);
            check_matches(words, hyp, ref, aligner.align(hyp, ref, never));
            aligner.count(hyp, ref, row);
            expect(row[21] <= static_cast<double>(hyp.size()) && row[20] <= row[21], "no more chunks than words");
            const std::size_t matched = aligner.align(ref, ref, never).size();
            expect(beam < 40 || matched == ref.size(), "a copy matches wholly");
            expect(beam < 40 || ref.empty() || aligner.count(ref, ref, row), "in one chunk");
        }
    }
    MeteorAligner aligner({{exact}, 40, false, {}}, words.facts());
    bool refused = false;
    try {
        aligner.align(Text(6000, 1), Text(6001, 1), never);
    } catch (const TooMuchWork&) {
        refused = true;
    }
    expect(refused, "too many pairs are refused");
    expect(aligner.align(Text{1, 2}, Text{2, 1, 3}, never).size() == 2, "and nothing is left over");
    std::cout << (failures == 0 ? "meteor: all good\n" : "meteor: FAILED\n");
    return failures != 0;
}
