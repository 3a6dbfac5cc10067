// Splitters that keep words and drop what stands between them: punctuation, symbols and white space.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "text/characters.hpp"
#include "text/unicode.hpp"

namespace understudy {

constexpr bool is_ascii_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// How many of eight bytes are letters and digits of ASCII before the first that is not.
inline unsigned ascii_word_before(std::uint64_t bytes) {
    constexpr std::uint64_t each = 0x0101010101010101u, high = each * 0x80;
    const std::uint64_t low = bytes & ~high;
    // The high bit of every byte that is at least `first`; no byte carries into the next.
    const auto from = [](std::uint64_t of, unsigned char first) { return of + each * (0x80u - first); };
    const std::uint64_t lowered = low | each * 0x20;
    const std::uint64_t letters = from(lowered, 'a') & ~from(lowered, 'z' + 1), digits = from(low, '0') & ~from(low, '9' + 1);
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

// Most words are short and end at a blank or mark of ASCII: one load brings the word and shows its end. Gives the place
// after the mark, or `at` itself where it is not so simple.
template <class Sink>
const char* take_short_words(const char* at, const char* end, const Sink& sink) {
    if constexpr (little_endian) {
        while (end - at >= 8) {
            const std::uint64_t bytes = load_eight(at);
            const unsigned letters = ascii_word_before(bytes);
            if (letters == 8 || static_cast<unsigned char>(at[letters]) >= 0x80) break;
            if (letters > 0) sink(std::string_view(at, letters), bytes & ((std::uint64_t{1} << 8 * letters) - 1));
            at += letters + 1;
        }
    }
    return at;
}

// White space, punctuation, symbols, control characters and the blank of no width.
inline bool parts_words(char32_t c) {
    const Class of = classify(c);
    return of == Class::punctuation || of == Class::symbol || is_space(c) || c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x200B;
}

// Joiners, marks of direction, variation selectors: within a word they belong to it, at its ends they are nothing.
inline bool is_unseen(char32_t c) {
    return (c >= 0x200C && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2069) ||
           (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || (c >= 0xE0000 && c <= 0xE01EF);
}

// Words of any script; characters that stand alone are words by themselves.
template <class Sink>
void split_words(std::string_view text, const Sink& sink) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const char* start = nullptr;
    const char* until = nullptr;
    const auto finish = [&] {
        if (start != nullptr) sink(std::string_view(start, static_cast<std::size_t>(until - start)));
        start = nullptr;
    };
    while (true) {
        if (start == nullptr) at = take_short_words(at, end, sink);
        if (at == end) break;
        const char* const here = at;
        const char32_t c = decode(at);
        if (c < 0x80 ? !is_ascii_word(*here) : parts_words(c)) {
            finish();
        } else if (c >= 0x2E80 && stands_alone(c)) {
            finish();
            sink(std::string_view(here, static_cast<std::size_t>(at - here)));
        } else if (c < 0x80 || !is_unseen(c)) {
            if (start == nullptr) start = here;
            until = at;
        }
    }
    finish();
}

// Runs of a to z, A to Z and 0 to 9.
template <class Sink>
void split_ascii_words(std::string_view text, const Sink& sink) {
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); (at = take_short_words(at, end, sink)) < end;) {
        const char* const start = at;
        at = skip_ascii_words(at, end);
        if (at > start) sink(std::string_view(start, static_cast<std::size_t>(at - start)));
        while (at < end && !is_ascii_word(*at)) ++at;
    }
}

}  // namespace understudy
