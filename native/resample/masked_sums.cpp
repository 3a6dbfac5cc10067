#include "resample/masked_sums.hpp"

#include <algorithm>
#include <bit>

namespace understudy {

void MaskedSums::fill_table(std::span<const double> values, std::size_t columns, std::size_t first) {
    const std::size_t units = values.size() / columns;
    std::fill_n(table_.begin(), columns, 0.0);
    for (unsigned subset = 1; subset < 256; ++subset) {
        const std::size_t unit = first + static_cast<std::size_t>(std::countr_zero(subset));
        const double* rest = table_.data() + (subset & (subset - 1)) * columns;
        double* sum = table_.data() + subset * columns;
        // Bits beyond the last unit mask nothing.
        if (unit >= units) {
            std::copy_n(rest, columns, sum);
            continue;
        }
        const double* value = values.data() + unit * columns;
        for (std::size_t c = 0; c < columns; ++c) sum[c] = rest[c] + value[c];
    }
}

void MaskedSums::sum(std::span<const double> values, std::size_t columns, const std::uint8_t* masks, std::size_t bytes,
                     std::size_t draws, double* sums) {
    table_.resize(256 * columns);
    std::fill_n(sums, draws * columns, 0.0);
    const std::size_t units = columns == 0 ? 0 : values.size() / columns;
    for (std::size_t byte = 0; byte * 8 < units; ++byte) {
        fill_table(values, columns, byte * 8);
        for (std::size_t draw = 0; draw < draws; ++draw) {
            const double* found = table_.data() + masks[draw * bytes + byte] * columns;
            double* sum = sums + draw * columns;
            for (std::size_t c = 0; c < columns; ++c) sum[c] += found[c];
        }
    }
}

}  // namespace understudy
