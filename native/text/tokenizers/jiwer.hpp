// The tokenizer `jiwer`: as jiwer's default transform makes words. Two or more characters of whitespace are one space,
// those at the ends of the text are none, and words are what spaces separate: so that a single tab, or U+00A0, belongs
// to a word.
//
// Cost: one comparison for each byte of a word.
#pragma once

#include <cstddef>

#include "text/tokenizers/traits.hpp"
#include "text/whitespace.hpp"

namespace understudy::tokenizers {

struct Jiwer {
    static constexpr Traits traits{.name = "jiwer"};

    template <class Sink>
    static void split(View text, const Sink& sink) {
        text = strip(text);
        const char* at = text.data();
        const char* const end = at + text.size();
        const char* start = at;
        while (at < end) {
            const std::size_t width = space_at(at);
            if (width == 0) {
                ++at;
                continue;
            }
            const char* after = at + width;
            const bool alone = space_at(after) == 0;  // a word follows: the text doesn't end in whitespace
            if (alone && *at != ' ') {
                at = after;
                continue;
            }
            sink(View(start, static_cast<std::size_t>(at - start)));
            while (const std::size_t next = space_at(after)) after += next;
            start = at = after;
        }
        if (at > start) sink(View(start, static_cast<std::size_t>(at - start)));
    }

private:
    // Length in bytes of the whitespace character at `at`, 0 if there is none.
    static std::size_t space_at(const char* at) {
        const ByteKind kind = kind_of(space_kinds, *at);
        return kind == ByteKind::space ? 1 : kind == ByteKind::maybe_space ? wide_space(at) : 0;
    }
};

}  // namespace understudy::tokenizers
