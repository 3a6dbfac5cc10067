// Errors of one pair, against their definition.
#include "edit/edit.hpp"

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

constexpr std::size_t vocabulary = 256;

// Not EditCounts::add, which is what is checked; edit_tests.cpp has it too, as each program stands alone.
EditCounts count_steps(std::span<const Edit> steps) {
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

// The steps lead through both texts, with hits where words are equal and nowhere else.
void check_steps(std::span<const Edit> steps, const Text& hypothesis, const Text& reference) {
    std::size_t i = 0, j = 0;
    for (const Edit step : steps) {
        const bool of_ref = step != Edit::insertion, of_hyp = step != Edit::deletion;
        law(i + of_ref <= reference.size() && j + of_hyp <= hypothesis.size(), "steps stay within the texts");
        law(!(of_ref && of_hyp) || (reference[i] == hypothesis[j]) == (step == Edit::hit),
            "hits where words are equal");
        i += of_ref;
        j += of_hyp;
    }
    law(i == reference.size() && j == hypothesis.size(), "steps lead to the ends of the texts");
}

std::vector<Edit> steps_of(Editor& editor, const Text& hypothesis, const Text& reference, Ties ties) {
    std::vector<Edit> steps(hypothesis.size() + reference.size());
    steps.resize(editor.align(hypothesis, reference, ties, steps.data(), never));
    check_steps(steps, hypothesis, reference);
    return steps;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    Editor frugal(vocabulary, input.between(0, 200), input.between(0, 40)), editor(vocabulary);
    const Text hypothesis = input.words(vocabulary, 320), reference = input.words(vocabulary, 320);
    const std::size_t distance = editor.distance(hypothesis, reference, never);
    law(distance == edit_distance(hypothesis, reference), "the fewest errors");
    law(distance == editor.distance(reference, hypothesis, never), "as far there as back");
    for (const Ties ties : {Ties::most_hits, Ties::jiwer}) {
        const EditPair pair{hypothesis, reference};
        EditCounts counts;
        editor.count(std::span(&pair, 1), ties, &counts, never);
        law(counts.substitutions + counts.deletions + counts.insertions == distance,
            "the counts are the fewest errors");
        law(counts.hits + counts.substitutions + counts.deletions == reference.size(), "all of the reference");
        law(counts.hits + counts.substitutions + counts.insertions == hypothesis.size(), "all of the hypothesis");
        law(counts.correct == words_in_common(hypothesis, reference) && counts.hits <= counts.correct,
            "words in common");
        const std::vector<Edit> steps = steps_of(editor, hypothesis, reference, ties);
        law(same(count_steps(steps), counts), "as many steps of each kind as counted");
        const std::vector<Edit> divided = steps_of(frugal, hypothesis, reference, ties);
        if (ties == Ties::most_hits) {
            law(steps == divided, "the same steps in little memory");
        } else {
            const EditCounts errors = count_steps(divided);
            law(errors.substitutions + errors.deletions + errors.insertions == distance, "divided, the fewest errors");
        }
    }
    return 0;
}
