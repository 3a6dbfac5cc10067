// Characters edited, with jumps.
#include "edit/eed.hpp"

#include <array>

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t vocabulary = 8;
    Input input(data, size);
    const Text hypothesis = input.words(vocabulary, 120), reference = input.words(vocabulary, 120);
    EedCounter counter({}, 0);
    std::array<double, EedCounter::columns> row{}, again{};
    counter.write_row(hypothesis, reference, row, never);
    law(row[0] >= 0 && row[0] <= static_cast<double>(reference.size()) + 1,
        "the distance is no more than all inserted");
    law(row[1] <= static_cast<double>(hypothesis.size() + reference.size()) + 1, "a visit a character");
    counter.write_row(hypothesis, reference, again, never);
    law(row == again, "nothing is left over from other pairs");
    counter.write_row(reference, reference, row, never);
    law(row[0] == 0, "a copy costs nothing");
    return 0;
}
