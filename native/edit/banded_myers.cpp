#include "edit/banded_myers.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace understudy {
namespace {

constexpr std::ptrdiff_t few_errors = 63;  // to begin with

// By how much D rises from the row above a block to its last row.
std::ptrdiff_t rise(const MyersBlock& block) { return std::popcount(block.vp) - std::popcount(block.vn); }

std::ptrdiff_t rise(const HorizontalBits& carry) {
    return static_cast<std::ptrdiff_t>(carry.hp) - static_cast<std::ptrdiff_t>(carry.hn);
}

}  // namespace

MatrixSteps* StepStore::take(std::size_t count) {
    for (; chunk_ < chunks_.size() && chunks_[chunk_].size - used_ < count; ++chunk_) used_ = 0;
    if (chunk_ == chunks_.size()) {
        const std::size_t size = std::max(count, smallest);
        chunks_.push_back({std::make_unique_for_overwrite<MatrixSteps[]>(size), size});
    }
    return chunks_[chunk_].steps.get() + std::exchange(used_, used_ + count);
}

void BandedMyers::assign(Symbols pattern, Symbols text, std::size_t distinct) {
    pattern_.assign(pattern, distinct);
    column_.resize(pattern_.blocks());
    text_ = text;
}

std::size_t BandedMyers::distance(PacedStop& stop) {
    const auto n = static_cast<Number>(pattern_.size()), m = static_cast<Number>(text_.size());
    const Number longer = std::max(n, m);
    for (most_ = std::abs(n - m) + few_errors;;) {
        const bool complete = fill(stop);
        if (stop.stopped()) return 0;
        if (complete) {
            const auto errors = static_cast<Number>(last_cell());
            if (errors <= most_) return static_cast<std::size_t>(errors);
            most_ = errors;  // of an alignment, if not of the best
        } else {
            // A quarter more than so far for each word, because errors come in groups; at least half as many again.
            const double rate = static_cast<double>(most_) / static_cast<double>(done_);
            const auto guess = static_cast<Number>(1.25 * rate * static_cast<double>(m)) + few_errors;
            most_ = std::min(longer, std::max(guess, most_ + most_ / 2));
        }
    }
}

// Whether all columns were computed; false if at some word of the text there are more errors than there may be.
bool BandedMyers::fill(PacedStop& stop) {
    const std::size_t m = text_.size();
    constexpr std::size_t beyond = 4;  // blocks at the ends, and for the columns of a strip
    const std::size_t width = std::min(pattern_.blocks(), static_cast<std::size_t>(most_) / block_bits + beyond);
    const std::size_t strips = std::clamp<std::size_t>(kept_ / (width * strip_columns), 1, m / strip_columns + 1);
    portion_ = strips * strip_columns;
    extent_ = {};
    column_[0] = {};
    saved_.clear();
    saved_blocks_.clear();
    if (portion_ >= m) {
        done_ = advance_over<true>(0, m, stop);
    } else {
        done_ = 0;
        for (std::size_t end = 0; done_ == end && end < m;) {
            save();
            end = std::min(m, done_ + portion_);
            done_ = advance_over<false>(done_, end, stop);
        }
        first_kept_ = m;
    }
    return done_ == m && extent_.end == pattern_.blocks();
}

// D in the last row and column, less the rows of the last block beyond the pattern.
std::size_t BandedMyers::last_cell() const {
    const std::size_t rows = pattern_.size() % block_bits;
    const std::uint64_t beyond = rows == 0 ? 0 : ~std::uint64_t{0} << rows;
    const MyersBlock& last = column_[extent_.end - 1];
    return static_cast<std::size_t>(extent_.last_score - rise(MyersBlock{last.vp & beyond, last.vn & beyond}));
}

// Gives the words of the text before there were too many errors, or `end`.
template <bool keep>
std::size_t BandedMyers::advance_over(std::size_t begin, std::size_t end, PacedStop& stop) {
    if constexpr (keep) {
        first_kept_ = begin;
        steps_.clear();
        strips_.clear();
    }
    const Number apart = static_cast<Number>(pattern_.size()) - static_cast<Number>(text_.size());
    for (std::size_t j = begin; j < end;) {
        const std::size_t columns = std::min(strip_columns, end - j);
        grow(apart + static_cast<Number>(j));
        advance_strip<keep>(text_.subspan(j, columns));
        j += columns;
        if (!shrink(apart + static_cast<Number>(j)) || stop(8 * columns * (extent_.end - extent_.first))) return j;
    }
    return end;
}

// D rises with every row of a new block: its cells are reached from those above alone. In each column of the strip, D
// may fall by one, and the diagonal come nearer by one.
void BandedMyers::grow(Number diagonal) {
    constexpr Number in_strip = 2 * strip_columns;
    const auto next_row = [&] { return static_cast<Number>(extent_.end * block_bits + 1); };
    while (extent_.end < column_.size() && extent_.last_score + std::abs(next_row() - diagonal) <= most_ + in_strip) {
        column_[extent_.end++] = {};
        extent_.last_score += block_bits;
    }
}

template <bool keep>
void BandedMyers::advance_strip(Symbols words) {
    const std::size_t first = extent_.first, width = extent_.end - first;
    MyersBlock* const column = column_.data() + first;
    MatrixSteps* steps = nullptr;
    if constexpr (keep) {
        steps = steps_.take(words.size() * width);
        strips_.push_back({steps, first, width});
    }
    Number first_rise = 0, last_rise = 0;
    for (const Symbol word : words) {
        const std::uint64_t* const eq = pattern_[word] + first;
        HorizontalBits carry = first_row;  // above the extent, D rises with every column
        const auto advance_block = [&](std::size_t b) {
            std::uint64_t d0;
            const HorizontalBits here = advance(eq[b], column[b], carry, d0);
            if constexpr (keep) *steps++ = {d0, here.hp, column[b].vp};
        };
        advance_block(0);
        first_rise += rise(carry);
        for (std::size_t b = 1; b < width; ++b) advance_block(b);
        last_rise += rise(carry);
    }
    extent_.first_score += first_rise;
    extent_.last_score += last_rise;
}

// Leaves out blocks in which no cell matters; false if none does at all. In a block whose last row has the score s, a
// cell has at least s less the rows from it to the last.
bool BandedMyers::shrink(Number diagonal) {
    auto& [first, end, first_score, last_score] = extent_;
    const auto last_row = [](std::size_t block) { return static_cast<Number>((block + 1) * block_bits); };
    constexpr Number rows_before = block_bits - 1;
    while (true) {  // at the end, where going down the diagonal recedes
        const Number row = last_row(end - 1) - rows_before;
        if (last_score - rows_before + std::max<Number>(row - diagonal, 0) <= most_) break;
        if (end - first == 1) return false;
        last_score -= rise(column_[--end]);
    }
    while (last_row(first) < diagonal && first_score + diagonal - last_row(first) > most_) {
        if (end - first == 1) return false;
        first_score += rise(column_[++first]);
    }
    return true;
}

void BandedMyers::save() {
    saved_.push_back({extent_, saved_blocks_.size()});
    const auto at = [&](std::size_t block) { return column_.begin() + static_cast<Number>(block); };
    saved_blocks_.insert(saved_blocks_.end(), at(extent_.first), at(extent_.end));
}

void BandedMyers::keep_portion_of(std::size_t j, PacedStop& stop) {
    const std::size_t portion = (j - 1) / portion_;
    const auto& [extent, blocks] = saved_[portion];
    extent_ = extent;
    std::copy_n(saved_blocks_.begin() + static_cast<Number>(blocks), extent.end - extent.first,
                column_.begin() + static_cast<Number>(extent.first));
    advance_over<true>(portion * portion_, std::min(text_.size(), (portion + 1) * portion_), stop);
}

}  // namespace understudy
