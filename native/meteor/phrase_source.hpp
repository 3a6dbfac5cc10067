// The module paraphrase: matches of a pair of texts from a compiled table.
#pragma once

#include <cstdint>
#include <span>

#include "meteor/paraphrase.hpp"
#include "meteor/settings.hpp"

namespace understudy {

// `table_words` gives the table's number of every word of the vocabulary. Refers to both; each copy of the source has
// buffers of its own, so that every thread can have one.
PhraseSource phrase_source(const Paraphrases& table, std::span<const std::uint32_t> table_words);

}  // namespace understudy
