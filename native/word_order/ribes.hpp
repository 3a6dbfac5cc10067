// Which words of a hypothesis can be found in a reference beyond doubt, and how many pairs of them are in its order:
// what RIBES is made of.
//
// A word is found by the shortest run of words around it that stands once in either text. Short texts are compared word
// by word, O(m (m + n)) for a hypothesis of m words and a reference of n; for long ones the runs are read off the
// sorted suffixes of both texts, O((m + n) log r) where r is the longest run that is repeated.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parallel/stop.hpp"
#include "text/interner.hpp"
#include "word_order/suffix_order.hpp"

namespace understudy {

struct RankCounts {
    std::uint64_t aligned = 0;    // words
    std::uint64_t ascending = 0;  // pairs of aligned words that stand in the same order in both texts
};

// Aligns one pair of texts after another with buffers of its own; not for several threads at once.
class RankAligner {
public:
    // Up to so many comparisons of words are made one by one.
    static constexpr std::size_t most_comparisons = std::size_t{1} << 22;
    explicit RankAligner(std::size_t comparisons = most_comparisons) : comparisons_(comparisons) {}

    // `stop` is asked now and then within a long pair; once it says yes the counts are worthless.
    RankCounts align(Ids hypothesis, Ids reference, const Stop& stop);

    // Words of hypothesis and reference, aligned words, and pairs of those in the same order.
    static constexpr std::size_t columns = 4;
    void write_row(Ids hypothesis, Ids reference, std::span<double> row, const Stop& stop);

private:
    // The shortest run of words that begins or ends with a word of the hypothesis and stands once in either text.
    struct Run {
        std::uint32_t length = none;
        std::uint32_t place = 0;  // of the word in the reference
    };
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    // How long equal runs are that end (or begin) with a word of the hypothesis: the longest of those elsewhere in the
    // hypothesis, and the two longest in the reference.
    struct EqualRuns {
        std::uint32_t other = 0, longest = 0, second = 0;
        std::uint32_t place = 0;  // of the longest

        void add(std::uint32_t length, std::uint32_t at) {
            second = std::max(second, std::min(length, longest));
            if (length > longest) {
                longest = length;
                place = at;
            }
        }
    };

    template <class Place>
    void find_runs(Ids hypothesis, Ids reference, const Place& of_hypothesis, const Place& of_reference,
                   const Stop& stop);
    template <class Place>
    void find_long_runs(Ids hypothesis, Ids reference, const Place& of_hypothesis, const Place& of_reference,
                        const Stop& stop);
    void compare_neighbors(std::size_t hypothesis_words, bool downwards);
    void keep_shorter(Run& run, const EqualRuns& equal, std::size_t place) const;
    std::uint64_t count_ascending(std::size_t reference_words);

    std::size_t comparisons_;
    std::vector<Run> shortest_;                                // by place in the hypothesis
    std::vector<std::uint32_t> with_itself_, with_reference_;  // how long equal runs are that end here
    SuffixOrder suffixes_;
    std::vector<std::uint32_t> both_texts_;
    std::vector<EqualRuns> equal_runs_;  // by place in the hypothesis, as it is read
    std::vector<std::uint32_t> ranks_, tree_;
};

}  // namespace understudy
