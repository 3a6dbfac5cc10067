// The normalizer of English on any text.
#include "input.hpp"
#include "tests/english_sample.hpp"

using namespace understudy;
using understudy::fuzz::Exact;
using understudy::fuzz::Input;
using understudy::fuzz::law;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const EnglishNormalizer normalizer = english_sample();
    Input input(data, size);
    EnglishNormalizer::Scratch used;
    while (!input.empty()) {
        const std::string valid = input.text();
        const Exact text(valid);
        const std::optional<std::string> written = normalizer(text.view(), used);
        EnglishNormalizer::Scratch fresh;
        law(normalizer(text.view(), fresh) == written, "what was read before changes nothing");
        if (!written) continue;
        law(invalid_utf8(*written) == std::string_view::npos, "the text is valid UTF-8");
        law(written->find("  ") == std::string::npos, "no two spaces are left");
        law(written->find('\n') == std::string::npos, "no other whitespace is left");
    }
    return 0;
}
