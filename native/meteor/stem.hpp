// METEOR's stemmer for English.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace understudy {

// The stem by Snowball's algorithm "english" (Porter2) as it was up to its release 2.2; `word` is valid UTF-8. Takes
// time linear in the length of the word.
std::string stem_english(std::string_view word);
std::vector<std::string> stem_english(std::span<const std::string> words);

}  // namespace understudy
