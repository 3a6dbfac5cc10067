#include "edit/ter_alignment.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace understudy {
namespace {

constexpr std::size_t beam_width = 25;  // sacrebleu's
constexpr std::int32_t unreachable = 1 << 29;

// Which cells of a row sacrebleu looks at.
struct Beam {
    Beam(std::size_t hyp, std::size_t ref)
        : last(hyp), columns(ref + 1), ratio(hyp == 0 ? 1.0 : static_cast<double>(ref) / static_cast<double>(hyp)) {
        constexpr auto least = static_cast<double>(beam_width);
        const double half = ratio / 2;
        if (least < half) width = static_cast<std::size_t>(std::ceil(half + least));
    }
    std::size_t first(std::size_t row) const { return diagonal(row) > width ? diagonal(row) - width : 0; }
    std::size_t end(std::size_t row) const { return row == last ? columns : std::min(columns, diagonal(row) + width); }
    std::size_t diagonal(std::size_t row) const {
        return static_cast<std::size_t>(std::floor(static_cast<double>(row) * ratio));
    }

    std::size_t last, columns;
    double ratio;
    std::size_t width = beam_width;
};

}  // namespace

std::uint64_t TerAlignment::take_work() { return std::exchange(work_, 0); }

std::size_t TerAlignment::fill(Symbols hypothesis, Symbols reference, bool in_beam, Edit* steps) {
    const std::size_t columns = reference.size() + 1;
    const Beam beam(hypothesis.size(), reference.size());
    above_.resize(columns);
    row_.resize(columns);
    for (std::size_t j = 0; j < columns; ++j) row_[j] = static_cast<std::int32_t>(j);
    std::size_t filled = columns;
    for (std::size_t i = 1; i <= hypothesis.size(); ++i) {
        above_.swap(row_);
        const std::size_t first = in_beam ? beam.first(i) : 0, end = in_beam ? beam.end(i) : columns;
        for (; filled < end; ++filled) above_[filled] = unreachable;
        Edit* const step = steps == nullptr ? nullptr : steps + (i - 1) * columns;
        std::int32_t left = unreachable;
        std::size_t j = first;
        if (first == 0) {
            left = row_[0] = above_[0] + 1;
            if (step != nullptr) step[0] = Edit::insertion;
            j = 1;
        } else {
            row_[first - 1] = unreachable;
        }
        const Symbol word = hypothesis[i - 1];
        for (; j < end; ++j) {
            const bool hit = word == reference[j - 1];
            std::int32_t cost = above_[j - 1] + (hit ? 0 : 1);
            Edit how = hit ? Edit::hit : Edit::substitution;
            if (above_[j] + 1 < cost) {
                cost = above_[j] + 1;
                how = Edit::insertion;
            }
            if (left + 1 < cost) {
                cost = left + 1;
                how = Edit::deletion;
            }
            row_[j] = left = std::min(cost, unreachable);
            if (step != nullptr) step[j] = how;
        }
        filled = end;
        work_ += (end - first) / 16 + 1;
    }
    return static_cast<std::size_t>(row_[reference.size()]);
}

std::size_t TerAlignment::align(Symbols hypothesis, Symbols reference, bool beam) {
    const std::size_t m = hypothesis.size(), n = reference.size();
    steps_.resize(m * (n + 1));
    const std::size_t errors = fill(hypothesis, reference, beam, steps_.data());
    trace_back(m, n);
    counts_ = {};
    counts_.add(path_);
    wrong_hyp_.assign(1, 0);
    wrong_ref_.assign(1, 0);
    aligned_.clear();
    std::int64_t position = -1;
    for (std::size_t k = path_.size(); k-- > 0;) {
        const Edit step = path_[k];
        const std::uint32_t wrong = step == Edit::hit ? 0 : 1;
        if (step != Edit::deletion) {
            ++position;
            wrong_hyp_.push_back(wrong_hyp_.back() + wrong);
        }
        if (step != Edit::insertion) {
            aligned_.push_back(position);
            wrong_ref_.push_back(wrong_ref_.back() + wrong);
        }
    }
    return errors;
}

void TerAlignment::trace_back(std::size_t m, std::size_t n) {
    path_.clear();
    for (std::size_t i = m, j = n; i > 0 || j > 0;) {
        const Edit step = i == 0 ? Edit::deletion : steps_[(i - 1) * (n + 1) + j];
        path_.push_back(step);
        if (step != Edit::deletion) --i;
        if (step != Edit::insertion) --j;
    }
}

}  // namespace understudy
