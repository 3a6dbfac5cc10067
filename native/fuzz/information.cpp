// Counts of all n-grams, by name or by place, and the weights of matched ones, against their definition.
#include <cmath>

#include "input.hpp"
#include "ngrams/nist.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

constexpr std::size_t vocabulary = 24;
constexpr double weight_of_unknown = 0.25;

// Texts one after another; nist_tests.cpp has the like, as each program stands alone.
struct Block {
    Text words;
    std::vector<std::uint64_t> offsets{0};

    void add(const Text& text) {
        words.insert(words.end(), text.begin(), text.end());
        words.shrink_to_fit();  // so that a read past the end is seen
        offsets.push_back(words.size());
    }
    TextBlock texts() const { return {words, offsets}; }
};

// NIST's information.
double information(double head, double count) { return std::log2(head / count); }

std::map<Text, std::size_t> count_all(const std::vector<Text>& texts, std::size_t n) {
    std::map<Text, std::size_t> counts;
    for (const Text& text : texts) {
        for (const auto& [ngram, count] : count_ngrams(text, n)) counts[ngram] += count;
    }
    return counts;
}

void check_survey(const NgramFrequencies& survey, const std::vector<Text>& texts) {
    std::size_t names = 1;
    for (std::size_t n = 1; n <= survey.order(); ++n) {
        for (const auto& [ngram, count] : count_all(texts, n)) {
            NgramTrie::Name name = NgramTrie::root;
            for (const Id word : ngram) {
                name = survey.ngrams().find(name, word);
                law(name != NgramTrie::root, "every n-gram of the texts is found");
            }
            law(survey.ngrams()[name].count == static_cast<std::int64_t>(count), "counts of n-grams");
            ++names;
        }
    }
    law(survey.ngrams().size() == names, "each n-gram has one name");
}

std::vector<double> weigh(const NgramFrequencies& survey, const Text& hypothesis, const std::vector<Ids>& references) {
    const NgramTrie& ngrams = survey.ngrams();
    std::vector<double> weights(ngrams.size(), weight_of_unknown), sums(survey.order());
    for (std::size_t i = 1; i < weights.size(); ++i) {
        const auto [count, head, last] = ngrams[static_cast<NgramTrie::Name>(i)];
        weights[i] = information(static_cast<double>(ngrams[head].count), static_cast<double>(count));
    }
    NgramWeigher(survey, weights, survey.order(), vocabulary).add(hypothesis, references, sums, never);
    return sums;
}

std::vector<double> weigh(const SurveyedTexts& texts, const Text& hypothesis, const std::vector<Ids>& references) {
    std::vector<double> weights, sums(texts.places.order());
    for (const auto [head, count] : texts.places.pairs()) weights.push_back(information(head, count));
    PlaceWeigher(texts, weights, texts.places.order(), vocabulary).add(hypothesis, references, sums, never);
    return sums;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::size_t order = input.between(1, 7);
    const std::vector<Text> texts = input.several(vocabulary, 5, 120);
    Block block, even, odd;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        block.add(texts[i]);
        (i % 2 == 0 ? even : odd).add(texts[i]);
    }
    const auto survey_of = [&](const Block& some) {
        return NgramFrequencies::of_texts(order, some.texts(), 1, Poll{});
    };
    NgramFrequencies whole = survey_of(block), halves = survey_of(even);
    halves.add(survey_of(odd));
    for (const NgramFrequencies* survey : {&whole, &halves}) check_survey(*survey, texts);

    const Text hypothesis = input.words(vocabulary, 120);
    std::vector<Ids> own;
    for (std::size_t i = 0; i < texts.size(); ++i)
        own.push_back(Ids(block.words).subspan(block.offsets[i], texts[i].size()));
    const NgramPlaces places = NgramPlaces::of_texts(order, block.texts(), 1, Poll{}, input.between(1, 9));
    const SurveyedTexts again{places, block.words.data(), 0};
    law(weigh(again, hypothesis, own) == weigh(whole, hypothesis, own), "places weigh the same");

    const std::vector<Text> references = input.several(vocabulary, 3, 120);
    for (const double sum : weigh(whole, hypothesis, spans_of(references))) {
        law(std::isfinite(sum) && sum >= 0, "weights add up to a number");
    }
    return 0;
}
