// Products of vectors of n-grams: never longer than the vectors allow.
#include "ngrams/cider.hpp"

#include <cmath>

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t vocabulary = 24;
    Input input(data, size);
    const std::size_t order = input.between(1, 5);
    const std::vector<Text> texts = input.several(vocabulary, 4, 150);
    const std::vector<Text> others = input.several(vocabulary, 3, 150);
    Text words;
    std::vector<std::uint64_t> offsets{0};
    for (const std::vector<Text>* document : {&texts, &others}) {
        for (const Text& text : *document) {
            words.insert(words.end(), text.begin(), text.end());
            offsets.push_back(words.size());
        }
    }
    const std::int64_t starts[] = {0, static_cast<std::int64_t>(texts.size()),
                                   static_cast<std::int64_t>(texts.size() + others.size())};
    const NgramFrequencies survey = NgramFrequencies::of_documents(order, {words, offsets}, starts, 1, Poll{});
    law(survey.ngrams()[NgramTrie::root].count == 2, "two documents");
    std::vector<double> weights(survey.ngrams().size());
    for (std::size_t name = 0; name < weights.size(); ++name) {
        const std::int64_t count = survey.ngrams()[static_cast<NgramTrie::Name>(name)].count;
        law(count >= 1 && count <= 2, "an n-gram is in one document or in both");
        weights[name] = 1.0 / static_cast<double>(count + static_cast<std::int64_t>(name % 3));
    }
    NgramVectors vectors(survey, weights, order);
    const Text hypothesis = input.words(vocabulary, 150);
    std::vector<double> products(order), clipped(order), ours(order), theirs(order);
    vectors.take(hypothesis, never);
    for (const Text& reference : texts) {
        vectors.compare(reference, false, products, ours, theirs, never);
        vectors.compare(reference, true, clipped, ours, theirs, never);
        for (std::size_t n = 0; n < order; ++n) {
            law(products[n] <= std::sqrt(ours[n] * theirs[n]) * (1 + 1e-9), "no product exceeds that of the lengths");
            law(clipped[n] <= products[n] * (1 + 1e-9) && clipped[n] <= theirs[n] * (1 + 1e-9), "clipped is not more");
        }
    }
    vectors.compare(hypothesis, true, products, ours, theirs, never);
    for (std::size_t n = 0; n < order; ++n)
        law(near(products[n], ours[n]) && near(ours[n], theirs[n]), "a text is all its own");
    return 0;
}
