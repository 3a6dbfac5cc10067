// METEOR's alignment resolution (Denkowski and Lavie 2011): from the candidates it chooses matches that cover each word
// at most once, that (1) cover as many words of both texts as possible, (2) fall into as few chunks as possible and
// (3) have the least sum of distances between the starts of matches.
//
// A beam search goes from left to right over the reference r and keeps the B best states, best first. At a position it
//   - takes the candidate in every state, if it is fixed (`Candidates::is_fixed`), and
//   - goes on in every state, if no candidate starts there: O(B) each, as the states stay nearly sorted;
//   - branches otherwise: each state takes each free candidate or leaves the word unmatched, and the B best of these
//     children become the next states. A child that is refused costs O(1), one that is kept O(B) at most.
// With C candidates this makes O(B * (|r| + C)) children; those that cannot be kept are skipped early. The matches of
// states are linked lists that share their beginnings, O(B * |r|) memory.
//
// The result is that of the program METEOR 1.5, with its peculiarities: criterion (1) counts words that do not match
// exactly by half, rounded down, so that a single one counts nothing; and criterion (3) adds up the distances of the
// candidates that a state passed over at a position, not those of the matches that it took.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "meteor/candidates.hpp"
#include "meteor/match.hpp"
#include "meteor/word_sets.hpp"

namespace understudy {

// The three criteria, the better rank being less. Weight (more is better) counts down in the high half of a number and
// chunks (fewer are better) count up in the low half.
struct Rank {
    std::uint64_t weight_and_chunks = std::uint64_t{0xFFFFFFFF} << 32;
    std::int64_t distance = 0;

    void add(std::uint64_t weight, std::uint64_t chunks) { weight_and_chunks += chunks - (weight << 32); }
    auto operator<=>(const Rank&) const = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 sees a 0 here
};

// One way to continue a state.
struct Child {
    // In place of a candidate:
    static constexpr std::uint32_t unmatched = 0xFFFFFFFF;  // the word has no match
    static constexpr std::uint32_t inside = 0xFFFFFFFE;     // the word belongs to a match that started before

    Rank rank;
    std::uint32_t parent;     // the index of the state
    std::uint32_t candidate;  // the index among those that start at the position

    bool takes_match() const { return candidate < inside; }
};

// The best children, best first, equals in the order in which they were offered.
class BestChildren {
public:
    // Afterwards there are none, and there will be at most `most`.
    void reset(std::size_t most) {
        most_ = most;
        size_ = 0;
        children_.resize(most + 1);
    }

    void clear() { size_ = 0; }

    bool would_keep(const Rank& rank) const { return size_ < most_ || rank < children_[size_ - 1].rank; }

    bool offer(const Child& child) {
        if (!would_keep(child.rank)) return false;
        if (size_ == most_) --size_;
        Child* const best = children_.data();
        std::size_t at = size_++;
        for (; at > 0 && child.rank < best[at - 1].rank; --at) best[at] = best[at - 1];
        best[at] = child;
        return true;
    }

    std::span<const Child> list() const { return std::span(children_).first(size_); }

private:
    std::size_t most_ = 0, size_ = 0;
    std::vector<Child> children_;
};

// `Sets` is SmallSets or SetPool: the words of the hypothesis that a state has matched.
template <class Sets>
class BeamSearch {
public:
    // Asked now and then within a long pair; once it says yes, the search ends and its matches are worthless.
    using Stop = std::function<bool()>;

    explicit BeamSearch(std::size_t beam) : beam_(beam) {}

    // Chooses the matches, in the order of the reference.
    void choose(const Candidates& candidates, std::size_t hypothesis_length, const Stop& stop,
                std::vector<MeteorMatch>& matches);

private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    struct State {
        Rank rank;
        typename Sets::Set used = 0;    // the words of the hypothesis that are matched by candidates that are not fixed
        std::uint32_t next_ref = 0;     // where the last match ends
        std::uint32_t next_hyp = none;  // where the open chunk would go on; `none` if no chunk is open
        std::uint32_t node = none;      // the last match, in nodes_
    };
    struct Node {
        std::uint32_t before;  // the match before, in nodes_
        MeteorMatch match;
    };

    void run(const Candidates& candidates, const Stop& stop);
    void take_fixed(const Candidate& candidate, std::uint32_t position);
    void pass(std::uint32_t position);
    void branch(std::span<const Candidate> candidates, std::uint32_t position);
    void offer_children(std::uint32_t parent, std::span<const Candidate> candidates, std::uint32_t position);
    void grow(std::span<const Candidate> candidates, std::uint32_t position);
    void take(State& state, const Candidate& candidate, std::uint32_t position);
    void release_sets();
    void sort_states();

    std::size_t beam_;
    Sets sets_;
    std::vector<State> states_, next_states_;
    BestChildren children_;
    std::vector<Node> nodes_;
};

extern template class BeamSearch<SmallSets>;
extern template class BeamSearch<SetPool>;

}  // namespace understudy
