// How long work in one segment is given up.
#pragma once

#include <cstddef>
#include <functional>

namespace understudy {

// Asked now and then within long work: true means give up, and what was computed so far is worthless.
using Stop = std::function<bool()>;

// Whether a loop over words that each take some 50 ns should look for a stop at the word `i`.
inline bool look_is_due(std::size_t i) {
    constexpr std::size_t words_between_looks = std::size_t{1} << 14;
    return i % words_between_looks == 0;
}

// Asks `stop` about once in a millisecond of work, because asking costs more than a step. Once it says yes, it is not
// asked again.
class PacedStop {
public:
    explicit PacedStop(const Stop& stop) : stop_(stop) {}

    // `steps` of about a nanosecond each are about to be done, or were done just now.
    bool operator()(std::size_t steps) {
        since_ += steps;
        if (since_ < between_looks) return stopped_;
        since_ = 0;
        return stopped_ = stopped_ || stop_();
    }

    bool stopped() const { return stopped_; }

private:
    static constexpr std::size_t between_looks = std::size_t{1} << 20;

    const Stop& stop_;
    std::size_t since_ = 0;
    bool stopped_ = false;
};

}  // namespace understudy
