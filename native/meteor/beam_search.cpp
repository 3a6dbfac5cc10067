#include "meteor/beam_search.hpp"

#include <algorithm>

namespace understudy {

template <class Sets>
void BeamSearch<Sets>::choose(const Candidates& candidates, std::size_t hypothesis_length, const Stop& stop,
                              std::vector<MeteorMatch>& matches) {
    nodes_.clear();
    sets_.reset(hypothesis_length);
    states_.assign(1, {});
    children_.reset(beam_);
    run(candidates, stop);

    matches.clear();
    for (std::uint32_t node = states_.front().node; node != none; node = nodes_[node].before) {
        matches.push_back(nodes_[node].match);
    }
    for (std::uint32_t j = 0; j < candidates.reference_length(); ++j) {
        if (!candidates.is_fixed(j)) continue;
        const Candidate& fixed = candidates.starting_at(j).front();
        matches.push_back({j, fixed.ref_length, fixed.hyp_start, fixed.hyp_length, fixed.slot});
    }
    std::ranges::sort(matches, {}, &MeteorMatch::ref_start);
}

template <class Sets>
void BeamSearch<Sets>::run(const Candidates& candidates, const Stop& stop) {
    std::uint64_t work = 0;
    for (std::uint32_t j = 0; j < candidates.reference_length(); ++j) {
        const std::span<const Candidate> here = candidates.starting_at(j);
        if (candidates.is_fixed(j)) {
            take_fixed(here.front(), j);
        } else if (here.empty()) {
            pass(j);
        } else {
            branch(here, j);
            grow(here, j);
        }
        work += states_.size() * (1 + here.size());
        if (work < 1'000'000) continue;
        work = 0;
        if (stop()) return;
    }
    pass(candidates.reference_length());  // closes the last chunk
}

template <class Sets>
void BeamSearch<Sets>::take_fixed(const Candidate& candidate, std::uint32_t position) {
    for (State& state : states_) {
        state.rank.add(candidate.weight, state.next_hyp != none && state.next_hyp != candidate.hyp_start);
        state.next_ref = position + candidate.ref_length;
        state.next_hyp = candidate.hyp_start + candidate.hyp_length;
    }
    sort_states();
}

// Goes on without a match, which closes the chunk of each state, except inside one.
template <class Sets>
void BeamSearch<Sets>::pass(std::uint32_t position) {
    for (State& state : states_) {
        if (position < state.next_ref) continue;
        state.rank.add(0, state.next_hyp != none);
        state.next_hyp = none;
        state.next_ref = position + 1;
    }
    sort_states();
}

// Offers all ways to continue all states.
template <class Sets>
void BeamSearch<Sets>::branch(std::span<const Candidate> candidates, std::uint32_t position) {
    children_.clear();
    const std::uint16_t most_weight = std::ranges::max(candidates, {}, &Candidate::weight).weight;
    for (std::uint32_t parent = 0; parent < states_.size(); ++parent) {
        // If the best that may come of this state is refused, so is all that may come of later ones.
        Rank best = states_[parent].rank;
        best.add(most_weight, 0);
        if (!children_.would_keep(best)) break;
        if (position < states_[parent].next_ref) {
            children_.offer({states_[parent].rank, parent, Child::inside});
        } else {
            offer_children(parent, candidates, position);
        }
    }
}

template <class Sets>
inline void BeamSearch<Sets>::offer_children(std::uint32_t parent, std::span<const Candidate> candidates,
                                             std::uint32_t position) {
    const State& state = states_[parent];
    const typename Sets::View used = sets_.view(state.used);
    const bool open = state.next_hyp != none;
    Rank rank = state.rank;
    // Once a candidate that starts a chunk is refused, so are later ones that weigh no more: the distance only grows.
    std::int64_t refused_weight = -1;
    for (std::uint32_t n = 0; n < candidates.size(); ++n) {
        const Candidate& candidate = candidates[n];
        if (used.overlaps(candidate)) continue;
        const bool starts_chunk = state.next_hyp != candidate.hyp_start;
        if (!starts_chunk || candidate.weight > refused_weight) {
            Child child{rank, parent, n};
            child.rank.add(candidate.weight, open && starts_chunk);
            if (!children_.offer(child) && starts_chunk) refused_weight = candidate.weight;
        }
        // METEOR adds the distance to the state that goes on, not to the one that took the match.
        const std::uint32_t start = candidate.hyp_start;
        rank.distance += position > start ? position - start : start - position;
    }
    rank.add(0, open);
    children_.offer({rank, parent, Child::unmatched});
}

// Makes states of the best children.
template <class Sets>
void BeamSearch<Sets>::grow(std::span<const Candidate> candidates, std::uint32_t position) {
    next_states_.clear();
    for (const Child& child : children_.list()) {
        State state = states_[child.parent];
        state.rank = child.rank;
        if (child.takes_match()) {
            take(state, candidates[child.candidate], position);
        } else if (child.candidate == Child::unmatched) {
            state.next_ref = position + 1;
            state.next_hyp = none;
        }
        next_states_.push_back(state);
    }
    if constexpr (Sets::must_release) release_sets();
    states_.swap(next_states_);
}

template <class Sets>
inline void BeamSearch<Sets>::take(State& state, const Candidate& candidate, std::uint32_t position) {
    const MeteorMatch match{position, candidate.ref_length, candidate.hyp_start, candidate.hyp_length, candidate.slot};
    nodes_.push_back({state.node, match});
    state.node = static_cast<std::uint32_t>(nodes_.size() - 1);
    state.next_ref = position + candidate.ref_length;
    state.next_hyp = candidate.hyp_start + candidate.hyp_length;
    state.used = sets_.with(state.used, candidate);
}

// Gives back the sets of the parents, except those that a child without a match goes on with; a parent has at most one.
template <class Sets>
void BeamSearch<Sets>::release_sets() {
    constexpr auto kept = ~typename Sets::Set{0};
    for (const Child& child : children_.list()) {
        if (!child.takes_match()) states_[child.parent].used = kept;
    }
    for (const State& parent : states_) {
        if (parent.used != kept) sets_.release(parent.used);
    }
}

template <class Sets>
void BeamSearch<Sets>::sort_states() {
    if (states_.size() > 64) {
        std::ranges::stable_sort(states_, {}, &State::rank);
        return;
    }
    // Insertion sort: they are nearly sorted already.
    for (std::size_t n = 1; n < states_.size(); ++n) {
        if (!(states_[n].rank < states_[n - 1].rank)) continue;
        const State moving = states_[n];
        std::size_t at = n;
        for (; at > 0 && moving.rank < states_[at - 1].rank; --at) states_[at] = states_[at - 1];
        states_[at] = moving;
    }
}

template class BeamSearch<SmallSets>;
template class BeamSearch<SetPool>;

}  // namespace understudy
