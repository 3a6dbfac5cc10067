// The longest token at each place, by the rules of ptb_tables.inc.
//
// The rules are one automaton: a step for each character, and for what a rule looks at behind its token once more. An
// address is looked for up to the next space wherever a letter or digit stands, so that the time for a text without
// spaces grows with the square of its length. Cost: about 160 instructions per byte of English with the vocabulary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace understudy {

struct PtbScratch {
    std::vector<std::uint8_t> symbols;  // of the characters, as the automaton tells them apart, and three for the end
    std::vector<std::size_t> places;    // of the characters in the text, and its size for those at the end
    std::string token, lowered, tokens;
};

// The tokens, each with a line feed behind it; they lie in `scratch`.
std::string_view split_ptb(std::string_view text, PtbScratch& scratch);

}  // namespace understudy
