// The splitters, against plain loops.
#include "text/tokenizers/split_words.hpp"

#include "input.hpp"
#include "text/tokenizers/meteor_tokens.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

// A sink that keeps words, and checks the number that some splitters give along.
struct Kept {
    std::vector<View>& words;

    void operator()(View word) const { words.push_back(word); }
    void operator()(View word, std::uint64_t padded) const {
        law(word.size() <= 8 && Vocabulary::padded(word) == padded, "the word as a number");
        words.push_back(word);
    }
};

std::vector<View> runs(View text, const auto& belongs) {
    std::vector<View> found;
    std::size_t start = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && belongs(text[at])) continue;
        if (at > start) found.push_back(text.substr(start, at - start));
        start = at + 1;
    }
    return found;
}

void check_inside(View text, const std::vector<View>& words) {
    const char* until = text.data();
    for (const View word : words) {
        law(!word.empty() && invalid_utf8(word) == View::npos, "words are not empty and whole characters");
        law(word.data() >= until && word.data() + word.size() <= text.data() + text.size(), "from left to right, none twice");
        until = word.data() + word.size();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::string valid = input.text();
    const Exact exact(valid);
    const View text = exact.view();
    std::vector<View> any, ascii, java, mixed;
    split_words(text, Kept{any});
    split_ascii_words(text, Kept{ascii});
    split_java(text, Kept{java});
    split_mixed(text, Kept{mixed});
    for (const auto* words : {&any, &ascii, &java, &mixed}) check_inside(text, *words);
    law(ascii == runs(text, [](char c) { return is_ascii_word(c); }), "runs of letters and digits of ASCII");
    law(java == runs(text, [](char c) { return View(" \t\n\r\f").find(c) == View::npos; }), "runs between Java's blanks");
    if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
        law(any == ascii, "within ASCII words are letters and digits");
    }
    const char* const first = skip_letters(text.data(), text.data() + text.size());
    law(std::all_of(text.data(), first, [](char c) { return c > 0x20; }), "what is skipped are letters");
    return 0;
}
