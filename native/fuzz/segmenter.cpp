// Cutting any text like any references.
#include "edit/segmenter.hpp"
#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    std::vector<Id> text(input.between(0, 12));
    std::vector<std::uint8_t> may_cut(text.size() + 1);
    for (Id& word : text) word = input.byte() % 4;
    for (std::uint8_t& flag : may_cut) flag = input.flag();
    TokenIds references;
    std::vector<std::int64_t> starts{0};
    for (std::size_t segments = input.between(1, 5); segments > 0; --segments) {
        for (std::size_t several = input.between(1, 2); several > 0; --several) {
            for (std::size_t words = input.between(0, 5); words > 0; --words)
                references.ids.push_back(input.byte() % 4);
            references.offsets.push_back(references.ids.size());
        }
        starts.push_back(static_cast<std::int64_t>(references.segments()));
    }
    const Stop stop = never;
    const std::vector<std::uint64_t> ends = Segmenter(text, may_cut, references, starts, stop).ends();
    law(ends.size() + 1 == starts.size() && ends.back() == text.size(),
        "every segment has a piece, and no word is lost");
    law(std::ranges::is_sorted(ends), "pieces are in order");
    for (const std::uint64_t end : ends) {
        law(end == 0 || end == text.size() || may_cut[end], "a cut stands where it may");
    }
    law(Segmenter(text, may_cut, references, starts, stop).ends() == ends, "the same text is cut alike");
    return 0;
}
