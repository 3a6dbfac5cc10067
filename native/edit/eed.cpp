#include "edit/eed.hpp"

#include <algorithm>
#include <numeric>

namespace understudy {

// Fills the row of one character of the reference and gives the first of its cheapest places.
std::size_t EedCounter::advance(Ids hypothesis, Id character) {
    next_[0] = row_[0] + 1.0;
    std::size_t cheapest = 0;
    for (std::size_t i = 1; i < next_.size(); ++i) {
        const double replaced = row_[i - 1] + (hypothesis[i - 1] == character ? 0.0 : 1.0);
        next_[i] = std::min({next_[i - 1] + costs_.deletion, replaced, row_[i] + costs_.insertion});
        if (next_[i] < next_[cheapest]) cheapest = i;
    }
    return cheapest;
}

void EedCounter::write_row(Ids hypothesis, Ids reference, std::span<double> row, const Stop& stop) {
    row_.assign(hypothesis.size() + 1, 1.0);
    row_[0] = 0.0;
    next_.assign(row_.size(), 0.0);
    visits_.assign(row_.size(), -1);
    PacedStop paced(stop);
    for (const Id character : reference) {
        if (paced(2 * row_.size())) break;
        const std::size_t cheapest = advance(hypothesis, character);
        ++visits_[cheapest];
        if (character == space_) {
            const double jump = costs_.jump + next_[cheapest];
            for (double& cost : next_) cost = std::min(cost, jump);
        }
        row_.swap(next_);
    }
    // A place that was never visited costs as much as one that was visited twice.
    const auto charged =
        std::accumulate(visits_.begin(), visits_.end(), std::int64_t{0},
                        [](std::int64_t sum, std::int64_t each) { return sum + (each < 0 ? 1 : each); });
    row[0] = row_.back();
    row[1] = static_cast<double>(charged);
    row[2] = static_cast<double>(hypothesis.size());
    row[3] = static_cast<double>(reference.size());
}

}  // namespace understudy
