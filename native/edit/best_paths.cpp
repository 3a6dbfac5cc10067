#include "edit/best_paths.hpp"

#include <algorithm>

namespace understudy {

std::size_t BestPaths::distance(Symbols hypothesis, Symbols reference, std::size_t distinct, PacedStop& stop) {
    hypothesis_.assign(hypothesis.rbegin(), hypothesis.rend());
    reference_.assign(reference.rbegin(), reference.rend());
    matrix_.assign(reference_, hypothesis_, distinct);
    return matrix_.distance(stop);
}

bool BestPaths::find(PacedStop& stop) {
    constexpr std::size_t cells_a_word = 16;
    const std::size_t most = cells_a_word * (hypothesis_.size() + reference_.size());
    cells_.clear();
    next_.clear();
    next_.offer({static_cast<std::uint32_t>(reference_.size()), 0, 0, Edit::hit, 0});
    for (std::size_t column = hypothesis_.size();; --column) {
        std::swap(here_, next_);
        next_.clear();
        if (here_.is_one()) column = follow(column, stop);
        if (stop.stopped() || !visit_column(column, stop)) return false;
        if (column == 0) return true;
        if (cells_.size() > most) return false;
    }
}

BestPaths::Ways BestPaths::ways_from(std::size_t row, std::size_t column, BandedMyers::Column steps) const {
    if (row == 0 || column == 0) return {false, false, row > 0, column > 0};
    const MatrixSteps& block = steps[(row - 1) / block_bits];
    const auto has = [&](std::uint64_t bits) { return (bits >> (row - 1) % block_bits & 1) != 0; };
    const bool same = has(block.d0);
    return {same && reference_[row - 1] == hypothesis_[column - 1], !same, has(block.vp), has(block.hp)};
}

// How many hits in a row lead on from a cell, with no other way from any of them.
std::uint32_t BestPaths::hits_from(std::size_t row, std::size_t column, PacedStop& stop) {
    std::uint32_t hits = 0;
    for (; row > 0 && column > 0; --row, --column, ++hits) {
        if (reference_[row - 1] != hypothesis_[column - 1]) break;
        const MatrixSteps& block = matrix_.column(column, stop)[(row - 1) / block_bits];
        if (stop.stopped() || ((block.hp | block.vp) >> (row - 1) % block_bits & 1) != 0) break;
    }
    return hits;
}

// Goes on from the only cell of a column while there is one way, and gives the column that it ends in, whose only cell
// is then `here_`.
std::size_t BestPaths::follow(std::size_t column, PacedStop& stop) {
    Cell cell = here_.take();
    const auto go = [&](Edit step, std::uint32_t times) {
        if (step != cell.step) {
            cells_.push_back(cell);
            cell = {cell.row, cell.substitutions, static_cast<std::uint32_t>(cells_.size() - 1), step, 0};
        }
        cell.times += times;
        if (step == Edit::substitution) cell.substitutions += times;
        if (step != Edit::insertion) cell.row -= times;
        if (step != Edit::deletion) column -= times;
    };
    const std::size_t begin = column;
    while (cell.row > 0 && column > 0) {
        if (const std::uint32_t hits = hits_from(cell.row, column, stop); hits > 0) {
            go(Edit::hit, hits);
            continue;
        }
        const BandedMyers::Column steps = matrix_.column(column, stop);
        if (stop.stopped()) break;
        const Ways ways = ways_from(cell.row, column, steps);
        if (ways.are_several()) break;
        go(ways.first(), 1);
    }
    stop(4 * (begin - column));
    here_.clear();
    here_.offer(cell);
    return column;
}

// Visits the cells that steps from before lead to, and those that deletions lead to from these.
bool BestPaths::visit_column(std::size_t column, PacedStop& stop) {
    const BandedMyers::Column steps = column == 0 ? BandedMyers::Column{} : matrix_.column(column, stop);
    if (stop.stopped()) return false;
    Cell deletion{};
    for (bool deleted = false; deleted || !here_.empty();) {
        Cell cell = deletion;
        if (!deleted || here_.has_row(deletion.row)) {
            cell = here_.take();
            if (deleted) cell.offer(deletion);
        }
        const auto from = static_cast<std::uint32_t>(cells_.size());
        cells_.push_back(cell);
        const Ways ways = ways_from(cell.row, column, steps);
        if (ways.insertion) next_.offer({cell.row, cell.substitutions, from, Edit::insertion});
        if (ways.substitution) next_.offer({cell.row - 1, cell.substitutions + 1, from, Edit::substitution});
        if (ways.hit) next_.offer({cell.row - 1, cell.substitutions, from, Edit::hit});
        deleted = ways.deletion;
        deletion = {cell.row - 1, cell.substitutions, from, Edit::deletion};
    }
    return true;
}

void BestPaths::trace_back(std::vector<Edit>& steps) const {
    const auto start = static_cast<std::ptrdiff_t>(steps.size());
    for (std::size_t at = cells_.size() - 1;; at = cells_[at].from) {
        steps.insert(steps.end(), cells_[at].times, cells_[at].step);
        if (at == 0) break;
    }
    std::reverse(steps.begin() + start, steps.end());
}

}  // namespace understudy
