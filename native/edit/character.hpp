// CharacTER (Wang et al. 2016): phrases of the hypothesis are shifted as long as that makes the words more like the
// reference, then characters are compared.
//
// Greedily: of all shifts of a phrase to where the reference has it, the one with the least distance of words is made;
// of equals, the one whose words come last in alphabetical order. Each round tries at most m n shifts for m and n
// words, each by Myers 1999: O(m n (m n / 64)) a round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edit/edit.hpp"
#include "parallel/stop.hpp"
#include "text/interner.hpp"

namespace understudy {

// What is known of the words of a vocabulary: their characters, numbered, 0 being the space between words, and their
// places in alphabetical order.
struct WordSpelling {
    std::vector<Id> characters;
    std::vector<std::size_t> starts;  // by word, and where the last one ends
    std::vector<std::uint32_t> ranks;
    std::size_t distinct = 1;  // characters

    // The first `size` words.
    WordSpelling(const Interner& words, std::size_t size);

    Ids of(Id word) const { return Ids(characters).subspan(starts[word], starts[word + 1] - starts[word]); }
    std::size_t length(Id word) const { return starts[word + 1] - starts[word]; }
};

// Compares one pair after another with buffers of its own; not for several threads at once.
class CharacterCounter {
public:
    static constexpr std::uint64_t most_work = std::uint64_t{1} << 28;  // in steps of 64 words; about a second

    // The spelling must outlive the counter.
    explicit CharacterCounter(const WordSpelling& spelling)
        : spelling_(spelling), words_(spelling.ranks.size()), letters_(spelling.distinct) {}

    // Characters to edit, the cost of the shifts, characters of hypothesis and reference, and shifts.
    static constexpr std::size_t columns = 5;
    // Whether the pair was within the limits.
    bool write_row(Ids hypothesis, Ids reference, std::span<double> row, const Stop& stop);

    // The hypothesis of the last pair, with its shifts made.
    const std::vector<Id>& shifted() const { return words_now_; }

private:
    bool find_best(Ids reference, const Stop& stop);
    bool better(std::size_t distance) const;
    double shift_cost(Ids original) const;
    void spell(Ids words, std::vector<Id>& characters) const;

    const WordSpelling& spelling_;
    Editor words_, letters_;
    std::vector<Id> words_now_, trial_, best_;
    std::size_t now_ = 0, least_ = 0;  // the distance of the words as they are, and of the best that was tried
    std::vector<Id> hyp_letters_, ref_letters_;
    std::uint64_t work_ = 0;
};

}  // namespace understudy
