#include "edit/jiwer_trace.hpp"

#include <algorithm>

namespace understudy {
namespace {

// The first block that is kept of the column after j words: the way back meets no row before.
std::size_t first_block(std::size_t j, std::size_t most) { return (j > most ? j - most - 1 : 0) / block_bits; }

bool has(std::uint64_t bits, std::size_t row) { return bits >> row % block_bits & 1; }

}  // namespace

void JiwerTrace::align(Symbols hypothesis, Symbols reference, std::size_t distinct, std::vector<Edit>& steps,
                       PacedStop& stop) {
    distinct_ = distinct;
    align({hypothesis, reference, std::max(hypothesis.size(), reference.size())}, steps, stop);
}

void JiwerTrace::align(Part part, std::vector<Edit>& steps, PacedStop& stop) {
    const Trimmed inner(part.hypothesis, part.reference);
    part.hypothesis = inner.hypothesis;
    part.reference = inner.reference;
    const std::size_t m = part.hypothesis.size(), n = part.reference.size();
    part.most = std::min(part.most, std::max(m, n));
    steps.insert(steps.end(), inner.prefix, Edit::hit);
    const std::size_t rows = std::min(n, 2 * part.most + 1);
    if (n < fewest_of_reference || m < fewest_of_hypothesis || 2 * rows * m / 8 < whole_) {
        if (!keep_columns(part, stop)) return;
        trace_back(part, steps);
    } else {
        const auto [first, second] = divide(part, stop);
        if (stop.stopped()) return;
        align(first, steps, stop);
        align(second, steps, stop);
    }
    steps.insert(steps.end(), inner.suffix, Edit::hit);
}

bool JiwerTrace::keep_columns(const Part& part, PacedStop& stop) {
    if (part.reference.empty()) return true;
    pattern_.assign(part.reference, distinct_);
    column_.assign(pattern_.blocks(), MyersBlock{});
    width_ = std::min(column_.size(), (2 * part.most + 1) / block_bits + 2);
    kept_.resize((part.hypothesis.size() + 1) * width_);
    std::size_t j = 0;
    const auto keep = [&](const MyersBlock* column, std::size_t) {
        const std::size_t from = first_block(j, part.most), count = std::min(width_, column_.size() - from);
        std::copy_n(column + from, count, kept_.data() + j * width_);
        ++j;
        return !stop(8 * column_.size());
    };
    keep(column_.data(), 0);
    advance_column(pattern_, part.hypothesis, column_, pattern_.size(), keep);
    return !stop.stopped();
}

void JiwerTrace::trace_back(const Part& part, std::vector<Edit>& steps) const {
    const auto block = [&](std::size_t i, std::size_t j) -> const MyersBlock& {
        return kept_[j * width_ + (i - 1) / block_bits - first_block(j, part.most)];
    };
    const auto start = static_cast<std::ptrdiff_t>(steps.size());
    for (std::size_t i = part.reference.size(), j = part.hypothesis.size(); i > 0 || j > 0;) {
        Edit edit = Edit::substitution;
        if (j == 0 || (i > 0 && has(block(i, j).vp, i - 1))) {
            edit = Edit::deletion;
        } else if (i == 0 || has(block(i, j - 1).vn, i - 1)) {
            edit = Edit::insertion;
        } else if (part.reference[i - 1] == part.hypothesis[j - 1]) {
            edit = Edit::hit;
        }
        steps.push_back(edit);
        i -= edit != Edit::insertion;
        j -= edit != Edit::deletion;
    }
    std::reverse(steps.begin() + start, steps.end());
}

JiwerTrace::Halves JiwerTrace::divide(const Part& part, PacedStop& stop) {
    const std::size_t middle = part.hypothesis.size() / 2, n = part.reference.size();
    const std::vector<Symbol> hypothesis(part.hypothesis.rbegin(), part.hypothesis.rend()),
        reference(part.reference.rbegin(), part.reference.rend());
    const std::vector<std::size_t> left = last_column(part.hypothesis.first(middle), part.reference, stop);
    const std::vector<std::size_t> right =
        last_column(Symbols(hypothesis).first(hypothesis.size() - middle), reference, stop);
    std::size_t at = 0;
    for (std::size_t i = 1; i <= n; ++i) {
        if (left[i] + right[n - i] < left[at] + right[n - at]) at = i;
    }
    return {{part.hypothesis.first(middle), part.reference.first(at), left[at]},
            {part.hypothesis.subspan(middle), part.reference.subspan(at), right[n - at]}};
}

// The fewest errors between the hypothesis and each beginning of the reference.
std::vector<std::size_t> JiwerTrace::last_column(Symbols hypothesis, Symbols reference, PacedStop& stop) {
    pattern_.assign(reference, distinct_);
    column_.assign(pattern_.blocks(), MyersBlock{});
    const auto until_stopped = [&](const MyersBlock*, std::size_t) { return !stop(8 * column_.size()); };
    advance_column(pattern_, hypothesis, column_, pattern_.size(), until_stopped);
    std::vector<std::size_t> costs{hypothesis.size()};
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const auto& [vp, vn] = column_[i / block_bits];
        costs.push_back(costs.back() + has(vp, i) - has(vn, i));
    }
    return costs;
}

}  // namespace understudy
