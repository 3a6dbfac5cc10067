// How many n-grams each text of a group shares with the average of the group: what makes minimum-Bayes-risk decoding
// linear in the number of candidates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parallel/stop.hpp"
#include "text/interner.hpp"

namespace understudy {

// Counts one group after another with buffers of its own; not for several threads at once.
class ExpectedCounter {
public:
    // For every text and every n up to `order`: the sum over its distinct n-grams of the smaller of its own count and
    // the mean count, where text j has the share `shares[j]` in the mean. `stop` is asked now and then; once it says
    // yes the answers are worthless.
    void count(std::span<const Ids> texts, std::span<const double> shares, std::size_t order, double* matches,
               const Stop& stop);

private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t name = 0;
    };

    std::uint32_t name_of(std::uint64_t key);
    void name_next(std::span<const Ids> texts, std::size_t n);
    void count_text(std::size_t begin, std::size_t end);

    std::vector<Slot> slots_;           // empty where the name is 0
    std::vector<std::uint32_t> names_;  // of the n-gram that begins at each place of all texts; 0: there is none
    std::vector<std::size_t> starts_;   // of each text among all places
    std::uint32_t distinct_ = 0;
    std::vector<double> expected_;       // by name
    std::vector<std::uint32_t> counts_;  // by name, of one text; all 0 between texts
    std::vector<std::uint32_t> seen_;    // the names of one text in the order of first appearance
};

}  // namespace understudy
