// The alignment that rapidfuzz 3 finds, which jiwer counts: of those with the fewest errors, the one that its way back
// through the matrix of costs meets (Wagner and Fischer 1974). A step is a deletion wherever one leads to the cell;
// else an insertion if it comes from the cheaper of the two cells before; else a pair.
//
// The columns of the matrix are bits (myers.hpp), of which those are kept that the way back can meet: with at most k
// errors it strays at most k rows from the diagonal. Where they would take more than `whole` bytes, in bits of two
// kinds for 2 k + 1 rows or all, the problem is divided at the middle word of the hypothesis, at the first word of the
// reference at which a best path can cross it (Hirschberg 1975); each half is without what it begins and ends with in
// common. Which alignment that is depends on `whole`: it is a part of the rule. O(n m / 64) time, O(n + m) memory
// beyond `whole`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "edit/bit_pattern.hpp"
#include "edit/edit_counts.hpp"
#include "edit/myers.hpp"
#include "edit/pair_symbols.hpp"
#include "parallel/stop.hpp"

namespace understudy {

// Aligns one pair after another with buffers of its own; not for several threads at once.
class JiwerTrace {
public:
    static constexpr std::size_t of_rapidfuzz = std::size_t{1} << 20;
    // Pairs with fewer words than these are never divided.
    static constexpr std::size_t fewest_of_reference = 65, fewest_of_hypothesis = 10;

    explicit JiwerTrace(std::size_t whole = of_rapidfuzz) : whole_(whole) {}

    // Adds the steps from left to right, of texts in symbols up to `distinct`. Once `stop` says yes there are too few.
    void align(Symbols hypothesis, Symbols reference, std::size_t distinct, std::vector<Edit>& steps, PacedStop& stop);

private:
    struct Part {
        Symbols hypothesis, reference;
        std::size_t most;  // errors
    };
    struct Halves {
        Part first, second;
    };

    void align(Part part, std::vector<Edit>& steps, PacedStop& stop);
    bool keep_columns(const Part& part, PacedStop& stop);
    void trace_back(const Part& part, std::vector<Edit>& steps) const;
    Halves divide(const Part& part, PacedStop& stop);
    std::vector<std::size_t> last_column(Symbols hypothesis, Symbols reference, PacedStop& stop);

    std::size_t whole_, distinct_ = 0;
    BitPattern pattern_;
    std::vector<MyersBlock> column_;
    std::vector<MyersBlock> kept_;  // by word of the hypothesis: `width_` blocks of the column, from `first_block` on
    std::size_t width_ = 0;
};

}  // namespace understudy
