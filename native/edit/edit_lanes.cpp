// Many short pairs at once: a machine computes one cell of sixteen matrices about as fast as of one.
#include <algorithm>
#include <utility>

#include "edit/edit.hpp"

namespace understudy {
namespace {

using Lane = std::int16_t;

// Errors times 256 plus substitutions, counted from the lowest number: the least has least errors, then most hits.
constexpr Lane start = -0x8000, gap = 0x100, change = gap + 1;

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

void Editor::wait(std::size_t pair) {
    waiting_.push_back({pair, waiting_words_.size(), static_cast<std::uint16_t>(ref_.size()),
                        static_cast<std::uint16_t>(hyp_.size())});
    for (const std::uint32_t word : ref_) waiting_words_.push_back(static_cast<Lane>(word));
    for (const std::uint32_t word : hyp_) waiting_words_.push_back(static_cast<Lane>(word));
}

void Editor::count_waiting(EditCounts* counts) {
    // Pairs of like size together: the matrices of a group are as large as the largest.
    std::sort(waiting_.begin(), waiting_.end(), [](const Waiting& a, const Waiting& b) {
        return std::pair(a.ref_length, a.hyp_length) < std::pair(b.ref_length, b.hyp_length);
    });
    for (std::size_t begin = 0; begin < waiting_.size(); begin += lanes) {
        const std::span group(waiting_.data() + begin, std::min(lanes, waiting_.size() - begin));
        const std::size_t n = group.back().ref_length;
        std::size_t m = 0;
        for (const Waiting& each : group) m = std::max<std::size_t>(m, each.hyp_length);
        lanes_.resize(n + m + 2 * (m + 1));
        Lanes* const ref = lanes_.data();
        Lanes* const hyp = ref + n;
        Lanes* before = hyp + m;
        Lanes* row = before + m + 1;
        for (std::size_t lane = 0; lane < group.size(); ++lane) {
            const Lane* word = waiting_words_.data() + group[lane].words;
            for (std::size_t i = 0; i < group[lane].ref_length; ++i) ref[i][lane] = *word++;
            for (std::size_t j = 0; j < group[lane].hyp_length; ++j) hyp[j][lane] = *word++;
        }
        for (std::size_t j = 0; j <= m; ++j) before[j].fill(static_cast<Lane>(start + static_cast<int>(j) * gap));
        std::size_t next = 0;  // of the group, in the order of reference lengths
        for (std::size_t i = 1; i <= n; ++i) {
            row[0].fill(static_cast<Lane>(start + static_cast<int>(i) * gap));
            fill_row(ref[i - 1], hyp, m, before, row);
            for (; next < group.size() && group[next].ref_length == i; ++next) {
                const Waiting& each = group[next];
                const auto cost = static_cast<std::size_t>(row[each.hyp_length][next] - start);
                finish(counts[each.pair], cost / gap, cost % gap, each.ref_length, each.hyp_length);
            }
            std::swap(before, row);
        }
    }
    waiting_.clear();
    waiting_words_.clear();
}

}  // namespace understudy
