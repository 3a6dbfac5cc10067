#include "edit/banded_counter.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "edit/edit_counts.hpp"

namespace understudy {
namespace {

// How many cells are computed at once; an antidiagonal is filled in whole blocks, so that no cell is left over.
constexpr std::size_t cells_at_once = 8;

// `count` cells of one antidiagonal of costs and up to seven cells beyond, which are never read as costs.
template <class Cost>
void fill_antidiagonal(const Cost* before, const Cost* last, Cost* __restrict here, const Cost* ref, const Cost* hyp,
                       std::size_t count) {
    using Wrapping = std::make_unsigned_t<Cost>;  // for the cells beyond, whose sums mean nothing
    constexpr auto gap = static_cast<Wrapping>(PackedCost<Cost>::gap);
    constexpr auto change = static_cast<Wrapping>(PackedCost<Cost>::change);
    const std::size_t cells = (count + cells_at_once - 1) & ~(cells_at_once - 1);
    for (std::size_t i = 0; i < cells; ++i) {
        const auto pair =
            static_cast<Cost>(static_cast<Wrapping>(before[i]) + (ref[i] == hyp[i] ? Wrapping{0} : change));
        const auto single = static_cast<Cost>(static_cast<Wrapping>(std::min(last[i], last[i + 1])) + gap);
        here[i] = std::min(pair, single);
    }
}

}  // namespace

template <class Cost>
void BandedCounter<Cost>::begin(Symbols hypothesis, Symbols reference) {
    const Cost never = PackedCost<Cost>::never;
    const std::size_t rows = reference.size() + 3 + cells_at_once;
    for (std::vector<Cost>* const costs : {&before_, &last_, &here_}) costs->assign(rows, never);
    reference_.assign(rows, never);
    hypothesis_.assign(hypothesis.size() + 1 + cells_at_once, never);
    std::transform(reference.begin(), reference.end(), reference_.begin() + 1,
                   [](Symbol word) { return static_cast<Cost>(word); });
    std::transform(hypothesis.rbegin(), hypothesis.rend(), hypothesis_.begin(),
                   [](Symbol word) { return static_cast<Cost>(word); });
}

template <class Cost>
std::size_t BandedCounter<Cost>::substitutions(Symbols hypothesis, Symbols reference, std::size_t errors,
                                               PacedStop& stop) {
    using Signed = std::ptrdiff_t;
    const auto n = static_cast<Signed>(reference.size()), m = static_cast<Signed>(hypothesis.size()), apart = n - m;
    const Signed rest = static_cast<Signed>(errors) - std::abs(apart), spare = rest / 2;
    if (rest < 2) return static_cast<std::size_t>(rest);  // a gap more on both sides is one error too many
    const Signed low = std::min<Signed>(apart, 0) - spare, high = std::max<Signed>(apart, 0) + spare;
    begin(hypothesis, reference);
    Cost *before = before_.data(), *last = last_.data(), *here = here_.data();
    last[1] = 0;
    for (Signed s = 1; s <= n + m; ++s) {
        const Signed first = std::max({Signed{0}, s - m, (s + low + 1) >> 1});
        const Signed end = std::min({n, s, (s + high) >> 1});
        const auto count = static_cast<std::size_t>(end - first + 1);
        fill_antidiagonal(before + first, last + first, here + first + 1, reference_.data() + first,
                          hypothesis_.data() + (m - s + first), count);
        here[first] = here[end + 2] = PackedCost<Cost>::never;
        std::swap(before, last);
        std::swap(last, here);
        if (stop(count)) return 0;
    }
    return PackedCost<Cost>::substitutions(last[n + 1]);
}

template class BandedCounter<std::int32_t>;
template class BandedCounter<std::int64_t>;

}  // namespace understudy
