// METEOR's synonyms for English: two words match if they share a synset of WordNet.
//
// The table is read once, into arrays by lemma. Looking up a word takes one hash lookup for the word, one for an
// irregular form, and one for each of its bases or for each of the about twenty rules of inflection whose suffix fits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/interner.hpp"

namespace understudy {

// The synsets of several words, one word after the other: those of word w are synsets[starts[w]] to starts[w + 1].
struct SynsetLists {
    std::vector<std::int64_t> starts{0};
    std::vector<std::int32_t> synsets;
};

// The synsets of WordNet, by word. It never changes, so that threads may share it.
class Synonyms {
public:
    // `table` has a line for each synset, with the difference of its number from that of the line before, and its
    // lemmas; a blank line; a line for each irregular form, with its bases. Throws std::invalid_argument on anything
    // else.
    explicit Synonyms(std::string_view table);

    // Gives the synsets of a word and of its base form, sorted and distinct.
    void look_up(std::string_view word, std::vector<std::int32_t>& synsets) const;
    SynsetLists look_up(std::span<const std::string> words) const;

    bool contains(std::string_view word) const { return lemmas_.find(word) != Interner::none; }

private:
    std::string_view read_synsets(std::string_view table);
    void read_forms(std::string_view table);
    void add(std::string_view lemma, std::vector<std::int32_t>& synsets) const;

    Interner lemmas_, forms_;
    std::vector<std::uint32_t> starts_;            // by lemma
    std::vector<std::int32_t> synsets_;            // of lemma l: starts_[l] to starts_[l + 1]
    std::vector<std::vector<std::string>> bases_;  // by form
};

// The base form of a word: the first of WordNet's rules that leads to a lemma of the table decides; if none does, it is
// the word itself.
std::string base_form(std::string_view word, const Synonyms& table);

}  // namespace understudy
