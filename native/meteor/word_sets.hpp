// Sets of words of the hypothesis, one for each state of the beam search: the words that its matches cover.
//
// Both classes have the same interface. A set of at most 64 words is a number, copied with its state; a question takes
// O(1). Longer sets live in a pool, where a state names its set by index: a new set is a copy, O(|h| / 64), in a place
// that another state has given back, so that the pool holds at most two sets for each state of the beam.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "meteor/candidates.hpp"

namespace understudy {

// For hypotheses of at most 64 words.
class SmallSets {
public:
    using Set = std::uint64_t;
    static constexpr bool must_release = false;
    static constexpr std::size_t most_words = 64;

    void reset(std::size_t) {}  // the empty set is 0

    struct View {
        Set set;
        bool overlaps(const Candidate& candidate) const { return (set & words_of(candidate)) != 0; }
    };
    View view(Set set) const { return {set}; }

    Set with(Set set, const Candidate& candidate) const { return set | words_of(candidate); }
    void release(Set) {}

private:
    static constexpr Set words_of(const Candidate& candidate) {
        return (~Set{0} >> (64 - candidate.hyp_length)) << candidate.hyp_start;
    }
};

// For hypotheses of any length.
class SetPool {
public:
    using Set = std::uint64_t;
    static constexpr bool must_release = true;

    // Leaves one set, number 0, which is empty.
    void reset(std::size_t hypothesis_length) {
        numbers_ = (hypothesis_length + 63) / 64;
        bits_.assign(numbers_, 0);
        free_.clear();
    }

    struct View {
        const std::uint64_t* bits;
        bool overlaps(const Candidate& candidate) const {
            std::uint32_t i = candidate.hyp_start;
            const std::uint32_t end = i + candidate.hyp_length;
            do {  // a candidate covers at least one word
                if (bits[i / 64] >> (i % 64) & 1) return true;
            } while (++i < end);
            return false;
        }
    };
    // Valid until the next set is made.
    View view(Set set) const { return {bits_.data() + set * numbers_}; }

    // A new set, which must be released.
    Set with(Set set, const Candidate& candidate) {
        const Set copy = copy_of(set);
        std::uint64_t* const bits = bits_.data() + copy * numbers_;
        const std::uint32_t end = candidate.hyp_start + candidate.hyp_length;
        for (std::uint32_t i = candidate.hyp_start; i < end; ++i) bits[i / 64] |= std::uint64_t{1} << (i % 64);
        return copy;
    }

    void release(Set set) { free_.push_back(set); }

private:
    Set copy_of(Set set) {
        const Set copy = free_.empty() ? bits_.size() / numbers_ : free_.back();
        if (free_.empty()) {
            bits_.resize(bits_.size() + numbers_);
        } else {
            free_.pop_back();
        }
        std::copy_n(bits_.data() + set * numbers_, numbers_, bits_.data() + copy * numbers_);
        return copy;
    }

    std::size_t numbers_ = 1;          // 64-bit numbers in a set
    std::vector<std::uint64_t> bits_;  // of all sets, one after another
    std::vector<Set> free_;
};

}  // namespace understudy
