// Sums of what masks leave, against plain sums.
#include "resample/masked_sums.hpp"

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::size_t units = input.between(0, 80), columns = input.between(1, 12), draws = input.between(0, 30);
    const std::size_t bytes = (units + 7) / 8 + input.between(0, 2);
    std::vector<double> values(units * columns), sums(draws * columns);
    std::vector<std::uint8_t> masks(draws * bytes);
    for (double& value : values) value = static_cast<double>(input.byte()) - 128;  // whole, so that sums are exact
    for (std::uint8_t& mask : masks) mask = input.byte();
    MaskedSums summed;
    for (int round = 0; round < 2; ++round) {
        summed.sum(values, columns, masks.data(), bytes, draws, sums.data());
        for (std::size_t draw = 0; draw < draws; ++draw) {
            for (std::size_t column = 0; column < columns; ++column) {
                double plain = 0;
                for (std::size_t unit = 0; unit < units; ++unit) {
                    if (masks[draw * bytes + unit / 8] >> (unit % 8) & 1) plain += values[unit * columns + column];
                }
                law(sums[draw * columns + column] == plain, "the sums of what is left");
            }
        }
    }
    return 0;
}
