// The tokenizer `letters`: every character is a token, whitespace between words too, but not at the ends of the text,
// as in jiwer's character error rate. chrF uses it too.
//
// Cost: that of `char`.
#pragma once

#include "text/tokenizers/char.hpp"
#include "text/tokenizers/traits.hpp"
#include "text/whitespace.hpp"

namespace understudy::tokenizers {

struct Letters {
    static constexpr Traits traits{.name = "letters", .by_character = true};

    template <class Sink>
    static void split(View text, const Sink& sink) {
        split_characters(strip(text), true, sink);
    }
};

}  // namespace understudy::tokenizers
