// Longest common subsequences: words that two texts have in the same order. What ROUGE-L and ROUGE-Lsum are made of.
//
// Hyyrö, "Bit-parallel LCS-length computation revisited", 2004: O(ceil(m / 64) n) for a hypothesis of m words and a
// reference of n. The length takes O(n) memory; which words are in common, which ROUGE-Lsum needs, takes one bit per
// cell of the matrix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edit/bit_pattern.hpp"
#include "ngrams/ngrams.hpp"
#include "parallel/stop.hpp"
#include "text/interner.hpp"

namespace understudy {

// A row: words or n-grams of the hypothesis, those of the reference, and those in common.
constexpr std::size_t rouge_columns = 3;

// N-grams from `shortest` to `order` words, of one pair after another; not for several threads at once.
class RougeNgrams {
public:
    RougeNgrams(std::size_t shortest, std::size_t order, std::size_t vocabulary)
        : shortest_(shortest), order_(order), counter_(order, vocabulary) {}

    void write_row(Ids hypothesis, Ids reference, std::span<double> row, const Stop& stop);

private:
    std::size_t shortest_, order_;
    NgramCounter counter_;
    NgramCounts counts_;
};

// Compares one pair of texts after another with buffers of its own; not for several threads at once.
class CommonSubsequence {
public:
    explicit CommonSubsequence(std::size_t vocabulary)
        : pattern_(vocabulary), in_hypothesis_(vocabulary, 0), in_reference_(vocabulary, 0) {}

    // `stop` is asked now and then within a long pair; once it says yes the numbers are worthless.
    std::uint64_t length(Ids hypothesis, Ids reference, const Stop& stop);

    void write_row(Ids hypothesis, Ids reference, std::span<double> row, const Stop& stop);

    // Of summaries, whose lines `line_end` separates: for each line of the reference, the words that are in its longest
    // common subsequence with any line of the hypothesis; of each word no more than either summary has.
    std::uint64_t union_length(Ids hypothesis, Ids reference, Id line_end, const Stop& stop);
    void write_summary_row(Ids hypothesis, Ids reference, Id line_end, std::span<double> row, const Stop& stop);

private:
    struct Nothing {
        void operator()(std::size_t, std::size_t, std::uint64_t) const {}
    };

    template <class Keep>
    std::uint64_t sweep(Ids hypothesis, Ids reference, const Stop& stop, const Keep& keep);
    void mark_places(Ids hypothesis, Ids reference, const Stop& stop);
    std::size_t length_until(std::size_t reference_words, std::size_t hypothesis_words) const;

    BlockPattern pattern_;               // of a block of the hypothesis
    std::vector<std::uint8_t> carries_;  // by position in the reference
    std::vector<std::uint64_t> grows_;   // by position in the reference and block: where one more word is in common
    std::size_t blocks_ = 0;
    std::vector<std::uint64_t> in_hypothesis_, in_reference_;  // by word: how many are left to count; 0 between pairs
    std::vector<bool> marked_;                                 // by position in a line of the reference
};

}  // namespace understudy
