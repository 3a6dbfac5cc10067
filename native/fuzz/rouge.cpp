// Longest common subsequences, against their definition.
#include "ngrams/rouge.hpp"

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

constexpr std::size_t vocabulary = 32;
constexpr Id line_end = 0;

std::size_t longest_common(const Text& a, const Text& b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (const Id word : a) {
        std::size_t corner = 0;
        for (std::size_t j = 1; j < row.size(); ++j) {
            const std::size_t best = word == b[j - 1] ? corner + 1 : std::max(row[j], row[j - 1]);
            corner = std::exchange(row[j], best);
        }
    }
    return row.back();
}

Text without_lines(const Text& text) {
    Text kept;
    std::ranges::remove_copy(text, std::back_inserter(kept), line_end);
    return kept;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const Text hypothesis = input.words(vocabulary, 400), reference = input.words(vocabulary, 400);
    CommonSubsequence common(vocabulary);
    const std::uint64_t length = common.length(hypothesis, reference, never);
    law(length == longest_common(hypothesis, reference), "the longest common subsequence");
    law(length == common.length(reference, hypothesis, never), "the same the other way round");
    const std::uint64_t all = common.union_length(hypothesis, reference, line_end, never);
    const Text hyp = without_lines(hypothesis), ref = without_lines(reference);
    law(all <= words_in_common(hyp, ref), "no word counts more often than both have it");
    law(common.union_length(hyp, ref, line_end, never) == longest_common(hyp, ref), "one line is a plain text");
    law(common.union_length(hypothesis, hypothesis, line_end, never) == hyp.size(), "a summary has all of itself");
    law(common.length(hypothesis, reference, never) == length, "nothing is left over from other pairs");
    return 0;
}
