// A normalizer of English with few words, for tests, the fuzzer and callgrind; Python's has all of them.
#pragma once

#include <utility>

#include "text/english.hpp"

namespace understudy {

// Facts as Python has them of ASCII, in small: what is neither a letter nor a digit is a space.
inline CharacterFacts ascii_facts() {
    CharacterFacts facts;
    for (char32_t c = 0; c < 0x100; ++c) {
        const bool capital = c >= U'A' && c <= U'Z', small = c >= U'a' && c <= U'z', digit = c >= U'0' && c <= U'9';
        const bool space = c == U' ' || (c >= 9 && c <= 13);
        const bool kept =
            capital || small || digit || space || c == U'.' || c == U'%' || c == U'$' || c == U'¢' || c == U'£';
        const int flags = (capital || small || digit ? CharacterFacts::word : 0) | (space ? CharacterFacts::space : 0);
        facts.lower.push_back(capital ? c + 32 : c);
        facts.flags.push_back(static_cast<std::uint8_t>(flags));
        facts.plain.push_back(kept ? Text(1, c) : U" ");
    }
    return facts;
}

inline EnglishNormalizer english_sample() {
    using enum NumberKind;
    WordMap<NumberWord> numbers;
    const auto add = [&](const char32_t* word, NumberKind kind, unsigned number, const char32_t* suffix = U"") {
        numbers.emplace(word, NumberWord{kind, number, suffix});
    };
    add(U"oh", zero, 0), add(U"one", one, 1), add(U"two", one, 2), add(U"twenty", ten, 20),
        add(U"third", one, 3, U"rd");
    add(U"hundred", multiplier, 2), add(U"million", multiplier, 6), add(U"minus", sign, 0, U"-");
    add(U"dollars", currency, 0, U"$"), add(U"cents", currency, 0, U"¢"), add(U"percent", percent, 0),
        add(U"per", per, 0);
    add(U"cent", currency, 0, U"¢"), add(U"and", conjunction, 0), add(U"double", repeat, 2), add(U"point", point, 0);
    add(U"decillion", multiplier, 33);
    return {ascii_facts(),
            {{true, U"won't", U"will not"},
             {true, U"gotta", U"got to"},
             {true, U"mr", U"mister "},
             {false, U"'s got", U" has got"},
             {false, U"n't", U" not"},
             {false, U"'s", U" is"}},
            {{U"um", true}},
            {{U"colour", U"color"}},
            std::move(numbers)};
}

}  // namespace understudy
