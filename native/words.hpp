// Splitters that keep words and drop what stands between them: punctuation, symbols and white space.
#pragma once

#include <string_view>

#include "characters.hpp"
#include "unicode.hpp"

namespace understudy {

constexpr bool is_ascii_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

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
    while (at < end) {
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
    std::size_t start = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && is_ascii_word(text[at])) continue;
        if (at > start) sink(text.substr(start, at - start));
        start = at + 1;
    }
}

}  // namespace understudy
