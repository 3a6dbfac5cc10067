// Edit distance between two sequences of words: how many errors, of which kinds, and where.
//
// What both texts begin and end with is a hit and takes no search (pair_symbols.hpp). For the n words of the reference
// and the m of the hypothesis that are left, with k errors:
//
//   asked for              when                          algorithm                            time, memory
//
//   the number of errors   n, m <= 250                   Myers 1999, Hyyrö 2003 (myers.hpp)   n m / 64, n
//                          longer                        the same where D is small enough,    k m / 64, n
//                                                        Ukkonen 1985 (banded_myers.hpp)
//   counts, most hits      no word in common             none: substitutions and gaps alone   n + m
//                          n, m <= 250                   the matrix of 32 pairs at once       n m, m
//                                                        (lane_counter.hpp)
//                          longer                        as the number of errors, then the    k m / 64, at most 24 MB
//                                                        few cells on an alignment with so
//                                                        few (best_paths.hpp)
//                          longer, very many of those    a band of diagonals, Ukkonen 1985    k (n + m), n
//                                                        (banded_counter.hpp)
//   alignment, most hits   always                        the same few cells                   k m / 64, at most 24 MB
//                          very many of those:
//                          (n + 1) (m + 1) <= kept       the matrix with all steps kept       n m, n m
//                          longer                        divided in two, Hirschberg 1975      2 n m, m
//                                                        (hirschberg.hpp)
//   either, as jiwer       always                        Myers with its columns kept, divided n m / 64, n + m
//                                                        in two where they are large
//                                                        (jiwer_trace.hpp)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edit/banded_counter.hpp"
#include "edit/best_paths.hpp"
#include "edit/bit_pattern.hpp"
#include "edit/edit_counts.hpp"
#include "edit/hirschberg.hpp"
#include "edit/jiwer_trace.hpp"
#include "edit/lane_counter.hpp"
#include "edit/myers.hpp"
#include "edit/pair_symbols.hpp"
#include "parallel/stop.hpp"
#include "text/interner.hpp"

namespace understudy {

// Which of the alignments with the fewest errors counts.
// most_hits: the one with most hits, so that the counts depend on the two texts alone.
// jiwer: the one that rapidfuzz finds, which jiwer counts.
enum class Ties { most_hits, jiwer };

// Compares one pair after another with buffers of its own; not for several threads at once.
class Editor {
public:
    // Up to this many cells an alignment keeps all steps; beyond, it keeps two rows and computes twice.
    static constexpr std::size_t kept_cells = std::size_t{1} << 24;

    explicit Editor(std::size_t vocabulary, std::size_t kept = kept_cells, std::size_t whole = JiwerTrace::of_rapidfuzz)
        : symbols_(vocabulary), paths_(std::min(kept, BestPaths::kept_blocks)), hirschberg_(kept), jiwer_(whole) {}

    // Counts every pair. `stop` is asked now and then; once it says yes the answers are worthless.
    void count(std::span<const EditPair> pairs, Ties ties, EditCounts* counts, const Stop& stop);

    // The least number of errors alone.
    std::size_t distance(Ids hypothesis, Ids reference, const Stop& stop);

    // Writes the steps from left to right, at most as many as both texts have words, and gives their number.
    std::size_t align(Ids hypothesis, Ids reference, Ties ties, Edit* steps, const Stop& stop);

private:
    void count_one(std::size_t number, const EditPair& pair, Ties ties, EditCounts& counts, PacedStop& stop);
    void count_long(EditCounts& counts, PacedStop& stop);
    std::size_t short_distance();
    void trace(Ties ties, PacedStop& stop);

    PairSymbols symbols_;
    BitPattern pattern_;
    BestPaths paths_;
    LaneCounter lanes_;
    BandedCounter<std::int32_t> narrow_;
    BandedCounter<std::int64_t> wide_;
    Hirschberg hirschberg_;
    JiwerTrace jiwer_;
    std::vector<Edit> steps_;
};

}  // namespace understudy
