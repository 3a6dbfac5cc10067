// Counts of n-grams that a hypothesis shares with its references: what BLEU and its relatives are made of.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "vocabulary.hpp"

namespace understudy {

// For each order n = 1..N, at index n - 1.
struct NgramCounts {
    std::vector<std::uint64_t> match;  // clipped: each n-gram as often as in the reference that has most of it
    std::vector<std::uint64_t> plain;  // unclipped: every n-gram of the hypothesis that some reference has
    std::vector<std::uint64_t> total;  // all n-grams of the hypothesis

    void reset(std::size_t order) {
        match.assign(order, 0);
        plain.assign(order, 0);
        total.assign(order, 0);
    }
};

// Counts one segment after another with buffers of its own; not for several threads at once.
class NgramCounter {
public:
    using Stop = std::function<bool()>;

    // `order` is at least 1.
    NgramCounter(std::size_t order, std::size_t vocabulary) : order_(order), masks_(vocabulary) {}

    // `stop` is asked now and then within a long segment; once it says yes the counts are worthless.
    void count(Ids hypothesis, std::span<const Ids> references, NgramCounts& counts, const Stop& stop);

    // For a hypothesis of few words: by order, the places where an n-gram ends that counts, being among the first ones
    // that the clip allows, and where one ends that some reference has.
    static constexpr std::size_t most_places = 64;
    void match(Ids hypothesis, std::span<const Ids> references, const Stop& stop);
    const std::vector<std::uint64_t>& used() const { return all_used_; }
    const std::vector<std::uint64_t>& seen() const { return seen_; }

private:
    void count_short(Ids hypothesis, std::span<const Ids> references, NgramCounts& counts, const Stop& stop);
    void count_long(Ids hypothesis, std::span<const Ids> references, NgramCounts& counts, const Stop& stop);

    std::size_t order_;
    std::vector<std::uint64_t> masks_;  // by word: the places where the hypothesis has it; all 0 between segments
    std::vector<std::uint64_t> ends_, used_, all_used_, seen_;  // by order
};

// Which length of the references counts for brevity.
double closest_length(std::size_t hypothesis, std::span<const Ids> references);  // the shorter of two equally close
double shortest_length(std::size_t hypothesis, std::span<const Ids> references);
double average_length(std::size_t hypothesis, std::span<const Ids> references);

}  // namespace understudy
