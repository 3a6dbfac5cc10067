// An index of one hypothesis, from words, stems and synsets to positions, that METEOR's single-word matchers ask.
//
// Filling and clearing take time linear in |h| and in the synsets of its words, not in the vocabulary: the columns by
// word, stem and synset are allocated once and hold `none` between hypotheses. A question takes time linear in the
// positions of its answer, with two exceptions: positions of several distinct words are sorted, and the module synonym
// reads every word that shares a synset once for each synset shared.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "meteor/settings.hpp"
#include "meteor/word_facts.hpp"

namespace understudy {

class HypothesisIndex {
public:
    explicit HypothesisIndex(const WordFacts& facts);

    void fill(Ids hypothesis);
    void clear();

    // The positions of the words that match `word` by a module, from left to right. Stem and synonym leave out the word
    // itself; paraphrase has none, because its matches are not of single words. Valid until the next call.
    std::span<const std::uint32_t> positions(Id word, MeteorModule module);

private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    struct Kind {  // a distinct word of the hypothesis
        Id word;
        std::uint32_t first, last;   // its positions, a list through next_position_
        std::uint32_t next_of_stem;  // the next kind with the same stem
    };
    struct SynsetEntry {  // of a list of kinds that share a synset
        std::uint32_t kind, next;
    };

    void add_kind(Id word, std::uint32_t position);
    void find_same_stem(Id word);
    void find_same_synset(Id word);

    WordFacts facts_;
    std::vector<std::uint32_t> kind_of_, first_of_stem_, first_of_synset_;  // by word, stem and synset
    std::vector<Kind> kinds_;
    std::vector<SynsetEntry> synset_entries_;
    std::vector<std::uint32_t> next_position_;  // by position: the next position of the same word

    // Buffers of `positions`.
    std::vector<std::uint32_t> matching_kinds_, positions_;
    std::vector<std::uint64_t> last_question_;  // by kind: the last question about synsets whose answer it belongs to
    std::uint64_t question_ = 0;
};

}  // namespace understudy
