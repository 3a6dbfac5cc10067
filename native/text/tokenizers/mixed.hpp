// The tokenizer `mixed`: Chinese and Japanese characters one by one, everything else by whitespace. For error
// rates on text that switches between scripts; no other program has it.
//
// Cost: every character is decoded and looked up in a few ranges.
#pragma once

#include <cstddef>

#include "text/characters.hpp"
#include "text/tokenizers/traits.hpp"
#include "text/unicode.hpp"

namespace understudy::tokenizers {

struct Mixed {
    static constexpr Traits traits{.name = "mixed"};

    template <class Sink>
    static void split(View text, const Sink& sink) {
        const char* at = text.data();
        const char* const end = at + text.size();
        const char* word = at;
        const auto finish = [&](const char* until) {
            if (until > word) sink(View(word, static_cast<std::size_t>(until - word)));
        };
        while (at < end) {
            const char* const start = at;
            const char32_t c = decode(at);
            const bool space = is_space(c);
            if (!space && !stands_alone(c)) continue;
            finish(start);
            if (!space) sink(View(start, static_cast<std::size_t>(at - start)));
            word = at;
        }
        finish(end);
    }
};

}  // namespace understudy::tokenizers
