#include "word_order/suffix_order.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace understudy {

bool SuffixOrder::sort(const std::vector<std::uint32_t>& text, const Stop& stop) {
    sort_by_first(text);
    for (std::size_t length = 1; ranks_ < text.size(); length *= 2) {
        if (stop()) return false;
        sort_by_twice(length);
    }
    if (stop()) return false;
    measure(text);
    return true;
}

void SuffixOrder::sort_by_first(const std::vector<std::uint32_t>& text) {
    order_.resize(text.size());
    std::iota(order_.begin(), order_.end(), 0u);
    std::ranges::sort(order_, {}, [&](std::uint32_t place) { return text[place]; });
    rank_.resize(text.size());
    ranks_ = 0;
    for (std::size_t n = 0; n < order_.size(); ++n) {
        ranks_ += n == 0 || text[order_[n]] != text[order_[n - 1]];
        rank_[order_[n]] = ranks_ - 1;
    }
}

// From the order by the first `length` numbers to that by twice as many. The text is taken as a ring: its last number,
// which is unique, tells suffixes apart before they come round.
void SuffixOrder::sort_by_twice(std::size_t length) {
    const std::size_t size = order_.size();
    const auto behind = [&](std::uint32_t place) {
        return place + length < size ? place + length : place + length - size;
    };
    starts_.assign(ranks_ + 1, 0);
    for (const std::uint32_t rank : rank_) ++starts_[rank + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    // Those whose second half comes first are placed first.
    next_order_.resize(size);
    for (const std::uint32_t second : order_) {
        const auto first = static_cast<std::uint32_t>(second >= length ? second - length : second + size - length);
        next_order_[starts_[rank_[first]]++] = first;
    }
    next_rank_.resize(size);
    ranks_ = 0;
    for (std::size_t n = 0; n < size; ++n) {
        const std::uint32_t here = next_order_[n], before = next_order_[n == 0 ? 0 : n - 1];
        ranks_ += n == 0 || rank_[here] != rank_[before] || rank_[behind(here)] != rank_[behind(before)];
        next_rank_[here] = ranks_ - 1;
    }
    std::swap(order_, next_order_);
    std::swap(rank_, next_rank_);
}

// The suffix one number further has at least one number less in common with its neighbor.
void SuffixOrder::measure(const std::vector<std::uint32_t>& text) {
    common_.assign(text.size(), 0);
    std::uint32_t length = 0;
    for (std::size_t place = 0; place < text.size(); ++place) {
        const std::uint32_t rank = rank_[place];
        if (rank == 0) {
            length = 0;
            continue;
        }
        const std::size_t before = order_[rank - 1];
        while (text[place + length] == text[before + length]) ++length;  // ends at the last number, which is unique
        common_[rank] = length;
        length -= length > 0;
    }
}

}  // namespace understudy
