// Sums over random choices of rows: the generator against numpy's numbers, the fast sums against plain ones.
#include "checks.hpp"
#include "resample/resample.hpp"

using namespace understudy;

namespace {

const Stop NEVER = [] { return false; };

// Bit or half word number `i` of choice `number`, straight from the generator.
std::uint64_t word(std::uint64_t seed, std::uint64_t kind, std::uint64_t number, std::size_t i) {
    return philox({i / 4 + 1, number, 0, kind}, {seed, 0})[i % 4];
}

std::vector<double> make_rows(std::size_t units, std::size_t columns) {
    std::vector<double> rows(units * columns);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i] = static_cast<double>(philox({i, 0, 0, 0}, {1, 2})[0] % 1000);
        if (i % columns % 3 == 1) rows[i] /= 1024;     // no counts
        if (i % columns % 5 == 2) rows[i] *= 1 << 30;  // too large for 32 bits
        if (i % columns % 7 == 3) rows[i] = -rows[i];
    }
    return rows;
}

void test_generator() {
    // numpy 2.4: np.random.Philox(key=5, counter=[0, 7, 0, 1]).random_raw(4)
    const std::array<std::uint64_t, 4> expected{8603872085951489694U, 5378135524099780700U, 2961580189064042710U,
                                                17304173021005041046U};
    check(philox({1, 7, 0, 1}, {5, 0}) == expected, "numpy has the same words");
}

template <class Sums, class Times>
void test_sums(View what, const Times& times) {
    for (const std::size_t units : {1U, 2U, 7U, 8U, 9U, 16U, 17U, 63U, 65U, 130U}) {
        for (const std::size_t columns : {1U, 8U, 37U}) {
            const std::vector<double> rows = make_rows(units, columns);
            std::vector<double> sums(20 * columns);
            Sums().add({rows.data(), units, columns}, 9, 5, 25, sums.data(), NEVER);
            std::vector<double> plain(20 * columns, 0.0);
            for (std::size_t r = 0; r < 20; ++r) {
                for (std::size_t i = 0; i < units; ++i) {
                    const auto [unit, count] = times(5 + r, i, units);
                    for (std::size_t k = 0; k < columns; ++k)
                        plain[r * columns + k] += count * rows[unit * columns + k];
                }
            }
            check(sums == plain, what, std::to_string(units) + " units");
        }
    }
}

}  // namespace

int main() {
    test_generator();
    test_sums<CoinSums>("coins", [](std::uint64_t number, std::size_t i, std::size_t) {
        return std::pair(i, static_cast<double>(word(9, 1, number, i / 64) >> (i % 64) & 1));
    });
    test_sums<DrawSums>("draws", [](std::uint64_t number, std::size_t i, std::size_t units) {
        const std::uint64_t half = word(9, 2, number, i / 2) >> (i % 2 * 32) & 0xFFFFFFFF;
        return std::pair(static_cast<std::size_t>(half * units >> 32), 1.0);
    });
    return report();
}
