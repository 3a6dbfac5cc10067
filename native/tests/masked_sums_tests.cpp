// Sums by a table of subsets beside plain additions, on random masks; for the sanitizers.
#include "resample/masked_sums.hpp"

#include <random>

#include "checks.hpp"

using namespace understudy;

namespace {

std::mt19937 rng(1);

bool sums_are_those_of_plain_additions() {
    const std::size_t units = rng() % 40, columns = 1 + rng() % 4, draws = rng() % 5, bytes = units / 8 + 1;
    std::vector<double> values(units * columns), sums(draws * columns);
    std::vector<std::uint8_t> masks(draws * bytes);
    for (double& value : values) value = static_cast<double>(rng() % 1000);
    for (std::uint8_t& mask : masks) mask = static_cast<std::uint8_t>(rng());
    MaskedSums().sum(values, columns, masks.data(), bytes, draws, sums.data());
    bool good = true;
    for (std::size_t draw = 0; draw < draws; ++draw) {
        for (std::size_t column = 0; column < columns; ++column) {
            double expected = 0;
            for (std::size_t unit = 0; unit < units; ++unit) {
                if (masks[draw * bytes + unit / 8] >> unit % 8 & 1) expected += values[unit * columns + column];
            }
            good = good && sums[draw * columns + column] == expected;
        }
    }
    return good;
}

}  // namespace

int main() {
    for (int round = 0; round < 2000; ++round) check(sums_are_those_of_plain_additions(), "masked sums");
    return report();
}
