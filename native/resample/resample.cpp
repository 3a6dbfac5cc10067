#include "resample/resample.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace understudy {
namespace {

constexpr std::uint64_t COINS = 1, DRAWS = 2;  // the two kinds of choices never share a counter
constexpr std::size_t GROUP = 8;               // units whose sums are looked up at once
constexpr std::size_t CHOICES = 1 << GROUP;
constexpr std::size_t TOGETHER = 16;   // resamples that share a pass over the rows, if there is room
constexpr std::size_t ROOM = 1 << 23;  // bytes for choices, whatever the number of units

struct Product {
    std::uint64_t high, low;
};

// By halves, since standard C++ has no number of 128 bits; compilers know the pattern.
Product multiply(std::uint64_t a, std::uint64_t b) {
#ifdef __SIZEOF_INT128__
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#else
    const std::uint64_t mask = 0xFFFFFFFF, low = (a & mask) * (b & mask);
    const std::uint64_t cross = (a >> 32) * (b & mask) + (low >> 32), other = (a & mask) * (b >> 32) + (cross & mask);
    return {(a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32), a * b};
#endif
}

// The words of one choice; the counter begins at 1, as in numpy.
class RandomStream {
public:
    RandomStream(std::uint64_t seed, std::uint64_t kind, std::uint64_t number)
        : key_{seed, 0}, counter_{0, number, 0, kind} {}

    std::uint64_t next() {
        if (place_ == 4) {
            ++counter_[0];
            block_ = philox(counter_, key_);
            place_ = 0;
        }
        return block_[place_++];
    }

private:
    std::array<std::uint64_t, 2> key_;
    std::array<std::uint64_t, 4> counter_, block_{};
    std::size_t place_ = 4;
};

// In a copy: otherwise the compiler must think that the sums are part of the tables, and can't add several at once.
template <class Number, std::size_t width>
inline void add_both(Number* sum, const Number* a, const Number* b) {
    std::array<Number, width> here;
    for (std::size_t k = 0; k < width; ++k) here[k] = a[k] + b[k];
    for (std::size_t k = 0; k < width; ++k) here[k] += sum[k];
    std::memcpy(sum, here.data(), sizeof here);
}

inline void add_times(double* __restrict sum, const double* __restrict row, double times, std::size_t columns) {
    for (std::size_t k = 0; k < columns; ++k) sum[k] += times * row[k];
}

}  // namespace

std::array<std::uint64_t, 4> philox(std::array<std::uint64_t, 4> counter, std::array<std::uint64_t, 2> key) {
    for (int round = 0; round < 10; ++round) {
        const Product a = multiply(0xD2E7470EE14C6C93, counter[0]), b = multiply(0xCA5A826395121157, counter[2]);
        counter = {b.high ^ counter[1] ^ key[0], b.low, a.high ^ counter[3] ^ key[1], a.low};
        key[0] += 0x9E3779B97F4A7C15;
        key[1] += 0xBB67AE8584CAA73B;
    }
    return counter;
}

void CoinSums::toss(std::uint64_t seed, std::uint64_t begin, std::size_t trials, std::size_t groups) {
    coins_.resize(groups * trials);
    for (std::size_t t = 0; t < trials; ++t) {
        RandomStream words(seed, COINS, begin + t);
        for (std::size_t g = 0; g < groups; g += 8) {
            std::uint64_t word = words.next();
            for (std::size_t i = g; i < std::min(g + 8, groups); ++i, word >>= 8) {
                coins_[i * trials + t] = static_cast<std::uint8_t>(word);
            }
        }
    }
}

// A column of whole numbers whose sums all fit into 32 bits is one of counts.
void CoinSums::sort_columns(const Units& units) {
    if (sorted_ == units.rows) return;
    sorted_ = units.rows;
    std::vector<double> sizes(units.columns, 0.0);
    for (std::size_t i = 0; i < units.count * units.columns; ++i) {
        const double value = units.rows[i];
        sizes[i % units.columns] += value == std::trunc(value) ? std::abs(value) : INFINITY;
    }
    for (std::size_t k = 0; k < units.columns; ++k) {
        (sizes[k] <= std::numeric_limits<std::int32_t>::max() ? counts_.columns : others_.columns).push_back(k);
    }
}

// Fills a table with the sums of every choice among the eight units of a group; units past the end are zeros.
template <class Number>
void CoinSums::Lane<Number>::gather(const Units& units, std::size_t group, std::size_t first, Number* into) const {
    std::fill_n(into, width, Number{});
    const std::size_t here = std::min(width, columns.size() - first);
    for (std::size_t bit = 0; bit < GROUP; ++bit) {
        const std::size_t unit = group * GROUP + bit, half = std::size_t{1} << bit;
        std::array<Number, width> row{};
        for (std::size_t k = 0; unit < units.count && k < here; ++k) {
            row[k] = static_cast<Number>(units.rows[unit * units.columns + columns[first + k]]);
        }
        std::copy_n(into, half * width, into + half * width);
        for (std::size_t choice = half; choice < 2 * half; ++choice) {
            for (std::size_t k = 0; k < width; ++k) into[choice * width + k] += row[k];
        }
    }
}

// Adds the columns from `first` on, as many as there is room for; two groups of units with each pass over the sums.
template <class Number>
void CoinSums::Lane<Number>::add(const Units& units, std::size_t first, const std::uint8_t* coins, std::size_t trials,
                                 double* out) {
    table.resize(2 * CHOICES * width);
    sums.assign(trials * width, Number{});
    const std::size_t pairs = (units.count + 2 * GROUP - 1) / (2 * GROUP);
    const Number *one = table.data(), *other = one + CHOICES * width;
    for (std::size_t pair = 0; pair < pairs; ++pair, coins += 2 * trials) {
        gather(units, 2 * pair, first, table.data());
        gather(units, 2 * pair + 1, first, table.data() + CHOICES * width);
        for (std::size_t t = 0; t < trials; ++t) {
            add_both<Number, width>(sums.data() + t * width, one + coins[t] * width, other + coins[trials + t] * width);
        }
    }
    const std::size_t here = std::min(width, columns.size() - first);
    for (std::size_t t = 0; t < trials; ++t) {
        for (std::size_t k = 0; k < here; ++k)
            out[t * units.columns + columns[first + k]] = static_cast<double>(sums[t * width + k]);
    }
}

void CoinSums::add(const Units& units, std::uint64_t seed, std::uint64_t begin, std::uint64_t end, double* sums,
                   const Stop& stop) {
    const std::size_t groups = 2 * ((units.count + 2 * GROUP - 1) / (2 * GROUP));
    const std::size_t most = std::clamp<std::size_t>(ROOM / groups, 64, 1024);
    sort_columns(units);
    for (std::uint64_t here = begin; here < end; here += most, sums += most * units.columns) {
        const std::size_t trials = std::min<std::size_t>(most, end - here);
        toss(seed, here, trials, groups);
        const auto lane = [&](auto& numbers) {
            for (std::size_t first = 0; first < numbers.columns.size() && !stop(); first += numbers.width) {
                numbers.add(units, first, coins_.data(), trials, sums);
            }
        };
        lane(counts_);
        lane(others_);
    }
}

void DrawSums::draw(std::uint64_t seed, std::uint64_t number, std::size_t count, std::uint32_t* times) {
    RandomStream words(seed, DRAWS, number);
    std::fill_n(times, count, 0U);
    // Half a word scaled to the number of units: no unit is favored by more than `count` in 2^32.
    const auto take = [&](std::uint64_t half) { ++times[(half * count) >> 32]; };
    for (std::size_t i = 0; i < count; i += 2) {
        const std::uint64_t word = words.next();
        take(word & 0xFFFFFFFF);
        if (i + 1 < count) take(word >> 32);
    }
}

void DrawSums::add(const Units& units, std::uint64_t seed, std::uint64_t begin, std::uint64_t end, double* sums,
                   const Stop& stop) {
    const std::size_t most = std::clamp<std::size_t>(ROOM / (4 * units.count), 1, TOGETHER);
    times_.resize(most * units.count);
    for (std::uint64_t first = begin; first < end && !stop(); first += most) {
        const std::size_t here = std::min<std::size_t>(most, end - first);
        double* block = sums + (first - begin) * units.columns;
        for (std::size_t r = 0; r < here; ++r) draw(seed, first + r, units.count, times_.data() + r * units.count);
        std::fill_n(block, here * units.columns, 0.0);
        for (std::size_t unit = 0; unit < units.count; ++unit) {
            const double* row = units.rows + unit * units.columns;
            for (std::size_t r = 0; r < here; ++r) {
                const double times = times_[r * units.count + unit];
                if (times == 0) continue;
                add_times(block + r * units.columns, row, times, units.columns);
            }
        }
    }
}

}  // namespace understudy
