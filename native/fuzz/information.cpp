// Counts of all n-grams, brief or not, and the weights of matched ones, against their definition.
#include <cmath>

#include "input.hpp"
#include "nist.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

constexpr std::size_t vocabulary = 24;
constexpr double weight_of_unknown = 0.25;

// Texts one after another.
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

// NIST's information, log2(count of the head / count): 0 for an n-gram that always follows its head.
std::vector<double> information(const NgramSurvey& survey) {
    const NgramTrie& ngrams = survey.ngrams();
    const auto count = [&](NgramTrie::Name name) { return ngrams[name].count < 0 ? 1.0 : static_cast<double>(ngrams[name].count); };
    std::vector<double> weights(ngrams.size(), weight_of_unknown);
    for (std::size_t i = 1; i < weights.size(); ++i) {
        const auto name = static_cast<NgramTrie::Name>(i);
        weights[i] = std::log2(count(ngrams[name].head) / count(name));
    }
    return weights;
}

std::map<Text, std::size_t> count_all(const std::vector<Text>& texts, std::size_t n) {
    std::map<Text, std::size_t> counts;
    for (const Text& text : texts) {
        for (const auto& [ngram, count] : count_ngrams(text, n)) counts[ngram] += count;
    }
    return counts;
}

void check_survey(const NgramSurvey& survey, const std::vector<Text>& texts) {
    std::size_t names = 1;
    for (std::size_t n = 1; n <= survey.order(); ++n) {
        for (const auto& [ngram, count] : count_all(texts, n)) {
            NgramSurvey::Found found;
            for (const Id word : ngram) found = survey.find(found, word);
            law(found.name != NgramTrie::root, "every n-gram of the texts is found");
            if (survey.brief() && (found.name == NgramSurvey::untold || survey.ngrams()[found.name].count < 0)) {
                law(count == 1, "what is told briefly stands once");
            } else {
                law(survey.ngrams()[found.name].count == static_cast<std::int64_t>(count), "counts of n-grams");
            }
            ++names;
        }
    }
    law(survey.brief() ? survey.ngrams().size() <= names : survey.ngrams().size() == names, "each n-gram has one name");
}

std::vector<double> weigh(const NgramSurvey& survey, std::size_t order, const Text& hypothesis, const std::vector<Text>& references) {
    const std::vector<double> weights = information(survey);
    NgramWeigher weigher(survey, weights, order, vocabulary);
    std::vector<double> sums(order);
    weigher.add(hypothesis, spans_of(references), sums, never);
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
    const auto survey_of = [&](const Block& some, bool briefly) { return NgramSurvey::of_texts(order, some.texts(), briefly, 1, Poll{}); };
    NgramSurvey whole = survey_of(block, false), brief = survey_of(block, true);
    NgramSurvey halves = survey_of(even, false);
    halves.add(survey_of(odd, false));
    for (const NgramSurvey* survey : {&whole, &brief, &halves}) check_survey(*survey, texts);

    const Text hypothesis = input.words(vocabulary, 120);
    const std::vector<Text> references = input.several(vocabulary, 3, 120);
    const std::vector<double> sums = weigh(whole, order, hypothesis, references);
    const std::vector<double> briefly = weigh(brief, order, hypothesis, references);
    for (std::size_t n = 0; n < order; ++n) {
        law(std::isfinite(sums[n]) && sums[n] >= 0, "weights add up to a number");
        law(near(sums[n], briefly[n]), "a brief survey weighs the same");
    }
    return 0;
}
