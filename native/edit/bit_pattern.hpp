// Where a text has each of its words, as bits: what the bit-parallel algorithms of Myers 1999 and Hyyrö 2003 call Peq.
// Bit i of the positions of a word is set if the word stands at position i; 64 positions are a block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "edit/pair_symbols.hpp"
#include "text/interner.hpp"

namespace understudy {

constexpr std::size_t block_bits = 64;

constexpr std::size_t blocks_for(std::size_t positions) { return (positions + block_bits - 1) / block_bits; }

// A text of any length in symbols 1 to `distinct`; symbol 0 stands nowhere. It takes one word of bits per symbol and
// block, or, where that would grow with the square of the text, one word of bits per block and a list of positions.
class BitPattern {
public:
    static constexpr std::size_t most_kept = std::size_t{1} << 22;  // words of bits: 32 MB

    void assign(Symbols text, std::size_t distinct) {
        size_ = text.size();
        blocks_ = std::max<std::size_t>(1, blocks_for(size_));
        dense_ = blocks_ == 1 || distinct < most_kept / blocks_;
        bits_.assign(dense_ ? (distinct + 1) * blocks_ : blocks_, 0);
        if (!dense_) return link(text, distinct);
        for (std::size_t i = 0; i < size_; ++i) bits_[text[i] * blocks_ + i / block_bits] |= bit(i);
    }

    std::size_t size() const { return size_; }
    std::size_t blocks() const { return blocks_; }

    // The positions of a symbol, block by block, which are good until the next call. Those of a text of one block stay,
    // and those of the next symbol follow.
    const std::uint64_t* operator[](Symbol symbol) {
        if (dense_) return bits_.data() + symbol * blocks_;
        flip(std::exchange(shown_, symbol));
        flip(shown_);
        return bits_.data();
    }

    // The last position within its block.
    std::uint64_t last_bit() const { return bit(size_ - 1); }

private:
    static std::uint64_t bit(std::size_t position) { return std::uint64_t{1} << position % block_bits; }

    void link(Symbols text, std::size_t distinct) {
        shown_ = 0;
        first_.assign(distinct + 1, 0);
        next_.resize(size_ + 1);
        for (std::size_t i = 0; i < size_; ++i) next_[i + 1] = std::exchange(first_[text[i]], i + 1);
    }

    // Sets the positions of one symbol, or clears them again.
    void flip(Symbol symbol) {
        for (std::size_t i = first_[symbol]; i > 0; i = next_[i]) bits_[(i - 1) / block_bits] ^= bit(i - 1);
    }

    std::size_t size_ = 0, blocks_ = 0;
    bool dense_ = true;
    std::vector<std::uint64_t> bits_;        // by symbol, if dense; or of the symbol that is shown
    std::vector<std::size_t> first_, next_;  // by symbol and by position: the next position of the symbol, from 1
    Symbol shown_ = 0;
};

// A text of at most 64 words of a vocabulary: for texts that are compared once, where numbering their words anew would
// cost more than it saves. It is empty between texts.
class BlockPattern {
public:
    explicit BlockPattern(std::size_t vocabulary) : bits_(vocabulary, 0) {}

    void set(Ids text) {
        for (std::size_t i = 0; i < text.size(); ++i) bits_[text[i]] |= std::uint64_t{1} << i;
    }
    void clear(Ids text) {
        for (const Id id : text) bits_[id] = 0;
    }

    const std::uint64_t* data() const { return bits_.data(); }  // by word

private:
    std::vector<std::uint64_t> bits_;
};

}  // namespace understudy
