// The alignment that rapidfuzz 3 finds, which jiwer counts: of those with the fewest errors, the one that its way back
// through the plain matrix of costs meets (Wagner and Fischer 1974). O(n m) time and memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "edit/edit_counts.hpp"
#include "edit/pair_symbols.hpp"
#include "parallel/stop.hpp"

namespace understudy {

// Aligns one pair after another with buffers of its own; not for several threads at once.
class JiwerTrace {
public:
    // Beyond this many cells rapidfuzz changes its method and with it the choice among equal alignments.
    static constexpr std::size_t most_cells = std::size_t{1} << 22;

    // Adds the steps from left to right; none if `stop` says yes.
    void align(Symbols hypothesis, Symbols reference, std::vector<Edit>& steps, PacedStop& stop);

private:
    bool fill_matrix(Symbols hypothesis, Symbols reference, PacedStop& stop);

    std::vector<std::uint32_t> matrix_;
};

}  // namespace understudy
