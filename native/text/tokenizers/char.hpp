// The tokenizer `char`: every character but whitespace is a token, as in sacrebleu's `char`.
//
// The sink takes characters in bulk: it needs a member `take_characters(at, end, with_spaces)`, which takes one or more
// and returns the place after the last.
// Cost: about 20 instructions per byte with the vocabulary, which looks characters up without hashing.
#pragma once

#include "text/tokenizers/traits.hpp"

namespace understudy::tokenizers {

template <class Sink>
void split_characters(View text, bool with_spaces, const Sink& sink) {
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end;) at = sink.take_characters(at, end, with_spaces);
}

struct Char {
    static constexpr Traits traits{.name = "char", .by_character = true};

    template <class Sink>
    static void split(View text, const Sink& sink) {
        split_characters(text, false, sink);
    }
};

}  // namespace understudy::tokenizers
