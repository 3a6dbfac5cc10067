#include "word_order/ribes.hpp"

#include <algorithm>
#include <stdexcept>

namespace understudy {
// A run that ends with word i stands once in the hypothesis if it is longer than any equal run that ends elsewhere, and
// once in the reference if it is longer than the second longest there but not than the longest. So one more word than
// the longer of those two is the shortest run, if the longest in the reference has as many. Equal runs that end at i
// are one word longer than those that end one word earlier. Both texts are read forwards for runs that end with a word,
// and backwards for runs that begin with it.
template <class Place>
void RankAligner::find_runs(Ids hypothesis, Ids reference, const Place& of_hypothesis, const Place& of_reference,
                            const Stop& stop) {
    with_itself_.assign(hypothesis.size() + 1, 0);
    with_reference_.assign(reference.size() + 1, 0);
    PacedStop paced(stop);
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        const Id word = hypothesis[of_hypothesis(i)];
        std::uint32_t other = 0, second = 0, longest = 0;
        std::size_t place = 0;
        // Downwards, so that the entry before is still that of the word before.
        for (std::size_t k = reference.size(); k > 0; --k) {
            const std::uint32_t length = reference[of_reference(k - 1)] == word ? with_reference_[k - 1] + 1 : 0;
            with_reference_[k] = length;
            second = std::max(second, std::min(length, longest));
            if (length > longest) {
                longest = length;
                place = k - 1;
            }
        }
        for (std::size_t j = hypothesis.size(); j > 0; --j) {
            const std::uint32_t length = hypothesis[of_hypothesis(j - 1)] == word ? with_itself_[j - 1] + 1 : 0;
            with_itself_[j] = length;
            if (j - 1 != i) other = std::max(other, length);
        }
        const std::uint32_t needed = std::max(other, second) + 1;
        Run& run = shortest_[of_hypothesis(i)];
        if (needed <= longest && needed < run.length) run = {needed, static_cast<std::uint32_t>(of_reference(place))};
        if (paced(hypothesis.size() + reference.size())) return;
    }
}

RankCounts RankAligner::align(Ids hypothesis, Ids reference, const Stop& stop) {
    if (std::max(hypothesis.size(), reference.size()) >= none)
        throw std::length_error("a segment has more than four billion words");
    shortest_.assign(hypothesis.size(), Run{});
    struct Place {
        std::size_t size;
        bool backwards;
        std::size_t operator()(std::size_t i) const { return backwards ? size - 1 - i : i; }
    };
    // Words before a word are looked at first: they win if as many words after it would do.
    for (const bool backwards : {false, true}) {
        find_runs(hypothesis, reference, Place{hypothesis.size(), backwards}, Place{reference.size(), backwards}, stop);
    }
    ranks_.clear();
    for (const Run& run : shortest_) {
        if (run.length != none) ranks_.push_back(run.place);
    }
    return {ranks_.size(), count_ascending(reference.size())};
}

void RankAligner::write_row(Ids hypothesis, Ids reference, std::span<double> row, const Stop& stop) {
    const RankCounts counts = align(hypothesis, reference, stop);
    row[0] = static_cast<double>(hypothesis.size());
    row[1] = static_cast<double>(reference.size());
    row[2] = static_cast<double>(counts.aligned);
    row[3] = static_cast<double>(counts.ascending);
}

// A tree of sums (Fenwick 1994) tells how many of the ranks so far are smaller.
std::uint64_t RankAligner::count_ascending(std::size_t reference_words) {
    tree_.assign(reference_words + 1, 0);
    std::uint64_t pairs = 0;
    for (const std::uint32_t rank : ranks_) {
        for (std::size_t at = rank; at > 0; at &= at - 1) pairs += tree_[at];
        for (std::size_t at = std::size_t{rank} + 1; at <= reference_words; at += at & (~at + 1)) ++tree_[at];
    }
    return pairs;
}

}  // namespace understudy
