// Edit distance by bits: Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic
// programming", 1999, in the form of Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit
// distances", 2003.
//
// Neighboring cells of the matrix D differ by at most one, so a column of D is told by two bit vectors: VP, the rows
// where D rises by one from the row above, and VN, where it falls. One word of the text turns a column into the next
// with about 15 operations for 64 rows: O(ceil(m / 64) n) for a pattern of m words and a text of n. The columns are
// those of D[i, j], the distance between the first i words of the pattern and the first j of the text; `score` is the
// last row, D[m, j].
//
// The search can be resumed: a column and its score are all that must be kept, which TER does for each prefix of the
// hypothesis, because a shift leaves the words before it where they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edit/bit_pattern.hpp"

namespace understudy {

// 64 rows of a column. The first column rises in every row.
struct MyersBlock {
    std::uint64_t vp = ~std::uint64_t{0}, vn = 0;
};

// Horizontal differences: the rows where D rises or falls from the column before.
struct HorizontalBits {
    std::uint64_t hp, hn;
};

// One block of the next column from `eq`, the rows of the block whose word is that of the column. `carry` has the
// difference in the row above the block and gets that in its last row, in the lowest bit.
// `d0` gets the rows where D is that of the row above in the column before.
inline HorizontalBits advance(std::uint64_t eq, MyersBlock& block, HorizontalBits& carry, std::uint64_t& d0) {
    const auto [hp_in, hn_in] = carry;
    eq |= hn_in;
    d0 = (((eq & block.vp) + block.vp) ^ block.vp) | eq | block.vn;
    const HorizontalBits here{block.vn | ~(d0 | block.vp), block.vp & d0};
    const std::uint64_t hp = here.hp << 1 | hp_in, hn = here.hn << 1 | hn_in;
    block = {hn | ~(d0 | hp), hp & d0};
    carry = {here.hp >> 63, here.hn >> 63};
    return here;
}
inline HorizontalBits advance(std::uint64_t eq, MyersBlock& block, HorizontalBits& carry) {
    std::uint64_t d0;
    return advance(eq, block, carry, d0);
}

// The first row is the number of words of the text so far, which rises in every column.
constexpr HorizontalBits first_row{1, 0};

constexpr auto to_the_end = [](const MyersBlock*, std::size_t) { return true; };

// Goes on from a column and its score over the words of the text and gives the last score. `after(column, score)`,
// which is called after each word, says whether to go on. The pattern has at least one word.
template <class After>
std::size_t advance_column(BitPattern& pattern, Symbols text, std::span<MyersBlock> column, std::size_t score,
                           const After& after) {
    const std::uint64_t last = pattern.last_bit();
    const auto add = [&](const HorizontalBits& bits) {
        score += (bits.hp & last) != 0;
        score -= (bits.hn & last) != 0;
    };
    if (column.size() == 1) {
        const std::uint64_t* const eq = pattern[0];  // one word of bits for each symbol, one after another
        MyersBlock block = column[0];                // a copy, which stays in registers
        for (const Symbol word : text) {
            HorizontalBits carry = first_row;
            add(advance(eq[word], block, carry));
            if (!after(&block, score)) break;
        }
        column[0] = block;
        return score;
    }
    for (const Symbol word : text) {
        const std::uint64_t* const eq = pattern[word];
        HorizontalBits carry = first_row;
        for (std::size_t b = 0; b + 1 < column.size(); ++b) advance(eq[b], column[b], carry);
        add(advance(eq[column.size() - 1], column.back(), carry));
        if (!after(column.data(), score)) break;
    }
    return score;
}

}  // namespace understudy
