// Weights of matched n-grams by their definition beside the fast code, on random texts; for the sanitizers.
#include <cmath>
#include <iostream>
#include <limits>
#include <map>
#include <random>

#include "nist.hpp"

namespace {

using namespace understudy;
using Ngram = std::vector<Id>;
using Numbers = std::vector<double>;

std::mt19937 rng(1);
const Stop go_on = [] { return false; };

std::size_t below(std::size_t end) { return rng() % end; }

Ngram random_text(std::size_t longest) {
    Ngram words(below(longest));
    for (Id& word : words) word = static_cast<Id>(below(1 + below(8)));
    return words;
}

std::map<Ngram, int> count(Ids text, std::size_t n) {
    std::map<Ngram, int> counts;
    for (std::size_t i = 0; i + n <= text.size(); ++i) {
        const Ids ngram = text.subspan(i, n);
        ++counts[{ngram.begin(), ngram.end()}];
    }
    return counts;
}

double plain_sum(Ids hypothesis, const std::vector<Ids>& references, std::size_t n) {
    std::map<Ngram, int> clips, all, heads, taken;
    for (const Ids reference : references) {
        for (const auto& [ngram, times] : count(reference, n)) {
            clips[ngram] = std::max(clips[ngram], times);
            all[ngram] += times;
        }
        if (n == 1) heads[{}] += static_cast<int>(reference.size());
        if (n > 1) for (const auto& [ngram, times] : count(reference, n - 1)) heads[ngram] += times;
    }
    double sum = 0;
    for (std::size_t i = 0; i + n <= hypothesis.size(); ++i) {
        const Ids words = hypothesis.subspan(i, n);
        const Ngram ngram(words.begin(), words.end()), head(words.begin(), words.end() - 1);
        if (++taken[ngram] <= clips[ngram]) sum += std::log2(double(heads[head]) / all[ngram]);
    }
    return sum;
}

Numbers sums_by(const NgramSurvey& survey, Ids hypothesis, const std::vector<Ids>& references) {
    const NgramTrie& ngrams = survey.ngrams();
    const auto times = [&](NgramTrie::Name name) { return ngrams[name].count < 0 ? 1.0 : double(ngrams[name].count); };
    Numbers weights(ngrams.size(), std::numeric_limits<double>::quiet_NaN()), sums(survey.order());
    for (NgramTrie::Name name = 1; name < weights.size(); ++name) {
        weights[name] = std::log2(times(ngrams[name].head) / times(name));
    }
    NgramWeigher(survey, weights, survey.order(), 8).add(hypothesis, references, sums, go_on);
    return sums;
}

bool brief_full_and_added_surveys_weigh_as_defined() {
    const std::size_t order = 1 + below(8);
    Ngram words;
    std::vector<std::size_t> ends{0};
    for (std::size_t texts = 1 + below(6); texts > 0; --texts) {
        const Ngram text = random_text(below(20) == 0 ? 200 : 20);
        words.insert(words.end(), text.begin(), text.end());
        ends.push_back(words.size());
    }
    words.shrink_to_fit();  // so that a read past the end is seen
    std::vector<Ids> references;
    NgramSurvey brief(order, words), full(order), some(order), others(order);
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        references.push_back(Ids(words).subspan(ends[i], ends[i + 1] - ends[i]));
        for (NgramSurvey* survey : {&brief, &full, i % 2 ? &some : &others}) survey->add(references.back(), go_on);
    }
    some.add(others);
    const Ngram hypothesis = random_text(90);
    Numbers expected;
    for (std::size_t n = 1; n <= order; ++n) expected.push_back(plain_sum(hypothesis, references, n));
    return expected == sums_by(brief, hypothesis, references) && expected == sums_by(full, hypothesis, references) &&
           expected == sums_by(some, hypothesis, references);
}

}  // namespace

int main() {
    std::size_t failed = 0;
    for (int round = 0; round < 3000; ++round) failed += !brief_full_and_added_surveys_weigh_as_defined();
    std::cout << "weights of n-grams: 3000 random corpora, " << failed << " failed\n";
    return failed != 0;
}
