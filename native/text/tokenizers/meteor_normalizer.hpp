// METEOR 1.5's normalizer, which descends from Moses' tokenizer: edu.cmu.meteor.util.Normalizer and its lists of
// nonbreaking prefixes.
//
// METEOR applies some twenty patterns to the whole line. Here a line is cut at words of letters and digits, which no
// pattern changes, and only what stands between them is rewritten, by passes for what it holds. Cost: a step for each
// character of plain words, about as many passes as kinds of punctuation for the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/interner.hpp"

namespace understudy {

// The languages that METEOR normalizes.
enum class MeteorLanguage : std::uint8_t { en, cz, fr, es, de, ru };

inline constexpr std::size_t meteor_languages = 6;

// As METEOR writes it.
constexpr std::string_view code_of(MeteorLanguage language) {
    switch (language) {
        case MeteorLanguage::en: return "en";
        case MeteorLanguage::cz: return "cz";
        case MeteorLanguage::fr: return "fr";
        case MeteorLanguage::es: return "es";
        case MeteorLanguage::de: return "de";
        case MeteorLanguage::ru: return "ru";
    }
    return {};
}

// Abbreviations that keep their full stop, always or before a number.
struct Prefixes {
    Interner always, before_numbers;
};

bool has_prefixes(MeteorLanguage language);

// Gives a language its abbreviations, once and for all; later calls change nothing. They come from outside, because the
// lists are data files. To be called before the first text of the language is read.
void set_prefixes(MeteorLanguage language, const std::vector<std::string>& always,
                  const std::vector<std::string>& before_numbers);

struct MeteorScratch {
    std::u32string line, next;
    std::string joined, rewritten, prefix;
};

// The text as METEOR sees it with -norm, or with -norm -noPunct: lower case, words separated by spaces. `out` is
// replaced; it may hold `text` itself.
void normalize_meteor(std::string_view text, MeteorLanguage language, bool punctuation, MeteorScratch& scratch,
                      std::string& out);

}  // namespace understudy
