#include "meteor/word_facts.hpp"

#include <algorithm>

namespace understudy {

bool WordFacts::describe(std::size_t words) const {
    const std::size_t size = stems.size();
    if (size < words || function.size() != size || utf16.size() != size) return false;
    if (synset_starts.size() != size + 1) return false;
    if (synset_starts.front() != 0 || synset_starts.back() != static_cast<std::int64_t>(synsets.size())) return false;
    const auto negative = [](std::int32_t number) { return number < 0; };
    return std::ranges::is_sorted(synset_starts) && std::ranges::none_of(stems, negative) &&
           std::ranges::none_of(synsets, negative);
}

}  // namespace understudy
