// The tokenizer `words`: words of any script without punctuation, symbols and whitespace; Chinese and Japanese
// characters one by one. The default of ROUGE and CIDEr; no other program has it.
//
// Cost: about 28 instructions per byte of English with the vocabulary. Short words of ASCII take one load of eight
// bytes; other characters are decoded and looked up in the Unicode tables.
#pragma once

#include <cstddef>

#include "text/characters.hpp"
#include "text/tokenizers/ascii_words.hpp"
#include "text/tokenizers/traits.hpp"
#include "text/unicode.hpp"

namespace understudy::tokenizers {

// Whitespace, punctuation, symbols, control characters and the space of no width.
inline bool separates_words(char32_t c) {
    const Class of = classify(c);
    return of == Class::punctuation || of == Class::symbol || is_space(c) || c < 0x20 || (c >= 0x7F && c <= 0x9F) ||
           c == 0x200B;
}

// Joiners, marks of direction, variation selectors: within a word they belong to it, at its ends they are dropped.
inline bool is_unseen(char32_t c) {
    return (c >= 0x200C && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2069) ||
           (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || (c >= 0xE0000 && c <= 0xE01EF);
}

struct Words {
    static constexpr Traits traits{.name = "words"};

    template <class Sink>
    static void split(View text, const Sink& sink) {
        const char* at = text.data();
        const char* const end = at + text.size();
        const char* start = nullptr;
        const char* until = nullptr;
        const auto finish = [&] {
            if (start != nullptr) sink(View(start, static_cast<std::size_t>(until - start)));
            start = nullptr;
        };
        while (true) {
            if (start == nullptr) at = take_short_words(at, end, sink);
            if (at == end) break;
            const char* const here = at;
            const char32_t c = decode(at);
            if (c < 0x80 ? !is_ascii_word(*here) : separates_words(c)) {
                finish();
            } else if (c >= 0x2E80 && stands_alone(c)) {
                finish();
                sink(View(here, static_cast<std::size_t>(at - here)));
            } else if (c < 0x80 || !is_unseen(c)) {
                if (start == nullptr) start = here;
                until = at;
            }
        }
        finish();
    }
};

}  // namespace understudy::tokenizers
