// METEOR's normaliser in all its languages.
#include "text/tokenizers/meteor_tokens.hpp"

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const bool ready = [] {
        for (int i = 0; i < 6; ++i) set_prefixes(static_cast<MeteorLanguage>(i), {"Mr", "e.g", "Dr", "p", "м"}, {"No", "pp"});
        return true;
    }();
    Input input(data, size);
    const auto language = static_cast<MeteorLanguage>(input.between(0, 5));
    const bool punctuation = input.flag() && ready;
    const std::string valid = input.text();
    const Exact text(valid);
    MeteorScratch scratch;
    std::string out, own = valid;
    normalize_meteor(text.view(), language, punctuation, scratch, out);
    law(invalid_utf8(out) == View::npos, "the normalised text is valid UTF-8");
    normalize_meteor(own, language, punctuation, scratch, own);
    law(own == out, "the same in place");
    std::string lowered;
    lower(out, lowered);
    law(std::ranges::none_of(out, [](char c) { return c >= 'A' && c <= 'Z'; }), "no capital of ASCII is left");
    split_java(out, [&](View word) { law(!word.empty() && word.find(' ') == View::npos, "words have no blanks"); });
    return 0;
}
