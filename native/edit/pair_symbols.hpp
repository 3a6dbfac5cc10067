// A pair of texts made ready for comparison: without what both begin and end with, and in small numbers of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "text/interner.hpp"

namespace understudy {

// A word of a pair: those of the reference are numbered from 1; 0 is any word that the reference lacks.
using Symbol = std::uint32_t;
using Symbols = std::span<const Symbol>;

// What is left of a pair without the words that both texts begin with and those that both end with: some alignment with
// the fewest errors, and most hits, pairs those with each other.
struct Trimmed {
    Ids hypothesis, reference;
    std::size_t prefix = 0, suffix = 0;

    Trimmed(Ids hyp, Ids ref) {
        const std::size_t shorter = std::min(hyp.size(), ref.size());
        while (prefix < shorter && hyp[prefix] == ref[prefix]) ++prefix;
        const auto last = [&](Ids text) { return text[text.size() - 1 - suffix]; };
        while (suffix < shorter - prefix && last(hyp) == last(ref)) ++suffix;
        hypothesis = hyp.subspan(prefix, hyp.size() - prefix - suffix);
        reference = ref.subspan(prefix, ref.size() - prefix - suffix);
    }

    bool one_is_empty() const { return hypothesis.empty() || reference.empty(); }
};

// Numbers the words of one pair after another with buffers of its own; not for several threads at once. O(n + m).
class PairSymbols {
public:
    explicit PairSymbols(std::size_t vocabulary) : numbers_(vocabulary, 0) {}

    void assign(Ids hyp, Ids ref) {
        distinct_ = 0;
        reference_.resize(ref.size());
        hypothesis_.resize(hyp.size());
        left_.assign(ref.size() + 1, 0);
        for (std::size_t i = 0; i < ref.size(); ++i) {
            Symbol& symbol = numbers_[ref[i]];
            if (symbol == 0) symbol = ++distinct_;
            reference_[i] = symbol;
            ++left_[symbol];
        }
        common_ = 0;
        for (std::size_t i = 0; i < hyp.size(); ++i) {
            const Symbol symbol = numbers_[hyp[i]];
            hypothesis_[i] = symbol;
            const bool any = left_[symbol] > 0;
            left_[symbol] -= any;
            common_ += any;
        }
        for (const Id id : ref) numbers_[id] = 0;
    }

    Symbols hypothesis() const { return hypothesis_; }
    Symbols reference() const { return reference_; }
    std::size_t distinct() const { return distinct_; }  // words of the reference
    std::size_t common() const { return common_; }      // words that both have, wherever they stand

private:
    std::vector<Symbol> numbers_;  // by word: its symbol in this pair; all 0 between pairs
    std::vector<Symbol> hypothesis_, reference_;
    std::vector<std::uint32_t> left_;  // by symbol: how many the hypothesis hasn't used yet
    Symbol distinct_ = 0;
    std::size_t common_ = 0;
};

}  // namespace understudy
