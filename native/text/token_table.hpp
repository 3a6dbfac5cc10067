// Token tables made of other token tables, or of words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/tokenize.hpp"
#include "text/vocabulary.hpp"

namespace understudy {

// The ids of one segment.
inline Ids segment_of(const Tokens& tokens, std::size_t i) {
    return Ids(tokens.ids).subspan(tokens.offsets[i], tokens.offsets[i + 1] - tokens.offsets[i]);
}

// A table of tokens that were made elsewhere.
Tokens intern_all(std::span<const std::vector<std::string>> segments, Vocabulary& vocabulary);

// The ids of tokens that were made elsewhere, each in lower case if that is asked for.
std::vector<Id> intern_each(std::span<const std::string_view> tokens, Lowercase lowercase, Vocabulary& vocabulary);

// Some segments of a table, in any order, some perhaps twice.
Tokens take_segments(const Tokens& tokens, std::span<const std::int64_t> segments);

// The table with `numbers[id]` for each id.
Tokens renumber_all(const Tokens& tokens, std::span<const Id> numbers);

}  // namespace understudy
