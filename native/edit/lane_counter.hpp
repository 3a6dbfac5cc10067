// Error counts of many short pairs at once: a machine computes one cell of sixteen matrices about as fast as of one.
//
// Pairs wait until all of a batch are there; those of like size go through the plain matrix together (Wagner and
// Fischer 1974), one in each lane of a vector of 16-bit numbers: O(n m) cells a pair, for n and m of the largest in its
// group, and O(m) memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edit/edit_counts.hpp"
#include "edit/pair_symbols.hpp"

namespace understudy {

// With buffers of its own; not for several threads at once.
class LaneCounter {
public:
    // Costs of 16 bits hold the errors of texts of at most as many words.
    static constexpr std::size_t longest = 250;

    // `number` tells the pair when it is counted.
    void add(std::size_t number, Symbols hypothesis, Symbols reference);

    // Adds to `counts[number]` of each pair, and forgets all pairs.
    void count(EditCounts* counts);

private:
    static constexpr std::size_t lanes = 32;
    using Lanes = std::array<std::int16_t, lanes>;

    // Its words stand in `words_` from `first` on, those of the reference first.
    struct Pair {
        std::size_t number, first;
        std::uint16_t ref_length, hyp_length;
    };

    void count_group(std::span<const Pair> group, EditCounts* counts);

    std::vector<Pair> pairs_;
    std::vector<std::int16_t> words_;
    std::vector<Lanes> reference_, hypothesis_, before_, row_;  // by position
};

}  // namespace understudy
