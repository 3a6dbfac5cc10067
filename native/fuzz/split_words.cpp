// The splitters of words, against plain loops.
#include "text/tokenizers/words.hpp"

#include "input.hpp"
#include "text/tokenizers/ascii_words.hpp"
#include "text/tokenizers/java.hpp"
#include "text/tokenizers/mixed.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

// A sink that keeps words, and checks the number that some splitters give along.
struct Kept {
    std::vector<View>& words;

    void operator()(View word) const { words.push_back(word); }
    void operator()(View word, std::uint64_t padded) const {
        law(word.size() <= 8 && Interner::padded(word) == padded, "the word as a number");
        words.push_back(word);
    }
};

std::vector<View> runs(View text, const auto& belongs) {
    std::vector<View> all;
    std::size_t start = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && belongs(text[at])) continue;
        if (at > start) all.push_back(text.substr(start, at - start));
        start = at + 1;
    }
    return all;
}

void check_inside(View text, const std::vector<View>& words) {
    const char* until = text.data();
    for (const View word : words) {
        law(!word.empty() && invalid_utf8(word) == View::npos, "words are not empty and whole characters");
        const char* const end = word.data() + word.size();
        law(word.data() >= until && end <= text.data() + text.size(), "from left to right, none twice");
        until = end;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::string valid = input.text();
    const Exact exact(valid);
    const View text = exact.view();
    std::vector<View> any, ascii, java, mixed;
    tokenizers::Words::split(text, Kept{any});
    tokenizers::AsciiWords::split(text, Kept{ascii});
    tokenizers::Java::split(text, Kept{java});
    tokenizers::Mixed::split(text, Kept{mixed});
    for (const auto* words : {&any, &ascii, &java, &mixed}) check_inside(text, *words);
    law(ascii == runs(text, [](char c) { return is_ascii_word(c); }), "runs of letters and digits of ASCII");
    const auto java_letter = [](char c) { return View(" \t\n\r\f").find(c) == View::npos; };
    law(java == runs(text, java_letter), "runs between the separators of Java's StringTokenizer");
    if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
        law(any == ascii, "within ASCII words are letters and digits");
    }
    const char* const first = skip_letters(text.data(), text.data() + text.size());
    law(std::all_of(text.data(), first, [](char c) { return c > 0x20; }), "what is skipped are letters");
    return 0;
}
