#include "arithmetic/elementary.hpp"

#include <cmath>
#include <limits>

namespace understudy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(),
                 no_number = std::numeric_limits<double>::quiet_NaN();

// A number as the sum of two, of which the second is what the first leaves.
struct Sum {
    double high, low;
};

constexpr double ln_2_short = 0x1.62e42fefap-1;  // so few digits that its multiples by exponents are exact
constexpr double ln_2_rest = 0x1.cf79abc9e3b3ap-40;
constexpr Sum one_by_ln_2{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};

Sum exact_sum(double a, double b) {
    const double sum = a + b, of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
}

// Half of the digits, and the others.
Sum halves(double a) {
    const double shifted = a * 134217729.0, high = shifted - (shifted - a);  // 2^27 + 1
    return {high, a - high};
}

Sum exact_product(double a, double b) {
    const double product = a * b;
    const auto [a_high, a_low] = halves(a);
    const auto [b_high, b_low] = halves(b);
    return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

// x = m * 2^exponent, with m from sqrt(1/2) to sqrt(2), and the logarithm of m.
struct Logarithm {
    double exponent;
    Sum of_m;
};

// log(m) = 2 * (s + s^3 / 3 + s^5 / 5 + ...), where s = (m - 1) / (m + 1).
Logarithm parts_of_logarithm(double x) {
    int exponent = 0;
    double m = std::frexp(x, &exponent);
    if (m < 0x1.6a09e667f3bcdp-1) m *= 2, --exponent;
    const double above = m - 1;
    const auto [below, below_low] = exact_sum(m, 1);
    const double s = above / below;
    const auto [product, product_low] = exact_product(s, below);
    const double s_low = ((above - product) - product_low - s * below_low) / below, z = s * s;
    double series = 0;
    for (int n = 23; n >= 3; n -= 2) series = z * (1.0 / n + series);
    const auto [high, low] = exact_sum(2 * s, 2 * s * series);
    return {static_cast<double>(exponent), {high, low + 2 * s_low * (1 + z)}};
}

Sum sum_of_logarithm(const Logarithm& parts) {
    const auto [high, low] = exact_sum(parts.exponent * ln_2_short, parts.of_m.high);
    return exact_sum(high, low + (parts.of_m.low + parts.exponent * ln_2_rest));
}

bool is_ordinary(double x) { return x > 0 && x < infinity; }

double logarithm_of_others(double x) { return x == 0 ? -infinity : x == infinity ? infinity : no_number; }

// exp(x) = 2^k * (1 + r + r^2 / 2 + r^3 / 6 + ...), where r = x - k * ln 2.
double exponential_of(Sum x) {
    if (std::isnan(x.high)) return no_number;
    if (x.high > 710) return infinity;
    if (x.high < -746) return 0;
    const double k = std::nearbyint(x.high * one_by_ln_2.high);
    const auto [most_of_r, left] = exact_sum(x.high, -k * ln_2_short);
    const auto [r, rest] = exact_sum(most_of_r, -k * ln_2_rest);
    const double r_low = left + rest + x.low;
    const auto [square, square_low] = exact_product(r, r);
    double series = 0;
    for (int n = 16; n >= 3; --n) series = r / n * (1 + series);  // r/3 + r^2/12 + ...
    const auto [one_and_r, left_of_r] = exact_sum(1, r);
    const auto [high, left_of_square] = exact_sum(one_and_r, square / 2);
    const double low = (left_of_r + left_of_square) + (square_low / 2 + r_low * high) + square / 2 * series;
    return std::ldexp(high + low, static_cast<int>(k));
}

}  // namespace

double natural_logarithm(double x) {
    if (!is_ordinary(x)) return logarithm_of_others(x);
    return sum_of_logarithm(parts_of_logarithm(x)).high;
}

double binary_logarithm(double x) {
    if (!is_ordinary(x)) return logarithm_of_others(x);
    const auto [exponent, of_m] = parts_of_logarithm(x);
    const auto [product, product_low] = exact_product(of_m.high, one_by_ln_2.high);
    const auto [high, low] = exact_sum(exponent, product);
    return high + (low + (product_low + (of_m.high * one_by_ln_2.low + of_m.low * one_by_ln_2.high)));
}

double exponential(double x) { return exponential_of({x, 0}); }

double power(double x, double y) {
    if (y == 0 || x == 1) return 1;
    if (!(x >= 0) || std::isnan(y)) return no_number;
    const double logarithm = natural_logarithm(x);
    // Beyond this the power is 0 or infinite anyway.
    if (std::isinf(logarithm) || std::isinf(y) || std::abs(y * logarithm) > 1000)
        return logarithm * y > 0 ? infinity : 0;
    const auto [high, low] = sum_of_logarithm(parts_of_logarithm(x));
    const auto [product, product_low] = exact_product(high, y);
    return exponential_of({product, product_low + low * y});
}

}  // namespace understudy
