// Translation edit rate: words are substituted, deleted and inserted, and runs of words are moved, for one edit each.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "text/vocabulary.hpp"

namespace understudy {

// A run of words of the hypothesis as it was just before, and where it goes: before the word at `target`, or by as many
// words to the right as `target` lies beyond `start` if that is within the run.
struct Shift {
    std::uint32_t start, length, target;
};

struct TerCounts {
    std::uint64_t hits = 0, substitutions = 0, deletions = 0, insertions = 0;
    std::vector<Shift> shifts;
};

// Finds edits of one pair after another with buffers of its own; not for several threads at once.
class TerCounter {
public:
    using Stop = std::function<bool()>;

    // exact: the edit distance itself, and every possible shift.
    // sacrebleu: a distance within a beam around the diagonal, and no more shifts once 1000 were tried.
    enum class Search { exact, sacrebleu };

    static constexpr std::size_t most_words = 5000;                  // of one text
    static constexpr std::uint64_t most_work = std::uint64_t{1} << 29;  // in steps of 64 words; some seconds

    TerCounter(Search search, std::size_t vocabulary) : search_(search), numbers_(vocabulary, 0) {}

    // Whether the pair was within the limits. `stop` is asked now and then; once it says yes the counts are worthless.
    bool count(Ids hypothesis, Ids reference, TerCounts& counts, const Stop& stop);

private:
    struct Candidate {
        std::int64_t gain = 0;
        std::size_t length = 0, start = 0, target = 0;
    };
    enum class Step : std::uint8_t { hit, substitution, deletion, insertion };

    void number(Ids hypothesis, Ids reference);
    std::size_t least_edits() const;
    std::size_t align(TerCounts& counts);
    std::size_t align_cells(const std::vector<Id>& words, Step* steps);
    void follow(TerCounts& counts);
    Candidate best_shift(std::size_t cost, std::size_t least, const Stop& stop);
    void try_run(std::size_t start_hyp, std::size_t start_ref, std::size_t length, std::size_t cost, std::size_t least,
                 Candidate& best);
    bool may_beat(const Candidate& best, std::size_t most, std::size_t length, std::size_t start) const;
    std::size_t distance_after(std::size_t start, std::size_t length, std::size_t target);
    void remember_prefixes();
    template <bool Remember>
    std::size_t by_bits(const std::vector<Id>& words, std::size_t from);
    bool due(std::uint64_t work, const Stop& stop);

    Search search_;
    std::vector<Id> numbers_;  // by word: its number within the reference; all 0 between pairs
    std::vector<Id> words_, ref_, trial_;  // hypothesis as shifted so far, reference, a shift that is tried
    std::size_t distinct_ = 0, blocks_ = 0, checked_ = 0;
    bool beam_ = false;
    std::uint64_t work_ = 0, asked_ = 0;
    std::vector<std::uint64_t> places_, plus_, minus_;   // Myers: by word; and the state after each word, by block
    std::vector<std::size_t> scores_;
    std::vector<std::uint64_t> next_plus_, next_minus_;
    std::vector<std::int32_t> above_, row_;
    std::vector<Step> steps_, path_;
    std::vector<std::int64_t> aligned_;                   // by word of the reference: the word of the hypothesis
    std::vector<std::uint32_t> wrong_hyp_, wrong_ref_;    // how many of the words before are wrong
    std::vector<std::uint64_t> tried_;                    // by length and target: when it was tried last
    std::uint64_t trial_number_ = 0;
};

// Moves the run in place.
void perform(std::vector<Id>& words, std::size_t start, std::size_t length, std::size_t target);

}  // namespace understudy
