// Code points, their classes and their lower case, over UTF-8.
//
// The tables are pinned to one Unicode version (see unicode_tables.hpp), so that a score
// does not depend on which Python happens to run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace understudy {

// General category N*, P* and S*; everything else is other.
enum class Class : std::uint8_t { other, number, punctuation, symbol };

inline constexpr auto ascii_classes = [] {
    std::array<Class, 128> classes{};
    const auto mark = [&](std::string_view characters, Class as) {
        for (const char c : characters) classes[static_cast<unsigned char>(c)] = as;
    };
    mark("0123456789", Class::number);
    mark("!\"#%&'()*,-./:;?@[\\]_{}", Class::punctuation);
    mark("$+<=>^`|~", Class::symbol);
    return classes;
}();

Class classify_beyond_ascii(char32_t c);

inline Class classify(char32_t c) { return c < ascii_classes.size() ? ascii_classes[c] : classify_beyond_ascii(c); }

// The characters at which Python's str.split() splits. That is White_Space and the four
// separators U+001C to U+001F.
inline bool is_space(char32_t c) {
    if (c < 0x80) return c == 0x20 || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
           c == 0x202F || c == 0x205F || c == 0x3000;
}

// The code point at `at`, which moves to the next one. The text must be valid UTF-8.
inline char32_t decode(const char*& at) {
    const auto byte = [&] { return static_cast<char32_t>(static_cast<unsigned char>(*at++)); };
    const auto more = [&](char32_t high) { return high << 6 | (byte() & 0x3F); };
    const char32_t first = byte();
    if (first < 0x80) return first;
    if (first < 0xE0) return more(first & 0x1F);
    if (first < 0xF0) return more(more(first & 0x0F));
    return more(more(more(first & 0x07)));
}

// The place after the character at `at`, which is not of ASCII. The text must be valid UTF-8.
inline const char* skip_character(const char* at) {
    const auto first = static_cast<unsigned char>(*at);
    return at + 2 + (first >= 0xE0) + (first >= 0xF0);
}

inline void append(std::string& out, char32_t c) {
    const auto rest = [&](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3F)); };
    const auto first = [&](char32_t mark, int shift) { return static_cast<char>(mark | c >> shift); };
    if (c < 0x80) {
        out.push_back(static_cast<char>(c));
    } else if (c < 0x800) {
        out.append({first(0xC0, 6), rest(0)});
    } else if (c < 0x10000) {
        out.append({first(0xE0, 12), rest(6), rest(0)});
    } else {
        out.append({first(0xF0, 18), rest(12), rest(6), rest(0)});
    }
}

// Bytes before the first invalid sequence, or npos if the text is valid UTF-8.
std::size_t invalid_utf8(std::string_view text);

// Python's str.lower() of valid UTF-8; `out` is replaced and must not hold `text` itself.
void lower(std::string_view text, std::string& out);

// As lower, but only A to Z change.
void lower_ascii(std::string_view text, std::string& out);

}  // namespace understudy
