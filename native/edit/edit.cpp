#include "edit/edit.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>
#include <utility>

namespace understudy {
namespace {

// Errors in the high half, substitutions in the low half: the least sum has least errors, then most hits.
constexpr std::uint64_t gap = std::uint64_t{1} << 32;
constexpr std::uint64_t change = gap + 1;

// The same in the halves of other integers.
template <class Cost>
struct Costs {
    static constexpr Cost gap = Cost{1} << std::numeric_limits<Cost>::digits / 2;
    static constexpr Cost change = gap + 1;
    static constexpr Cost never = static_cast<Cost>(std::numeric_limits<Cost>::max() - 2 * change);  // adding is safe
};

// What the way back through the matrix prefers: a pair of words, then a deletion, then an insertion.
Edit cheapest(std::uint64_t pair, bool equal, std::uint64_t deleted, std::uint64_t inserted, std::uint64_t& cost) {
    cost = pair + (equal ? 0 : change);
    Edit edit = equal ? Edit::hit : Edit::substitution;
    if (deleted + gap < cost) {
        cost = deleted + gap;
        edit = Edit::deletion;
    }
    if (inserted + gap < cost) {
        cost = inserted + gap;
        edit = Edit::insertion;
    }
    return edit;
}

// How many cells are computed at once; an antidiagonal is filled in whole blocks, so that no cell is left over.
constexpr std::size_t block = 8;

// One antidiagonal of costs, from row `first` to row `end` and up to seven cells beyond, which are never read as costs.
template <class Cost>
void fill_antidiagonal(const Cost* before, const Cost* last, Cost* __restrict here, const Cost* ref, const Cost* hyp,
                       std::ptrdiff_t first, std::ptrdiff_t end) {
    using Wrapping = std::make_unsigned_t<Cost>;  // for the cells beyond, whose sums mean nothing
    constexpr auto gap_cost = static_cast<Wrapping>(Costs<Cost>::gap), change_cost = static_cast<Wrapping>(Costs<Cost>::change);
    const std::size_t cells = (static_cast<std::size_t>(end - first + 1) + block - 1) & ~(block - 1);
    before += first - 1;
    last += first - 1;
    here += first;
    ref += first;
    hyp += first;
    for (std::size_t i = 0; i < cells; ++i) {
        const auto pair = static_cast<Cost>(static_cast<Wrapping>(before[i]) + (ref[i] == hyp[i] ? Wrapping{0} : change_cost));
        const auto single = static_cast<Cost>(static_cast<Wrapping>(std::min(last[i], last[i + 1])) + gap_cost);
        here[i] = std::min(pair, single);
    }
}

}  // namespace

bool Editor::due(std::size_t cells, const Stop& stop) {
    since_ += cells;
    if (since_ < std::size_t{1} << 20) return false;
    since_ = 0;
    return stop();
}

// Equal words at the start and at the end belong together in some best alignment.
Editor::Core Editor::trim(Ids& hypothesis, Ids& reference) const {
    const std::size_t shorter = std::min(hypothesis.size(), reference.size());
    Core core{0, 0};
    while (core.prefix < shorter && hypothesis[core.prefix] == reference[core.prefix]) ++core.prefix;
    while (core.suffix < shorter - core.prefix && hypothesis[hypothesis.size() - 1 - core.suffix] ==
                                                      reference[reference.size() - 1 - core.suffix]) {
        ++core.suffix;
    }
    hypothesis = hypothesis.subspan(core.prefix, hypothesis.size() - core.prefix - core.suffix);
    reference = reference.subspan(core.prefix, reference.size() - core.prefix - core.suffix);
    return core;
}

// Numbers the distinct words of the reference from 1; a word that only the hypothesis has is 0. Gives the number of
// words in common.
std::size_t Editor::number(Ids hypothesis, Ids reference) {
    numbers_ = 0;
    ref_.resize(reference.size());
    hyp_.resize(hypothesis.size());
    counts_.assign(reference.size() + 1, 0);
    for (std::size_t i = 0; i < reference.size(); ++i) {
        std::uint32_t& local = local_[reference[i]];
        if (local == 0) local = ++numbers_;
        ref_[i] = local;
        ++counts_[local];
    }
    std::size_t common = 0;
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        const std::uint32_t local = local_[hypothesis[i]];
        hyp_[i] = local;
        const bool left = counts_[local] > 0;
        counts_[local] -= left;
        common += left;
    }
    for (const Id id : reference) local_[id] = 0;
    return common;
}

// Myers 1999, in the form of Hyyrö 2003: a column of the matrix is two words of bits, the places where the cost rises
// and where it falls. Here for a reference of at most 64 words.
std::size_t Editor::myers_short() const {
    std::uint64_t plus = ~std::uint64_t{0}, minus = 0;
    const std::uint64_t last = std::uint64_t{1} << (ref_.size() - 1);
    std::size_t distance = ref_.size();
    for (const std::uint32_t word : hyp_) {
        const std::uint64_t equal = places_[word];
        const std::uint64_t zero = (((equal & plus) + plus) ^ plus) | equal | minus;
        std::uint64_t rises = minus | ~(zero | plus);
        std::uint64_t falls = plus & zero;
        distance += (rises & last) != 0;
        distance -= (falls & last) != 0;
        rises = rises << 1 | 1;
        falls <<= 1;
        plus = falls | ~(zero | rises);
        minus = rises & zero;
    }
    return distance;
}

std::size_t Editor::myers(const Stop& stop) {
    const std::size_t blocks = (ref_.size() + 63) / 64;
    const bool all = numbers_ < kept_places / blocks;
    places_.assign(all ? (numbers_ + 1) * blocks : blocks, 0);
    if (all) {
        for (std::size_t i = 0; i < ref_.size(); ++i) places_[ref_[i] * blocks + i / 64] |= std::uint64_t{1} << i % 64;
    } else {
        link_places();
    }
    if (blocks == 1) return myers_short();
    plus_.assign(blocks, ~std::uint64_t{0});
    minus_.assign(blocks, 0);
    const std::uint64_t last = std::uint64_t{1} << (ref_.size() - 1) % 64;
    std::size_t distance = ref_.size();
    for (const std::uint32_t word : hyp_) {
        if (due(blocks * 8, stop)) return 0;
        if (!all) flip_places(word);
        const std::uint64_t* const places = places_.data() + (all ? word * blocks : 0);
        std::uint64_t rise_in = 1, fall_in = 0;  // what a block hands on to the next
        for (std::size_t b = 0; b < blocks; ++b) {
            const std::uint64_t equal = places[b] | fall_in;
            const std::uint64_t zero = (((equal & plus_[b]) + plus_[b]) ^ plus_[b]) | equal | minus_[b];
            std::uint64_t rises = minus_[b] | ~(zero | plus_[b]);
            std::uint64_t falls = plus_[b] & zero;
            if (b + 1 == blocks) {
                distance += (rises & last) != 0;
                distance -= (falls & last) != 0;
            }
            const std::uint64_t rise_out = rises >> 63, fall_out = falls >> 63;
            rises = rises << 1 | rise_in;
            falls = falls << 1 | fall_in;
            plus_[b] = falls | ~(zero | rises);
            minus_[b] = rises & zero;
            rise_in = rise_out;
            fall_in = fall_out;
        }
        if (!all) flip_places(word);
    }
    return distance;
}

// Many different words in a long text: a table of all their places would grow with the square of its length.
void Editor::link_places() {
    first_.assign(numbers_ + 1, 0);
    next_.resize(ref_.size() + 1);
    for (std::size_t i = 0; i < ref_.size(); ++i) next_[i + 1] = std::exchange(first_[ref_[i]], i + 1);
}

// Sets the places of one word, or clears them again.
void Editor::flip_places(std::uint32_t word) {
    for (std::size_t i = first_[word]; i > 0; i = next_[i]) places_[(i - 1) / 64] ^= std::uint64_t{1} << (i - 1) % 64;
}

std::size_t Editor::distance(Ids hypothesis, Ids reference, const Stop& stop) {
    trim(hypothesis, reference);
    if (hypothesis.empty() || reference.empty()) return std::max(hypothesis.size(), reference.size());
    number(hypothesis, reference);
    return myers(stop);
}

// The fewest substitutions among alignments with the fewest errors, which are known. A path that leaves the diagonals
// between start and end by k needs 2k further errors: only a band of diagonals is computed (Ukkonen 1985).
std::size_t Editor::substitutions(std::size_t errors, const Stop& stop) {
    using Signed = std::ptrdiff_t;
    const Signed n = static_cast<Signed>(ref_.size()), m = static_cast<Signed>(hyp_.size()), apart = n - m;
    const Signed rest = static_cast<Signed>(errors) - std::abs(apart), spare = rest / 2;
    if (rest < 2) return static_cast<std::size_t>(rest);  // a gap more on both sides is one error too many
    const Signed low = std::min<Signed>(apart, 0) - spare, high = std::max<Signed>(apart, 0) + spare;
    if (std::max(n, m) < 0x7000) return by_antidiagonals<std::int32_t>(low, high, stop);
    return by_antidiagonals<std::int64_t>(low, high, stop);
}

// Along antidiagonals, whose cells don't depend on each other, so that machines compute several at once.
template <class Cost>
std::size_t Editor::by_antidiagonals(std::ptrdiff_t low, std::ptrdiff_t high, const Stop& stop) {
    using Signed = std::ptrdiff_t;
    const Costs<Cost> cost;
    const Signed n = static_cast<Signed>(ref_.size()), m = static_cast<Signed>(hyp_.size());
    const std::size_t width = ref_.size() + 3 + block, size = 4 * width + hyp_.size() + 2 + block;
    buffer_.resize(size * sizeof(Cost));
    Cost* before = reinterpret_cast<Cost*>(buffer_.data()) + 1;  // cells of the antidiagonal before the last, by row
    Cost* last = before + width;
    Cost* here = last + width;
    Cost* const ref = here + width;  // ref[i] is the word of row i; row 0 has none
    Cost* const hyp = ref + width;   // backwards, so that it runs with the rows
    std::fill_n(before - 1, size, cost.never);
    for (Signed i = 0; i < n; ++i) ref[i + 1] = static_cast<Cost>(ref_[static_cast<std::size_t>(i)]);
    for (Signed j = 0; j < m; ++j) hyp[j] = static_cast<Cost>(hyp_[static_cast<std::size_t>(m - 1 - j)]);

    last[0] = 0;
    for (Signed s = 1; s <= n + m; ++s) {
        const Signed first = std::max({Signed{0}, s - m, (s + low + 1) >> 1});
        const Signed end = std::min({n, s, (s + high) >> 1});
        fill_antidiagonal(before, last, here, ref, hyp + (m - s), first, end);
        here[first - 1] = here[end + 1] = cost.never;
        Cost* const free = before;
        before = last;
        last = here;
        here = free;
        if (due(static_cast<std::size_t>(end - first + 1), stop)) return 0;
    }
    return static_cast<std::size_t>(last[n] & (cost.gap - 1));
}

// Counts what needs no search; whether anything is left, which is then in `ref_` and `hyp_`.
bool Editor::begin(Ids& hypothesis, Ids& reference, EditCounts& counts) {
    counts = {};
    const Core core = trim(hypothesis, reference);
    counts.hits = counts.correct = core.prefix + core.suffix;
    const std::size_t common = hypothesis.empty() || reference.empty() ? 0 : number(hypothesis, reference);
    counts.correct += common;
    if (common > 0) return true;
    counts.substitutions = std::min(hypothesis.size(), reference.size());
    counts.deletions = reference.size() - counts.substitutions;
    counts.insertions = hypothesis.size() - counts.substitutions;
    return false;
}

// Deletions and insertions together are the other errors; they differ as the lengths do.
void Editor::finish(EditCounts& counts, std::size_t errors, std::size_t substitutions, std::size_t ref_length, std::size_t hyp_length) {
    counts.substitutions = substitutions;
    counts.deletions = (errors - substitutions + ref_length - hyp_length) / 2;
    counts.insertions = errors - substitutions - counts.deletions;
    counts.hits += ref_length - substitutions - counts.deletions;
}

void Editor::count(std::span<const EditPair> pairs, Ties ties, EditCounts* counts, const Stop& stop) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        auto [hypothesis, reference] = pairs[i];
        if (!begin(hypothesis, reference, counts[i])) continue;
        if (ties == Ties::jiwer) {
            count_like_jiwer(counts[i], stop);
        } else if (std::max(hypothesis.size(), reference.size()) > longest_waiting) {
            count_long(counts[i], stop);
        } else {
            wait(i);
        }
        if (due(hypothesis.size(), stop)) break;
    }
    count_waiting(counts);
}

void Editor::count_like_jiwer(EditCounts& counts, const Stop& stop) {
    trace_jiwer(stop);
    for (const Edit step : steps_) {
        counts.hits += step == Edit::hit;
        counts.substitutions += step == Edit::substitution;
        counts.deletions += step == Edit::deletion;
        counts.insertions += step == Edit::insertion;
    }
}

void Editor::count_long(EditCounts& counts, const Stop& stop) {
    const std::size_t errors = myers(stop), n = ref_.size(), m = hyp_.size();
    if (errors < std::max(n, m) - std::min(n, m)) return;  // stopped on the way
    finish(counts, errors, substitutions(errors, stop), n, m);
}

std::size_t Editor::align(Ids hypothesis, Ids reference, Ties ties, Edit* steps, const Stop& stop) {
    const Core core = trim(hypothesis, reference);
    steps_.clear();
    if (hypothesis.empty() || reference.empty()) {
        steps_.assign(reference.size(), Edit::deletion);
        steps_.insert(steps_.end(), hypothesis.size(), Edit::insertion);
    } else {
        number(hypothesis, reference);
        ties == Ties::jiwer ? trace_jiwer(stop) : trace_back(stop);
    }
    steps = std::fill_n(steps, core.prefix, Edit::hit);
    steps = std::copy(steps_.begin(), steps_.end(), steps);
    std::fill_n(steps, core.suffix, Edit::hit);
    return core.prefix + steps_.size() + core.suffix;
}

void Editor::trace_back(const Stop& stop) {
    steps_.clear();
    divide(0, hyp_.size(), 0, ref_.size(), stop);
}

// In linear memory the same way as with all steps kept: every cell knows where its best way comes through the middle
// row. A part of the best way is the best way of its part, under the same preferences.
void Editor::divide(std::size_t hyp_begin, std::size_t hyp_end, std::size_t ref_begin, std::size_t ref_end,
                    const Stop& stop) {
    const std::size_t m = hyp_end - hyp_begin, n = ref_end - ref_begin;
    if (n < 2 || m == 0 || (n + 1) <= kept_ / (m + 1)) return keep(hyp_begin, hyp_end, ref_begin, ref_end, stop);
    const std::size_t middle = n / 2;
    row_.resize(m + 1);
    crossing_.resize(m + 1);
    for (std::size_t j = 0; j <= m; ++j) row_[j] = gap * j;
    for (std::size_t i = 1; i <= n; ++i) {
        if (due(m, stop)) return;
        std::uint64_t pair = row_[0];
        std::size_t from_pair = crossing_[0];
        row_[0] = gap * i;
        if (i == middle) crossing_[0] = 0;
        for (std::size_t j = 1; j <= m; ++j) {
            const bool equal = ref_[ref_begin + i - 1] == hyp_[hyp_begin + j - 1];
            const std::uint64_t above = row_[j];
            const std::size_t from_above = crossing_[j];
            const Edit edit = cheapest(pair, equal, above, row_[j - 1], row_[j]);
            if (i == middle) {
                crossing_[j] = j;
            } else if (i > middle) {
                crossing_[j] = edit == Edit::deletion ? from_above : edit == Edit::insertion ? crossing_[j - 1] : from_pair;
            }
            pair = above;
            from_pair = from_above;
        }
    }
    const std::size_t through = hyp_begin + crossing_[m];
    divide(hyp_begin, through, ref_begin, ref_begin + middle, stop);
    divide(through, hyp_end, ref_begin + middle, ref_end, stop);
}

void Editor::keep(std::size_t hyp_begin, std::size_t hyp_end, std::size_t ref_begin, std::size_t ref_end,
                  const Stop& stop) {
    const std::size_t m = hyp_end - hyp_begin, n = ref_end - ref_begin;
    directions_.resize((n + 1) * (m + 1));
    row_.resize(m + 1);
    for (std::size_t j = 0; j <= m; ++j) row_[j] = gap * j;
    for (std::size_t i = 1; i <= n; ++i) {
        if (due(m, stop)) return;
        std::uint64_t pair = row_[0];
        row_[0] = gap * i;
        for (std::size_t j = 1; j <= m; ++j) {
            const bool equal = ref_[ref_begin + i - 1] == hyp_[hyp_begin + j - 1];
            const std::uint64_t above = row_[j];
            directions_[i * (m + 1) + j] = cheapest(pair, equal, above, row_[j - 1], row_[j]);
            pair = above;
        }
    }
    const std::size_t start = steps_.size();
    for (std::size_t i = n, j = m; i > 0 || j > 0;) {
        const Edit edit = i == 0 ? Edit::insertion : j == 0 ? Edit::deletion : directions_[i * (m + 1) + j];
        steps_.push_back(edit);
        i -= edit != Edit::insertion;
        j -= edit != Edit::deletion;
    }
    std::reverse(steps_.begin() + static_cast<std::ptrdiff_t>(start), steps_.end());
}

// The choice of rapidfuzz 3 among alignments with the fewest errors, told by the plain matrix of costs: backwards, a
// deletion wherever one leads to the cell; else an insertion if it comes from the cheaper of the two cells before; else
// a pair.
void Editor::trace_jiwer(const Stop& stop) {
    const std::size_t m = hyp_.size(), n = ref_.size(), width = m + 1;
    matrix_.resize((n + 1) * width);
    for (std::size_t j = 0; j <= m; ++j) matrix_[j] = static_cast<std::uint32_t>(j);
    for (std::size_t i = 1; i <= n; ++i) {
        if (due(m, stop)) break;
        const std::uint32_t* const above = matrix_.data() + (i - 1) * width;
        std::uint32_t* const here = matrix_.data() + i * width;
        here[0] = static_cast<std::uint32_t>(i);
        for (std::size_t j = 1; j <= m; ++j) {
            here[j] = std::min(above[j - 1] + (ref_[i - 1] != hyp_[j - 1]), std::min(above[j], here[j - 1]) + 1);
        }
    }
    steps_.clear();
    const auto cost = [&](std::size_t i, std::size_t j) { return matrix_[i * width + j]; };
    for (std::size_t i = n, j = m; i > 0 || j > 0;) {
        Edit edit = i > 0 && j > 0 && ref_[i - 1] == hyp_[j - 1] ? Edit::hit : Edit::substitution;
        if (j == 0 || (i > 0 && cost(i, j) == cost(i - 1, j) + 1)) {
            edit = Edit::deletion;
        } else if (i == 0 || cost(i, j - 1) + 1 == cost(i - 1, j - 1)) {
            edit = Edit::insertion;
        }
        steps_.push_back(edit);
        i -= edit != Edit::insertion;
        j -= edit != Edit::deletion;
    }
    std::reverse(steps_.begin(), steps_.end());
}

}  // namespace understudy
