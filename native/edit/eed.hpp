// Extended edit distance (Stanchev et al. 2019): character by character, with jumps to another place at the ends of
// words, and how often places of the hypothesis are visited. O(m n) for texts of m and n characters, with two rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parallel/stop.hpp"
#include "text/interner.hpp"

namespace understudy {

struct EedCosts {
    double jump = 2.0, deletion = 0.2, insertion = 1.0;
};

// Compares one pair after another with buffers of its own; not for several threads at once.
class EedCounter {
public:
    // `space` is the character after which a jump is possible.
    EedCounter(const EedCosts& costs, Id space) : costs_(costs), space_(space) {}

    // The distance, the visits that coverage charges for, and the lengths of hypothesis and reference.
    static constexpr std::size_t columns = 4;
    void write_row(Ids hypothesis, Ids reference, std::span<double> row, const Stop& stop);

private:
    std::size_t advance(Ids hypothesis, Id character);

    EedCosts costs_;
    Id space_;
    std::vector<double> row_, next_;
    std::vector<std::int64_t> visits_;
};

}  // namespace understudy
