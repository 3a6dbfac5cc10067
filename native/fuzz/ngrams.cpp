// Matched n-grams, against their definition.
#include "ngrams/ngrams.hpp"

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

constexpr std::size_t vocabulary = 32;

void check_order(const Text& hypothesis, const std::vector<Text>& references, std::size_t n,
                 const NgramCounts& counts) {
    std::size_t match = 0, plain = 0, total = 0;
    std::vector<std::map<Text, std::size_t>> there;
    there.reserve(references.size());
    for (const Text& reference : references) there.push_back(count_ngrams(reference, n));
    for (const auto& [ngram, count] : count_ngrams(hypothesis, n)) {
        std::size_t most = 0;
        for (const auto& each : there) {
            if (const auto found = each.find(ngram); found != each.end()) most = std::max(most, found->second);
        }
        match += std::min(count, most);
        plain += most > 0 ? count : 0;
        total += count;
    }
    law(counts.match[n - 1] == match, "clipped matches");
    law(counts.plain[n - 1] == plain, "plain matches");
    law(counts.total[n - 1] == total, "all n-grams");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::size_t order = input.between(1, 8);
    NgramCounter counter(order, vocabulary);
    for (int round = 0; round < 2; ++round) {  // nothing may be left over from the segment before
        const Text hypothesis = input.words(vocabulary, 200);
        const std::vector<Text> references = input.several(vocabulary, 4, 200);
        const std::vector<Ids> spans = spans_of(references);
        NgramCounts counts;
        counter.count(hypothesis, spans, counts, never);
        for (std::size_t n = 1; n <= order; ++n) check_order(hypothesis, references, n, counts);
        const double closest = closest_length(hypothesis.size(), spans),
                     shortest = shortest_length(hypothesis.size(), spans);
        const double average = average_length(hypothesis.size(), spans);
        law(shortest <= closest && shortest <= average, "no reference is shorter than the shortest");
    }
    return 0;
}
