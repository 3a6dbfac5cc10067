// Ways past letters, and the splitter of characters and words mixed.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "text/unicode.hpp"

namespace understudy {

constexpr bool little_endian = std::endian::native == std::endian::little;

inline std::uint64_t load_eight(const char* at) {
    std::uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

// How many of eight bytes come before the first that may begin white space: one up to the blank, or one beyond ASCII.
inline unsigned letters_before(std::uint64_t bytes) {
    constexpr std::uint64_t each = 0x0101010101010101u;
    // A borrow may mark bytes after the first that is found, never one before it.
    const std::uint64_t found = ((bytes - each * 0x21) | bytes) & each * 0x80;
    return static_cast<unsigned>(std::countr_zero(found)) / 8;
}

// The next byte from `at` on that may begin white space.
inline const char* skip_letters(const char* at, const char* end) {
    if constexpr (little_endian) {
        for (; end - at >= 8; at += 8) {
            const unsigned letters = letters_before(load_eight(at));
            if (letters < 8) return at + letters;
        }
    }
    while (at < end && static_cast<unsigned char>(*at) > 0x20 && static_cast<unsigned char>(*at) < 0x80) ++at;
    return at;
}

// The next character after the one at `at`, beyond ASCII, that may be white space or is of ASCII.
inline const char* skip_wide_letters(const char* at, const char* end) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(at[i]); };
    // Of all that begin with E3, kana among them, only U+3000 is white space.
    const auto may_be_space = [&](unsigned first) {
        return first == 0xE3 ? byte(1) == 0x80 && byte(2) == 0x80 : first == 0xC2 || first == 0xE1 || first == 0xE2;
    };
    do {
        at = skip_character(at);
    } while (at < end && byte(0) >= 0x80 && !may_be_space(byte(0)));
    return at;
}

// Scripts without blanks between words that are read by the character: Chinese and Japanese with their punctuation.
inline bool stands_alone(char32_t c) {
    struct Range {
        char32_t first, last;
    };
    static constexpr Range ranges[] = {
        {0x2E80, 0x2FDF}, {0x2FF0, 0x312F}, {0x3190, 0x4DBF}, {0x4E00, 0x9FFF},   {0xF900, 0xFAFF},   {0xFE30, 0xFE4F},
        {0xFF01, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF9F}, {0x1B000, 0x1B16F}, {0x20000, 0x3FFFF},
    };
    for (const Range& range : ranges) {
        if (c < range.first) return false;
        if (c <= range.last) return true;
    }
    return false;
}

// Those characters one by one, everything else by white space.
template <class Sink>
void split_mixed(std::string_view text, const Sink& sink) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const char* word = at;
    const auto finish = [&](const char* until) {
        if (until > word) sink(std::string_view(word, static_cast<std::size_t>(until - word)));
    };
    while (at < end) {
        const char* const start = at;
        const char32_t c = decode(at);
        const bool blank = is_space(c);
        if (!blank && !stands_alone(c)) continue;
        finish(start);
        if (!blank) sink(std::string_view(start, static_cast<std::size_t>(at - start)));
        word = at;
    }
    finish(end);
}

}  // namespace understudy
