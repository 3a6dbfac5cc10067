// The tokenizer `all-characters`: every character is a token, whitespace too, also at the ends of the text, as in
// sacrebleu's chrF with `whitespace`.
//
// Cost: that of `char`.
#pragma once

#include "text/tokenizers/char.hpp"
#include "text/tokenizers/traits.hpp"

namespace understudy::tokenizers {

struct AllCharacters {
    static constexpr Traits traits{.name = "all-characters", .by_character = true};

    template <class Sink>
    static void split(View text, const Sink& sink) {
        split_characters(text, true, sink);
    }
};

}  // namespace understudy::tokenizers
