#include "word_order/lepor.hpp"

#include <algorithm>

namespace understudy {
namespace {

std::uint64_t gap(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

}  // namespace

PositionCounts PositionAligner::align(Ids hypothesis, Ids reference, const Stop& stop) {
    constexpr std::size_t positions_between_looks = 1 << 16;
    next_.resize(reference.size());
    for (std::size_t k = reference.size(); k-- > 0;) {
        next_[k] = first_[reference[k]];
        first_[reference[k]] = static_cast<std::uint32_t>(k);
    }
    PositionCounts counts;
    for (std::size_t j = 0; j < hypothesis.size(); ++j) {
        ++looked_at_;
        if (first_[hypothesis[j]] == nowhere) continue;
        const Choice chosen = choose(hypothesis, reference, j);
        (chosen.before == nowhere ? first_[hypothesis[j]] : next_[chosen.before]) = next_[chosen.place];
        ++counts.match;
        counts.distance += gap((j + 1) * reference.size(), (chosen.place + std::uint64_t{1}) * hypothesis.size());
        if (looked_at_ > positions_between_looks) {
            looked_at_ = 0;
            if (stop()) break;
        }
    }
    for (const Id id : reference) first_[id] = nowhere;
    return counts;
}

// The nearest free place, of those with a neighbor in common if there are any; the first of equally near ones.
PositionAligner::Choice PositionAligner::choose(Ids hypothesis, Ids reference, std::size_t j) {
    const std::uint32_t first = first_[hypothesis[j]];
    if (next_[first] == nowhere) return {first, nowhere};
    mark_neighbors(hypothesis, j);
    Choice nearest, in_context;
    std::uint32_t before = nowhere;
    for (std::uint32_t k = first; k != nowhere; before = k, k = next_[k]) {
        ++looked_at_;
        if (nearest.place == nowhere || gap(j, k) < gap(j, nearest.place)) nearest = {k, before};
        const bool nearer = in_context.place == nowhere || gap(j, k) < gap(j, in_context.place);
        if (nearer && has_marked_neighbor(reference, k)) in_context = {k, before};
    }
    return in_context.place == nowhere ? nearest : in_context;
}

void PositionAligner::mark_neighbors(Ids hypothesis, std::size_t j) {
    ++mark_;
    const std::size_t end = std::min(hypothesis.size(), j + window_ + 1);
    for (std::size_t i = j - std::min(j, window_); i < end; ++i) {
        if (i != j) near_[hypothesis[i]] = mark_;
    }
}

bool PositionAligner::has_marked_neighbor(Ids reference, std::size_t k) const {
    const std::size_t end = std::min(reference.size(), k + window_ + 1);
    for (std::size_t i = k - std::min(k, window_); i < end; ++i) {
        if (i != k && near_[reference[i]] == mark_) return true;
    }
    return false;
}

void PositionRows::write_row(Ids hypothesis, Ids reference, std::span<double> row, const Stop& stop) {
    const PositionCounts counts = aligner_.align(hypothesis, reference, stop);
    row[0] = static_cast<double>(hypothesis.size());
    row[1] = static_cast<double>(reference.size());
    row[2] = static_cast<double>(counts.match);
    row[3] = static_cast<double>(counts.distance);
    if (!ngrams_) return;
    ngrams_->count(hypothesis, std::span(&reference, 1), counts_, stop);
    std::ranges::transform(counts_.match, row.begin() + 4,
                           [](std::uint64_t count) { return static_cast<double>(count); });
}

}  // namespace understudy
