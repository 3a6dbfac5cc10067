#include "ngrams/mbr.hpp"
#include "bind/bind.hpp"

namespace understudy {
namespace {

using Shares = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu, nb::ro>;

Matrix<double> expected_matches(const Tokens& texts, const Starts& groups, const Shares& shares, std::size_t order,
                                std::size_t threads) {
    const std::size_t count = texts.tokens.segments();
    bool good = groups.size() > 0 && groups(0) == 0 && shares.size() == count && order > 0 &&
                groups(groups.size() - 1) == static_cast<std::int64_t>(count);
    for (std::size_t g = 0; good && g + 1 < groups.size(); ++g) good = groups(g) <= groups(g + 1);
    if (!good) refuse("the groups do not cover the texts, or there is not one share for each text");
    std::unique_ptr<double[]> matches(new double[count * order]);
    const Poll poll = make_poll(nb::none());
    {
        const nb::gil_scoped_release release;
        struct alignas(128) Scratch {
            ExpectedCounter counter;
            std::vector<Ids> texts;
        };
        parallel_chunks<Scratch>(groups.size() - 1, threads, poll,
                                 [&](std::size_t begin, std::size_t end, Scratch& scratch, const auto& stop) {
                                     for (std::size_t g = begin; g < end; ++g) {
                                         const auto first = static_cast<std::size_t>(groups(g)),
                                                    last = static_cast<std::size_t>(groups(g + 1));
                                         scratch.texts.clear();
                                         for (std::size_t i = first; i < last; ++i)
                                             scratch.texts.push_back(texts.segment(i));
                                         scratch.counter.count(scratch.texts,
                                                               std::span(shares.data() + first, last - first), order,
                                                               matches.get() + first * order, stop);
                                     }
                                 });
    }
    return to_matrix(std::move(matches), count, order);
}

}  // namespace

void bind_mbr(nb::module_& m) {
    m.def("expected_matches", &expected_matches, "texts"_a, "groups"_a, "shares"_a, "order"_a, "threads"_a = 1,
          "For each text and each n: the n-grams that it shares with the average of its group.");
}

}  // namespace understudy
