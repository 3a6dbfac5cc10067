// Weights of matched n-grams by their definition beside the fast code, on random texts; for the sanitizers.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <limits>
#include <map>
#include <random>
#include <stdexcept>
#include <thread>

#include "ngrams/nist.hpp"

namespace {

using namespace understudy;
using Ngram = std::vector<Id>;
using Numbers = std::vector<double>;

std::mt19937 rng(1);
const Stop go_on = [] { return false; };
const Poll no_poll;

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
        if (n > 1)
            for (const auto& [ngram, times] : count(reference, n - 1)) heads[ngram] += times;
    }
    double sum = 0;
    for (std::size_t i = 0; i + n <= hypothesis.size(); ++i) {
        const Ids words = hypothesis.subspan(i, n);
        const Ngram ngram(words.begin(), words.end()), head(words.begin(), words.end() - 1);
        if (++taken[ngram] <= clips[ngram]) sum += std::log2(double(heads[head]) / all[ngram]);
    }
    return sum;
}

Numbers sums_by(const NgramFrequencies& survey, Ids hypothesis, const std::vector<Ids>& references) {
    const NgramTrie& ngrams = survey.ngrams();
    Numbers weights(ngrams.size(), std::numeric_limits<double>::quiet_NaN()), sums(survey.order());
    for (NgramTrie::Name name = 1; name < weights.size(); ++name) {
        weights[name] = std::log2(double(ngrams[ngrams[name].head].count) / double(ngrams[name].count));
    }
    NgramWeigher(survey, weights, survey.order(), 8).add(hypothesis, references, sums, go_on);
    return sums;
}

Numbers weights_of(const NgramPlaces& places) {
    Numbers weights;
    for (const auto [head, count] : places.pairs()) weights.push_back(std::log2(double(head) / count));
    return weights;
}

Numbers sums_by(const SurveyedTexts& texts, Ids hypothesis, const std::vector<Ids>& references) {
    const Numbers weights = weights_of(texts.places);
    Numbers sums(texts.places.order());
    PlaceWeigher(texts, weights, texts.places.order(), 8).add(hypothesis, references, sums, go_on);
    return sums;
}

// Texts one after another.
struct Corpus {
    Ngram words;
    std::vector<std::uint64_t> offsets{0};

    void add(const Ngram& text) {
        words.insert(words.end(), text.begin(), text.end());
        words.shrink_to_fit();  // so that a read past the end is seen
        offsets.push_back(words.size());
    }
    TextBlock block() const { return {words, offsets}; }
    Ids operator[](std::size_t i) const { return Ids(words).subspan(offsets[i], offsets[i + 1] - offsets[i]); }
    std::vector<Ids> texts() const {
        std::vector<Ids> all;
        for (std::size_t i = 0; i + 1 < offsets.size(); ++i) all.push_back((*this)[i]);
        return all;
    }
};

bool whole_and_added_surveys_and_places_weigh_as_defined() {
    const std::size_t order = 1 + below(8), threads = 1 + below(3);
    Corpus all, odd, even, portion;
    const std::size_t texts = 1 + below(6), first = below(texts), end = first + 1 + below(texts - first);
    for (std::size_t i = 0; i < texts; ++i) {
        const Ngram text = random_text(below(20) == 0 ? 200 : 20);
        all.add(text);
        (i % 2 ? odd : even).add(text);
        if (i >= first && i < end) portion.add(text);
    }
    const std::vector<Ids> references = all.texts(), some_references = portion.texts();
    const NgramPlaces places = NgramPlaces::of_texts(order, all.block(), threads, no_poll, below(2) ? 5 : 0x10000);
    const NgramFrequencies whole = NgramFrequencies::of_texts(order, all.block(), threads, no_poll);
    NgramFrequencies some = NgramFrequencies::of_texts(order, odd.block(), threads, no_poll);
    some.add(NgramFrequencies::of_texts(order, even.block(), threads, no_poll));
    const Ngram hypothesis = random_text(90);
    Numbers expected;
    for (std::size_t n = 1; n <= order; ++n) expected.push_back(plain_sum(hypothesis, references, n));
    const SurveyedTexts all_texts{places, all.words.data(), 0},
        some_texts{places, portion.words.data(), all.offsets[first]};
    return expected == sums_by(all_texts, hypothesis, references) &&
           expected == sums_by(whole, hypothesis, references) && expected == sums_by(some, hypothesis, references) &&
           sums_by(some_texts, hypothesis, some_references) == sums_by(whole, hypothesis, some_references);
}

using Told = std::map<Ngram, std::int64_t>;

Told told_by(const NgramFrequencies& survey) {
    Told told;
    std::vector<Ngram> ngrams(survey.ngrams().size());
    for (NgramTrie::Name name = 0; name < ngrams.size(); ++name) {
        const auto [count, head, last] = survey.ngrams()[name];
        if (name > 0) (ngrams[name] = ngrams[head]).push_back(last);
        told[ngrams[name]] = count;
    }
    return told;
}

bool finds_all(const NgramTrie& ngrams, const Told& counts) {
    for (const auto& [ngram, count] : counts) {
        NgramTrie::Name name = NgramTrie::root;
        for (const Id id : ngram) name = ngrams.find(name, id);
        if ((name == NgramTrie::root) != ngram.empty() || ngrams[name].count != count) return false;
    }
    return true;
}

// At every place, for every order.
bool tells_all(const NgramPlaces& places, const Corpus& corpus, const Told& counts) {
    for (std::size_t text = 0; text + 1 < corpus.offsets.size(); ++text) {
        const Ids words = corpus[text];
        for (std::size_t end = 1; end <= words.size(); ++end) {
            for (std::size_t n = 1; n <= std::min(places.order(), end); ++n) {
                const Ids ngram = words.subspan(end - n, n);
                const auto [head, count] = places.pairs()[places.pair(n, corpus.offsets[text] + end - 1)];
                if (head != counts.at({ngram.begin(), ngram.end() - 1}) ||
                    count != counts.at({ngram.begin(), ngram.end()}))
                    return false;
            }
        }
    }
    return true;
}

bool same_names(const NgramFrequencies& one, const NgramFrequencies& other) {
    const auto equal = [](const NgramTrie::Node& a, const NgramTrie::Node& b) {
        return a.count == b.count && a.head == b.head && a.last == b.last;
    };
    return std::ranges::equal(one.ngrams().nodes(), other.ngrams().nodes(), equal);
}

// Large enough for several threads and parts.
bool large_surveys_count_as_defined() {
    const std::size_t order = 3;
    Corpus corpus;
    Told counts, in_documents;
    std::vector<std::int64_t> starts{0};
    corpus.words.reserve(120000);
    while (corpus.words.size() < 110000) {
        std::map<Ngram, int> here;
        for (std::size_t texts = 1 + below(3); texts > 0; --texts) {
            Ngram text(below(40));
            for (Id& word : text) word = static_cast<Id>(below(1 + below(300)));
            corpus.words.insert(corpus.words.end(), text.begin(), text.end());
            corpus.offsets.push_back(corpus.words.size());
            for (std::size_t n = 1; n <= order; ++n) {
                for (const auto& [ngram, times] : count(text, n)) counts[ngram] += times, here[ngram] = 1;
            }
        }
        for (const auto& [ngram, once] : here) in_documents[ngram] += once;
        starts.push_back(static_cast<std::int64_t>(corpus.offsets.size() - 1));
    }
    counts[{}] = static_cast<std::int64_t>(corpus.words.size());
    in_documents[{}] = static_cast<std::int64_t>(starts.size() - 1);
    bool good = true;
    for (const std::size_t threads : {1, 2, 3}) {
        const NgramFrequencies whole = NgramFrequencies::of_texts(order, corpus.block(), threads, no_poll);
        const NgramFrequencies documents =
            NgramFrequencies::of_documents(order, corpus.block(), starts, threads, no_poll);
        good = good && told_by(whole) == counts && told_by(documents) == in_documents &&
               finds_all(whole.ngrams(), counts) && finds_all(documents.ngrams(), in_documents) &&
               same_names(whole, NgramFrequencies::of_texts(order, corpus.block(), 1, no_poll)) &&
               tells_all(NgramPlaces::of_texts(order, corpus.block(), threads, no_poll), corpus, counts) &&
               tells_all(NgramPlaces::of_texts(order, corpus.block(), threads, no_poll, 1000), corpus, counts);
    }
    return good;
}

// The caller gets to see what stopped the work.
bool a_stop_is_told() {
    const Ngram words(100000);
    const Poll poll = [](std::size_t) { throw std::runtime_error("interrupted"); };
    Cancellation cancellation(poll);
    std::size_t done = 0;
    try {
        each_place(words, cancellation, [&](std::size_t place) {
            if (place == 0) std::this_thread::sleep_for(std::chrono::milliseconds(60));  // until it is time for a look
            ++done;
        });
    } catch (const std::runtime_error&) {
        return done < words.size();
    }
    return false;
}

}  // namespace

int main() {
    std::size_t failed = 0;
    for (int round = 0; round < 3000; ++round) failed += !whole_and_added_surveys_and_places_weigh_as_defined();
    failed += !large_surveys_count_as_defined();
    failed += !a_stop_is_told();
    std::cout << "weights of n-grams: 3000 random corpora, a large one and a stop, " << failed << " failed\n";
    return failed != 0;
}
