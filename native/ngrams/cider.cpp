#include "ngrams/cider.hpp"

#include <algorithm>

namespace understudy {
void NgramVectors::take(Ids hypothesis, const Stop& stop) {
    hypothesis_words_ = hypothesis.size();
    trie_.clear();
    ngrams_.assign(1, {});
    forget(hypothesis_);
    count(hypothesis, hypothesis_, stop);
    hypothesis_squares_.resize(order_);
    add_squares(hypothesis_, hypothesis_squares_);
}

void NgramVectors::compare(Ids reference, bool clipped, std::span<double> products,
                           std::span<double> hypothesis_squares, std::span<double> reference_squares,
                           const Stop& stop) {
    forget(reference_);
    count(reference, reference_, stop);
    add_squares(reference_, reference_squares);
    std::copy(hypothesis_squares_.begin(), hypothesis_squares_.end(), hypothesis_squares.begin());
    std::fill(products.begin(), products.end(), 0.0);
    for (const NgramTrie::Name name : hypothesis_.names) {
        const Ngram& ngram = ngrams_[name];
        const double of_hypothesis = hypothesis_.of[name] * ngram.weight;
        const double of_reference = (name < reference_.of.size() ? reference_.of[name] : 0) * ngram.weight;
        products[ngram.order - 1] += (clipped ? std::min(of_hypothesis, of_reference) : of_hypothesis) * of_reference;
    }
}

void NgramVectors::write_row(Ids reference, bool clipped, std::span<double> row, const Stop& stop) {
    row[0] = static_cast<double>(hypothesis_words_);
    row[1] = static_cast<double>(reference.size());
    const std::span<double> by_order = row.subspan(2);
    compare(reference, clipped, by_order.first(order_), by_order.subspan(order_, order_), by_order.subspan(2 * order_),
            stop);
}

// Names the n-grams of a text, those of each order by first appearance, and counts them.
void NgramVectors::count(Ids text, Counts& counts, const Stop& stop) {
    heads_.assign(order_ + 1, NgramTrie::root);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (look_is_due(i + 1) && stop()) return;
        for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
            const NgramTrie::Name name = heads_[n] = trie_.add(heads_[n - 1], text[i]);
            if (name == ngrams_.size()) describe(name, n);
            if (name >= counts.of.size())
                counts.of.resize(std::max<std::size_t>(name + std::size_t{1}, counts.of.size() * 2), 0);
            if (counts.of[name]++ == 0) counts.names.push_back(name);
        }
    }
}

// An n-gram is named after its head, whose place in the survey is known by then.
void NgramVectors::describe(NgramTrie::Name name, std::size_t order) {
    const auto [count, head, last] = trie_[name];
    const bool headed = head == NgramTrie::root || ngrams_[head].in_survey != NgramTrie::root;
    const NgramTrie::Name found = headed ? survey_.ngrams().find(ngrams_[head].in_survey, last) : NgramTrie::root;
    ngrams_.push_back({weights_[found], found, static_cast<std::uint32_t>(order)});
}

void NgramVectors::forget(Counts& counts) const {
    for (const NgramTrie::Name name : counts.names) counts.of[name] = 0;
    counts.names.clear();
}

void NgramVectors::add_squares(const Counts& counts, std::span<double> squares) const {
    std::fill(squares.begin(), squares.end(), 0.0);
    for (const NgramTrie::Name name : counts.names) {
        const double value = counts.of[name] * ngrams_[name].weight;
        squares[ngrams_[name].order - 1] += value * value;
    }
}

}  // namespace understudy
