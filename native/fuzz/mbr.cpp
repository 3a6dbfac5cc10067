// N-grams shared with the average of a group, against the definition.
#include "ngrams/mbr.hpp"

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::size_t order = input.between(1, 6);
    ExpectedCounter counter;
    for (int round = 0; round < 2; ++round) {
        const std::vector<Text> texts = input.several(32, 6, 120);
        std::vector<double> shares, matches(texts.size() * order);
        for (std::size_t i = 0; i < texts.size(); ++i) shares.push_back(static_cast<double>(input.byte()) / 256);
        counter.count(spans_of(texts), shares, order, matches.data(), never);
        for (std::size_t n = 1; n <= order; ++n) {
            std::map<Text, double> mean;
            for (std::size_t i = 0; i < texts.size(); ++i) {
                for (const auto& [ngram, count] : count_ngrams(texts[i], n))
                    mean[ngram] += shares[i] * static_cast<double>(count);
            }
            for (std::size_t i = 0; i < texts.size(); ++i) {
                double expected = 0;
                for (const auto& [ngram, count] : count_ngrams(texts[i], n))
                    expected += std::min(static_cast<double>(count), mean[ngram]);
                law(near(matches[i * order + n - 1], expected), "shared with the average");
            }
        }
    }
    return 0;
}
