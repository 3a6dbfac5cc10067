// Where to cut a text so that its pieces are nearest to the segments of a reference (Matusov et al. 2005).
//
// Levenshtein's matrix runs over the references of one segment after another; each segment starts from the costs of
// those before, and takes the least over its references. The cut in the middle is found from both ends, then those of
// the halves: memory is linear in the text, and time is the product of the lengths, twice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parallel/stop.hpp"
#include "text/token_table.hpp"

namespace understudy {

class Segmenter {
public:
    // `may_cut[j]`: whether a piece may begin with token j. The references of segment k are the texts `starts[k]` to
    // before `starts[k + 1]`.
    Segmenter(Ids text, std::span<const std::uint8_t> may_cut, const TokenIds& references,
              std::span<const std::int64_t> starts, const Stop& stop)
        : text_(text), may_cut_(may_cut), references_(references), starts_(starts), stop_(stop) {}

    // Where each piece ends: with the fewest errors; of those, with the most hits; of those, the cut in the middle, and
    // so on in both halves, as late as can be.
    std::vector<std::uint64_t> ends();

private:
    using Costs = std::vector<std::int64_t>;

    void cut(std::size_t first, std::size_t last, std::size_t begin, std::size_t end);
    std::size_t middle_cut(std::size_t first, std::size_t middle, std::size_t last, std::size_t begin, std::size_t end);
    Costs costs_from_left(std::size_t first, std::size_t last, std::size_t begin, std::size_t end);
    Costs costs_from_right(std::size_t first, std::size_t last, std::size_t begin, std::size_t end);
    template <class Words, class Allowed>
    void add_segment(std::size_t segment, const Words& words, const Allowed& allowed, bool backwards, Costs& costs);

    Ids text_;
    std::span<const std::uint8_t> may_cut_;
    const TokenIds& references_;
    std::span<const std::int64_t> starts_;
    const Stop& stop_;
    std::vector<std::uint64_t> ends_;
    Costs row_, least_;
};

}  // namespace understudy
