// The rows of NIST: what the n-grams that a hypothesis shares with its references weigh, and both lengths.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "parallel/stop.hpp"
#include "text/interner.hpp"

namespace understudy {

// Where a row has what: the names are those of the metric's `columns`, n is from 1 to the order.
struct NistColumns {
    std::size_t order;

    static constexpr std::size_t hyp_length = 0, ref_length = 1, ref_length_fine = 2, lengths = 3;
    std::size_t information(std::size_t n) const { return lengths + n - 1; }
    std::size_t fine_information(std::size_t n) const { return lengths + order + n - 1; }
    std::size_t total(std::size_t n) const { return lengths + 2 * order + n - 1; }
    std::size_t count() const { return lengths + 3 * order; }
};

// Numbers in two parts, multiples of 2^-coarse and of 2^-fine, so that sums of either are exact in any order. It is the
// twin of `split` in Python's arithmetic.
class Grid {
public:
    Grid(int coarse, int fine) : coarse_(std::ldexp(1.0, coarse)), fine_(std::ldexp(1.0, fine)) {}

    void split(double value, double& rounded, double& rest) const {
        rounded = std::nearbyint(value * coarse_) / coarse_;
        rest = std::nearbyint((value - rounded) * fine_) / fine_ + 0.0;  // + 0.0: zeros have no sign
    }

private:
    double coarse_, fine_;
};

// In words, not rounded: NIST's own.
double mean_length(std::span<const Ids> references);

// Rows of one segment after another, with a weigher of nist.hpp; not for several threads at once.
template <class Weigher>
class NistRows {
public:
    NistRows(Weigher weigher, std::size_t order, const Grid& grid)
        : weigher_(std::move(weigher)), columns_{order}, grid_(grid) {}

    void write_row(Ids hypothesis, std::span<const Ids> references, std::span<double> row, const Stop& stop) {
        row[NistColumns::hyp_length] = static_cast<double>(hypothesis.size());
        grid_.split(mean_length(references), row[NistColumns::ref_length], row[NistColumns::ref_length_fine]);
        weigher_.add(hypothesis, references, row.subspan(columns_.information(1), columns_.order), stop);
        for (std::size_t n = 1; n <= columns_.order; ++n) {
            double& information = row[columns_.information(n)];
            grid_.split(information, information, row[columns_.fine_information(n)]);
            row[columns_.total(n)] = hypothesis.size() >= n ? static_cast<double>(hypothesis.size() - n + 1) : 0.0;
        }
    }

private:
    Weigher weigher_;
    NistColumns columns_;
    Grid grid_;
};

}  // namespace understudy
