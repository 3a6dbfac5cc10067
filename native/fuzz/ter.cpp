// Edits with shifts: they lead from the hypothesis to the reference, and are no more than edits without.
#include "edit/ter.hpp"

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

constexpr std::size_t vocabulary = 16;

std::size_t check_counts(const Text& hypothesis, const Text& reference, const TerCounts& counts) {
    law(counts.hits + counts.substitutions + counts.deletions == reference.size(), "all of the reference");
    law(counts.hits + counts.substitutions + counts.insertions == hypothesis.size(), "all of the hypothesis");
    Text moved = hypothesis;
    for (const Shift& shift : counts.shifts) {
        law(shift.length > 0 && shift.start + shift.length <= moved.size() && shift.target <= moved.size(),
            "a shift of words that are there");
        perform(moved, shift.start, shift.length, shift.target);
    }
    law(words_in_common(moved, hypothesis) == hypothesis.size(), "shifts keep all words");
    const std::size_t edits = counts.substitutions + counts.deletions + counts.insertions;
    law(edits >= edit_distance(moved, reference), "not fewer edits than are needed after the shifts");
    return edits;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const Text hypothesis = input.words(vocabulary, 70), reference = input.words(vocabulary, 70);
    const std::size_t without = edit_distance(hypothesis, reference);
    TerCounter exact(TerCounter::Search::exact, vocabulary), sacrebleu(TerCounter::Search::sacrebleu, vocabulary);
    TerCounts counts;
    if (exact.count(hypothesis, reference, counts, never)) {
        Text moved = hypothesis;
        for (const Shift& shift : counts.shifts) perform(moved, shift.start, shift.length, shift.target);
        const std::size_t edits = check_counts(hypothesis, reference, counts);
        law(edits == edit_distance(moved, reference), "exactly the edits that are needed after the shifts");
        law(edits + counts.shifts.size() <= without, "shifts never cost more than they save");
    }
    law(sacrebleu.count(hypothesis, reference, counts, never), "short pairs are within sacrebleu's limits");
    check_counts(hypothesis, reference, counts);
    law(exact.count(reference, reference, counts, never) && counts.hits == reference.size() && counts.shifts.empty(),
        "equal texts need no edits");
    return 0;
}
