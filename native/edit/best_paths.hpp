// All alignments with the fewest errors, and the one of them with most hits.
//
// The distance matrix of both texts, read from their ends (banded_myers.hpp), tells for every cell which steps lie on
// an alignment with the fewest errors. From the first words on, only cells on such alignments are visited, each with
// the fewest substitutions that lead to it: few more cells than words, even for texts that have little in common,
// because alignments that differ much hardly ever need the same number of errors. So the time is that of the distance.
// Texts that repeat a few words again and again can have very many; then `find` gives up, after some steps a word.
//
// Of several alignments with most hits it is the one that a way back from the last words finds which prefers a pair of
// words, then a deletion, then an insertion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "edit/banded_myers.hpp"
#include "edit/edit_counts.hpp"
#include "edit/pair_symbols.hpp"
#include "parallel/stop.hpp"

namespace understudy {

// Compares one pair after another with buffers of its own; not for several threads at once.
class BestPaths {
public:
    static constexpr std::size_t kept_blocks = std::size_t{1} << 20;  // 24 MB

    explicit BestPaths(std::size_t kept = kept_blocks) : matrix_(kept) {}

    // Both texts have words, in symbols up to `distinct`. Worthless once `stop` says yes.
    std::size_t distance(Symbols hypothesis, Symbols reference, std::size_t distinct, PacedStop& stop);

    // After `distance`: whether the alignments are few enough to be visited.
    bool find(PacedStop& stop);

    // After `find`: the fewest substitutions, and the alignment, whose steps from left to right are added.
    std::size_t substitutions() const { return cells_.back().substitutions; }
    void trace_back(std::vector<Edit>& steps) const;

private:
    struct Cell {
        std::uint32_t row, substitutions;  // words of the reference that are left, and the fewest on a way here
        std::uint32_t from;                // the cell before, on the best way
        Edit step;                         // from there,
        std::uint32_t times = 1;           // so often

        // The better of two ways to the same cell.
        void offer(const Cell& other) {
            if (std::pair(other.substitutions, other.step) < std::pair(substitutions, step)) *this = other;
        }
    };

    // Cells of one column in the order of their rows, the last row first.
    class Cells {
    public:
        void clear() { cells_.clear(), next_ = 0; }
        // Offers come in the order of their rows; two for the same row follow each other.
        void offer(const Cell& cell) {
            if (!cells_.empty() && cells_.back().row == cell.row) return cells_.back().offer(cell);
            cells_.push_back(cell);
        }
        bool empty() const { return next_ == cells_.size(); }
        bool is_one() const { return cells_.size() == 1; }
        bool has_row(std::uint32_t row) const { return !empty() && cells_[next_].row == row; }
        const Cell& take() { return cells_[next_++]; }

    private:
        std::vector<Cell> cells_;
        std::size_t next_ = 0;
    };

    // The steps that can lead on from a cell.
    struct Ways {
        bool hit, substitution, deletion, insertion;

        bool are_several() const { return hit + substitution + deletion + insertion > 1; }
        Edit first() const {
            return hit ? Edit::hit : substitution ? Edit::substitution : deletion ? Edit::deletion : Edit::insertion;
        }
    };

    Ways ways_from(std::size_t row, std::size_t column, BandedMyers::Column steps) const;
    std::uint32_t hits_from(std::size_t row, std::size_t column, PacedStop& stop);
    std::size_t follow(std::size_t column, PacedStop& stop);
    bool visit_column(std::size_t column, PacedStop& stop);

    BandedMyers matrix_;
    std::vector<Symbol> hypothesis_, reference_;  // backwards
    std::vector<Cell> cells_;                     // all that were visited
    Cells here_, next_;                           // those of this column and the next that a step leads to
};

}  // namespace understudy
