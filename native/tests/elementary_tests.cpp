// Logarithms, the exponential and powers beside those of C in more digits, on random numbers; for the sanitizers.
#include <cmath>
#include <iostream>
#include <random>

#include "arithmetic/elementary.hpp"

namespace {

using namespace understudy;

std::mt19937_64 rng(1);

double between(double low, double high) { return low + (high - low) * static_cast<double>(rng() >> 11) * 0x1p-53; }

bool near(double ours, long double exact) {
    const double unit = std::nextafter(std::abs(ours), INFINITY) - std::abs(ours);
    return std::abs(static_cast<long double>(ours) - exact) <= 0.56L * unit;
}

bool right_on_random_numbers() {
    const double x = std::exp2(between(-1000, 1000)), one = between(0.9, 1.1), small = between(-40, 40),
                 y = between(-4, 4);
    bool good = near(exponential(small), std::exp(static_cast<long double>(small))) &&
                near(power(one * 9, y), std::pow(static_cast<long double>(one * 9), static_cast<long double>(y)));
    for (const double each : {x, one, std::nextafter(1.0, one)}) {
        good = good && near(natural_logarithm(each), std::log(static_cast<long double>(each))) &&
               near(binary_logarithm(each), std::log2(static_cast<long double>(each)));
    }
    return good;
}

bool right_at_the_ends() {
    const double tiny = 5e-324, huge = 1.7976931348623157e308, nothing = std::nan("");
    bool good = natural_logarithm(0) == -INFINITY && std::isnan(natural_logarithm(-1)) &&
                std::isnan(natural_logarithm(nothing)) && natural_logarithm(INFINITY) == INFINITY &&
                natural_logarithm(1) == 0 && exponential(0) == 1 && exponential(-INFINITY) == 0 &&
                exponential(INFINITY) == INFINITY && std::isnan(exponential(nothing)) &&
                exponential(1e300) == INFINITY && exponential(-1e300) == 0 && exponential(-745.13) == tiny &&
                power(0, 0) == 1 && power(0, 2) == 0 && power(0, -2) == INFINITY && std::isnan(power(-1, 2)) &&
                power(huge, 2) == INFINITY && power(tiny, 2) == 0 && power(tiny, 1) == tiny && power(9, 0.5) == 3;
    for (int exponent = -1074; exponent < 1024; ++exponent)
        good = good && binary_logarithm(std::ldexp(1.0, exponent)) == exponent;
    return good;
}

}  // namespace

int main() {
    std::size_t failed = !right_at_the_ends();
    for (int round = 0; round < 20000; ++round) failed += !right_on_random_numbers();
    std::cout << "logarithms and powers: 20000 random numbers and the ends, " << failed << " failed\n";
    return failed != 0;
}
