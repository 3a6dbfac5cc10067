// The tokenizer `13a`: that of NIST's mteval-v13a.pl, as sacrebleu applies it by default.
//
// Cost: about 37 instructions per byte of English with the vocabulary, 13 of Japanese; see mteval_rules.hpp.
#pragma once

#include "text/tokenizers/mteval_rules.hpp"
#include "text/tokenizers/scratch.hpp"
#include "text/tokenizers/traits.hpp"
#include "text/whitespace.hpp"

namespace understudy::tokenizers {

struct Mteval13a {
    static constexpr Traits traits{.name = "13a", .reads_entities = true};

    template <class Sink>
    static void split(View text, TokenizeScratch& scratch, const Sink& sink) {
        split_mteval(unescape(strip_end(text), scratch), true, scratch, sink);
    }
};

}  // namespace understudy::tokenizers
