// Errors and alignments against their definition: the least errors, then most hits.
#include "edit/edit.hpp"

#include <iterator>
#include <random>
#include <vector>

#include "checks.hpp"

namespace {

using namespace understudy;
using Words = std::vector<Id>;

constexpr std::size_t vocabulary = 70'000;
const auto go_on = [] { return false; };

std::mt19937 generator(20020707);
std::size_t below(std::size_t limit) { return generator() % limit; }

Words random_words(std::size_t length, std::size_t letters) {
    Words words(length);
    for (Id& word : words) word = static_cast<Id>(below(letters));
    return words;
}

// Changes, drops and adds about one word in `every`.
Words spoiled(const Words& words, std::size_t letters, std::size_t every) {
    Words changed;
    for (const Id word : words) {
        const std::size_t choice = below(3 * every);
        if (choice != 0) changed.push_back(choice == 1 ? static_cast<Id>(below(letters)) : word);
        if (choice == 2) changed.push_back(static_cast<Id>(below(letters)));
    }
    return changed;
}

struct Best {
    long errors = 0, fewer_hits = 0;                // hits count down, so that the least pair is the best
    auto operator<=>(const Best&) const = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 sees a 0 here
};

// Every way there is, one after another.
Best try_all(const Words& hypothesis, const Words& reference, std::size_t i = 0, std::size_t j = 0) {
    if (i == reference.size() && j == hypothesis.size()) return {};
    Best best{1'000'000, 0};
    const auto offer = [&](Best rest, bool hit) {
        best = std::min(best, Best{rest.errors + !hit, rest.fewer_hits - hit});
    };
    if (i < reference.size() && j < hypothesis.size()) {
        offer(try_all(hypothesis, reference, i + 1, j + 1), reference[i] == hypothesis[j]);
    }
    if (i < reference.size()) offer(try_all(hypothesis, reference, i + 1, j), false);
    if (j < hypothesis.size()) offer(try_all(hypothesis, reference, i, j + 1), false);
    return best;
}

// The same row by row, for longer texts.
Best fill_rows(const Words& hypothesis, const Words& reference) {
    std::vector<Best> above(hypothesis.size() + 1), here(above);
    for (std::size_t j = 0; j < above.size(); ++j) above[j] = {static_cast<long>(j), 0};
    for (const Id word : reference) {
        here[0] = {above[0].errors + 1, 0};
        for (std::size_t j = 1; j < here.size(); ++j) {
            const bool hit = word == hypothesis[j - 1];
            const Best pair{above[j - 1].errors + !hit, above[j - 1].fewer_hits - hit};
            here[j] = std::min({pair, Best{above[j].errors + 1, above[j].fewer_hits},
                                Best{here[j - 1].errors + 1, here[j - 1].fewer_hits}});
        }
        std::swap(above, here);
    }
    return above.back();
}

EditCounts count_one(Editor& editor, const Words& hypothesis, const Words& reference, Ties ties, const Stop& stop) {
    const EditPair pair{hypothesis, reference};
    EditCounts counts;
    editor.count(std::span(&pair, 1), ties, &counts, stop);
    return counts;
}

// Not EditCounts::add, which is what is checked; fuzz/edit.cpp has it too, as each program stands alone.
EditCounts counted(const std::vector<Edit>& steps) {
    EditCounts counts;
    for (const Edit step : steps) {
        ++(step == Edit::hit            ? counts.hits
           : step == Edit::substitution ? counts.substitutions
           : step == Edit::deletion     ? counts.deletions
                                        : counts.insertions);
    }
    return counts;
}

bool same(const EditCounts& a, const EditCounts& b) {
    return a.hits == b.hits && a.substitutions == b.substitutions && a.deletions == b.deletions &&
           a.insertions == b.insertions;
}

long errors_of(const EditCounts& counts) {
    return static_cast<long>(counts.substitutions + counts.deletions + counts.insertions);
}

// Whether the steps lead through both texts, with hits where words are equal and nowhere else.
bool leads_through(const std::vector<Edit>& steps, const Words& hypothesis, const Words& reference) {
    std::size_t i = 0, j = 0;
    for (const Edit step : steps) {
        const bool of_ref = step != Edit::insertion, of_hyp = step != Edit::deletion;
        if ((of_ref && i == reference.size()) || (of_hyp && j == hypothesis.size())) return false;
        if (of_ref && of_hyp && (reference[i] == hypothesis[j]) != (step == Edit::hit)) return false;
        i += of_ref;
        j += of_hyp;
    }
    return i == reference.size() && j == hypothesis.size();
}

std::vector<Edit> aligned(Editor& editor, const Words& hypothesis, const Words& reference, Ties ties) {
    std::vector<Edit> steps(hypothesis.size() + reference.size());
    steps.resize(editor.align(hypothesis, reference, ties, steps.data(), go_on));
    return steps;
}

std::uint64_t in_common(Words a, Words b) {
    Words both;
    std::ranges::sort(a);
    std::ranges::sort(b);
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    return both.size();
}

void check_pair(Editor& editor, Editor& frugal, const Words& hypothesis, const Words& reference, const Best& best) {
    const std::string lengths = std::to_string(hypothesis.size()) + " against " + std::to_string(reference.size());
    const EditCounts counts = count_one(editor, hypothesis, reference, Ties::most_hits, go_on);
    check(errors_of(counts) == best.errors, "the fewest errors", lengths);
    check(static_cast<long>(counts.hits) == -best.fewer_hits, "then most hits", lengths);
    check(counts.hits + counts.substitutions + counts.deletions == reference.size(), "all of the reference", lengths);
    check(counts.hits + counts.substitutions + counts.insertions == hypothesis.size(), "all of the hypothesis",
          lengths);
    check(counts.correct == in_common(hypothesis, reference), "the words in common", lengths);
    check(static_cast<long>(editor.distance(hypothesis, reference, go_on)) == best.errors, "the distance", lengths);

    const std::vector<Edit> steps = aligned(editor, hypothesis, reference, Ties::most_hits);
    check(leads_through(steps, hypothesis, reference), "steps through both texts", lengths);
    check(same(counted(steps), counts), "as many steps of each kind as counted", lengths);
    check(aligned(frugal, hypothesis, reference, Ties::most_hits) == steps, "the same steps in little memory", lengths);

    const std::vector<Edit> divided = aligned(frugal, hypothesis, reference, Ties::jiwer);
    check(leads_through(divided, hypothesis, reference), "divided steps through both texts", lengths);
    check(errors_of(counted(divided)) == best.errors, "divided steps have the fewest errors", lengths);
    const std::vector<Edit> as_jiwer = aligned(editor, hypothesis, reference, Ties::jiwer);
    check(leads_through(as_jiwer, hypothesis, reference), "jiwer's steps through both texts", lengths);
    check(errors_of(counted(as_jiwer)) == best.errors, "jiwer's steps have the fewest errors", lengths);
    check(same(counted(as_jiwer), count_one(editor, hypothesis, reference, Ties::jiwer, go_on)), "jiwer's counts",
          lengths);
}

// All texts of at most five words over two letters, against each other.
void test_short_texts() {
    std::vector<Words> texts;
    for (std::size_t length = 0; length <= 5; ++length) {
        for (std::size_t bits = 0; bits < std::size_t{1} << length; ++bits) {
            Words& text = texts.emplace_back(length);
            for (std::size_t i = 0; i < length; ++i) text[i] = bits >> i & 1;
        }
    }
    Editor editor(2), frugal(2, 0, 0);
    for (const Words& hypothesis : texts) {
        for (const Words& reference : texts) {
            const Best best = try_all(hypothesis, reference);
            check(best == fill_rows(hypothesis, reference), "both definitions agree");
            check_pair(editor, frugal, hypothesis, reference, best);
        }
    }
}

// Lengths at which a word of bits, or a kind of number, becomes too small.
void test_boundaries() {
    Editor editor(vocabulary), frugal(vocabulary, 50, 8);
    for (const std::size_t length :
         {1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 192, 239, 240, 241, 249, 250, 251, 300}) {
        for (const std::size_t letters : {1, 2, 4, 40, 5000}) {
            const Words reference = random_words(length, letters), other = random_words(length + below(9), letters);
            for (const Words& hypothesis :
                 {spoiled(reference, letters, 10), other, Words{}, random_words(128, letters)}) {
                check_pair(editor, frugal, hypothesis, reference, fill_rows(hypothesis, reference));
                check_pair(editor, frugal, reference, hypothesis, fill_rows(reference, hypothesis));
            }
        }
    }
}

// Many pairs of all sizes together: each gets the counts that it has alone, whichever wait for each other.
void test_many_pairs() {
    std::vector<Words> texts;
    std::vector<EditPair> pairs;
    for (std::size_t i = 0; i < 600; ++i) {
        texts.push_back(random_words(below(i % 7 == 0 ? 300 : 40), 1 + below(30)));
        texts.push_back(i % 3 == 0 ? random_words(below(60), 20) : spoiled(texts.back(), 30, 5));
    }
    for (std::size_t i = 0; i < texts.size(); i += 2) pairs.push_back({texts[i], texts[i + 1]});
    Editor editor(vocabulary);
    for (const Ties ties : {Ties::most_hits, Ties::jiwer}) {
        std::vector<EditCounts> together(pairs.size());
        editor.count(pairs, ties, together.data(), go_on);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const EditCounts alone = count_one(editor, texts[2 * i], texts[2 * i + 1], ties, go_on);
            check(same(together[i], alone) && together[i].correct == alone.correct,
                  "the same counts together and alone");
        }
    }
}

// Too long to compare with the definition, but made so that the errors are known.
void test_long_texts() {
    constexpr std::size_t length = 33'000, unheard = 60'000;
    Words reference(length), hypothesis;
    for (std::size_t i = 0; i < length; ++i) reference[i] = static_cast<Id>(i);
    EditCounts expected;
    for (std::size_t i = 0; i < length; ++i) {
        const bool changed = i % 300 == 7, dropped = i % 300 == 107, added = i % 600 == 207;
        if (!dropped) hypothesis.push_back(changed ? unheard : static_cast<Id>(i));
        if (added) hypothesis.push_back(unheard);
        expected.substitutions += changed;
        expected.deletions += dropped;
        expected.insertions += added;
    }
    expected.hits = length - expected.substitutions - expected.deletions;
    Editor editor(vocabulary);
    check(same(count_one(editor, hypothesis, reference, Ties::most_hits, go_on), expected),
          "the counts of a long text");
    check(static_cast<long>(editor.distance(hypothesis, reference, go_on)) == errors_of(expected), "its distance");
}

// After a stop the editor must be as good as new.
void test_stop() {
    const Words reference = random_words(6000, 50), hypothesis = random_words(6000, 50), few = {1, 2, 3},
                others = {2, 3};
    const auto stop_within = [&](const auto& act, View what) {
        Editor editor(vocabulary, 1000);
        std::size_t asked = 0;
        act(editor, [&] { return ++asked == 2; });
        check(asked == 2, "asked until it stops", what);
        check(count_one(editor, others, few, Ties::most_hits, go_on).deletions == 1, "as good as new", what);
    };
    std::vector<Edit> steps(reference.size() + hypothesis.size());
    stop_within(
        [&](Editor& editor, const Stop& stop) { count_one(editor, hypothesis, reference, Ties::most_hits, stop); },
        "count");
    stop_within([&](Editor& editor, const Stop& stop) { count_one(editor, hypothesis, reference, Ties::jiwer, stop); },
                "jiwer");
    stop_within(
        [&](Editor& editor, const Stop& stop) {
            const std::size_t written = editor.align(hypothesis, reference, Ties::most_hits, steps.data(), stop);
            check(written <= steps.size(), "no more steps than words");
        },
        "align");
    stop_within([&](Editor& editor, const Stop& stop) { editor.distance(hypothesis, reference, stop); }, "distance");
}

}  // namespace

int main() {
    test_short_texts();
    test_boundaries();
    test_many_pairs();
    test_long_texts();
    test_stop();
    return report();
}
