// Edit distance between two sequences of words: how many errors, of which kinds, and where.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "text/vocabulary.hpp"

namespace understudy {

enum class Edit : std::uint8_t { hit, substitution, deletion, insertion };

// Which of the alignments with the fewest errors counts.
// most_hits: the one with most hits, so that the counts depend on the two texts alone.
// jiwer: the one that rapidfuzz's way back through the matrix meets, which jiwer counts.
enum class Ties { most_hits, jiwer };

struct EditCounts {
    std::uint64_t hits = 0, substitutions = 0, deletions = 0, insertions = 0;
    std::uint64_t correct = 0;  // words in common, wherever they stand
};

struct EditPair {
    Ids hypothesis, reference;
};

// Compares one pair after another with buffers of its own; not for several threads at once.
class Editor {
public:
    using Stop = std::function<bool()>;

    // Beyond this many cells rapidfuzz changes its method and with it the choice among equal alignments.
    static constexpr std::size_t jiwer_cells = std::size_t{1} << 22;
    // Up to this many cells an alignment keeps all steps; beyond, it keeps two rows and computes twice.
    static constexpr std::size_t kept_cells = std::size_t{1} << 24;
    // Up to this many words of bits the places of all words are kept at once; beyond, those of one word at a time.
    static constexpr std::size_t kept_places = std::size_t{1} << 22;

    explicit Editor(std::size_t vocabulary, std::size_t kept = kept_cells) : local_(vocabulary), kept_(kept) {}

    // Counts every pair. `stop` is asked now and then; once it says yes the answers are worthless.
    void count(std::span<const EditPair> pairs, Ties ties, EditCounts* counts, const Stop& stop);

    // The least number of errors alone.
    std::size_t distance(Ids hypothesis, Ids reference, const Stop& stop);

    // Writes the steps from left to right, at most as many as both texts have words, and gives their number.
    std::size_t align(Ids hypothesis, Ids reference, Ties ties, Edit* steps, const Stop& stop);

private:
    // Pairs of at most as many words are computed together, with costs of 16 bits.
    static constexpr std::size_t longest_waiting = 250, lanes = 32;
    using Lanes = std::array<std::int16_t, lanes>;

    struct Core {
        std::size_t prefix, suffix;
    };

    // A short pair that waits for others: its words stand in `waiting_words_`, those of the reference first.
    struct Waiting {
        std::size_t pair, words;
        std::uint16_t ref_length, hyp_length;
    };

    Core trim(Ids& hypothesis, Ids& reference) const;
    bool begin(Ids& hypothesis, Ids& reference, EditCounts& counts);
    static void finish(EditCounts& counts, std::size_t errors, std::size_t substitutions, std::size_t ref_length,
                       std::size_t hyp_length);
    std::size_t number(Ids hypothesis, Ids reference);
    std::size_t myers(const Stop& stop);
    void link_places();
    void flip_places(std::uint32_t word);
    std::size_t myers_short() const;
    void count_long(EditCounts& counts, const Stop& stop);
    void count_like_jiwer(EditCounts& counts, const Stop& stop);
    void wait(std::size_t pair);
    void count_waiting(EditCounts* counts);
    std::size_t substitutions(std::size_t errors, const Stop& stop);
    template <class Cost>
    std::size_t by_antidiagonals(std::ptrdiff_t low, std::ptrdiff_t high, const Stop& stop);
    void trace_back(const Stop& stop);
    void trace_jiwer(const Stop& stop);
    void divide(std::size_t hyp_begin, std::size_t hyp_end, std::size_t ref_begin, std::size_t ref_end,
                const Stop& stop);
    void keep(std::size_t hyp_begin, std::size_t hyp_end, std::size_t ref_begin, std::size_t ref_end, const Stop& stop);
    bool due(std::size_t cells, const Stop& stop);

    std::vector<std::uint32_t> local_;  // by word: its number within the pair; all 0 between pairs
    std::size_t kept_;
    std::size_t since_ = 0;  // cells since `stop` was asked
    std::vector<std::uint32_t> hyp_, ref_;  // the words that are left after trimming, numbered; 0 has no equal
    std::uint32_t numbers_ = 0;             // of distinct reference words
    std::vector<std::uint32_t> counts_;
    std::vector<Waiting> waiting_;
    std::vector<std::int16_t> waiting_words_;
    std::vector<Lanes> lanes_;
    std::vector<std::size_t> first_, next_;  // by word and by place: the next place of the same word, from 1; 0 is none
    std::vector<std::uint64_t> places_, plus_, minus_;
    std::vector<std::byte> buffer_;
    std::vector<std::uint32_t> matrix_;
    std::vector<std::uint64_t> row_;
    std::vector<std::size_t> crossing_;
    std::vector<Edit> directions_, steps_;
};

}  // namespace understudy
