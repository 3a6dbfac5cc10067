// Aligned words and their order.
#include "word_order/ribes.hpp"

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t vocabulary = 64;
    Input input(data, size);
    const Text hypothesis = input.words(vocabulary, 250), reference = input.words(vocabulary, 250);
    RankAligner aligner;
    const RankCounts counts = aligner.align(hypothesis, reference, never);
    // Two runs may lead to one word of the reference, so that more words can be aligned than both texts have in common.
    const auto known =
        std::ranges::count_if(hypothesis, [&](Id word) { return std::ranges::count(reference, word) > 0; });
    law(counts.aligned <= static_cast<std::size_t>(known), "no word is aligned that the reference lacks");
    law(counts.ascending <= counts.aligned * (counts.aligned - std::min<std::uint64_t>(counts.aligned, 1)) / 2,
        "no more pairs than there are");
    const RankCounts itself = aligner.align(hypothesis, hypothesis, never);
    law(itself.ascending == itself.aligned * (itself.aligned - std::min<std::uint64_t>(itself.aligned, 1)) / 2,
        "a text is in its own order");
    const auto occurrences = count_ngrams(hypothesis, 1);
    const bool distinct = std::ranges::all_of(occurrences, [](const auto& each) { return each.second == 1; });
    law(!distinct || itself.aligned == hypothesis.size(), "words that stand once are found");
    const RankCounts again = aligner.align(hypothesis, reference, never);
    law(again.aligned == counts.aligned && again.ascending == counts.ascending,
        "nothing is left over from other pairs");
    const RankCounts by_suffixes = RankAligner(0).align(hypothesis, reference, never);
    law(by_suffixes.aligned == counts.aligned && by_suffixes.ascending == counts.ascending,
        "sorted suffixes tell the same as comparing word by word");
    return 0;
}
