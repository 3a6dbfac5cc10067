// METEOR 1.5's tokenisers: its normaliser, an offspring of Moses', lower case, and Java's idea of a word.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/vocabulary.hpp"

namespace understudy {

// The languages that METEOR normalises.
enum class MeteorLanguage : std::uint8_t { en, cz, fr, es, de, ru };

// Abbreviations that keep their stop, always or before a number.
struct Prefixes {
    Vocabulary always, before_numbers;
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

// The text as METEOR sees it with -norm, or with -norm -noPunct: lower case, words parted by blanks. `out` is replaced;
// it may hold `text` itself.
void normalize_meteor(std::string_view text, MeteorLanguage language, bool punctuation, MeteorScratch& scratch,
                      std::string& out);

// Splits at the characters at which Java's StringTokenizer splits.
template <class Sink>
void split_java(std::string_view text, const Sink& sink) {
    const char* const end = text.data() + text.size();
    const char* start = text.data();
    for (const char* at = start; at < end; ++at) {
        if (*at != ' ' && *at != '\t' && *at != '\n' && *at != '\r' && *at != '\f') continue;
        if (at > start) sink(std::string_view(start, static_cast<std::size_t>(at - start)));
        start = at + 1;
    }
    if (end > start) sink(std::string_view(start, static_cast<std::size_t>(end - start)));
}

}  // namespace understudy
