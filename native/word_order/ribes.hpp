// Which words of a hypothesis can be found in a reference beyond doubt, and how many pairs of them are in its order:
// what RIBES is made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parallel/stop.hpp"
#include "text/interner.hpp"

namespace understudy {

struct RankCounts {
    std::uint64_t aligned = 0;    // words
    std::uint64_t ascending = 0;  // pairs of aligned words that stand in the same order in both texts
};

// Aligns one pair of texts after another with buffers of its own; not for several threads at once.
class RankAligner {
public:
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

    template <class Place>
    void find_runs(Ids hypothesis, Ids reference, const Place& of_hypothesis, const Place& of_reference,
                   const Stop& stop);
    std::uint64_t count_ascending(std::size_t reference_words);

    std::vector<Run> shortest_;                                // by place in the hypothesis
    std::vector<std::uint32_t> with_itself_, with_reference_;  // how long equal runs are that end here
    std::vector<std::uint32_t> ranks_, tree_;
};

}  // namespace understudy
