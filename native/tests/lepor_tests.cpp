// LEPOR's alignment against its definition, written down plainly.
#include "word_order/lepor.hpp"

#include <algorithm>
#include <iostream>
#include <random>
#include <vector>

using namespace understudy;

namespace {

using Text = std::vector<Id>;

bool share_a_neighbor(const Text& hypothesis, long j, const Text& reference, long k, long window) {
    for (long a = -window; a <= window; ++a) {
        for (long b = -window; b <= window; ++b) {
            const bool inside =
                j + a >= 0 && j + a < std::ssize(hypothesis) && k + b >= 0 && k + b < std::ssize(reference);
            if (a != 0 && b != 0 && inside && hypothesis[j + a] == reference[k + b]) return true;
        }
    }
    return false;
}

PositionCounts defined(const Text& hypothesis, const Text& reference, long window) {
    PositionCounts counts;
    std::vector<bool> used(reference.size());
    for (long j = 0; j < std::ssize(hypothesis); ++j) {
        std::vector<long> equal, in_context;
        for (long k = 0; k < std::ssize(reference); ++k) {
            if (used[k] || reference[k] != hypothesis[j]) continue;
            equal.push_back(k);
            if (share_a_neighbor(hypothesis, j, reference, k, window)) in_context.push_back(k);
        }
        if (equal.empty()) continue;
        const auto& candidates = in_context.empty() ? equal : in_context;
        const long k = *std::ranges::min_element(candidates, {}, [&](long at) { return std::abs(at - j); });
        used[k] = true;
        ++counts.match;
        counts.distance += std::abs((j + 1) * std::ssize(reference) - (k + 1) * std::ssize(hypothesis));
    }
    return counts;
}

Text random_text(std::mt19937& random, std::size_t words, std::size_t vocabulary) {
    Text text(random() % (words + 1));
    for (Id& id : text) id = static_cast<Id>(random() % vocabulary);
    return text;
}

int check_alignments() {
    std::mt19937 random(1);
    int failed = 0;
    for (std::size_t window : {0, 1, 2, 5, 100}) {
        PositionAligner aligner(window, 64);  // one for all: nothing may be left over from the pair before
        for (int i = 0; i < 4000; ++i) {
            const std::size_t vocabulary = 1 + random() % 64;
            const Text hypothesis = random_text(random, 30, vocabulary),
                       reference = random_text(random, 30, vocabulary);
            const PositionCounts got = aligner.align(hypothesis, reference, [] { return false; });
            const PositionCounts expected = defined(hypothesis, reference, static_cast<long>(window));
            failed += got.match != expected.match || got.distance != expected.distance;
        }
    }
    return failed;
}

// After a stop the aligner must be as good as new.
int check_stop() {
    PositionAligner aligner(2, 2);
    const Text equal(2000, 1), one(1, 1);
    int asked = 0;
    aligner.align(equal, equal, [&] { return ++asked == 3; });
    return (asked != 3) + (aligner.align(one, one, [] { return false; }).match != 1);
}

}  // namespace

int main() {
    const int failed = check_alignments() + check_stop();
    std::cout << "alignments of LEPOR: " << failed << " failed\n";
    return failed == 0 ? 0 : 1;
}
