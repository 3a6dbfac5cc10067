// Aligned words: as many as both texts have in common, and in place where the texts are equal.
#include "word_order/lepor.hpp"

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t vocabulary = 32;
    Input input(data, size);
    PositionAligner aligner(input.between(0, 5), vocabulary);
    const Text hypothesis = input.words(vocabulary, 400), reference = input.words(vocabulary, 400);
    const PositionCounts counts = aligner.align(hypothesis, reference, never);
    law(counts.match == words_in_common(hypothesis, reference), "every word that both have is aligned");
    law(counts.distance <= counts.match * hypothesis.size() * reference.size(), "no word moves farther than the text");
    const PositionCounts itself = aligner.align(hypothesis, hypothesis, never);
    law(itself.match == hypothesis.size() && itself.distance == 0, "equal texts are aligned in place");
    const PositionCounts again = aligner.align(hypothesis, reference, never);
    law(again.match == counts.match && again.distance == counts.distance, "nothing is left over from other pairs");
    return 0;
}
