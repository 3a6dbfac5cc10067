// METEOR's aligner: what it chooses is among the candidates, and no word is matched twice.
#include <array>
#include <cmath>

#include "input.hpp"
#include "meteor/aligner.hpp"
#include "meteor/statistics.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

constexpr std::size_t vocabulary = 20;
using Phrase = std::array<std::uint32_t, 4>;

struct Lexicon {
    std::vector<std::int32_t> stems, synsets, utf16;
    std::vector<std::int64_t> starts{0};
    std::vector<std::uint8_t> function;

    explicit Lexicon(Input& input) {
        for (std::size_t word = 0; word < vocabulary; ++word) {
            const std::uint8_t choice = input.byte();
            stems.push_back(choice % 16);
            for (std::int32_t n = 0; n < choice % 3; ++n) synsets.push_back(choice % 5 + n);
            starts.push_back(std::ssize(synsets));
            function.push_back(choice >> 7);
            utf16.push_back(1 + choice % 7);
        }
    }
    WordFacts facts() const { return {stems, starts, synsets, function, utf16}; }
    bool share_synset(Id a, Id b) const {
        for (auto i = starts[a]; i < starts[a + 1]; ++i) {
            for (auto j = starts[b]; j < starts[b + 1]; ++j) {
                if (synsets[static_cast<std::size_t>(i)] == synsets[static_cast<std::size_t>(j)]) return true;
            }
        }
        return false;
    }
};

// Any runs of words within the texts.
std::vector<Phrase> phrases_from(Input& input, std::size_t hypothesis, std::size_t reference) {
    std::vector<Phrase> phrases;
    for (std::size_t i = input.between(0, 12); i > 0 && hypothesis > 0 && reference > 0; --i) {
        const std::size_t ref = input.byte() % reference, hyp = input.byte() % hypothesis;
        const std::size_t ref_length = 1 + input.byte() % std::min<std::size_t>(reference - ref, 6);
        const std::size_t hyp_length = 1 + input.byte() % std::min<std::size_t>(hypothesis - hyp, 6);
        phrases.push_back({static_cast<std::uint32_t>(ref), static_cast<std::uint32_t>(ref_length),
                           static_cast<std::uint32_t>(hyp), static_cast<std::uint32_t>(hyp_length)});
    }
    return phrases;
}

bool may_match(const Lexicon& words, const MeteorMatch& match, MeteorModule module, const Text& hypothesis,
               const Text& reference, const std::vector<Phrase>& phrases) {
    const Id hyp = hypothesis[match.hyp_start], ref = reference[match.ref_start];
    const Phrase runs{match.ref_start, match.ref_length, match.hyp_start, match.hyp_length};
    switch (module) {
        case MeteorModule::exact: return hyp == ref;
        case MeteorModule::stem: return words.stems[hyp] == words.stems[ref];
        case MeteorModule::synonym: return words.share_synset(hyp, ref);
        case MeteorModule::paraphrase: return std::ranges::count(phrases, runs) > 0;
    }
    return false;
}

// Marks the words of a run, each for the first time.
void take(std::vector<bool>& used, std::size_t start, std::size_t length) {
    for (std::size_t i = start; i < start + length; ++i) {
        law(i < used.size() && !used[i], "words within the text, each once");
        used[i] = true;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    MeteorSettings settings;
    settings.beam = input.between(1, 50);
    settings.characters = input.flag();
    const std::size_t modules = input.byte();
    for (std::size_t i = 0; i < 4; ++i) {
        if (i == 0 || (modules >> i & 1) != 0) settings.modules.push_back(static_cast<MeteorModule>(i));
    }
    const Lexicon words(input);
    const Text hypothesis = input.words(vocabulary, 200), reference = input.words(vocabulary, 200);
    const std::vector<Phrase> phrases = phrases_from(input, hypothesis.size(), reference.size());
    settings.phrases = [&](Ids, Ids, const PhraseSink& sink) {
        for (const auto& [ref, ref_length, hyp, hyp_length] : phrases) sink(ref, ref_length, hyp, hyp_length);
    };
    MeteorAligner aligner(settings, words.facts());
    const auto chosen = aligner.align(hypothesis, reference, never);
    const std::vector<MeteorMatch> matches(chosen.begin(), chosen.end());
    std::vector<bool> of_hypothesis(hypothesis.size()), of_reference(reference.size());
    for (const MeteorMatch& match : matches) {
        take(of_hypothesis, match.hyp_start, match.hyp_length);
        take(of_reference, match.ref_start, match.ref_length);
        const MeteorModule module = settings.modules[match.slot];
        law(may_match(words, match, module, hypothesis, reference, phrases), "a match of its module");
    }
    std::array<double, meteor_columns> row;
    write_row(count_statistics(hypothesis, reference, matches, words.facts(), settings.characters), row);
    for (const double statistic : row) law(std::isfinite(statistic) && statistic >= 0, "statistics are counts");

    settings.phrases = [](Ids, Ids, const PhraseSink&) {};
    MeteorAligner plain(settings, words.facts());
    const auto occurrences = count_ngrams(hypothesis, 1);
    if (!hypothesis.empty() && std::ranges::all_of(occurrences, [](const auto& each) { return each.second == 1; })) {
        const auto copy = plain.align(hypothesis, hypothesis, never);
        const bool one_chunk = count_statistics(hypothesis, hypothesis, copy, words.facts(), false).one_chunk;
        law(settings.modules.size() > 1 || one_chunk, "a text of distinct words matches itself in one chunk");
    }
    return 0;
}
