#include "resample/masked_sums.hpp"
#include "bind/bind.hpp"

namespace understudy {
namespace {

using Masks = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu, nb::ro>;
using Values = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu, nb::ro>;

Matrix<double> masked_sums(const Masks& masks, const Values& values, std::size_t threads) {
    const std::size_t draws = masks.shape(0), bytes = masks.shape(1), columns = values.shape(1);
    if (values.shape(0) > 8 * bytes) refuse("the masks have fewer bits than there are units");
    std::unique_ptr<double[]> sums(new double[draws * columns]);
    const std::span all(values.data(), values.size());
    const Poll poll = make_poll(nb::none());
    {
        const nb::gil_scoped_release release;
        parallel_chunks<MaskedSums>(draws, threads, poll,
                                    [&](std::size_t begin, std::size_t end, MaskedSums& scratch, const auto&) {
                                        scratch.sum(all, columns, masks.data() + begin * bytes, bytes, end - begin,
                                                    sums.get() + begin * columns);
                                    });
    }
    return to_matrix(std::move(sums), draws, columns);
}

}  // namespace

void bind_masked_sums(nb::module_& m) {
    m.def("masked_sums", &masked_sums, "masks"_a, "values"_a, "threads"_a = 1,
          "For each mask, one bit a unit, the sums of the columns over the units that it marks.");
}

}  // namespace understudy
