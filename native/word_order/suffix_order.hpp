// The suffixes of a text in sorted order, and how much neighbors have in common: the suffix array by prefix doubling
// (Manber and Myers 1993) with counting sorts, O(n log r) where r is the longest repeated run, and the common prefixes
// by Kasai et al. 2001, O(n). Memory: six numbers a word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "parallel/stop.hpp"

namespace understudy {

class SuffixOrder {
public:
    // The last number of the text is its least, and stands there only. False if `stop` said yes.
    bool sort(const std::vector<std::uint32_t>& text, const Stop& stop);

    std::size_t size() const { return order_.size(); }
    // Where the n-th suffix begins, and how many numbers it has in common with the one before.
    std::uint32_t suffix(std::size_t n) const { return order_[n]; }
    std::uint32_t common(std::size_t n) const { return common_[n]; }

private:
    void sort_by_first(const std::vector<std::uint32_t>& text);
    void sort_by_twice(std::size_t length);
    void measure(const std::vector<std::uint32_t>& text);

    std::vector<std::uint32_t> order_, next_order_;  // by rank: where the suffix begins
    std::vector<std::uint32_t> rank_, next_rank_;    // by place: equal for those that aren't told apart yet
    std::vector<std::uint32_t> starts_;              // by rank: where it begins in the order
    std::vector<std::uint32_t> common_;
    std::uint32_t ranks_ = 0;
};

}  // namespace understudy
