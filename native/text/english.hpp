// Whisper's rules for English text; tokens/normalizers/english.py is the readable twin.
//
// A text is decoded and goes through one pass for each rule, most of which run only where a character asks for them.
// Contractions are expanded in stretches of letters and apostrophes, each distinct one once.
//
// Cost: some ten looks at each character, and two at a hash table for each word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/english_numbers.hpp"

namespace understudy {

// What Python knows of the characters below a limit. It depends on Python's version of Unicode, as the twin does.
struct CharacterFacts {
    enum Flag : std::uint8_t { word = 1, space = 2, unknown = 4 };

    std::vector<char32_t> lower;
    std::vector<std::uint8_t> flags;  // unknown: a text with this character is for the twin
    std::vector<Text> plain;          // without diacritics, symbols as spaces
};

// A contraction, and what is written for it; it must end a word.
struct Contraction {
    bool starts_word;
    Text text;
    Text expanded;
};

class EnglishNormalizer {
public:
    struct Scratch {
        Text text, next;
        std::vector<TextView> words;
        WordMap<Text> expanded;
    };

    EnglishNormalizer(CharacterFacts facts, std::vector<Contraction> contractions, WordMap<bool> fillers,
                      WordMap<Text> spellings, WordMap<NumberWord> number_words);

    // Nothing if the text is for the readable twin: characters or numbers that are rare in English.
    std::optional<std::string> operator()(std::string_view text, Scratch& scratch) const;

private:
    bool is_word(char32_t c) const { return facts_.flags[c] & CharacterFacts::word; }
    bool is_space(char32_t c) const { return facts_.flags[c] & CharacterFacts::space; }
    bool word_at(TextView text, std::size_t at) const { return at < text.size() && is_word(text[at]); }
    bool joins_letters(TextView text, std::size_t at) const {
        return at < text.size() && (is_word(text[at]) || text[at] == U'\'');
    }

    bool decode_lower(std::string_view text, Text& out) const;
    void drop_fillers(TextView text, Text& out) const;
    void join_apostrophes(TextView text, Text& out) const;
    std::size_t stretch_end(TextView text, std::size_t at) const;
    void expand(TextView text, Scratch& scratch, Text& out) const;
    const Text& expanded(TextView stretch, Scratch& scratch) const;
    Text apply(const Contraction& rule, TextView text) const;
    void make_plain(TextView text, Text& out) const;
    bool has_half(TextView text) const;
    void part_digits(TextView text, Text& out) const;
    void join_suffixes(TextView text, Text& out) const;
    void split(TextView text, std::vector<TextView>& words) const;
    void join_cents(TextView text, Text& out) const;
    void write_cents(TextView text, Text& out) const;
    std::size_t cents_at(TextView text, std::size_t at) const;
    void spell_one(TextView text, Text& out) const;
    void respell(TextView text, Scratch& scratch, Text& out) const;
    void collapse_spaces(TextView text, Text& out) const;

    CharacterFacts facts_;
    std::vector<Contraction> contractions_;
    WordTable<bool> fillers_, contracted_words_;  // those without an apostrophe
    WordTable<Text> spellings_;
    NumberWords number_words_;
};

}  // namespace understudy
