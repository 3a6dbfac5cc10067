// The candidates of one pair of texts: every match that METEOR's modules propose, before one alignment is chosen.
//
// Single words are looked up in an index of the hypothesis, once for each distinct word of the reference; runs of words
// come from the table of paraphrases. Let h be the hypothesis, r the reference, and C the number of candidates, up to
// |h| * |r| for each module: time O(|h| + |r| + C log |h|), memory O(|h| + |r| + C), where equal words of the reference
// share their candidates. Texts and pairs above the limits below are refused, because the search would take minutes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "meteor/hypothesis_index.hpp"
#include "meteor/settings.hpp"
#include "meteor/word_facts.hpp"

namespace understudy {

// A pair of texts that would take too much work; the message says why.
struct TooMuchWork : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A candidate that starts at a position of the reference, which is where it is listed.
struct Candidate {
    std::uint32_t hyp_start;
    std::uint16_t hyp_length, ref_length;
    std::uint16_t weight;  // the words it covers on both sides, as the search counts them
    std::uint8_t slot;     // the index of its module
};

class Candidates {
public:
    static constexpr std::size_t most_words = 20'000;  // of one text
    static constexpr std::uint64_t most = 30'000'000;  // of one pair of texts, with a beam up to 40

    Candidates(const MeteorSettings& settings, const WordFacts& facts);

    // Finds the candidates of a pair; those of the pair before are gone. Throws TooMuchWork.
    void find(Ids hypothesis, Ids reference);

    std::uint32_t reference_length() const { return static_cast<std::uint32_t>(ranges_.size()); }

    // By module, then from left to right in the hypothesis; paraphrases in the order of their table.
    std::span<const Candidate> starting_at(std::size_t ref_position) const {
        const Range range = ranges_[ref_position];
        return std::span(candidates_).subspan(range.begin, range.end - range.begin);
    }

    // Whether the only candidate that starts there is the only one for each of its words: METEOR takes it in any case.
    bool is_fixed(std::size_t ref_position) const { return fixed_[ref_position] != 0; }

private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    struct Range {
        std::uint32_t begin = 0, end = 0;
    };

    std::uint64_t find_phrases(Ids hypothesis, Ids reference, std::uint8_t slot);
    std::uint64_t find_words(Ids reference, std::span<const MeteorModule> modules, std::uint64_t total);
    void add_word(Id word, std::span<const MeteorModule> modules);
    void append_phrases();
    void find_fixed(std::size_t hypothesis_length);
    std::uint16_t weight_of(std::uint32_t hyp_length, std::uint32_t ref_length, std::uint8_t slot) const;

    MeteorSettings settings_;
    std::uint64_t limit_;  // of candidates: the work of the search grows with them and with the beam
    HypothesisIndex index_;
    std::vector<std::uint32_t> first_position_;    // by word: its first in the reference; `none` between pairs
    std::vector<std::vector<Candidate>> phrases_;  // by position in the reference
    std::vector<Candidate> candidates_;
    std::vector<Range> ranges_;                         // by position in the reference: its candidates
    std::vector<std::uint32_t> hyp_cover_, ref_cover_;  // by position: how many candidates cover the word
    std::vector<std::uint8_t> fixed_;                   // by position in the reference
};

}  // namespace understudy
