#include "edit/hirschberg.hpp"

#include <algorithm>

namespace understudy {
namespace {

using Packed = PackedCost<std::uint64_t>;

// The best step into a cell from the costs of its neighbors: diagonally before it, above it and to its left.
Edit cheapest(std::uint64_t pair, bool equal, std::uint64_t above, std::uint64_t left, std::uint64_t& cost) {
    cost = pair + (equal ? 0 : Packed::change);
    Edit edit = equal ? Edit::hit : Edit::substitution;
    if (above + Packed::gap < cost) {
        cost = above + Packed::gap;
        edit = Edit::deletion;
    }
    if (left + Packed::gap < cost) {
        cost = left + Packed::gap;
        edit = Edit::insertion;
    }
    return edit;
}

}  // namespace

// A part of the best path is the best path of its part, under the same preferences.
void Hirschberg::align(Symbols hypothesis, Symbols reference, std::vector<Edit>& steps, PacedStop& stop) {
    const std::size_t m = hypothesis.size(), n = reference.size();
    if (n < 2 || m == 0 || n + 1 <= kept_ / (m + 1)) {
        if (fill_directions(hypothesis, reference, stop)) trace_back(m, n, steps);
        return;
    }
    const std::size_t middle = n / 2;
    if (!find_crossing(hypothesis, reference, middle, stop)) return;
    const std::size_t crossing = crossing_[m];
    align(hypothesis.first(crossing), reference.first(middle), steps, stop);
    align(hypothesis.subspan(crossing), reference.subspan(middle), steps, stop);
}

void Hirschberg::begin(std::size_t m) {
    row_.resize(m + 1);
    for (std::size_t j = 0; j <= m; ++j) row_[j] = Packed::gap * j;
}

bool Hirschberg::fill_directions(Symbols hypothesis, Symbols reference, PacedStop& stop) {
    const std::size_t m = hypothesis.size(), n = reference.size();
    directions_.resize((n + 1) * (m + 1));
    begin(m);
    for (std::size_t i = 1; i <= n; ++i) {
        if (stop(m)) return false;
        Edit* const directions = directions_.data() + i * (m + 1);
        Cost pair = row_[0];
        row_[0] = Packed::gap * i;
        for (std::size_t j = 1; j <= m; ++j) {
            const Cost above = row_[j];
            directions[j] = cheapest(pair, reference[i - 1] == hypothesis[j - 1], above, row_[j - 1], row_[j]);
            pair = above;
        }
    }
    return true;
}

bool Hirschberg::find_crossing(Symbols hypothesis, Symbols reference, std::size_t middle, PacedStop& stop) {
    const std::size_t m = hypothesis.size(), n = reference.size();
    begin(m);
    crossing_.resize(m + 1);
    for (std::size_t i = 1; i <= n; ++i) {
        if (stop(m)) return false;
        Cost pair = row_[0];
        std::size_t from_pair = crossing_[0];
        row_[0] = Packed::gap * i;
        if (i == middle) crossing_[0] = 0;
        for (std::size_t j = 1; j <= m; ++j) {
            const Cost above = row_[j];
            const std::size_t from_above = crossing_[j];
            const Edit edit = cheapest(pair, reference[i - 1] == hypothesis[j - 1], above, row_[j - 1], row_[j]);
            if (i == middle) {
                crossing_[j] = j;
            } else if (i > middle) {
                crossing_[j] = edit == Edit::deletion    ? from_above
                               : edit == Edit::insertion ? crossing_[j - 1]
                                                         : from_pair;
            }
            pair = above;
            from_pair = from_above;
        }
    }
    return true;
}

void Hirschberg::trace_back(std::size_t m, std::size_t n, std::vector<Edit>& steps) const {
    const auto start = static_cast<std::ptrdiff_t>(steps.size());
    for (std::size_t i = n, j = m; i > 0 || j > 0;) {
        const Edit edit = i == 0 ? Edit::insertion : j == 0 ? Edit::deletion : directions_[i * (m + 1) + j];
        steps.push_back(edit);
        i -= edit != Edit::insertion;
        j -= edit != Edit::deletion;
    }
    std::reverse(steps.begin() + start, steps.end());
}

}  // namespace understudy
