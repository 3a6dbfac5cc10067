// The tokenizer `ascii-words`: runs of a to z, A to Z and 0 to 9; everything else is dropped. After rouge_score 0.1.2.
//
// It sees case: the Kelvin sign, which it drops, has the lower case k, which it keeps.
// Cost: a word of up to seven letters takes one load of eight bytes, a longer one a load for each eight.
#pragma once

#include <cstddef>
#include <cstdint>

#include "text/characters.hpp"
#include "text/tokenizers/traits.hpp"

namespace understudy::tokenizers {

// Most words are short and end at a space or mark of ASCII: one load brings the word and shows its end. Returns the
// place from which on it is not so simple.
template <class Sink>
const char* take_short_words(const char* at, const char* end, const Sink& sink) {
    if constexpr (little_endian) {
        while (end - at >= 8) {
            const std::uint64_t bytes = load_eight(at);
            const unsigned letters = ascii_word_before(bytes);
            if (letters == 8 || static_cast<unsigned char>(at[letters]) >= 0x80) break;
            if (letters > 0) sink(View(at, letters), first_bytes(bytes, letters));
            at += letters + 1;
        }
    }
    return at;
}

struct AsciiWords {
    static constexpr Traits traits{.name = "ascii-words", .sees_case = true};

    template <class Sink>
    static void split(View text, const Sink& sink) {
        const char* const end = text.data() + text.size();
        for (const char* at = text.data(); (at = take_short_words(at, end, sink)) < end;) {
            const char* const start = at;
            at = skip_ascii_words(at, end);
            if (at > start) sink(View(start, static_cast<std::size_t>(at - start)));
            while (at < end && !is_ascii_word(*at)) ++at;
        }
    }
};

}  // namespace understudy::tokenizers
