// Character and word n-grams that a hypothesis shares with one reference at a time: what chrF is made of.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edit/bit_pattern.hpp"
#include "ngrams/ngrams.hpp"
#include "parallel/stop.hpp"
#include "text/interner.hpp"

namespace understudy {

// What chrF needs to know of a character.
enum class CharacterKind : std::uint8_t { letter, space, punctuation };

// By word, of the first `count` words of a vocabulary whose words are single characters; punctuation is ASCII's.
std::vector<CharacterKind> character_kinds(const Interner& vocabulary, std::size_t count);

// Clipped matches of n-grams between one hypothesis and any number of references. Both are given in symbols: small
// numbers for what the hypothesis has, and 0 for anything that it lacks.
class NgramMatcher {
public:
    explicit NgramMatcher(std::size_t order) : order_(order), long_counter_(std::max<std::size_t>(order, 1), 0) {}

    // `symbols` are 1 to `distinct`; they must stay where they are until the next hypothesis.
    void begin(Ids symbols, std::size_t distinct);

    // Writes the matches of orders 1 to `order`. `stop` is asked now and then within a long segment.
    void match(Ids symbols, double* matches, const Stop& stop);

private:
    template <std::size_t Blocks>
    void match_places(Ids symbols, double* matches);

    std::size_t order_;
    Ids hypothesis_;
    BitPattern pattern_;                      // of a short hypothesis
    std::vector<std::uint64_t> ends_, used_;  // by order
    NgramCounter long_counter_;
    NgramCounts counts_;
};

// The words of chrF++: what stands between whitespace, with one mark of ASCII punctuation split from its end, or else
// from its beginning. Words of the hypothesis are numbered from 1; a reference's word that it lacks is 0.
class WordNumbers {
public:
    void begin(Ids characters, std::span<const CharacterKind> kinds, std::vector<Id>& words);
    void look_up(Ids characters, std::span<const CharacterKind> kinds, std::vector<Id>& words) const;
    std::size_t distinct() const { return distinct_; }

private:
    struct Slot {
        std::uint64_t hash = 0;
        std::uint32_t start = 0, length = 0;
        Id word = 0;
    };

    std::size_t place(Ids word, std::uint64_t hash) const;

    Ids hypothesis_;
    std::vector<Slot> slots_;
    std::size_t distinct_ = 0;
};

// Counts one segment after another with buffers of its own; not for several threads at once.
class ChrfCounter {
public:
    // `kinds` has an entry for every character that can occur. `whitespace`: whitespace counts as characters.
    ChrfCounter(std::size_t char_order, std::size_t word_order, bool whitespace, std::span<const CharacterKind> kinds)
        : char_order_(char_order),
          word_order_(word_order),
          whitespace_(whitespace),
          kinds_(kinds),
          numbers_(kinds.size(), 0),
          characters_(char_order),
          words_(word_order) {}

    static std::size_t columns(std::size_t char_order, std::size_t word_order) { return 3 * (char_order + word_order); }

    void begin(Ids hypothesis);

    // One row: by order, characters first, the n-grams of the hypothesis (none where the reference has none), those of
    // the reference, and the matches.
    void count(Ids reference, double* row, const Stop& stop);

private:
    std::size_t char_order_, word_order_;
    bool whitespace_;
    std::span<const CharacterKind> kinds_;
    std::vector<Id> numbers_;  // by character: its symbol in this hypothesis, 0 if it has none
    std::vector<Id> used_characters_;
    std::vector<Id> hyp_symbols_, ref_symbols_, hyp_words_, ref_words_;
    NgramMatcher characters_, words_;
    WordNumbers word_numbers_;
};

}  // namespace understudy
