// Words to numbers, against a map; and token tables that are merged from shares.
#include "text/interner.hpp"

#include <unordered_map>

#include "input.hpp"
#include "text/token_table.hpp"
#include "text/tokenize.hpp"
#include "text/unicode.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

void check_numbers(Input input) {
    Interner words;
    std::unordered_map<std::string, Id> expected;
    while (!input.empty()) {
        const Exact word(input.bytes());
        const auto [entry, is_new] = expected.emplace(word.view(), static_cast<Id>(expected.size()));
        law((words.find(word.view()) == Interner::none) == is_new, "a word is found once it is there");
        const bool padded = word.view().size() <= 8 && input.flag();
        const Id id = padded ? words.intern(word.view(), Interner::padded(word.view())) : words.intern(word.view());
        law(id == entry->second, "numbers by first appearance");
        law(words.word(id) == word.view() && words.find(word.view()) == id, "the word of its number");
    }
    law(words.size() == expected.size(), "each word once");
}

// More than the slots that a vocabulary begins with.
void check_growth(Input input) {
    Interner words;
    const std::uint64_t seed = input.number();
    const std::size_t count = input.between(0, 3) * 2000, longest = input.between(1, 20);
    std::vector<std::string> all;
    for (std::size_t i = 0; i < count; ++i) {
        std::string word = std::to_string(seed * (i + 1));
        word.resize(1 + i % longest, '.');
        words.intern(all.emplace_back(std::move(word)));
    }
    for (const std::string& word : all) law(words.word(words.find(word)) == word, "found after growth");
}

void check_tokens(Input input) {
    std::vector<std::string> texts;
    while (!input.empty() && texts.size() < 50) texts.push_back(input.text());
    const std::vector<View> tokens(texts.begin(), texts.end());
    for (const Lowercase lowercase : {Lowercase::no, Lowercase::ascii, Lowercase::unicode}) {
        Interner words;
        const std::vector<Id> ids = intern_each(tokens, lowercase, words);
        law(ids.size() == tokens.size(), "an id for each token");
        for (std::size_t i = 0; i < ids.size(); ++i) {
            std::string expected = texts[i];
            if (lowercase == Lowercase::ascii) lower_ascii(texts[i], expected);
            if (lowercase == Lowercase::unicode) lower(texts[i], expected);
            law(words.word(ids[i]) == expected, "the word of its token");
        }
    }
}

void check_merging(Input input) {
    std::vector<std::string> texts;
    while (!input.empty() && texts.size() < 50) texts.push_back(input.text());
    const std::vector<View> views(texts.begin(), texts.end());
    const auto whole = [&](std::size_t from, std::size_t to) {
        const auto place = [&](std::size_t i) { return views.begin() + static_cast<std::ptrdiff_t>(i); };
        return tokenize_all({place(from), place(to)}, tokenizer_named("none"), Lowercase::no, 1, {});
    };
    Interner of_parts, of_all;
    std::vector<Share> shares = whole(0, views.size() / 2);
    for (Share& share : whole(views.size() / 2, views.size())) shares.push_back(std::move(share));
    const TokenIds parts = merge(std::move(shares), of_parts), all = merge(whole(0, views.size()), of_all);
    law(parts.ids == all.ids && parts.offsets == all.offsets, "shares are the whole");
    law(of_parts.size() == of_all.size(), "shares have the words of the whole");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::size_t which = input.between(0, 7);
    if (which == 0) {
        check_growth(input);
    } else if (which == 1) {
        check_tokens(input);
    } else if (which < 4) {
        check_merging(input);
    } else {
        check_numbers(input);
    }
    return 0;
}
