// A match: a run of words of the reference that is aligned with a run of words of the hypothesis.
#pragma once

#include <cstdint>

namespace understudy {

struct MeteorMatch {
    std::uint32_t ref_start, ref_length, hyp_start, hyp_length;
    std::uint32_t slot;  // the index of the module in the list of modules
};

}  // namespace understudy
