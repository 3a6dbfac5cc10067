// Logarithms, the exponential and powers, made of what every processor does alike: sums, products and quotients.
//
// Those of C and numpy differ between processors and systems in the last digit, and so would scores.
#pragma once

namespace understudy {

// Each is within 0.55 units in the last place, a power if its exponent is from -4 to 4. Where there is no such number
// they give what C does: minus infinity for the logarithm of 0, no number for that of less.
double natural_logarithm(double x);
double binary_logarithm(double x);
double exponential(double x);
// No number if x is negative.
double power(double x, double y);

}  // namespace understudy
