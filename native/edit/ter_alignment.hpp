// One alignment of TER's words without shifts, and what a search for shifts must know of it.
//
// The plain matrix, row by row (Wagner and Fischer 1974): O(n m) time and memory for a reference of n words and a
// hypothesis of m. sacrebleu looks at a beam of about 50 cells around the diagonal of each row: O(m) time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "edit/edit_counts.hpp"
#include "edit/pair_symbols.hpp"

namespace understudy {

// Aligns one pair after another with buffers of its own; not for several threads at once.
class TerAlignment {
public:
    // Among equals a hit or substitution is preferred, then a word of the hypothesis left out. Gives the errors.
    std::size_t align(Symbols hypothesis, Symbols reference, bool beam);

    // The errors alone.
    std::size_t distance(Symbols hypothesis, Symbols reference, bool beam) {
        return fill(hypothesis, reference, beam, nullptr);
    }

    const EditCounts& counts() const { return counts_; }
    // The word of the hypothesis that stands for a word of the reference, or the one before the gap; -1 before all.
    std::int64_t aligned(std::size_t ref_position) const { return aligned_[ref_position]; }
    bool all_right_in_hypothesis(std::size_t begin, std::size_t end) const {
        return wrong_hyp_[begin] == wrong_hyp_[end];
    }
    bool all_right_in_reference(std::size_t begin, std::size_t end) const {
        return wrong_ref_[begin] == wrong_ref_[end];
    }

    // How much work there was since this was asked, in about the steps of one word of bits.
    std::uint64_t take_work();

private:
    std::size_t fill(Symbols hypothesis, Symbols reference, bool beam, Edit* steps);
    void trace_back(std::size_t m, std::size_t n);

    std::vector<std::int32_t> above_, row_;
    std::vector<Edit> steps_, path_;  // by row and column: the last step of the best path; the whole path, backwards
    EditCounts counts_;
    std::vector<std::int64_t> aligned_;                 // by word of the reference
    std::vector<std::uint32_t> wrong_hyp_, wrong_ref_;  // by position: how many of the words before are wrong
    std::uint64_t work_ = 0;
};

}  // namespace understudy
