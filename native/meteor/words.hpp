// What METEOR knows of English words: their stems and their synonyms.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/vocabulary.hpp"

namespace understudy {

// The stem by Snowball's algorithm "english" (Porter2) as it was up to its release 2.2; `word` is valid UTF-8.
std::string stem_english(std::string_view word);

// The synsets of WordNet, by word. Nothing changes after it is made, so that threads may share it.
class Synonyms {
public:
    // `table`: a line for each synset, which is the distance of its number from the last one's and its lemmas; a blank
    // line; a line for each irregular form, with its bases. Throws std::invalid_argument on anything else.
    explicit Synonyms(std::string_view table);

    // Gives the synsets of a word and of its base form, sorted, each once.
    void look_up(std::string_view word, std::vector<std::int32_t>& synsets) const;

    bool contains(std::string_view word) const { return lemmas_.find(word) != Vocabulary::none; }

private:
    void add(std::string_view lemma, std::vector<std::int32_t>& synsets) const;

    Vocabulary lemmas_, forms_;
    std::vector<std::uint32_t> starts_;
    std::vector<std::int32_t> synsets_;
    std::vector<std::vector<std::string>> bases_;  // by form
};

// The base form of a word: the first of WordNet's rules that leads to a word which `known` knows, or the word itself.
std::string base_form(std::string_view word, const Synonyms& known);

}  // namespace understudy
