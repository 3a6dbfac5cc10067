#include "edit/segmenter.hpp"

#include <algorithm>

namespace understudy {
namespace {

// Errors and hits in one number: an error weighs more than all hits can.
constexpr std::int64_t error = std::int64_t{1} << 32;
constexpr std::int64_t hit = -1;
constexpr std::int64_t never = std::int64_t{1} << 62;

}  // namespace

std::vector<std::uint64_t> Segmenter::ends() {
    const std::size_t segments = starts_.size() - 1;
    ends_.assign(segments, text_.size());
    if (segments > 0) cut(0, segments, 0, text_.size());
    return std::move(ends_);
}

void Segmenter::cut(std::size_t first, std::size_t last, std::size_t begin, std::size_t end) {
    if (last - first == 1) {
        ends_[first] = end;
        return;
    }
    const std::size_t middle = first + (last - first) / 2;
    const std::size_t at = middle_cut(first, middle, last, begin, end);
    cut(first, middle, begin, at);
    cut(middle, last, at, end);
}

std::size_t Segmenter::middle_cut(std::size_t first, std::size_t middle, std::size_t last, std::size_t begin,
                                  std::size_t end) {
    if (begin == end) return begin;
    const Costs left = costs_from_left(first, middle, begin, end);
    const Costs right = costs_from_right(middle, last, begin, end);
    const std::size_t length = end - begin;
    std::size_t best = 0;
    std::int64_t least = never;
    for (std::size_t j = 0; j <= length; ++j) {
        if (left[j] >= never || right[length - j] >= never) continue;  // no cut may be there
        const std::int64_t both = left[j] + right[length - j];
        if (both > least) continue;
        least = both;
        best = j;
    }
    return begin + best;
}

Segmenter::Costs Segmenter::costs_from_left(std::size_t first, std::size_t last, std::size_t begin, std::size_t end) {
    const std::size_t length = end - begin;
    Costs costs(length + 1, never);
    costs[0] = 0;
    const auto word = [&](std::size_t j) { return text_[begin + j]; };
    const auto allowed = [&](std::size_t j) { return j == 0 || j == length || may_cut_[begin + j] != 0; };
    for (std::size_t segment = first; segment < last; ++segment) add_segment(segment, word, allowed, false, costs);
    return costs;
}

Segmenter::Costs Segmenter::costs_from_right(std::size_t first, std::size_t last, std::size_t begin, std::size_t end) {
    const std::size_t length = end - begin;
    Costs costs(length + 1, never);
    costs[0] = 0;
    const auto word = [&](std::size_t j) { return text_[end - 1 - j]; };
    const auto allowed = [&](std::size_t j) { return j == 0 || j == length || may_cut_[end - j] != 0; };
    for (std::size_t segment = last; segment-- > first;) add_segment(segment, word, allowed, true, costs);
    return costs;
}

// Costs before a segment become those behind it.
template <class Words, class Allowed>
void Segmenter::add_segment(std::size_t segment, const Words& word, const Allowed& allowed, bool backwards,
                            Costs& costs) {
    const std::size_t length = costs.size() - 1;
    least_.assign(length + 1, never);
    for (auto text = static_cast<std::size_t>(starts_[segment]); text < static_cast<std::size_t>(starts_[segment + 1]);
         ++text) {
        const Ids reference = segment_of(references_, text);
        row_ = costs;
        for (std::size_t j = 1; j <= length; ++j) row_[j] = std::min(row_[j], row_[j - 1] + error);
        for (std::size_t i = 0; i < reference.size(); ++i) {
            if (stop_()) throw Stopped{};
            const Id expected = backwards ? reference[reference.size() - 1 - i] : reference[i];
            std::int64_t diagonal = row_[0];
            std::int64_t left = row_[0] += error;
            for (std::size_t j = 1; j <= length; ++j) {
                const std::int64_t up = row_[j];
                const std::int64_t aligned = diagonal + (word(j - 1) == expected ? hit : error);
                left = std::min(aligned, std::min(up, left) + error);
                row_[j] = left;
                diagonal = up;
            }
        }
        for (std::size_t j = 0; j <= length; ++j) least_[j] = std::min(least_[j], row_[j]);
    }
    for (std::size_t j = 0; j <= length; ++j) costs[j] = allowed(j) ? std::min(least_[j], never) : never;
}

}  // namespace understudy
