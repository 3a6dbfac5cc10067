// Common subsequences of ROUGE, alignments of RIBES and vectors of CIDEr against their definitions, written down
// plainly.
#include <algorithm>
#include <iostream>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "ngrams/cider.hpp"
#include "ngrams/rouge.hpp"
#include "text/tokenizers/ascii_words.hpp"
#include "text/tokenizers/words.hpp"
#include "word_order/ribes.hpp"

using namespace understudy;

namespace {

using Text = std::vector<Id>;
const auto go_on = [] { return false; };

Text random_text(std::mt19937& random, std::size_t words, std::size_t vocabulary) {
    Text text(random() % (words + 1));
    for (Id& id : text) id = static_cast<Id>(random() % vocabulary);
    return text;
}

std::vector<std::vector<std::size_t>> lengths(Ids hypothesis, Ids reference) {
    std::vector table(reference.size() + 1, std::vector<std::size_t>(hypothesis.size() + 1));
    for (std::size_t k = 1; k <= reference.size(); ++k) {
        for (std::size_t j = 1; j <= hypothesis.size(); ++j) {
            table[k][j] = hypothesis[j - 1] == reference[k - 1] ? table[k - 1][j - 1] + 1
                                                                : std::max(table[k - 1][j], table[k][j - 1]);
        }
    }
    return table;
}

std::vector<Ids> lines_of(const Text& text, Id line_end) {
    std::vector<Ids> lines;
    for (std::size_t start = 0, at = 0; at <= text.size(); ++at) {
        if (at < text.size() && text[at] != line_end) continue;
        lines.push_back(Ids(text).subspan(start, at - start));
        start = at + 1;
    }
    return lines;
}

std::size_t union_length(const Text& hypothesis, const Text& reference, Id line_end) {
    std::size_t hits = 0;
    std::map<Id, std::ptrdiff_t> left;
    for (const Id id : hypothesis)
        left[id] = std::min(std::ranges::count(hypothesis, id), std::ranges::count(reference, id));
    for (const Ids line : lines_of(reference, line_end)) {
        std::vector<bool> marked(line.size());
        for (const Ids each : lines_of(hypothesis, line_end)) {
            const auto table = lengths(each, line);
            for (std::size_t j = each.size(), k = line.size(); j > 0 && k > 0;) {
                if (each[j - 1] == line[k - 1]) {
                    marked[--k] = true;
                    --j;
                } else {
                    table[k][j - 1] > table[k - 1][j] ? --j : --k;
                }
            }
        }
        for (std::size_t k = 0; k < line.size(); ++k) hits += marked[k] && left[line[k]]-- > 0;
    }
    return hits;
}

int check_subsequences() {
    std::mt19937 random(1);
    int failed = 0;
    CommonSubsequence common(40);  // one for all: nothing may be left over from the pair before
    for (int i = 0; i < 3000; ++i) {
        const std::size_t vocabulary = 1 + random() % 40, most = i % 10 == 0 ? 300 : 70;
        const Text hypothesis = random_text(random, most, vocabulary),
                   reference = random_text(random, most, vocabulary);
        failed += common.length(hypothesis, reference, go_on) != lengths(hypothesis, reference).back().back();
        failed += common.union_length(hypothesis, reference, 0, go_on) != union_length(hypothesis, reference, 0);
    }
    return failed;
}

std::vector<std::size_t> places(Ids run, Ids text) {
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k + run.size() <= text.size(); ++k) {
        if (std::ranges::equal(run, text.subspan(k, run.size()))) found.push_back(k);
    }
    return found;
}

RankCounts ranks(Ids hypothesis, Ids reference) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        bool certain = false;
        for (std::size_t n = 0; n < hypothesis.size() && !certain; ++n) {
            for (const bool before : {true, false}) {
                if (certain || (before ? n > i : i + n >= hypothesis.size())) continue;
                const Ids run = hypothesis.subspan(before ? i - n : i, n + 1);
                const auto in_reference = places(run, reference);
                certain = in_reference.size() == 1 && places(run, hypothesis).size() == 1;
                if (certain) found.push_back(in_reference[0] + (before ? n : 0));
            }
        }
    }
    RankCounts counts{found.size(), 0};
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (std::size_t j = i + 1; j < found.size(); ++j) counts.ascending += found[i] < found[j];
    }
    return counts;
}

int check_ranks() {
    std::mt19937 random(2);
    int failed = 0;
    RankAligner aligner, by_suffixes(0);
    for (int i = 0; i < 3000; ++i) {
        const std::size_t vocabulary = 1 + random() % 40;
        const Text hypothesis = random_text(random, 25, vocabulary), reference = random_text(random, 25, vocabulary);
        const RankCounts got = aligner.align(hypothesis, reference, go_on), expected = ranks(hypothesis, reference);
        failed += got.aligned != expected.aligned || got.ascending != expected.ascending;
        const RankCounts sorted = by_suffixes.align(hypothesis, reference, go_on);
        failed += sorted.aligned != expected.aligned || sorted.ascending != expected.ascending;
    }
    return failed;
}

// With all weights 1 the numbers are sums of products of counts.
int check_vectors() {
    std::mt19937 random(3);
    int failed = 0;
    constexpr std::size_t order = 3;
    for (int i = 0; i < 1000; ++i) {
        const std::size_t vocabulary = 1 + random() % 10;
        const Text texts[] = {random_text(random, 30, vocabulary), random_text(random, 30, vocabulary)};
        Text twice = texts[1];
        twice.insert(twice.end(), texts[1].begin(), texts[1].end());
        const std::uint64_t offsets[] = {0, texts[1].size(), twice.size()};
        const std::int64_t starts[] = {0, 2};
        const NgramFrequencies survey = NgramFrequencies::of_documents(order, {twice, offsets}, starts, 1, Poll{});
        const std::vector<double> weights(survey.ngrams().size(), 1.0);
        for (std::size_t name = 0; name < weights.size(); ++name)
            failed += survey.ngrams()[static_cast<NgramTrie::Name>(name)].count != 1;
        NgramVectors vectors(survey, weights, order);
        vectors.take(texts[0], go_on);
        std::vector<double> products(order), hypothesis(order), reference(order);
        vectors.compare(texts[1], true, products, hypothesis, reference, go_on);
        for (std::size_t n = 1; n <= order; ++n) {
            std::map<Text, std::pair<double, double>> counts;
            for (std::size_t at = 0; at + n <= texts[0].size(); ++at)
                ++counts[Text(texts[0].begin() + at, texts[0].begin() + at + n)].first;
            for (std::size_t at = 0; at + n <= texts[1].size(); ++at)
                ++counts[Text(texts[1].begin() + at, texts[1].begin() + at + n)].second;
            double expected[3] = {0, 0, 0};
            for (const auto& [ngram, count] : counts) {
                expected[0] += std::min(count.first, count.second) * count.second;
                expected[1] += count.first * count.first;
                expected[2] += count.second * count.second;
            }
            failed +=
                products[n - 1] != expected[0] || hypothesis[n - 1] != expected[1] || reference[n - 1] != expected[2];
        }
    }
    return failed;
}

// Every text has a buffer of just its size, so that a sanitizer sees a read beyond it.
int check_words() {
    std::mt19937 random(4);
    int failed = 0;
    for (int i = 0; i < 20000; ++i) {
        std::vector<char> text(random() % 24);
        for (char& c : text) c = "az09AZ @[`{/:-"[random() % 14];
        std::vector<std::string> expected(1), ascii, any;
        for (const char c : text) is_ascii_word(c) ? expected.back().push_back(c) : expected.emplace_back().clear();
        std::erase(expected, "");
        const auto into = [](std::vector<std::string>& words) {
            return [&words](std::string_view word, auto...) { words.emplace_back(word); };
        };
        tokenizers::AsciiWords::split({text.data(), text.size()}, into(ascii));
        tokenizers::Words::split({text.data(), text.size()}, into(any));
        failed += ascii != expected || any != expected;
    }
    return failed;
}

int check_stop() {
    int asked = 0;
    const auto stop = [&] { return ++asked == 2; };
    const Text equal(20000, 1), one(1, 1);
    CommonSubsequence common(2);
    RankAligner aligner;
    common.length(equal, equal, stop);
    int failed = asked != 2;
    asked = 0;
    aligner.align(equal, equal, stop);
    failed += asked < 2;  // once for either direction at least
    return failed + (common.length(one, one, go_on) != 1) + (aligner.align(one, one, go_on).aligned != 1);
}

}  // namespace

int main() {
    const int failed = check_subsequences() + check_ranks() + check_vectors() + check_words() + check_stop();
    std::cout << "kernels of ROUGE, RIBES and CIDEr: " << failed << " failed\n";
    return failed == 0 ? 0 : 1;
}
