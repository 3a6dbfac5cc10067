// METEOR's normalizer in all its languages.
#include "text/tokenizers/meteor_normalizer.hpp"

#include "input.hpp"
#include "text/tokenizers/java.hpp"

using namespace understudy;
using namespace understudy::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const bool ready = [] {
        for (std::size_t i = 0; i < meteor_languages; ++i) {
            set_prefixes(static_cast<MeteorLanguage>(i), {"Mr", "e.g", "Dr", "p", "м"}, {"No", "pp"});
        }
        return true;
    }();
    Input input(data, size);
    const auto language = static_cast<MeteorLanguage>(input.between(0, meteor_languages - 1));
    const bool punctuation = input.flag() && ready;
    const std::string valid = input.text();
    const Exact text(valid);
    MeteorScratch scratch;
    std::string out, own = valid;
    normalize_meteor(text.view(), language, punctuation, scratch, out);
    law(invalid_utf8(out) == View::npos, "the normalized text is valid UTF-8");
    normalize_meteor(own, language, punctuation, scratch, own);
    law(own == out, "the same in place");
    std::string lowered;
    lower(out, lowered);
    law(std::ranges::none_of(out, [](char c) { return c >= 'A' && c <= 'Z'; }), "no capital of ASCII is left");
    tokenizers::Java::split(
        out, [&](View word) { law(!word.empty() && word.find(' ') == View::npos, "words hold no spaces"); });
    return 0;
}
