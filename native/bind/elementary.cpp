#include <memory>

#include "arithmetic/elementary.hpp"
#include "bind/bind.hpp"

namespace understudy {
namespace {

using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu, nb::ro>;

// In one column.
template <class Function>
Matrix<double> each(std::size_t count, const Function& function) {
    std::unique_ptr<double[]> block(new double[count]);
    {
        const nb::gil_scoped_release release;
        for (std::size_t i = 0; i < count; ++i) block[i] = function(i);
    }
    return to_matrix(std::move(block), count, 1);
}

template <double (*function)(double)>
Matrix<double> each_of(const Numbers& values) {
    return each(values.size(), [&](std::size_t i) { return function(values.data()[i]); });
}

Matrix<double> each_power(const Numbers& values, const Numbers& exponents) {
    if (values.size() != exponents.size()) refuse("there must be one exponent for each value");
    return each(values.size(), [&](std::size_t i) { return power(values.data()[i], exponents.data()[i]); });
}

}  // namespace

void bind_elementary(nb::module_& m) {
    m.def("log", &natural_logarithm, "value"_a, "The natural logarithm.");
    m.def("log_each", &each_of<natural_logarithm>, "values"_a, "The natural logarithm of each.");
    m.def("log2_each", &each_of<binary_logarithm>, "values"_a, "The logarithm of each to the base 2.");
    m.def("exp", &exponential, "value"_a, "The exponential.");
    m.def("exp_each", &each_of<exponential>, "values"_a, "The exponential of each.");
    m.def("power", &power, "value"_a, "exponent"_a, "A number of 0 or more to a power.");
    m.def("power_each", &each_power, "values"_a, "exponents"_a, "Each to a power of its own.");
}

}  // namespace understudy
