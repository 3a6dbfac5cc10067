// Ways past letters, eight bytes at a time, and the scripts that are read character by character.
//
// Eight bytes are loaded as one number (little-endian machines only; others take the plain loops) and tested at once by
// arithmetic on all of them: about ten instructions for eight letters of ASCII. Beyond ASCII a character is one step.
#pragma once

#include <bit>
#include <cstddef>
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

// The first of eight bytes, up to `count` < 8, as `Interner::padded` has them.
inline std::uint64_t first_bytes(std::uint64_t bytes, unsigned count) {
    return bytes & ((std::uint64_t{1} << 8 * count) - 1);
}

// How many of eight bytes come before the first that may begin whitespace: one up to the space, or one beyond ASCII.
inline unsigned letters_before(std::uint64_t bytes) {
    constexpr std::uint64_t each = 0x0101010101010101u;
    // A borrow may mark bytes after the first one, never one before it.
    const std::uint64_t others = ((bytes - each * 0x21) | bytes) & each * 0x80;
    return static_cast<unsigned>(std::countr_zero(others)) / 8;
}

// The next byte from `at` on that may begin whitespace.
inline const char* skip_letters(const char* at, const char* end) {
    if constexpr (little_endian) {
        for (; end - at >= 8; at += 8) {
            const unsigned letters = letters_before(load_eight(at));
            if (letters < 8) return at + letters;
        }
    }
    while (at<end&& static_cast<unsigned char>(*at)> 0x20 && static_cast<unsigned char>(*at) < 0x80) ++at;
    return at;
}

// The next character after the one at `at`, beyond ASCII, that may be whitespace or is of ASCII.
inline const char* skip_wide_letters(const char* at, const char* end) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(at[i]); };
    // Of all that begin with E3, kana among them, only U+3000 is whitespace.
    const auto may_be_space = [&](unsigned first) {
        return first == 0xE3 ? byte(1) == 0x80 && byte(2) == 0x80 : first == 0xC2 || first == 0xE1 || first == 0xE2;
    };
    do {
        at = skip_character(at);
    } while (at < end && byte(0) >= 0x80 && !may_be_space(byte(0)));
    return at;
}

constexpr bool is_ascii_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// How many of eight bytes are letters and digits of ASCII before the first that is not.
inline unsigned ascii_word_before(std::uint64_t bytes) {
    constexpr std::uint64_t each = 0x0101010101010101u, high = each * 0x80;
    const std::uint64_t low = bytes & ~high;
    // The high bit of every byte that is at least `first`; no byte carries into the next.
    const auto from = [](std::uint64_t of, unsigned char first) { return of + each * (0x80u - first); };
    const std::uint64_t lowered = low | each * 0x20;
    const std::uint64_t letters = from(lowered, 'a') & ~from(lowered, 'z' + 1);
    const std::uint64_t digits = from(low, '0') & ~from(low, '9' + 1);
    const std::uint64_t others = (~(letters | digits) | bytes) & high;
    return static_cast<unsigned>(std::countr_zero(others)) / 8;
}

// The next byte from `at` on that is no letter or digit of ASCII.
inline const char* skip_ascii_words(const char* at, const char* end) {
    if constexpr (little_endian) {
        for (; end - at >= 8; at += 8) {
            const unsigned letters = ascii_word_before(load_eight(at));
            if (letters < 8) return at + letters;
        }
    }
    while (at < end && is_ascii_word(*at)) ++at;
    return at;
}

// Scripts without spaces between words that are read character by character: Chinese and Japanese, and their
// punctuation.
inline bool stands_alone(char32_t c) {
    struct Range {
        char32_t first, last;
    };
    static constexpr Range ranges[] = {
        {0x2E80, 0x2FDF}, {0x2FF0, 0x312F}, {0x3190, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF},   {0xFE30, 0xFE4F},
        {0xFF01, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF9F}, {0x1B000, 0x1B16F}, {0x20000, 0x3FFFF},
    };
    for (const Range& range : ranges) {
        if (c < range.first) return false;
        if (c <= range.last) return true;
    }
    return false;
}

}  // namespace understudy
