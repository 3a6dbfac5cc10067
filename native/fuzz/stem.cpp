// The English stemmer on any word.
#include "meteor/stem.hpp"
#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    while (!input.empty()) {
        const std::string valid = input.text();
        const Exact word(valid);
        const std::string stem = stem_english(word.view());
        law(invalid_utf8(stem) == View::npos, "a stem is valid UTF-8");
        law(stem.size() <= valid.size(), "no stem is longer than its word");
        law(stem_english(word.view()) == stem, "the same word has the same stem");
    }
    return 0;
}
