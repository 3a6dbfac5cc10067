// The tokenizer `ascii`: tokens between the six whitespace characters of ASCII, as multi-bleu.perl reads its bytes;
// U+00A0 and the like belong to words.
//
// Cost: one comparison for each byte.
#pragma once

#include <cstddef>

#include "text/tokenizers/traits.hpp"
#include "text/whitespace.hpp"

namespace understudy::tokenizers {

struct Ascii {
    static constexpr Traits traits{.name = "ascii"};

    template <class Sink>
    static void split(View text, const Sink& sink) {
        std::size_t start = 0;
        for (std::size_t at = 0; at <= text.size(); ++at) {
            if (at < text.size() && !is_ascii_space(static_cast<unsigned char>(text[at]))) continue;
            if (at > start) sink(text.substr(start, at - start));
            start = at + 1;
        }
    }
};

}  // namespace understudy::tokenizers
