// Sums over rows that chance chooses.
#pragma once

#include <cstdint>
#include <vector>

#include "prepared.hpp"
#include "resample/masked_sums.hpp"
#include "resample/resample.hpp"

namespace understudy::perf {

inline std::vector<double> rows_of_counts(std::size_t units, std::size_t columns) {
    Random random(4);
    std::vector<double> rows(units * columns);
    for (double& count : rows) count = static_cast<double>(random.below(30));
    return rows;
}

template <class Sums>
Prepared resampling(std::size_t choices) {
    constexpr std::size_t units = 1000, columns = 10;
    return {0, [=, rows = rows_of_counts(units, columns)] {
                std::vector<double> sums(choices * columns);
                Sums().add({rows.data(), units, columns}, 12345, 0, choices, sums.data(), never);
                return sum_of(sums);
            }};
}

inline Prepared masking() {
    constexpr std::size_t units = 1000, columns = 10, bytes = units / 8, draws = 200;
    Random random(5);
    std::vector<std::uint8_t> masks(bytes * draws);
    for (std::uint8_t& mask : masks) mask = static_cast<std::uint8_t>(random.next());
    return {0, [=, rows = rows_of_counts(units, columns)] {
                std::vector<double> sums(draws * columns);
                MaskedSums().sum(rows, columns, masks.data(), bytes, draws, sums.data());
                return sum_of(sums);
            }};
}

}  // namespace understudy::perf
