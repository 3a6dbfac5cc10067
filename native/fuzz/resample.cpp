// Sums over random choices, against plain sums of the same choices.
#include "resample/resample.hpp"

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

// Word number `i` of a choice, straight from the generator.
std::uint64_t word(std::uint64_t seed, std::uint64_t kind, std::uint64_t number, std::size_t i) {
    return philox({i / 4 + 1, number, 0, kind}, {seed, 0})[i % 4];
}

template <class Sums, class Choose>
void check(const Units& units, std::uint64_t seed, std::uint64_t begin, std::size_t trials, const Choose& choose) {
    std::vector<double> sums(trials * units.columns), plain(sums.size(), 0.0);
    Sums().add(units, seed, begin, begin + trials, sums.data(), never);
    for (std::size_t r = 0; r < trials; ++r) {
        for (std::size_t i = 0; i < units.count; ++i) {
            const auto [unit, times] = choose(begin + r, i);
            for (std::size_t k = 0; k < units.columns; ++k)
                plain[r * units.columns + k] += times * units.rows[unit * units.columns + k];
        }
    }
    law(sums == plain, "the sums of the choices");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::size_t count = input.between(1, 200), columns = input.between(1, 40), trials = input.between(1, 40);
    const std::uint64_t seed = input.number(), begin = input.number() >> 1;
    std::vector<double> rows(count * columns);
    // Whole numbers and quarters, of any sign, some too large for 32 bits: sums of them are exact.
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint8_t choice = input.empty() ? static_cast<std::uint8_t>(i * 37) : input.byte();
        rows[i] = static_cast<double>(choice) - (i % columns % 3 == 0 ? 0 : 100);
        if (i % columns % 5 == 1) rows[i] /= 4;
        if (i % columns % 7 == 2) rows[i] *= 1 << 28;
    }
    const Units units{rows.data(), count, columns};
    check<CoinSums>(units, seed, begin, trials, [&](std::uint64_t number, std::size_t i) {
        return std::pair(i, static_cast<double>(word(seed, 1, number, i / 64) >> (i % 64) & 1));
    });
    check<DrawSums>(units, seed, begin, trials, [&](std::uint64_t number, std::size_t i) {
        const std::uint64_t half = word(seed, 2, number, i / 2) >> (i % 2 * 32) & 0xFFFFFFFF;
        return std::pair(static_cast<std::size_t>(half * count >> 32), 1.0);
    });
    return 0;
}
