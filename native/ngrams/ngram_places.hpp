// Counts of all n-grams of a set of texts, told at the places where they stand: little memory, and none of it far away.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ngrams/radix_partition.hpp"
#include "parallel/parallel.hpp"
#include "text/interner.hpp"

namespace understudy {

// How often the first n - 1 words of an n-gram stand in the texts, and how often the n-gram does.
struct CountPair {
    std::uint32_t head;
    std::uint32_t count;

    bool operator==(const CountPair&) const = default;
};

// The pairs that there are, by number: they are few, as most n-grams are rare.
class CountPairs {
public:
    using Number = std::uint32_t;

    CountPairs() : slots_(256, none) {}

    std::size_t size() const { return pairs_.size(); }
    std::span<const CountPair> pairs() const { return pairs_; }

    Number add(CountPair pair) {
        const std::size_t at = place(pair);
        if (slots_[at] != none) return slots_[at];
        const auto number = slots_[at] = static_cast<Number>(pairs_.size());
        pairs_.push_back(pair);
        if (pairs_.size() * 2 > slots_.size()) grow();
        return number;
    }

private:
    static constexpr Number none = 0xFFFFFFFF;

    std::size_t place(CountPair pair) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = RadixPartition::mix(pair.head, pair.count) >> 32 & mask;
        while (slots_[at] != none && pairs_[slots_[at]] != pair) at = (at + 1) & mask;
        return at;
    }

    void grow() {
        slots_.assign(slots_.size() * 2, none);
        for (std::size_t number = 0; number < pairs_.size(); ++number)
            slots_[place(pairs_[number])] = static_cast<Number>(number);
    }

    std::vector<CountPair> pairs_;
    std::vector<Number> slots_;
};

class NgramPlaces {
public:
    // Numbers of pairs below `few` take half the memory of others; tests may have fewer.
    static NgramPlaces of_texts(std::size_t order, const TextBlock& texts, std::size_t threads, const Poll& poll,
                                std::size_t few = 0x10000);

    std::size_t order() const { return orders_.size(); }
    // Text i stands at the places from offsets[i] to before offsets[i + 1].
    std::span<const std::uint64_t> offsets() const { return offsets_; }
    // Whether texts with these offsets can be those from the text `first` on: each has as many words.
    bool has_texts(std::span<const std::uint64_t> offsets, std::size_t first) const;
    // The first is that of an n-gram which stands once, as its head does.
    std::span<const CountPair> pairs() const { return pairs_.pairs(); }

    // Of the n-gram of the texts that ends at a place: the number of its pair.
    CountPairs::Number pair(std::size_t n, std::size_t place) const { return orders_[n - 1][place + 1 - n]; }

private:
    friend class PlaceSurveyor;

    // The pairs of the n-grams of one order, by the place where they begin.
    class Order {
    public:
        Order(std::size_t places, bool few) : few_(few ? places : 0), many_(few ? 0 : places) {}

        // Makes room for larger numbers.
        void widen() {
            many_.assign(few_.begin(), few_.end());
            few_ = {};
        }

        void put(std::size_t place, CountPairs::Number pair) {
            few_.empty() ? void(many_[place] = pair) : void(few_[place] = static_cast<std::uint16_t>(pair));
        }
        void fetch(std::size_t place) const { prefetch(&few_[place]); }
        CountPairs::Number operator[](std::size_t place) const { return few_.empty() ? many_[place] : few_[place]; }

    private:
        std::vector<std::uint16_t> few_;        // if all numbers are small
        std::vector<CountPairs::Number> many_;  // if not
    };

    std::vector<std::uint64_t> offsets_;
    CountPairs pairs_;
    std::vector<Order> orders_;  // from 1
};

}  // namespace understudy
