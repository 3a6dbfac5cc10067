#include "resample/resample.hpp"
#include "bind/bind.hpp"

namespace understudy {
namespace {

using UnitRows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu, nb::ro>;

template <class Sums, std::size_t chunk>
Matrix<double> sums_of(const UnitRows& rows, std::uint64_t seed, std::uint64_t first, std::size_t count,
                       std::size_t threads, nb::object progress) {
    const Units units{rows.data(), rows.shape(0), rows.shape(1)};
    if (units.count == 0 || units.count > 0xFFFFFFFF) refuse("between 1 and 2^32 - 1 units are needed");
    std::unique_ptr<double[]> sums(new double[count * units.columns]);
    const Poll poll = make_poll(std::move(progress));
    {
        const nb::gil_scoped_release release;
        struct alignas(128) Scratch {
            Sums sums;
        };
        parallel_chunks<Scratch, chunk>(
            count, threads, poll, [&](std::size_t begin, std::size_t end, Scratch& scratch, const auto& stop) {
                scratch.sums.add(units, seed, first + begin, first + end, sums.get() + begin * units.columns, stop);
            });
    }
    return to_matrix(std::move(sums), count, units.columns);
}

}  // namespace

void bind_resample(nb::module_& m) {
    m.def("coin_sums", &sums_of<CoinSums, 1024>, "rows"_a, "seed"_a, "first"_a, "count"_a, "threads"_a = 1,
          "progress"_a = nb::none(), "For each trial: the sum of the rows for which a coin shows heads.");
    m.def("draw_sums", &sums_of<DrawSums, 64>, "rows"_a, "seed"_a, "first"_a, "count"_a, "threads"_a = 1,
          "progress"_a = nb::none(),
          "For each resample: the sum of as many rows as there are, drawn with replacement.");
}

}  // namespace understudy
