// Validity, decoding and lower case, against the definition of UTF-8.
#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

// Table 3-7 of the Unicode standard: the well-formed sequence at the front has so many bytes; 0: it is ill-formed.
std::size_t well_formed(View text) {
    const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; };
    const auto in = [&](std::size_t i, int low, int high) { return at(i) >= low && at(i) <= high; };
    if (at(0) < 0x80) return 1;
    if (in(0, 0xC2, 0xDF)) return in(1, 0x80, 0xBF) ? 2 : 0;
    if (in(0, 0xE0, 0xEF)) {
        const bool second = at(0) == 0xE0 ? in(1, 0xA0, 0xBF) : at(0) == 0xED ? in(1, 0x80, 0x9F) : in(1, 0x80, 0xBF);
        return second && in(2, 0x80, 0xBF) ? 3 : 0;
    }
    if (in(0, 0xF0, 0xF4)) {
        const bool second = at(0) == 0xF0 ? in(1, 0x90, 0xBF) : at(0) == 0xF4 ? in(1, 0x80, 0x8F) : in(1, 0x80, 0xBF);
        return second && in(2, 0x80, 0xBF) && in(3, 0x80, 0xBF) ? 4 : 0;
    }
    return 0;
}

std::size_t first_invalid(View text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = well_formed(text.substr(at));
        if (bytes == 0) return at;
        at += bytes;
    }
    return View::npos;
}

void check_lower(View text) {
    std::string lowered, again, ascii;
    lower(text, lowered);
    lower_ascii(text, ascii);
    law(invalid_utf8(lowered) == View::npos, "lower case is valid UTF-8");
    law(ascii.size() == text.size(), "lower case within ASCII keeps the length");
    law(std::ranges::none_of(ascii, [](char c) { return c >= 'A' && c <= 'Z'; }), "no capital of ASCII is left");
    lower(lowered, again);
    std::size_t capitals = 0;
    for (const char c : again) capitals += c >= 'A' && c <= 'Z';
    law(capitals == 0, "no capital of ASCII is left");
}

void check_code_points(View text) {
    std::string copy;
    for (const char* at = text.data(); at < text.data() + text.size();) {
        const char32_t c = decode(at);
        law(!(is_space(c) && c > 0x80 && classify(c) != Class::other), "no whitespace has a class of its own");
        append(copy, c);
    }
    law(copy == text, "decoded and encoded it is the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const Exact any(Input(data, size).rest());
    law(invalid_utf8(any.view()) == first_invalid(any.view()), "the first invalid byte");
    const std::string valid = input.text();
    const Exact text(valid);
    check_lower(text.view());
    check_code_points(text.view());
    return 0;
}
