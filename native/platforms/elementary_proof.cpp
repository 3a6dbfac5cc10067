// The error of the elementary functions in units in the last place, against MPFR: `elementary_proof MILLIONS`.
//
// Half of the points are drawn where an error would be: around 1, at the ends of each reduction of the argument, at
// powers of 2, where results overflow or are subnormal; the others from all numbers. Among 10 million points some
// lie within 1e-7 units of the middle between two numbers, which is where a wrong digit shows. It fails if an error
// exceeds what arithmetic/elementary.hpp states.
#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "arithmetic/elementary.hpp"
#include "perf/texts.hpp"

namespace {

using namespace understudy;
using perf::Random;

constexpr mpfr_prec_t digits = 140;  // what rounding them costs is 2^-87 units of a double
constexpr double ln_2 = 0x1.62e42fefa39efp-1;

double between(Random& random, double low, double high) {
    return low + (high - low) * static_cast<double>(random.next() >> 11) * 0x1p-53;
}

// A number near another: up to 2^16 neighbors away, or by a share of it that is small.
double near(Random& random, double x) {
    if (random.chance(50)) return x + x * between(random, -1, 1) * std::ldexp(1.0, -static_cast<int>(random.below(30)));
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, 8);
    bits += random.below(1 << 17);
    bits -= std::min<std::uint64_t>(bits, 1 << 16);
    std::memcpy(&x, &bits, 8);
    return x;
}

double any_positive(Random& random) {
    const std::uint64_t bits = random.next() % 0x7FF0000000000000u;
    double x = 0;
    std::memcpy(&x, &bits, 8);
    return x == 0 ? 1 : x;
}

double for_logarithm(Random& random) {
    switch (random.below(8)) {
        case 0: return near(random, 1);
        case 1: return near(random, std::ldexp(1.0, static_cast<int>(random.below(2000)) - 1000));
        case 2: return near(random, std::ldexp(0x1.6a09e667f3bcdp-1, static_cast<int>(random.below(64)) - 32));
        case 3: return static_cast<double>(1 + random.below(100000)) / static_cast<double>(1 + random.below(100000));
        case 4: return between(random, 0.5, 2);
        default: return any_positive(random);
    }
}

double for_exponential(Random& random) {
    const double sign = random.chance(50) ? 1 : -1;
    switch (random.below(8)) {
        case 0: return sign * std::ldexp(between(random, 1, 2), -static_cast<int>(random.below(60)));
        case 1: return sign * near(random, static_cast<double>(1 + random.below(500)) * ln_2);
        case 2: return sign * near(random, (static_cast<double>(random.below(500)) + 0.5) * ln_2);
        case 3: return near(random, 709.782712893384);
        case 4: return between(random, -1, 1);
        default: return between(random, -708, 709.78);
    }
}

struct Error {
    double worst = 0, x = 0, y = 0;
    std::uint64_t points = 0, wrong = 0;  // the nearest number is another

    void take(double ours, const mpfr_t exact, double at, double and_at) {
        mpfr_t off;
        mpfr_init2(off, digits);
        mpfr_sub_d(off, exact, ours, MPFR_RNDN);
        const double size = std::abs(ours), up = std::nextafter(size, std::numeric_limits<double>::infinity());
        // Above the largest number a unit is what it is below it.
        const double unit = std::isinf(up) ? size - std::nextafter(size, 0) : up - size;
        mpfr_div_d(off, off, unit, MPFR_RNDN);
        const double units = std::abs(mpfr_get_d(off, MPFR_RNDN));
        mpfr_clear(off);
        ++points;
        wrong += ours != mpfr_get_d(exact, MPFR_RNDN);
        if (!(units <= worst)) worst = units, x = at, y = and_at;
    }

    bool report(const char* name, double stated) const {
        std::printf("%-28s %10llu points  worst %.6f ulp at %a, %a  stated %.4f  not nearest %.4f%%\n", name,
                    static_cast<unsigned long long>(points), worst, x, y, stated,
                    100.0 * static_cast<double>(wrong) / static_cast<double>(points));
        std::fflush(stdout);
        return worst <= stated;
    }
};

using Exact = int (*)(mpfr_t, const mpfr_t, mpfr_rnd_t);

template <class Draw>
Error errors_of(std::uint64_t count, double (*ours)(double), Exact exact, const Draw& draw) {
    Random random(1);
    Error error;
    mpfr_t x, y;
    mpfr_inits2(digits, x, y, static_cast<mpfr_ptr>(nullptr));
    while (error.points < count) {
        const double at = draw(random), found = ours(at);
        mpfr_set_d(x, at, MPFR_RNDN);
        exact(y, x, MPFR_RNDN);
        const double nearest = mpfr_get_d(y, MPFR_RNDN);
        if (std::isinf(nearest) || nearest == 0) {
            if (found != nearest) error.worst = std::numeric_limits<double>::infinity(), error.x = at;
            ++error.points;
            continue;
        }
        error.take(found, y, at, 0);
    }
    mpfr_clears(x, y, static_cast<mpfr_ptr>(nullptr));
    return error;
}

// Of x to the y with |y log x| of at most `limit`; whole exponents, halves and thirds are among them.
Error errors_of_powers(std::uint64_t count, double limit) {
    Random random(2);
    Error error;
    mpfr_t x, y, power_of_x;
    mpfr_inits2(digits, x, y, power_of_x, static_cast<mpfr_ptr>(nullptr));
    while (error.points < count) {
        const double at = for_logarithm(random), logarithm = std::abs(std::log(at));
        const double most = std::min(1000.0, limit / logarithm);
        double exponent = between(random, -most, most);
        if (random.chance(20)) exponent = std::nearbyint(exponent * 6) / (random.chance(50) ? 2 : 6);
        if (!(std::abs(exponent) * logarithm <= limit)) continue;
        const double found = power(at, exponent);
        mpfr_set_d(x, at, MPFR_RNDN);
        mpfr_set_d(y, exponent, MPFR_RNDN);
        mpfr_pow(power_of_x, x, y, MPFR_RNDN);
        error.take(found, power_of_x, at, exponent);
    }
    mpfr_clears(x, y, power_of_x, static_cast<mpfr_ptr>(nullptr));
    return error;
}

}  // namespace

int main(int count, char** arguments) {
    const double millions = count > 1 ? std::atof(arguments[1]) : 10;
    const auto points = static_cast<std::uint64_t>(millions * 1e6);
    if (points == 0) {
        std::fprintf(stderr, "elementary_proof MILLIONS: how many million points a function, such as 10\n");
        return 2;
    }
    std::printf("MPFR %s\n", mpfr_get_version());
    bool good = errors_of(points, natural_logarithm, mpfr_log, for_logarithm).report("natural_logarithm", stated_error);
    good &= errors_of(points, binary_logarithm, mpfr_log2, for_logarithm).report("binary_logarithm", stated_error);
    good &= errors_of(points, exponential, mpfr_exp, for_exponential).report("exponential", stated_error);
    const auto subnormal = [](Random& random) { return between(random, -746, -708.3964185322641); };
    good &= errors_of(points / 10, exponential, mpfr_exp, subnormal)
                .report("exponential, subnormal", stated_error_of_subnormals);
    good &= errors_of_powers(points, 1).report("power, |y log x| to 1", stated_error_of_powers(1));
    good &= errors_of_powers(points / 10, 40).report("power, |y log x| to 40", stated_error_of_powers(40));
    good &= errors_of_powers(points / 10, 700).report("power, |y log x| to 700", stated_error_of_powers(700));
    std::puts(good ? "no error exceeds what is stated" : "an error exceeds what is stated");
    return good ? 0 : 1;
}
