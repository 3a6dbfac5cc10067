// Sums of what random masks leave of columns of numbers: the draws of a permutation test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace understudy {

// Sums for one mask after another with a table of its own; not for several threads at once.
class MaskedSums {
public:
    // `values` has units times columns. Each of the `draws` masks has `bytes` bytes, the lowest bit of the first byte
    // for the first unit; `sums` gets draws times columns. Eight units at a time are looked up, not added.
    void sum(std::span<const double> values, std::size_t columns, const std::uint8_t* masks, std::size_t bytes,
             std::size_t draws, double* sums);

private:
    void fill_table(std::span<const double> values, std::size_t columns, std::size_t first);

    std::vector<double> table_;  // 256 subsets of eight units, times columns
};

}  // namespace understudy
