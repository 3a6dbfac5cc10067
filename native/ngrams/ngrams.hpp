// Counts of n-grams that a hypothesis shares with its references: what BLEU and its relatives are made of.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "edit/bit_pattern.hpp"
#include "parallel/stop.hpp"
#include "text/interner.hpp"

namespace understudy {

// For each order n = 1..N, at index n - 1.
struct NgramCounts {
    std::vector<std::uint64_t> match;  // clipped: each n-gram as often as in the reference that has most of it
    std::vector<std::uint64_t> plain;  // unclipped: every n-gram of the hypothesis that some reference has
    std::vector<std::uint64_t> total;  // all n-grams of the hypothesis

    void reset(std::size_t order) {
        match.assign(order, 0);
        plain.assign(order, 0);
        total.assign(order, 0);
    }
};

// The n-grams of one order in one hypothesis, each named by (name of its first n - 1 words, last word), so exactly.
class NgramNames {
public:
    using Name = std::uint32_t;
    static constexpr Name none = 0;

    Name find(Name head, Id last) const { return slots_[place(head, last)].name; }

    Name add(Name head, Id last) {
        Slot& slot = slots_[place(head, last)];
        if (slot.name != none) return slot.name;
        slot = {head, last, ++names_};
        return names_;
    }

    // Forgets all names; there will be no more than `most`.
    void reset(std::size_t most) {
        slots_.assign(std::bit_ceil(2 * most + 1), Slot{});
        names_ = 0;
    }

private:
    struct Slot {
        Name head = none;
        Id last = 0;
        Name name = none;
    };

    std::size_t place(Name head, Id last) const {
        const std::size_t mask = slots_.size() - 1;
        const std::uint64_t key = (std::uint64_t{head} << 32 | last) * 0x9E3779B97F4A7C15u;
        std::size_t at = (key ^ key >> 32) & mask;
        while (slots_[at].name != none && (slots_[at].head != head || slots_[at].last != last)) at = (at + 1) & mask;
        return at;
    }

    std::vector<Slot> slots_;
    Name names_ = 0;
};

// Counts one segment after another with buffers of its own; not for several threads at once.
class NgramCounter {
public:
    // `order` is at least 1.
    NgramCounter(std::size_t order, std::size_t vocabulary) : order_(order), pattern_(vocabulary) {}

    // `stop` is asked now and then within a long segment; once it says yes the counts are worthless.
    void count(Ids hypothesis, std::span<const Ids> references, NgramCounts& counts, const Stop& stop);

    // For a hypothesis of few words: by order, the places where an n-gram ends that counts, being among the first ones
    // that the clip allows, and where one ends that some reference has. Only `locate` tells where that is: at this word
    // of a reference the longest n-gram ends that also ends at a place of the hypothesis, and so do the shorter ones.
    static constexpr std::size_t most_places = 64;
    void match(Ids hypothesis, std::span<const Ids> references, const Stop& stop);
    void locate(Ids hypothesis, std::span<const Ids> references, const Stop& stop);
    const std::vector<std::uint64_t>& used() const { return all_used_; }
    const std::vector<std::uint64_t>& seen() const { return seen_; }
    const Id* location(std::size_t place) const { return locations_[place]; }

private:
    template <bool located>
    void match_all(Ids hypothesis, std::span<const Ids> references, const Stop& stop);
    template <bool located, class Order>
    void match_one(Ids reference, Order order);
    void count_short(Ids hypothesis, std::span<const Ids> references, NgramCounts& counts, const Stop& stop);
    void count_long(Ids hypothesis, std::span<const Ids> references, NgramCounts& counts, const Stop& stop);

    std::size_t order_;
    BlockPattern pattern_;                                      // of the hypothesis
    std::vector<std::uint64_t> ends_, used_, all_used_, seen_;  // by order
    std::array<const Id*, most_places> locations_;

    // For a hypothesis of many words.
    NgramNames table_;
    std::vector<NgramNames::Name> names_;               // by word of the hypothesis: the n-gram that ends there
    std::vector<std::vector<NgramNames::Name>> found_;  // by reference and its word
    std::vector<std::uint32_t> count_, clip_,
        here_;  // by name: in the hypothesis, in one reference at most, in this one
};

// Which length of the references counts for brevity.
double closest_length(std::size_t hypothesis, std::span<const Ids> references);  // the shorter of two equally close
double shortest_length(std::size_t hypothesis, std::span<const Ids> references);
double average_length(std::size_t hypothesis, std::span<const Ids> references);
using LengthRule = double (*)(std::size_t hypothesis, std::span<const Ids> references);

// Rows of one segment after another; not for several threads at once.
class NgramRows {
public:
    NgramRows(std::size_t order, std::size_t vocabulary, LengthRule length)
        : counter_(order, vocabulary), length_(length) {}

    // The lengths of the hypothesis and of the references, then by order matches, totals and plain matches.
    static std::size_t columns(std::size_t order) { return 2 + 3 * order; }
    void write_row(Ids hypothesis, std::span<const Ids> references, std::span<double> row, const Stop& stop);

private:
    NgramCounter counter_;
    NgramCounts counts_;
    LengthRule length_;
};

}  // namespace understudy
