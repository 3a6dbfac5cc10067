// What texts share with the average of their group, against counting by maps; and words lowered one by one.
#include "ngrams/mbr.hpp"

#include <map>
#include <random>
#include <vector>

#include "checks.hpp"
#include "text/tokenize.hpp"

namespace {

using namespace understudy;
using Words = std::vector<Id>;

std::mt19937 generator(20040725);
std::size_t below(std::size_t limit) { return generator() % limit; }

std::map<Words, double> ngrams(const Words& text, std::size_t n) {
    std::map<Words, double> counts;
    for (std::size_t i = 0; i + n <= text.size(); ++i)
        ++counts[Words(text.begin() + static_cast<long>(i), text.begin() + static_cast<long>(i + n))];
    return counts;
}

void test_groups() {
    ExpectedCounter counter;
    for (int round = 0; round < 300; ++round) {
        std::vector<Words> texts(below(6));
        std::vector<double> shares;
        for (Words& text : texts) {
            text.resize(below(20));
            for (Id& word : text) word = static_cast<Id>(below(4));
            shares.push_back(static_cast<double>(below(8)) / 8);
        }
        const std::vector<Ids> views(texts.begin(), texts.end());
        const std::size_t order = 1 + below(4);
        std::vector<double> matches(texts.size() * order);
        counter.count(views, shares, order, matches.data(), [] { return false; });
        for (std::size_t n = 1; n <= order; ++n) {
            std::map<Words, double> expected;
            for (std::size_t t = 0; t < texts.size(); ++t) {
                for (const auto& [gram, count] : ngrams(texts[t], n)) expected[gram] += shares[t] * count;
            }
            for (std::size_t t = 0; t < texts.size(); ++t) {
                double match = 0;  // multiples of an eighth: exact in any order
                for (const auto& [gram, count] : ngrams(texts[t], n)) match += std::min(count, expected[gram]);
                check(matches[t * order + n - 1] == match, "what a text shares with the average");
            }
        }
    }
}

void test_lower_words() {
    for (const std::string_view text :
         {"The Cat. THE cat &QUOT; x", "ΑΣ.Α ΑΣ", "İstanbul", "", "Ünder ÉCOLE", "JOHN'S"}) {
        for (const Tokenizer& tokenizer : all_tokenizers()) {
            if (tokenizer.traits.abbreviations) continue;  // of METEOR: they are not set here
            for (const Lowercase rule : {Lowercase::ascii, Lowercase::unicode}) {
                TokenizeScratch scratch;
                Interner written, lowered, whole;
                TokenIds tokens;
                tokenize(text, tokenizer, Lowercase::no, scratch, written, tokens.ids);
                tokens.offsets.push_back(tokens.ids.size());
                const std::optional<TokenIds> words = lower_words(tokens, written, tokenizer, rule, lowered);
                if (!words) continue;
                std::vector<Id> expected;
                tokenize(text, tokenizer, rule, scratch, whole, expected);
                check(words->ids.size() == expected.size(), "as many words", text);
                for (std::size_t i = 0; i < std::min(expected.size(), words->ids.size()); ++i) {
                    check(lowered.word(words->ids[i]) == whole.word(expected[i]), "the same word", text);
                }
            }
        }
    }
}

}  // namespace

int main() {
    test_groups();
    test_lower_words();
    return report();
}
