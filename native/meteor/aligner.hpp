// METEOR 1.5's aligner: which words of a hypothesis h match which words of a reference r. Words are integers, and what
// the matchers know about them is in columns by word (word_facts.hpp).
//
// What runs for a pair of texts, in this order (Denkowski and Lavie 2011 and 2014), with C candidates and a beam of B:
//   1. HypothesisIndex  words, stems and synsets of h to positions       O(|h|) and the synsets of its words
//   2. Candidates       all matches that the modules propose; those       O(|h| + |r| + C log |h|)
//                       without a competitor are fixed at once
//   3. BeamSearch       the alignment: most words, fewest chunks, least   O(B (|r| + C)) children, each kept in O(B)
//                       distance; with SmallSets up to 64 words in h,
//                       with SetPool above
//   4. count_statistics (statistics.hpp) the 23 numbers of the score      O(|h| + |r|)
// C is near |r| for sentences; |h| * |r| for a word repeated throughout, which is why `Candidates` has limits.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "meteor/beam_search.hpp"
#include "meteor/candidates.hpp"
#include "meteor/match.hpp"
#include "meteor/settings.hpp"
#include "meteor/word_facts.hpp"
#include "meteor/word_sets.hpp"

namespace understudy {

// Aligns one pair of texts after another with buffers of its own; not for several threads at once.
class MeteorAligner {
public:
    using Stop = std::function<bool()>;

    MeteorAligner(const MeteorSettings& settings, const WordFacts& facts)
        : candidates_(settings, facts), search_of_short_(settings.beam), search_of_long_(settings.beam) {}

    // Chooses the matches, in the order of the reference. `stop` is asked now and then within a long pair; once it
    // says yes the matches are worthless. Throws TooMuchWork.
    std::span<const MeteorMatch> align(Ids hypothesis, Ids reference, const Stop& stop) {
        candidates_.find(hypothesis, reference);
        if (hypothesis.size() <= SmallSets::most_words) {
            search_of_short_.choose(candidates_, hypothesis.size(), stop, matches_);
        } else {
            search_of_long_.choose(candidates_, hypothesis.size(), stop, matches_);
        }
        return matches_;
    }

private:
    Candidates candidates_;
    BeamSearch<SmallSets> search_of_short_;
    BeamSearch<SetPool> search_of_long_;
    std::vector<MeteorMatch> matches_;
};

}  // namespace understudy
