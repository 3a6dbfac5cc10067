// Logarithms, the exponential and powers, made of what every processor does alike: sums, products and quotients.
//
// Those of C and numpy differ between processors and systems in the last digit, and so would scores.
#pragma once

namespace understudy {

// The error in units in the last place, which `make elementary` measures against MPFR at 10 million points a function,
// most of them where it is largest. A number that is not the nearest is rare, about 1 in 1,000 at such points.
inline constexpr double stated_error = 0.55;                // worst found: 0.52
inline constexpr double stated_error_of_subnormals = 0.76;  // of exponentials below 2.2e-308, which are rounded twice
// Of x to the y; `product` is |y log x|. Each doubling of it doubles what the error has beyond a half.
constexpr double stated_error_of_powers(double product) { return stated_error + product / 40; }

// Where there is no such number they give what C does: minus infinity for the logarithm of 0, no number for that of
// less.
double natural_logarithm(double x);
double binary_logarithm(double x);
double exponential(double x);
// No number if x is negative.
double power(double x, double y);

}  // namespace understudy
