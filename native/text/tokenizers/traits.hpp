// What the program must know of a native tokenizer, beyond how it splits; and how to write one.
//
// A tokenizer is a type of namespace `tokenizers`, in a header of this folder that bears its name:
//
//     struct Ascii {
//         static constexpr Traits traits{.name = "ascii"};
//
//         template <class Sink>
//         static void split(View text, const Sink& sink);  // or split(text, scratch, sink), if it needs buffers
//     };
//
// `split` calls `sink(word)` for each token from left to right, or `sink(word, padded)` for one of at most eight bytes
// that it has at hand as the number `Interner::padded(word)`. A word may lie in the text or in a buffer of `scratch`:
// the sink copies what it keeps. Texts are valid UTF-8, of any length and without a terminator.
//
// To add one: its header here, its line in table.cpp, and its readable twin in Python.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace understudy {

using View = std::string_view;

enum class MeteorLanguage : std::uint8_t;  // see meteor_normalizer.hpp

struct Traits {
    View name;  // as Python calls it
    // Lower case changes where it splits or what it drops, so that a text must be lowercased before it is split. The
    // tokens of all others may be lowercased one by one: see `lower_words`.
    bool sees_case = false;
    bool by_character = false;    // every token is one character
    bool reads_entities = false;  // &quot; and the like, in lower case, are read as the characters that they stand for
    std::optional<MeteorLanguage> abbreviations{};  // the language whose abbreviations must be set: `set_prefixes`
};

}  // namespace understudy
