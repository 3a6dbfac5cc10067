// Texts as vectors of weighted n-grams, and what two of them have in common: what CIDEr is made of.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ngrams/survey.hpp"
#include "text/interner.hpp"

namespace understudy {

// Compares a hypothesis with one reference after another, with buffers of its own; not for several threads at once.
class NgramVectors {
public:
    // `weights` has one number for each name of the survey; that of the root is for n-grams which the survey lacks.
    NgramVectors(const NgramFrequencies& survey, std::span<const double> weights, std::size_t order)
        : survey_(survey), weights_(weights), order_(order) {}

    // `stop` is asked now and then within a long text; once it says yes the numbers are worthless.
    void take(Ids hypothesis, const Stop& stop);
    // By order: the product of the vectors of hypothesis and reference, and the squares of their lengths. `clipped`:
    // what the hypothesis has of an n-gram counts at most as much as what the reference has.
    void compare(Ids reference, bool clipped, std::span<double> products, std::span<double> hypothesis_squares,
                 std::span<double> reference_squares, const Stop& stop);

    // Words of hypothesis and reference, then by order what `compare` tells.
    static std::size_t columns(std::size_t order) { return 2 + 3 * order; }
    void write_row(Ids reference, bool clipped, std::span<double> row, const Stop& stop);

private:
    struct Ngram {
        double weight = 0.0;
        NgramTrie::Name in_survey = NgramTrie::root;
        std::uint32_t order = 0;
    };
    struct Counts {
        std::vector<std::uint32_t> of;       // by name
        std::vector<NgramTrie::Name> names;  // those that are there, by first appearance
    };

    void count(Ids text, Counts& counts, const Stop& stop);
    void describe(NgramTrie::Name name, std::size_t order);
    void forget(Counts& counts) const;
    void add_squares(const Counts& counts, std::span<double> squares) const;

    const NgramFrequencies& survey_;
    std::span<const double> weights_;
    std::size_t order_;
    NgramTrie trie_;             // of one segment
    std::vector<Ngram> ngrams_;  // by name
    Counts hypothesis_, reference_;
    std::size_t hypothesis_words_ = 0;
    std::vector<double> hypothesis_squares_;
    std::vector<NgramTrie::Name> heads_;  // by order: the n-gram that ends at the word before
};

}  // namespace understudy
