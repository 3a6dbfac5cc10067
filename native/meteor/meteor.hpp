// METEOR 1.5's aligner: which words of a hypothesis stand for which words of a reference, and 23 statistics of that.
// Words are integers; what is known of them stands in columns of the vocabulary.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

#include "text/vocabulary.hpp"

namespace understudy {

enum class MeteorModule : std::uint8_t { exact, stem, synonym, paraphrase };

// One entry for each word of the vocabulary.
struct WordFacts {
    std::span<const std::int32_t> stems;           // equal numbers for equal stems
    std::span<const std::int64_t> synset_starts;   // one more than words
    std::span<const std::int32_t> synsets;         // of word w: from synset_starts[w] to synset_starts[w + 1], distinct
    std::span<const std::uint8_t> function;        // 1 for function words
    std::span<const std::int32_t> utf16;           // length in UTF-16 code units
};

// A run of words of the reference that may stand for a run of words of the hypothesis.
struct MeteorMatch {
    std::uint32_t ref_start, ref_length, hyp_start, hyp_length;
    std::uint32_t slot;  // the place of the module in the list of modules
};

// Tells every paraphrase of a pair of texts, in METEOR's order: sink(ref_start, ref_length, hyp_start, hyp_length).
using PhraseSink = std::function<void(std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t)>;
using PhraseSource = std::function<void(Ids hypothesis, Ids reference, const PhraseSink& sink)>;

// A pair of texts that would take too much work; the message says why.
struct TooMuchWork : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct MeteorSettings {
    std::vector<MeteorModule> modules;
    std::size_t beam = 40;
    bool characters = false;  // count characters instead of words
    PhraseSource phrases;     // for the module paraphrase
};

// Aligns one pair of texts after another with buffers of its own; not for several threads at once.
class MeteorAligner {
public:
    using Stop = std::function<bool()>;

    static constexpr std::size_t statistics = 23;
    static constexpr std::size_t most_words = 20'000;             // of one text
    static constexpr std::uint64_t most_candidates = 30'000'000;  // of one pair of texts

    MeteorAligner(const MeteorSettings& settings, const WordFacts& facts);

    // Chooses the matches, in the order of the reference. `stop` is asked now and then within a long pair; once it
    // says yes the matches are worthless. Throws TooMuchWork.
    std::span<const MeteorMatch> align(Ids hypothesis, Ids reference, const Stop& stop);

    // Counts the statistics of the pair that was aligned last; says whether one chunk covers both texts.
    bool count(Ids hypothesis, Ids reference, std::span<double> row) const;

private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    // A candidate as the search sees it: it begins at the place that is being looked at.
    struct Candidate {
        std::uint32_t hyp_start;
        std::uint16_t hyp_length, ref_length;
        std::uint16_t weight;  // what it is worth to the search
        std::uint8_t slot;
    };
    struct Kind {  // a distinct word of the hypothesis
        Id word;
        std::uint32_t first, last;  // its places, a list through next_place_
        std::uint32_t next_of_stem;
    };
    struct Entry {  // of a list of kinds that share a synset
        std::uint32_t kind, next;
    };
    struct Range {
        std::uint32_t begin = 0, end = 0;
    };
    // How good a state is: the weight of the words matched on both sides, more is better; then chunks and distance, less
    // is better. The weight counts down in the high half of a number and the chunks up in the low half.
    struct Rank {
        std::uint64_t weight_and_chunks = std::uint64_t{0xFFFFFFFF} << 32;
        std::int64_t distance = 0;

        void add(std::uint64_t weight, std::uint64_t chunks) { weight_and_chunks += chunks - (weight << 32); }
        bool operator<(const Rank& other) const {
            if (weight_and_chunks != other.weight_and_chunks) return weight_and_chunks < other.weight_and_chunks;
            return distance < other.distance;
        }
    };
    struct State {
        Rank rank;
        std::uint64_t used = 0;          // the words of the hypothesis that are matched; of a long one, their set in used_
        std::uint32_t next_ref = 0;
        std::uint32_t next_hyp = none;   // `none` if no chunk is open
        std::uint32_t node = none;       // the last match, in nodes_
    };
    struct Child {
        Rank rank;
        std::uint32_t parent;     // in states_
        std::uint32_t candidate;  // in candidates_, or what stands in place of one
    };
    struct Node {
        std::uint32_t before;
        MeteorMatch match;
    };

    void index_hypothesis(Ids hypothesis);
    void forget_hypothesis();
    void find_candidates(Ids hypothesis, Ids reference);
    void add_single_words(Id word, std::size_t modules);
    void add_places(std::uint8_t slot);
    void find_kinds(Id word, MeteorModule module);
    std::uint64_t find_phrases(Ids hypothesis, Ids reference, std::uint8_t slot, std::uint64_t most);
    void find_fixed(std::size_t hypothesis_length, std::size_t reference_length);
    template <bool Short>  // at most 64 words in the hypothesis
    void search(std::uint32_t reference_length, const Stop& stop);
    void take_fixed(const Candidate& candidate, std::uint32_t place);
    void skip_all(std::uint32_t place);
    template <bool Short>
    void branch(Range range, std::uint32_t place);
    bool offer(const Child& child);
    template <bool Short>
    void grow(std::uint32_t place);
    void free_sets();
    void sort_states();
    void collect(std::uint32_t reference_length);
    std::uint16_t weight_of(std::uint32_t hyp_length, std::uint32_t ref_length, std::uint8_t slot) const;
    template <bool Short>
    bool is_free(const State& state, const Candidate& candidate) const;
    std::uint64_t copy_of_set(std::uint64_t set);

    MeteorSettings settings_;
    WordFacts facts_;

    // What the hypothesis has; the columns by word, stem and synset hold `none` between pairs.
    std::vector<std::uint32_t> kind_of_, first_of_stem_, first_of_synset_;
    std::vector<Kind> kinds_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> next_place_;  // by place: the next place of the same word
    std::vector<std::uint64_t> seen_;        // by kind: the last mark it got
    std::uint64_t mark_ = 0;
    std::vector<std::uint32_t> similar_, places_;

    std::vector<Candidate> candidates_;    // in runs, each of one list; equal words share theirs
    std::vector<Range> ranges_;            // by place in the reference: its list
    std::vector<std::uint32_t> place_of_;  // by word: the first place in the reference that has it; `none` between pairs
    std::vector<std::uint32_t> hyp_cover_, ref_cover_;  // how many candidates touch a word
    std::vector<std::uint8_t> fixed_;
    std::vector<std::vector<Candidate>> phrases_;  // by place in the reference

    std::vector<State> states_, next_states_;
    std::vector<Child> children_;  // the best so far, best first; one more than there may be
    std::size_t offered_ = 0;      // how many of them there are
    std::vector<std::uint64_t> used_;
    std::size_t used_words_ = 1;  // 64-bit words in a set
    std::vector<std::uint64_t> free_sets_;
    std::vector<Node> nodes_;
    std::vector<MeteorMatch> matches_;
};

}  // namespace understudy
