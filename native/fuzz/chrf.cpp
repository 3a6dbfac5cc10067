// Character and word n-grams, against their definition.
#include "ngrams/chrf.hpp"

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

using enum CharacterKind;
constexpr std::size_t vocabulary = 24;

std::vector<CharacterKind> kinds_from(Input& input) {
    std::vector<CharacterKind> kinds(vocabulary, letter);
    for (std::size_t i = input.between(0, 3); i > 0; --i) kinds[input.between(0, vocabulary - 1)] = space;
    for (std::size_t i = input.between(0, 3); i > 0; --i) kinds[input.between(0, vocabulary - 1)] = punctuation;
    return kinds;
}

Text without_spaces(const Text& text, const std::vector<CharacterKind>& kinds) {
    Text kept;
    std::ranges::copy_if(text, std::back_inserter(kept), [&](Id id) { return kinds[id] != space; });
    return kept;
}

// The words of chrF++ as sentences of numbers, equal words having equal numbers.
Text words_of(const Text& text, const std::vector<CharacterKind>& kinds, std::map<Text, Id>& numbers) {
    Text words, word;
    const auto add = [&](const Text& each) {
        words.push_back(numbers.emplace(each, static_cast<Id>(numbers.size())).first->second);
    };
    const auto finish = [&] {
        if (word.size() > 1 && kinds[word.back()] == punctuation) {
            add(Text(word.begin(), word.end() - 1));
            add(Text(1, word.back()));
        } else if (word.size() > 1 && kinds[word.front()] == punctuation) {
            add(Text(1, word.front()));
            add(Text(word.begin() + 1, word.end()));
        } else if (!word.empty()) {
            add(word);
        }
        word.clear();
    };
    for (const Id id : text) kinds[id] == space ? finish() : word.push_back(id);
    finish();
    return words;
}

// `orders`: of characters and words together, so far apart are the three numbers of one order.
void check_orders(const Text& hypothesis, const Text& reference, std::size_t order, const double* row,
                  std::size_t orders) {
    for (std::size_t n = 1; n <= order; ++n, ++row) {
        const auto ours = count_ngrams(hypothesis, n), theirs = count_ngrams(reference, n);
        std::size_t of_hyp = 0, of_ref = 0, match = 0;
        for (const auto& [ngram, count] : ours) {
            of_hyp += count;
            if (const auto found = theirs.find(ngram); found != theirs.end()) match += std::min(count, found->second);
        }
        for (const auto& [ngram, count] : theirs) of_ref += count;
        law(row[0] == static_cast<double>(of_ref == 0 ? 0 : of_hyp), "n-grams of the hypothesis");
        law(row[orders] == static_cast<double>(of_ref), "n-grams of the reference");
        law(row[2 * orders] == static_cast<double>(match), "matches");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::size_t char_order = input.between(1, 7), word_order = input.between(0, 3);
    const bool whitespace = input.flag();
    const std::vector<CharacterKind> kinds = kinds_from(input);
    ChrfCounter counter(char_order, word_order, whitespace, kinds);
    std::vector<double> row(ChrfCounter::columns(char_order, word_order));
    for (int round = 0; round < 2; ++round) {
        const Text hypothesis = input.words(vocabulary, 700);
        counter.begin(hypothesis);
        for (const Text& reference : input.several(vocabulary, 2, 700)) {
            counter.count(reference, row.data(), never);
            const Text hyp = whitespace ? hypothesis : without_spaces(hypothesis, kinds);
            check_orders(hyp, whitespace ? reference : without_spaces(reference, kinds), char_order, row.data(),
                         char_order + word_order);
            std::map<Text, Id> numbers;
            const Text words = words_of(hypothesis, kinds, numbers);
            check_orders(words, words_of(reference, kinds, numbers), word_order, row.data() + char_order,
                         char_order + word_order);
        }
    }
    return 0;
}
