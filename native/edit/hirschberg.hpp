// The alignment with the fewest errors and, of those, most hits, step by step. Of several such alignments it is the one
// that a way back through the matrix finds which prefers a pair of words, then a deletion, then an insertion.
//
// Up to `kept` cells the steps of the whole matrix are kept: O(n m) time and memory. Beyond, the problem is divided at
// the middle row of the matrix (Hirschberg, "A linear space algorithm for computing maximal common subsequences",
// 1975): at most twice the time, and O(m) memory. Where the best path crosses that row is handed on from cell to cell
// (Durbin, Eddy, Krogh and Mitchison, "Biological sequence analysis", 1998, section 2.6), because sums of a forward and
// a backward pass tell only the cost of paths, and not which of them the preferences choose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "edit/edit_counts.hpp"
#include "edit/pair_symbols.hpp"
#include "parallel/stop.hpp"

namespace understudy {

// Aligns one pair after another with buffers of its own; not for several threads at once.
class Hirschberg {
public:
    explicit Hirschberg(std::size_t kept) : kept_(kept) {}

    // Adds the steps from left to right. Once `stop` says yes there are too few of them.
    void align(Symbols hypothesis, Symbols reference, std::vector<Edit>& steps, PacedStop& stop);

private:
    using Cost = std::uint64_t;

    void begin(std::size_t m);
    bool fill_directions(Symbols hypothesis, Symbols reference, PacedStop& stop);
    bool find_crossing(Symbols hypothesis, Symbols reference, std::size_t middle, PacedStop& stop);
    void trace_back(std::size_t m, std::size_t n, std::vector<Edit>& steps) const;

    std::size_t kept_;
    std::vector<Cost> row_;
    std::vector<std::size_t> crossing_;  // by column: where the best path to the cell crosses the middle row
    std::vector<Edit> directions_;       // by row and column: the last step of the best path to the cell
};

}  // namespace understudy
