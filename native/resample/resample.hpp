// Sums of rows over random choices of them: the work of every permutation test and every bootstrap.
//
// A choice is a function of the seed, the kind and its own number alone (Philox, a counter-based generator), so it is
// the same for every system and metric, and for any number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "parallel/stop.hpp"

namespace understudy {

// Four random words for a counter and a key: Philox 4x64-10 of Salmon, Moraes, Dror and Shaw 2011, as numpy has it.
std::array<std::uint64_t, 4> philox(std::array<std::uint64_t, 4> counter, std::array<std::uint64_t, 2> key);

// A matrix of rows, one for each unit: a segment or a document.
struct Units {
    const double* rows;
    std::size_t count;
    std::size_t columns;
};

// Both are for one thread at a time, and give up once `stop` says yes: the sums are worthless then.
// They take choices number `begin` to `end` and write one row of sums for each.

// Every unit is in or out by the toss of a coin.
class CoinSums {
public:
    void add(const Units& units, std::uint64_t seed, std::uint64_t begin, std::uint64_t end, double* sums,
             const Stop& stop);

private:
    using Columns = std::vector<std::size_t>;

    // Numbers of one kind for a few columns at a time: counts need only half the room of others.
    template <class Number>
    struct Lane {
        static constexpr std::size_t width = 64 / sizeof(Number);

        Columns columns;
        std::vector<Number> table;  // the sums of all 256 choices among eight units, twice: of two groups of units
        std::vector<Number> sums;

        void gather(const Units& units, std::size_t group, std::size_t first, Number* into) const;
        void add(const Units& units, std::size_t first, const std::uint8_t* coins, std::size_t trials, double* out);
    };

    void toss(std::uint64_t seed, std::uint64_t begin, std::size_t trials, std::size_t groups);
    void sort_columns(const Units& units);

    std::vector<std::uint8_t> coins_;  // of eight units and one trial after the other
    const double* sorted_ = nullptr;   // the rows whose columns were sorted
    Lane<std::int32_t> counts_;
    Lane<double> others_;
};

// As many units as there are, drawn with replacement.
class DrawSums {
public:
    void add(const Units& units, std::uint64_t seed, std::uint64_t begin, std::uint64_t end, double* sums,
             const Stop& stop);

private:
    void draw(std::uint64_t seed, std::uint64_t number, std::size_t count, std::uint32_t* times);

    std::vector<std::uint32_t> times_;  // that each unit was drawn, one resample after the other
};

}  // namespace understudy
