// Edits of one text against another: their kinds and how many there are of each.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "text/interner.hpp"

namespace understudy {

enum class Edit : std::uint8_t { hit, substitution, deletion, insertion };

struct EditPair {
    Ids hypothesis, reference;
};

struct EditCounts {
    std::uint64_t hits = 0, substitutions = 0, deletions = 0, insertions = 0;
    std::uint64_t correct = 0;  // words in common, wherever they stand

    // Of n words of the reference and m of the hypothesis: deletions and insertions together are the errors that aren't
    // substitutions, and they differ as the lengths do.
    void add(std::size_t errors, std::size_t changed, std::size_t n, std::size_t m) {
        const std::size_t deleted = (errors - changed + n - m) / 2;
        substitutions += changed;
        deletions += deleted;
        insertions += errors - changed - deleted;
        hits += n - changed - deleted;
    }

    void add(std::span<const Edit> steps) {
        for (const Edit step : steps) {
            hits += step == Edit::hit;
            substitutions += step == Edit::substitution;
            deletions += step == Edit::deletion;
            insertions += step == Edit::insertion;
        }
    }

    // Hits, substitutions, deletions, insertions, the lengths of hypothesis and reference, the words in common, and the
    // longer of the two lengths.
    static constexpr std::size_t columns = 8;
    void write_row(std::size_t hypothesis, std::size_t reference, std::span<double, columns> row) const {
        const std::array<std::uint64_t, columns> values{
            hits,       substitutions, deletions, insertions,
            hypothesis, reference,     correct,   std::max(hypothesis, reference)};
        std::ranges::transform(values, row.begin(), [](std::uint64_t value) { return static_cast<double>(value); });
    }
};

// Errors in the high half of a number, substitutions in the low half: the least sum has the fewest errors, then the
// most hits.
template <class Cost>
struct PackedCost {
    static constexpr Cost gap = Cost{1} << std::numeric_limits<Cost>::digits / 2;
    static constexpr Cost change = gap + 1;
    static constexpr Cost never = static_cast<Cost>(std::numeric_limits<Cost>::max() - 2 * change);  // adding is safe

    static constexpr std::size_t substitutions(Cost cost) { return static_cast<std::size_t>(cost & (gap - 1)); }
};

}  // namespace understudy
