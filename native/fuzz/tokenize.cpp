// Every built-in tokenizer in every case.
#include "text/tokenize.hpp"

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

[[maybe_unused]] const bool prefixes_set = [] {
    for (const Tokenizer& each : all_tokenizers()) {
        if (each.traits.abbreviations) set_prefixes(*each.traits.abbreviations, {"Mr", "z.B", "т"}, {"No", "nr"});
    }
    return true;
}();

struct Setting {
    const Tokenizer& tokenizer;
    Lowercase lowercase;
    bool lines;
};

Text read(View text, const Setting& setting, TokenizeScratch& scratch, Interner& words) {
    Text ids;
    tokenize(text, setting.tokenizer, setting.lowercase, scratch, words, ids, setting.lines);
    return ids;
}

bool is_one_character(View word) {
    const char* at = word.data();
    decode(at);
    return at == word.data() + word.size();
}

void check_words(View text, const Setting& setting, const Text& ids, const Interner& words) {
    std::string all;
    for (const Id id : ids) {
        const View word = words.word(id);
        law(!word.empty(), "no token is empty");
        law(invalid_utf8(word) == View::npos, "every token is valid UTF-8");
        law(!setting.tokenizer.traits.by_character || is_one_character(word), "every token is one character");
        all += word;
    }
    const bool letters = setting.tokenizer.traits.name == "letters";
    const bool as_it_is = letters && setting.lowercase == Lowercase::no && !setting.lines;
    law(!as_it_is || text.find(all) != View::npos, "letters are the text, but for whitespace at its ends");
    const bool whole = setting.tokenizer.traits.name == "all-characters";
    law(!whole || setting.lowercase != Lowercase::no || setting.lines || text == all, "all characters are the text");
}

// Lower case made word by word is the same as reading the text in lower case, wherever it is given at all.
void check_lower_words(View text, const Setting& setting, const Text& ids, const Interner& words,
                       TokenizeScratch& scratch) {
    for (const Lowercase lowercase : {Lowercase::ascii, Lowercase::unicode}) {
        Interner by_word;
        const auto lowered = lower_words({ids, {0, ids.size()}}, words, setting.tokenizer, lowercase, by_word);
        if (!lowered) continue;
        Interner by_text;
        const Text expected = read(text, {setting.tokenizer, lowercase, setting.lines}, scratch, by_text);
        law(lowered->ids == expected && by_word.size() == by_text.size(), "lower case by words and by text");
        for (Id id = 0; id < by_text.size(); ++id) law(by_word.word(id) == by_text.word(id), "words in lower case");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::span<const Tokenizer> all = all_tokenizers();
    const Tokenizer& tokenizer = all[input.between(0, all.size() - 1)];
    const auto lowercase = static_cast<Lowercase>(input.between(0, 2));
    const Setting setting{tokenizer, lowercase, input.flag()};
    const std::string valid = input.text();
    const Exact text(valid);
    TokenizeScratch scratch;
    Interner words;
    const Text ids = read(text.view(), setting, scratch, words);
    const std::size_t distinct = words.size();
    law(read(text.view(), setting, scratch, words) == ids, "reading twice gives the same");
    law(words.size() == distinct, "reading twice adds no word");
    check_words(text.view(), setting, ids, words);
    if (setting.lowercase == Lowercase::no) check_lower_words(text.view(), setting, ids, words, scratch);
    return 0;
}
