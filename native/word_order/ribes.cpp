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
        EqualRuns equal;
        // Downwards, so that the entry before is still that of the word before.
        for (std::size_t k = reference.size(); k > 0; --k) {
            const std::uint32_t length = reference[of_reference(k - 1)] == word ? with_reference_[k - 1] + 1 : 0;
            with_reference_[k] = length;
            equal.add(length, static_cast<std::uint32_t>(k - 1));
        }
        for (std::size_t j = hypothesis.size(); j > 0; --j) {
            const std::uint32_t length = hypothesis[of_hypothesis(j - 1)] == word ? with_itself_[j - 1] + 1 : 0;
            with_itself_[j] = length;
            if (j - 1 != i) equal.other = std::max(equal.other, length);
        }
        keep_shorter(shortest_[of_hypothesis(i)], equal, of_reference(equal.place));
        if (paced(hypothesis.size() + reference.size())) return;
    }
}

void RankAligner::keep_shorter(Run& run, const EqualRuns& equal, std::size_t place) const {
    const std::uint32_t needed = std::max(equal.other, equal.second) + 1;
    if (needed <= equal.longest && needed < run.length) run = {needed, static_cast<std::uint32_t>(place)};
}

// The same by suffixes: both texts are written one after the other, against the direction in which they are read, so
// that an equal run is a common prefix of two suffixes. Sorted, the suffix of a text that has most in common with
// another is the nearest before or after it, and the one with second most among the two nearest.
template <class Place>
void RankAligner::find_long_runs(Ids hypothesis, Ids reference, const Place& of_hypothesis, const Place& of_reference,
                                 const Stop& stop) {
    constexpr std::uint32_t end = 0, between = 1, first_word = 2;
    both_texts_.clear();
    for (std::size_t i = hypothesis.size(); i > 0; --i)
        both_texts_.push_back(hypothesis[of_hypothesis(i - 1)] + first_word);
    both_texts_.push_back(between);
    for (std::size_t k = reference.size(); k > 0; --k)
        both_texts_.push_back(reference[of_reference(k - 1)] + first_word);
    both_texts_.push_back(end);
    if (!suffixes_.sort(both_texts_, stop)) return;
    equal_runs_.assign(hypothesis.size(), EqualRuns{});
    for (const bool downwards : {false, true}) compare_neighbors(hypothesis.size(), downwards);
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        const EqualRuns& equal = equal_runs_[hypothesis.size() - 1 - i];
        if (equal.longest == 0) continue;
        keep_shorter(shortest_[of_hypothesis(i)], equal, of_reference(reference.size() - 1 - equal.place));
    }
}

// Walks along the sorted suffixes with what the nearest ones so far have in common with the one that is reached.
void RankAligner::compare_neighbors(std::size_t hypothesis_words, bool downwards) {
    constexpr std::uint32_t whole = 0xFFFFFFFF;
    std::uint32_t of_hypothesis = 0, of_reference = 0, second = 0, place = 0;
    const std::size_t count = suffixes_.size();
    for (std::size_t step = 0; step < count; ++step) {
        const std::size_t n = downwards ? count - 1 - step : step;
        const std::uint32_t common = step == 0 ? 0 : suffixes_.common(downwards ? n + 1 : n);
        for (std::uint32_t* length : {&of_hypothesis, &of_reference, &second}) *length = std::min(*length, common);
        const std::uint32_t suffix = suffixes_.suffix(n);
        if (suffix < hypothesis_words) {
            EqualRuns& equal = equal_runs_[suffix];
            equal.other = std::max(equal.other, of_hypothesis);
            equal.add(of_reference, place);
            equal.add(second, 0);  // never the only longest: what is nearer has as much in common
            of_hypothesis = whole;
        } else if (suffix > hypothesis_words) {
            second = of_reference;
            of_reference = whole;
            place = static_cast<std::uint32_t>(suffix - hypothesis_words - 1);
        }
    }
}

RankCounts RankAligner::align(Ids hypothesis, Ids reference, const Stop& stop) {
    if (hypothesis.size() + reference.size() + 2 >= none)
        throw std::length_error("a segment has more than four billion words");
    const std::size_t both = hypothesis.size() + reference.size();
    const bool few = both == 0 || hypothesis.size() <= comparisons_ / both;
    shortest_.assign(hypothesis.size(), Run{});
    struct Place {
        std::size_t size;
        bool backwards;
        std::size_t operator()(std::size_t i) const { return backwards ? size - 1 - i : i; }
    };
    // Words before a word are looked at first: they win if as many words after it would do.
    for (const bool backwards : {false, true}) {
        const Place of_hypothesis{hypothesis.size(), backwards}, of_reference{reference.size(), backwards};
        few ? find_runs(hypothesis, reference, of_hypothesis, of_reference, stop)
            : find_long_runs(hypothesis, reference, of_hypothesis, of_reference, stop);
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
