// METEOR's aligner and its parts on random texts, against definitions that are written plainly.
#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "checks.hpp"
#include "meteor/aligner.hpp"
#include "meteor/hypothesis_index.hpp"
#include "meteor/rows.hpp"
#include "meteor/statistics.hpp"

using namespace understudy;

namespace {

using enum MeteorModule;
using Text = std::vector<Id>;

std::mt19937 rng(7);

bool never() { return false; }

// Twelve words: every two neighbors have one stem, every three one synset, the first four are function words.
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

const Lexicon lexicon;

bool may_match(Id hyp, Id ref, MeteorModule module) {
    switch (module) {
        case exact: return hyp == ref;
        case stem: return hyp != ref && lexicon.stems[hyp] == lexicon.stems[ref];
        case synonym: return hyp != ref && lexicon.synsets[hyp] == lexicon.synsets[ref];
        case paraphrase: return false;
    }
    return false;
}

Text random_text(std::size_t longest) {
    Text text(rng() % (longest + 1));
    for (Id& word : text) word = rng() % 12;
    return text;
}

// The words 1 and 2, side by side in the reference, are a paraphrase of a 3 in the hypothesis.
void phrases(Ids hypothesis, Ids reference, const PhraseSink& sink) {
    for (std::uint32_t j = 0; j + 1 < reference.size(); ++j) {
        for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
            if (reference[j] == 1 && reference[j + 1] == 2 && hypothesis[i] == 3) sink(j, 2, i, 1);
        }
    }
}

MeteorSettings all_modules(std::size_t beam) { return {{exact, stem, synonym, paraphrase}, beam, true, phrases}; }

void check_facts() {
    check(lexicon.facts().describe(12), "facts about all words");
    check(!lexicon.facts().describe(13), "a word without facts");
    Lexicon falling = lexicon, negative = lexicon, cut = lexicon;
    std::swap(falling.starts[3], falling.starts[4]);
    negative.stems[5] = -1;
    cut.synsets.pop_back();
    for (const Lexicon* bad : {&falling, &negative, &cut}) check(!bad->facts().describe(12), "facts that do not fit");
}

void check_index() {
    HypothesisIndex index(lexicon.facts());
    for (int n = 0; n < 500; ++n) {
        const Text hyp = random_text(30);
        index.fill(hyp);
        for (Id word = 0; word < 12; ++word) {
            for (const MeteorModule module : {exact, stem, synonym, paraphrase}) {
                std::vector<std::uint32_t> expected;
                for (std::uint32_t i = 0; i < hyp.size(); ++i) {
                    if (may_match(hyp[i], word, module)) expected.push_back(i);
                }
                check(std::ranges::equal(index.positions(word, module), expected), "positions by their definition");
            }
        }
        index.clear();
        check(index.positions(rng() % 12, exact).empty(), "a cleared index has no positions");
    }
}

void check_fixed() {
    Candidates candidates(all_modules(40), lexicon.facts());
    candidates.find(Text{11, 5, 0, 0}, Text{0, 11, 6});
    check(candidates.starting_at(0).size() == 2 && !candidates.is_fixed(0), "a word with two candidates is not fixed");
    check(candidates.starting_at(1).size() == 1 && candidates.is_fixed(1), "a word with one candidate is fixed");
    check(candidates.starting_at(2).empty() && !candidates.is_fixed(2), "a word without candidates");
    candidates.find(Text{3}, Text{1, 2});
    check(candidates.starting_at(0).size() == 1 && !candidates.is_fixed(0), "a phrase that shares a word is not fixed");
}

void check_matches(const Text& hyp, const Text& ref, std::span<const MeteorMatch> matches) {
    const std::array modules{exact, stem, synonym, paraphrase};
    std::set<std::uint32_t> hyp_positions, ref_positions;
    for (const MeteorMatch& match : matches) {
        for (std::uint32_t i = 0; i < match.hyp_length; ++i) {
            check(hyp_positions.insert(match.hyp_start + i).second, "a word of the hypothesis is matched once");
        }
        for (std::uint32_t j = 0; j < match.ref_length; ++j) {
            check(ref_positions.insert(match.ref_start + j).second, "a word of the reference is matched once");
        }
        const bool phrase = match.slot == 3 && match.ref_length == 2 && match.hyp_length == 1;
        const Id hyp_word = hyp[match.hyp_start], ref_word = ref[match.ref_start];
        check(phrase || may_match(hyp_word, ref_word, modules[match.slot]), "a match of its module");
    }
    check(hyp_positions.empty() || *hyp_positions.rbegin() < hyp.size(), "matches are within the hypothesis");
    check(ref_positions.empty() || *ref_positions.rbegin() < ref.size(), "matches are within the reference");
}

void check_alignments(std::size_t beam) {
    MeteorAligner aligner(all_modules(beam), lexicon.facts());
    for (int n = 0; n < 2000; ++n) {
        const Text hyp = random_text(n % 50 == 0 ? 150 : 20), ref = random_text(n % 70 == 0 ? 150 : 20);
        const auto matches = aligner.align(hyp, ref, never);
        check_matches(hyp, ref, matches);
        const MeteorStatistics counts = count_statistics(hyp, ref, matches, lexicon.facts(), true);
        check(counts.hyp.matched <= hyp.size() && counts.chunks <= counts.hyp.matched, "no more chunks than words");
        if (beam < 40) continue;
        const auto copy = aligner.align(ref, ref, never);
        check(copy.size() == ref.size(), "a copy matches wholly");
        check(ref.empty() || count_statistics(ref, ref, copy, lexicon.facts(), true).one_chunk, "in one chunk");
    }
}

// Sets of at most 64 words can be kept in both ways.
void check_sets(std::size_t beam) {
    Candidates candidates(all_modules(beam), lexicon.facts());
    BeamSearch<SmallSets> by_numbers(beam);
    BeamSearch<SetPool> by_pool(beam);
    std::vector<MeteorMatch> expected, matches;
    for (int n = 0; n < 500; ++n) {
        const Text hyp = random_text(64), ref = random_text(80);
        candidates.find(hyp, ref);
        by_numbers.choose(candidates, hyp.size(), never, expected);
        by_pool.choose(candidates, hyp.size(), never, matches);
        const auto same = [](const MeteorMatch& a, const MeteorMatch& b) {
            return a.ref_start == b.ref_start && a.ref_length == b.ref_length && a.hyp_start == b.hyp_start &&
                   a.hyp_length == b.hyp_length && a.slot == b.slot;
        };
        check(std::ranges::equal(expected, matches, same), "the pool chooses what numbers choose");
    }
}

std::map<std::string, double> named_row(const MeteorStatistics& counts) {
    std::array<double, meteor_columns> row;
    write_row(counts, row);
    const std::vector<std::string> names = meteor_column_names();
    check(names.size() == row.size(), "a name for each column");
    std::map<std::string, double> named;
    for (std::size_t i = 0; i < names.size(); ++i) named[names[i]] = row[i];
    check(named.size() == names.size(), "names are distinct");
    return named;
}

void check_statistics() {
    // Two chunks: 4 4 by equal words, then 1 2 of the reference as a paraphrase of 3. 0 to 3 are function words.
    const Text hyp{3, 9, 4, 4}, ref{4, 4, 1, 2};
    const std::vector<MeteorMatch> matches{{0, 1, 2, 1, 0}, {1, 1, 3, 1, 0}, {2, 2, 0, 1, 3}};
    const std::map<std::string, double> in_words{
        {"hyp_length", 4},           {"ref_length", 4},           {"hyp_function", 1},
        {"ref_function", 2},         {"hyp_content_match_1", 2},  {"ref_content_match_1", 2},
        {"hyp_function_match_4", 1}, {"ref_function_match_4", 2}, {"chunks", 2},
        {"hyp_matched", 3},          {"ref_matched", 4}};
    for (const auto& [name, count] : named_row(count_statistics(hyp, ref, matches, lexicon.facts(), false))) {
        const auto expected = in_words.find(name);
        check(count == (expected == in_words.end() ? 0 : expected->second), "a count of words", name);
    }
    auto in_characters = named_row(count_statistics(hyp, ref, matches, lexicon.facts(), true));
    check(in_characters["ref_length"] == 9 && in_characters["ref_function_match_4"] == 5, "counts of characters");
    check(in_characters["ref_matched"] == 4 && in_characters["chunks"] == 2, "matched words stay words");
    const std::vector<MeteorMatch> copy{{0, 1, 0, 1, 0}, {1, 1, 1, 1, 0}};
    check(named_row(count_statistics(Text{1, 2}, Text{1, 2}, copy, lexicon.facts(), false))["one_chunk"] == 1,
          "one chunk covers both texts");
}

void add(TokenIds& tokens, const Text& text) {
    tokens.ids.insert(tokens.ids.end(), text.begin(), text.end());
    tokens.offsets.push_back(tokens.ids.size());
}

void check_rows() {
    TokenIds hyps, refs;
    std::vector<std::int64_t> starts{0};
    for (std::int64_t i = 0; i < 600; ++i) {
        add(hyps, random_text(20));
        for (std::int64_t n = 0; n <= i % 2; ++n) add(refs, random_text(20));
        starts.push_back(static_cast<std::int64_t>(refs.segments()));
    }
    std::vector<double> alone(refs.segments() * meteor_columns, -1), together(alone);
    const MeteorSettings settings = all_modules(40);
    write_meteor_rows(hyps, refs, starts, settings, lexicon.facts(), 1, {}, alone);
    write_meteor_rows(hyps, refs, starts, settings, lexicon.facts(), 4, {}, together);
    check(alone == together, "threads count the same");
    check(std::ranges::count(alone, -1.0) == 0, "all rows are written");

    add(hyps, Text(20'001, 1));
    add(refs, Text{1});
    starts.push_back(static_cast<std::int64_t>(refs.segments()));
    alone.resize(refs.segments() * meteor_columns);
    const std::string message =
        error_of<TooMuchWork>([&] { write_meteor_rows(hyps, refs, starts, settings, lexicon.facts(), 2, {}, alone); });
    check(message.starts_with("segment 601: the hypothesis has 20001 words"), "an error names the segment", message);
}

void check_limits_and_stops() {
    MeteorAligner aligner({{exact}, 40, false, {}}, lexicon.facts());
    const auto align = [&](std::size_t hyp, std::size_t ref) { aligner.align(Text(hyp, 1), Text(ref, 1), never); };
    const std::string many = error_of<TooMuchWork>([&] { align(6000, 6001); });
    check(many.starts_with("a hypothesis of 6000 words and a reference of 6001"), "too many pairs", many);
    const std::string longer = error_of<TooMuchWork>([&] { align(1, 20'001); });
    check(longer.starts_with("a reference has 20001 words"), "a long text", longer);
    check(aligner.align(Text{1, 2}, Text{2, 1, 3}, never).size() == 2, "nothing is left over after a refusal");
    int asked = 0;
    aligner.align(Text(500, 1), Text(500, 1), [&] { return ++asked == 2; });
    check(asked == 2, "the search ends once it is told to stop");
    check(aligner.align(Text{1, 2}, Text{2, 1, 3}, never).size() == 2, "nothing is left over after a stop");
}

}  // namespace

int main() {
    check_facts();
    check_index();
    check_fixed();
    for (const std::size_t beam : {1, 3, 40, 100}) {
        check_alignments(beam);
        check_sets(beam);
    }
    check_statistics();
    check_rows();
    check_limits_and_stops();
    return report();
}
