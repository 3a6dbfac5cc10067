// Every built-in tokenizer in every case.
#include "text/tokenize.hpp"

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

constexpr std::size_t tokenizers = static_cast<std::size_t>(Tokenizer::meteor_ru_nopunct) + 1;

[[maybe_unused]] const bool prefixes_set = [] {
    for (const auto language : {MeteorLanguage::en, MeteorLanguage::cz, MeteorLanguage::fr, MeteorLanguage::es,
                                MeteorLanguage::de, MeteorLanguage::ru}) {
        set_prefixes(language, {"Mr", "z.B", "т"}, {"No", "nr"});
    }
    return true;
}();

struct Setting {
    Tokenizer tokenizer;
    Lowercase lowercase;
    bool lines;
};

Text read(View text, const Setting& setting, TokenizeScratch& scratch, Vocabulary& words) {
    Text ids;
    tokenize(text, setting.tokenizer, setting.lowercase, scratch, words, ids, setting.lines);
    return ids;
}

void check_words(View text, const Setting& setting, const Text& ids, const Vocabulary& words) {
    std::string all;
    for (const Id id : ids) {
        const View word = words.word(id);
        law(!word.empty(), "no token is empty");
        law(invalid_utf8(word) == View::npos, "every token is valid UTF-8");
        all += word;
    }
    const bool as_it_is = setting.tokenizer == Tokenizer::letters && setting.lowercase == Lowercase::no && !setting.lines;
    law(!as_it_is || text.find(all) != View::npos, "letters are the text, but for blanks at its ends");
}

// Lower case made word by word is the same as reading the text in lower case, wherever it is given at all.
void check_lower_words(View text, Setting setting, const Text& ids, const Vocabulary& words, TokenizeScratch& scratch) {
    for (const Lowercase lowercase : {Lowercase::ascii, Lowercase::unicode}) {
        Vocabulary by_word;
        const auto lowered = lower_words({ids, {0, ids.size()}}, words, setting.tokenizer, lowercase, by_word);
        if (!lowered) continue;
        setting.lowercase = lowercase;
        Vocabulary by_text;
        const Text expected = read(text, setting, scratch, by_text);
        law(lowered->ids == expected && by_word.size() == by_text.size(), "lower case by words and by text");
        for (Id id = 0; id < by_text.size(); ++id) law(by_word.word(id) == by_text.word(id), "words in lower case");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const Setting setting{static_cast<Tokenizer>(input.between(0, tokenizers - 1)), static_cast<Lowercase>(input.between(0, 2)),
                          input.flag()};
    const std::string valid = input.text();
    const Exact text(valid);
    TokenizeScratch scratch;
    Vocabulary words;
    const Text ids = read(text.view(), setting, scratch, words);
    const std::size_t distinct = words.size();
    law(read(text.view(), setting, scratch, words) == ids, "reading twice gives the same");
    law(words.size() == distinct, "reading twice adds no word");
    check_words(text.view(), setting, ids, words);
    if (setting.lowercase == Lowercase::no) check_lower_words(text.view(), setting, ids, words, scratch);
    return 0;
}
