// Cutting texts like their references, for Python.
#include <algorithm>

#include "bind/bind.hpp"
#include "edit/segmenter.hpp"

namespace understudy {
namespace {

using Flags = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu, nb::ro>;

std::vector<std::uint64_t> segment_ends(const Tokens& text, const Flags& may_cut, const Tokens& references,
                                        const Starts& starts) {
    check_starts(starts, references);
    const bool good = text.vocabulary == references.vocabulary && text.tokens.segments() == 1 &&
                      may_cut.size() == text.tokens.ids.size() + 1;
    if (!good) refuse("one text is cut, of the token table of the references, with a flag for each place");
    const Poll poll = make_poll(nb::none());
    const nb::gil_scoped_release release;
    Cancellation patrol(poll);
    const Stop stop = [&] { return patrol.should_stop(); };
    std::vector<std::uint64_t> ends;
    run_threads(1, patrol, [&](std::size_t) {
        ends = Segmenter(text.segment(0), {may_cut.data(), may_cut.size()}, references.tokens,
                         {starts.data(), starts.size()}, stop)
                   .ends();
    });
    return ends;
}

}  // namespace

void bind_segmenter(nb::module_& m) {
    m.def("segment_ends", &segment_ends, "text"_a, "may_cut"_a, "references"_a, "starts"_a,
          "Where the piece of each segment ends, so that all pieces together have the fewest errors.");
}

}  // namespace understudy
