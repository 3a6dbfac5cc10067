// The fewest substitutions among the alignments with the fewest errors, once the number of errors k is known.
//
// Ukkonen, "Algorithms for approximate string matching", 1985: an alignment that leaves the diagonals between the first
// cell of the matrix and the last one by d needs 2d further gaps, so only a band of about k + 1 diagonals is computed:
// O(k (n + m)) time for texts of n and m words, and O(n) memory. Cells are computed along antidiagonals, which don't
// depend on each other, so that a machine computes several at once.
#pragma once

#include <cstddef>
#include <vector>

#include "edit/pair_symbols.hpp"
#include "parallel/stop.hpp"

namespace understudy {

// `Cost` is std::int32_t for texts of fewer than `most_words<std::int32_t>` words, else std::int64_t. Counts one pair
// after another with buffers of its own; not for several threads at once.
template <class Cost>
class BandedCounter {
public:
    static constexpr std::size_t most_words = sizeof(Cost) < 8 ? 0x7000 : 0x7000'0000;

    // `errors` is the edit distance of the two texts. Worthless once `stop` says yes.
    std::size_t substitutions(Symbols hypothesis, Symbols reference, std::size_t errors, PacedStop& stop);

private:
    void begin(Symbols hypothesis, Symbols reference);

    std::vector<Cost> before_, last_, here_;  // the last three antidiagonals, by row from -1
    std::vector<Cost> reference_;             // by row: its word; row 0 has none
    std::vector<Cost> hypothesis_;            // backwards, so that it runs with the rows
};

}  // namespace understudy
