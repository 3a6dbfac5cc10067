// The native tokenizers by name: how each splits, and its traits.
#pragma once

#include <span>

#include "text/tokenizers/scratch.hpp"
#include "text/tokenizers/traits.hpp"

namespace understudy {

struct Keep;

struct Tokenizer {
    Traits traits;
    void (*split)(View text, TokenizeScratch& scratch, const Keep& keep);
};

std::span<const Tokenizer> all_tokenizers();

// Throws std::invalid_argument if there is none of that name.
const Tokenizer& tokenizer_named(View name);

}  // namespace understudy
