// Made-up text in ten scripts and of emoji, the same with every compiler and library: made of integers alone.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "perf/texts.hpp"
#include "text/unicode.hpp"

namespace understudy::platforms {

using perf::Corpus, perf::join, perf::Pieces, perf::Random;

struct Script {
    const char* name;
    char32_t first;       // its first letter
    std::size_t letters;  // how many follow each other
    char32_t stop;        // what ends a sentence
    std::string_view between;
};

inline constexpr std::array<Script, 9> scripts{{{"Cyrillic", 0x0410, 64, U'.', " "},
                                                {"Greek", 0x0391, 57, U';', " "},
                                                {"Arabic", 0x0621, 42, 0x061F, " "},
                                                {"Hebrew", 0x05D0, 27, U'.', " "},
                                                {"Devanagari", 0x0904, 74, 0x0964, " "},
                                                {"Thai", 0x0E01, 58, U' ', ""},
                                                {"Hangul", 0xAC00, 11172, U'.', " "},
                                                {"Han", 0x4E00, 2000, 0x3002, ""},
                                                {"emoji", 0x1F600, 80, 0x200D, " "}}};

// Of few words, so that they recur; each is the same wherever it stands.
inline std::string word_of(const Script& script, std::size_t rank) {
    Random random(rank);
    std::string word;
    for (std::size_t letters = 1 + random.below(6); letters > 0; --letters)
        append(word, script.first + static_cast<char32_t>(random.below(script.letters)));
    return word;
}

inline std::string piece_of(const Script& script, Random& random) {
    std::string word = word_of(script, random.rank(9));
    switch (random.below(40)) {
        case 0: return word + ",";
        case 1: return std::to_string(random.below(3000)) + "." + std::to_string(random.below(100));
        case 2: return "(" + word + ")";
        case 3: return word + "-" + word_of(script, random.rank(9));
        case 4: return word + "\xCC\x81";   // a combining accent
        case 5: return word + "\xC2\xA0%";  // a blank that does not break
        default: return word;
    }
}

inline Corpus corpus_of(const Script& script, std::size_t segments) {
    Random random(script.first);
    Corpus corpus;
    for (std::size_t i = 0; i < segments; ++i) {
        Pieces reference;
        for (std::size_t left = 2 + random.below(12) + random.below(12); left > 0; --left)
            reference.push_back(piece_of(script, random));
        append(reference.back(), script.stop);
        const auto piece = [&](Random& chance) { return piece_of(script, chance); };
        corpus.references.push_back(join(reference, script.between));
        corpus.hypotheses.push_back(join(translated(reference, random, piece), script.between));
    }
    corpus.hypotheses.emplace_back();  // an empty one
    corpus.references.push_back(word_of(script, 1));
    return corpus;
}

}  // namespace understudy::platforms
