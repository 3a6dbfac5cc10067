// Token tables made of other token tables, or of words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/interner.hpp"
#include "text/tokenize.hpp"

namespace understudy {

// The ids of one segment.
inline Ids segment_of(const TokenIds& tokens, std::size_t i) {
    return Ids(tokens.ids).subspan(tokens.offsets[i], tokens.offsets[i + 1] - tokens.offsets[i]);
}

// A table of tokens that were made elsewhere.
TokenIds intern_all(std::span<const std::vector<std::string>> segments, Interner& vocabulary);

// The ids of tokens that were made elsewhere, each in lower case if that is asked for.
std::vector<Id> intern_each(std::span<const std::string_view> tokens, Lowercase lowercase, Interner& vocabulary);

// Some segments of a table, in any order, some perhaps twice.
TokenIds take_segments(const TokenIds& tokens, std::span<const std::int64_t> segments);

// The table with `numbers[id]` for each id.
TokenIds renumber_all(const TokenIds& tokens, std::span<const Id> numbers);

}  // namespace understudy
