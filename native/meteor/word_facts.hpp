// What METEOR's matchers know about the words of a vocabulary: one entry for each word id in every column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "text/interner.hpp"

namespace understudy {

struct WordFacts {
    std::span<const std::int32_t> stems;          // equal numbers for equal stems
    std::span<const std::int64_t> synset_starts;  // one entry more than there are words
    std::span<const std::int32_t> synsets;        // of word w: synset_starts[w] to synset_starts[w + 1], distinct
    std::span<const std::uint8_t> function;       // 1 for function words
    std::span<const std::int32_t> utf16;          // length in UTF-16 code units

    std::size_t stem_of(Id word) const { return static_cast<std::size_t>(stems[word]); }

    std::span<const std::int32_t> synsets_of(Id word) const {
        const std::int64_t begin = synset_starts[word], end = synset_starts[word + 1];
        return synsets.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    }

    // Whether the columns fit each other and describe at least `words` words. Takes time linear in the columns.
    bool describe(std::size_t words) const;
};

}  // namespace understudy
