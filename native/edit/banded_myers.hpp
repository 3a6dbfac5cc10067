// Edit distance by bits (myers.hpp) where it can be small, with the steps kept for a way back.
//
// Ukkonen, "Algorithms for approximate string matching", 1985: with at most k errors in all, a cell D[i, j] of the
// matrix of n rows and m columns matters only if D[i, j] and the gaps that its diagonal still needs, |n - i - (m - j)|,
// are at most k together. Of each column only the blocks of 64 rows that have such a cell are computed: about k / 128
// blocks of a column, O(ceil(k / 64) m) in all, so that two long texts which are much alike cost a few steps a word.
// Which blocks those are is asked once for a strip of columns.
// The k to begin with is small. Where it is too small this shows after about as many words as have k errors, and tells
// how many errors the whole will have; that guess is the next k.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "edit/bit_pattern.hpp"
#include "edit/myers.hpp"
#include "edit/pair_symbols.hpp"
#include "parallel/stop.hpp"

namespace understudy {

// 64 rows of a column j: which steps of least cost lead into its cells D[i, j].
struct MatrixSteps {
    std::uint64_t d0;  // D[i, j] is D[i - 1, j - 1]: a pair of words, if they are equal; else D[i - 1, j - 1] + 1
    std::uint64_t hp;  // D[i, j] is D[i, j - 1] + 1: a word of the text alone
    std::uint64_t vp;  // D[i, j] is D[i - 1, j] + 1: a word of the pattern alone
};

// Room for steps that grows as it is used, and is used again from the start.
class StepStore {
public:
    void clear() { chunk_ = used_ = 0; }

    // Room for as many steps, in one piece.
    MatrixSteps* take(std::size_t count);

private:
    static constexpr std::size_t smallest = std::size_t{1} << 13;  // 200 kB

    struct Chunk {
        std::unique_ptr<MatrixSteps[]> steps;
        std::size_t size;
    };
    std::vector<Chunk> chunks_;
    std::size_t chunk_ = 0, used_ = 0;  // the chunk that is being filled, and how much of it is used
};

// Compares one pair after another with buffers of its own; not for several threads at once.
class BandedMyers {
public:
    // The steps of up to `kept` blocks are kept; beyond, columns now and then, from which they are computed again.
    explicit BandedMyers(std::size_t kept) : kept_(kept) {}

    // Both texts have words, in symbols up to `distinct`. They must stay as long as there are questions about them.
    void assign(Symbols pattern, Symbols text, std::size_t distinct);

    // The fewest errors; worthless once `stop` says yes.
    std::size_t distance(PacedStop& stop);

    // A column of the matrix; the block b has the steps of the rows from 64 b + 1 on.
    struct Column {
        const MatrixSteps* steps;
        std::size_t first;

        const MatrixSteps& operator[](std::size_t block) const { return steps[block - first]; }
    };

    // After `distance`: the column after j words of the text. Columns are asked for from the last to the first.
    Column column(std::size_t j, PacedStop& stop) {
        if (j <= first_kept_) keep_portion_of(j, stop);
        const std::size_t number = j - 1 - first_kept_;
        const Strip& strip = strips_[number / strip_columns];
        return {strip.steps + number % strip_columns * strip.width, strip.first};
    }

private:
    using Number = std::ptrdiff_t;
    static constexpr std::size_t strip_columns = 16;

    // The blocks of a column that are computed, and D in the last row of the first and of the last of them.
    struct Extent {
        std::size_t first = 0, end = 1;
        Number first_score = block_bits, last_score = block_bits;
    };
    struct Saved {
        Extent extent;
        std::size_t blocks;  // where those of the extent begin in `saved_blocks_`
    };
    struct Strip {
        const MatrixSteps* steps;  // by column and block
        std::size_t first, width;  // its blocks
    };

    bool fill(PacedStop& stop);
    template <bool keep>
    std::size_t advance_over(std::size_t begin, std::size_t end, PacedStop& stop);
    template <bool keep>
    void advance_strip(Symbols words);
    void grow(Number diagonal);
    bool shrink(Number diagonal);
    std::size_t last_cell() const;
    void save();
    void keep_portion_of(std::size_t j, PacedStop& stop);

    std::size_t kept_;
    BitPattern pattern_;
    Symbols text_;
    Number most_ = 0;                 // errors
    std::size_t done_ = 0;            // words of the text, before there were too many errors
    Extent extent_;                   // of the column that was computed last
    std::vector<MyersBlock> column_;  // all its blocks; those outside of the extent are worthless
    std::size_t portion_ = 0;         // columns whose steps are kept at a time, in whole strips
    std::size_t first_kept_ = 0;      // the column before those
    std::vector<Strip> strips_;       // of those columns
    StepStore steps_;                 // of the strips
    std::vector<Saved> saved_;        // by portion: the column before it
    std::vector<MyersBlock> saved_blocks_;
};

}  // namespace understudy
