// Which words of a hypothesis stand for which words of a reference, and how far they moved: what LEPOR is made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ngrams/ngrams.hpp"
#include "parallel/stop.hpp"
#include "text/interner.hpp"

namespace understudy {

struct PositionCounts {
    std::uint64_t match = 0;     // aligned words
    std::uint64_t distance = 0;  // sum of |j * reference length - k * hypothesis length| over them; j and k from 1
};

// Aligns one pair of texts after another with buffers of its own; not for several threads at once.
class PositionAligner {
public:
    // `window`: how many words on either side are a word's neighbors.
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
    void mark_neighbors(Ids hypothesis, std::size_t j);
    bool has_marked_neighbor(Ids reference, std::size_t k) const;

    std::size_t window_;
    std::vector<std::uint32_t> first_;  // by word: its first free place in the reference; `nowhere` between pairs
    std::vector<std::uint32_t> next_;   // by place: the next free place of the same word
    std::vector<std::uint64_t> near_;   // by word: the last mark it got
    std::uint64_t mark_ = 0;
    std::size_t looked_at_ = 0;
};

// Rows of one pair of texts after another; not for several threads at once.
class PositionRows {
public:
    // n-grams up to `order`, which may be 0.
    PositionRows(std::size_t window, std::size_t order, std::size_t vocabulary) : aligner_(window, vocabulary) {
        if (order > 0) ngrams_.emplace(order, vocabulary);
    }

    // The lengths of hypothesis and reference, aligned words, their distance, then matches of n-grams by order.
    static std::size_t columns(std::size_t order) { return 4 + order; }
    void write_row(Ids hypothesis, Ids reference, std::span<double> row, const Stop& stop);

private:
    PositionAligner aligner_;
    std::optional<NgramCounter> ngrams_;
    NgramCounts counts_;
};

}  // namespace understudy
