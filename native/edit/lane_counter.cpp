#include "edit/lane_counter.hpp"

#include <algorithm>
#include <utility>

namespace understudy {
namespace {

using Lane = std::int16_t;

// Errors times 256 plus substitutions, counted from the lowest number: the least has the fewest errors, then most hits.
constexpr Lane start = -0x8000, gap = 0x100, change = gap + 1;

Lane gaps(std::size_t count) { return static_cast<Lane>(start + static_cast<int>(count) * gap); }

// One row of all matrices from the row before: `row[j]` is the cost of the row's first words with the first j of the
// hypothesis.
template <class Lanes>
void fill_row(const Lanes& word, const Lanes* __restrict hyp, std::size_t length, const Lanes* __restrict before,
              Lanes* __restrict row) {
    Lanes left = row[0];
    for (std::size_t j = 0; j < length; ++j) {
        for (std::size_t lane = 0; lane < left.size(); ++lane) {
            const auto pair = static_cast<Lane>(before[j][lane] + (word[lane] == hyp[j][lane] ? 0 : change));
            const auto single = static_cast<Lane>(std::min(before[j + 1][lane], left[lane]) + gap);
            left[lane] = std::min(pair, single);
        }
        row[j + 1] = left;
    }
}

}  // namespace

void LaneCounter::add(std::size_t number, Symbols hypothesis, Symbols reference) {
    pairs_.push_back({number, words_.size(), static_cast<std::uint16_t>(reference.size()),
                      static_cast<std::uint16_t>(hypothesis.size())});
    words_.resize(words_.size() + reference.size() + hypothesis.size());
    Lane* to = words_.data() + pairs_.back().first;
    for (const Symbols text : {reference, hypothesis}) {
        to = std::transform(text.begin(), text.end(), to, [](Symbol word) { return static_cast<Lane>(word); });
    }
}

void LaneCounter::count(EditCounts* counts) {
    // Pairs of like size together: the matrices of a group are as large as the largest.
    std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) {
        return std::pair(a.ref_length, a.hyp_length) < std::pair(b.ref_length, b.hyp_length);
    });
    for (std::size_t begin = 0; begin < pairs_.size(); begin += lanes) {
        count_group(std::span(pairs_).subspan(begin, std::min(lanes, pairs_.size() - begin)), counts);
    }
    pairs_.clear();
    words_.clear();
}

// The group is in the order of reference lengths.
void LaneCounter::count_group(std::span<const Pair> group, EditCounts* counts) {
    const std::size_t n = group.back().ref_length;
    const std::size_t m = std::ranges::max_element(group, {}, &Pair::hyp_length)->hyp_length;
    reference_.resize(n);
    hypothesis_.resize(m);
    before_.resize(m + 1);
    row_.resize(m + 1);
    for (std::size_t lane = 0; lane < group.size(); ++lane) {
        const Lane* word = words_.data() + group[lane].first;
        for (std::size_t i = 0; i < group[lane].ref_length; ++i) reference_[i][lane] = *word++;
        for (std::size_t j = 0; j < group[lane].hyp_length; ++j) hypothesis_[j][lane] = *word++;
    }
    for (std::size_t j = 0; j <= m; ++j) before_[j].fill(gaps(j));
    std::size_t lane = 0;
    for (std::size_t i = 1; i <= n; ++i) {
        row_[0].fill(gaps(i));
        fill_row(reference_[i - 1], hypothesis_.data(), m, before_.data(), row_.data());
        for (; lane < group.size() && group[lane].ref_length == i; ++lane) {
            const Pair& pair = group[lane];
            const auto cost = static_cast<std::size_t>(row_[pair.hyp_length][lane] - start);
            counts[pair.number].add(cost / gap, cost % gap, pair.ref_length, pair.hyp_length);
        }
        before_.swap(row_);
    }
}

}  // namespace understudy
