// The tokenizer none: words are what stands between white space, as Python's str.split has it.
#pragma once

#include "text/characters.hpp"
#include "text/tokenizers/split_mteval.hpp"

namespace understudy {

template <class Sink>
void split_spaces(View text, const Sink& sink) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const char* start = at;
    while (at < end) {
        if constexpr (little_endian) {
            // Most words are short and end at a blank: one load brings the word and shows its end.
            if (at == start && end - at >= 8) {
                const std::uint64_t bytes = load_eight(at);
                const unsigned letters = letters_before(bytes);
                if (letters - 1 < 7 && at[letters] == ' ') {
                    sink(View(at, letters), bytes & ((std::uint64_t{1} << 8 * letters) - 1));
                    start = at += letters + 1;
                    continue;
                }
            }
        }
        const Kind kind = kind_of(space_kinds, *at);
        std::size_t width = kind == space ? 1 : 0;
        if (kind == maybe_space) width = wide_space(at);
        if (width == 0) {
            at = static_cast<unsigned char>(*at) < 0x80 ? skip_letters(at + 1, end) : skip_wide_letters(at, end);
            continue;
        }
        if (at > start) sink(View(start, static_cast<std::size_t>(at - start)));
        start = at += width;
    }
    if (at > start) sink(View(start, static_cast<std::size_t>(at - start)));
}

}  // namespace understudy
