#include "edit/jiwer_trace.hpp"

#include <algorithm>

namespace understudy {

bool JiwerTrace::fill_matrix(Symbols hypothesis, Symbols reference, PacedStop& stop) {
    const std::size_t m = hypothesis.size(), n = reference.size(), width = m + 1;
    matrix_.resize((n + 1) * width);
    for (std::size_t j = 0; j <= m; ++j) matrix_[j] = static_cast<std::uint32_t>(j);
    for (std::size_t i = 1; i <= n; ++i) {
        if (stop(m)) return false;
        const std::uint32_t* const above = matrix_.data() + (i - 1) * width;
        std::uint32_t* const here = matrix_.data() + i * width;
        const Symbol word = reference[i - 1];
        here[0] = static_cast<std::uint32_t>(i);
        for (std::size_t j = 1; j <= m; ++j) {
            here[j] = std::min(above[j - 1] + (word != hypothesis[j - 1]), std::min(above[j], here[j - 1]) + 1);
        }
    }
    return true;
}

// Backwards: a deletion wherever one leads to the cell; else an insertion if it comes from the cheaper of the two cells
// before; else a pair.
void JiwerTrace::align(Symbols hypothesis, Symbols reference, std::vector<Edit>& steps, PacedStop& stop) {
    if (!fill_matrix(hypothesis, reference, stop)) return;
    const std::size_t width = hypothesis.size() + 1;
    const auto cost = [&](std::size_t i, std::size_t j) { return matrix_[i * width + j]; };
    const auto start = static_cast<std::ptrdiff_t>(steps.size());
    for (std::size_t i = reference.size(), j = hypothesis.size(); i > 0 || j > 0;) {
        Edit edit = i > 0 && j > 0 && reference[i - 1] == hypothesis[j - 1] ? Edit::hit : Edit::substitution;
        if (j == 0 || (i > 0 && cost(i, j) == cost(i - 1, j) + 1)) {
            edit = Edit::deletion;
        } else if (i == 0 || cost(i, j - 1) + 1 == cost(i - 1, j - 1)) {
            edit = Edit::insertion;
        }
        steps.push_back(edit);
        i -= edit != Edit::insertion;
        j -= edit != Edit::deletion;
    }
    std::reverse(steps.begin() + start, steps.end());
}

}  // namespace understudy
