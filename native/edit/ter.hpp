// Translation edit rate (Snover et al. 2006): words are substituted, deleted and inserted, and runs of words are moved,
// for one edit each.
//
// Greedily, as tercom does: align the words (ter_alignment.hpp), try every shift that the alignment allows, perform the
// one that saves most errors, and begin again, until none saves any. For a reference of n words and a hypothesis of m,
// each round tries up to about 10 min(100, n) m shifts. The errors after a shift are
//
//   searching exactly, or with n <= 24    Myers 1999, resumed where the shift begins (myers.hpp)    m n / 64 at most
//   as sacrebleu, with n > 24             the matrix within a beam (ter_alignment.hpp)              50 m
//
// and no shift is tried that can't beat the best one so far: a shift of a run of l words saves at most 2 l errors, and
// the words in common bound what any order of the words can save.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edit/bit_pattern.hpp"
#include "edit/edit_counts.hpp"
#include "edit/myers.hpp"
#include "edit/pair_symbols.hpp"
#include "edit/ter_alignment.hpp"
#include "parallel/stop.hpp"
#include "text/interner.hpp"

namespace understudy {

// A run of words of the hypothesis as it was just before, and where it goes: before the word at `target`, or by as many
// words to the right as `target` lies beyond `start` if that is within the run.
struct Shift {
    std::uint32_t start, length, target;
};

struct TerCounts {
    std::uint64_t hits = 0, substitutions = 0, deletions = 0, insertions = 0;
    std::vector<Shift> shifts;

    // Hits, substitutions, deletions, insertions, shifts, shifted words, and the lengths of hypothesis and reference.
    static constexpr std::size_t columns = 8;
    void write_row(std::size_t hypothesis, std::size_t reference, std::span<double, columns> row) const;
};

// Finds edits of one pair after another with buffers of its own; not for several threads at once.
class TerCounter {
public:
    // exact: the edit distance itself, and every possible shift.
    // sacrebleu: a distance within a beam around the diagonal, and no more shifts once 1000 were tried.
    enum class Search { exact, sacrebleu };

    static constexpr std::size_t most_words = 5000;                     // of one text
    static constexpr std::uint64_t most_work = std::uint64_t{1} << 29;  // in steps of 64 words; some seconds

    TerCounter(Search search, std::size_t vocabulary) : search_(search), symbols_(vocabulary) {}

    // Whether the pair was within the limits. `stop` is asked now and then; once it says yes the counts are worthless.
    bool count(Ids hypothesis, Ids reference, TerCounts& counts, const Stop& stop);

private:
    struct Candidate {
        std::int64_t gain = 0;
        std::size_t length = 0, start = 0, target = 0;
    };

    // What a round of the search is after: fewer errors than `cost`, of which `least` remain in any order of the words.
    struct Goal {
        std::size_t cost, least;
    };

    void begin(Ids hypothesis, Ids reference);
    std::size_t align();
    Candidate best_shift(const Goal& goal, const Stop& stop);
    void try_run(std::size_t hyp_start, std::size_t ref_start, std::size_t length, const Goal& goal, Candidate& best);
    bool may_beat(const Candidate& best, std::size_t most, std::size_t length, std::size_t start) const;
    std::size_t distance_after(std::size_t start, std::size_t length, std::size_t target);
    void remember_prefixes();
    bool due(std::uint64_t work, const Stop& stop);
    bool has_checked_enough() const;

    Search search_;
    PairSymbols symbols_;
    std::vector<Symbol> words_, trial_;  // the hypothesis as shifted so far, and with a shift that is tried
    bool beam_ = false;
    TerAlignment alignment_;
    BitPattern pattern_;               // of the reference
    std::vector<MyersBlock> columns_;  // after each word of the hypothesis, by word and block
    std::vector<std::size_t> scores_;  // after each word of the hypothesis
    std::vector<MyersBlock> column_;
    std::vector<std::uint64_t> tried_;  // by length and target: the run that was last shifted so
    std::uint64_t run_ = 0;
    std::size_t checked_ = 0;
    std::uint64_t work_ = 0, asked_ = 0;  // work in all, and when `stop` was last asked
};

// Moves the run in place.
void perform(std::vector<Symbol>& words, std::size_t start, std::size_t length, std::size_t target);

}  // namespace understudy
