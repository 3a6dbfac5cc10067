// Which words of a hypothesis stand for which words of a reference, and how far they moved: what LEPOR is made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "text/vocabulary.hpp"

namespace understudy {

struct PositionCounts {
    std::uint64_t match = 0;     // aligned words
    std::uint64_t distance = 0;  // sum of |j * reference length - k * hypothesis length| over them; j and k from 1
};

// Aligns one pair of texts after another with buffers of its own; not for several threads at once.
class PositionAligner {
public:
    using Stop = std::function<bool()>;

    // `window`: how many words on either side are a word's neighbours.
    PositionAligner(std::size_t window, std::size_t vocabulary)
        : window_(window), first_(vocabulary, nowhere), near_(vocabulary, 0) {}

    // `stop` is asked now and then within a long pair; once it says yes the counts are worthless.
    // Texts of at most two million words: the distance stays below 2^64.
    PositionCounts align(Ids hypothesis, Ids reference, const Stop& stop);

private:
    static constexpr std::uint32_t nowhere = 0xFFFFFFFF;

    struct Choice {
        std::uint32_t place = nowhere, before = nowhere;  // `before`: the free place that leads to it
    };

    Choice choose(Ids hypothesis, Ids reference, std::size_t j);
    void mark_neighbours(Ids hypothesis, std::size_t j);
    bool has_marked_neighbour(Ids reference, std::size_t k) const;

    std::size_t window_;
    std::vector<std::uint32_t> first_;  // by word: its first free place in the reference; `nowhere` between pairs
    std::vector<std::uint32_t> next_;   // by place: the next free place of the same word
    std::vector<std::uint64_t> near_;   // by word: the last mark it got
    std::uint64_t mark_ = 0;
    std::size_t looked_at_ = 0;
};

}  // namespace understudy
