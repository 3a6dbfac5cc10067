#include "meteor/meteor.hpp"

#include <algorithm>
#include <string>

namespace understudy {
namespace {

constexpr std::uint32_t leave = 0xFFFFFFFF;  // in place of a candidate: the word stays without a match
constexpr std::uint32_t inside = 0xFFFFFFFE;  // the word belongs to a match that began before

std::size_t above_all(std::span<const std::int32_t> numbers) {
    std::int32_t most = -1;
    for (const std::int32_t number : numbers) most = std::max(most, number);
    return static_cast<std::size_t>(most + 1);
}

void check_length(Ids text, const char* what) {
    if (text.size() <= MeteorAligner::most_words) return;
    throw TooMuchWork(std::string(what) + " has " + std::to_string(text.size()) + " words; METEOR takes at most " +
                      std::to_string(MeteorAligner::most_words) + " in one text: split it into sentences");
}

[[noreturn]] void refuse_pairs(Ids hypothesis, Ids reference, std::uint64_t most) {
    throw TooMuchWork("a hypothesis of " + std::to_string(hypothesis.size()) + " words and a reference of " +
                      std::to_string(reference.size()) + " have more than " + std::to_string(most) +
                      " pairs of words that match; METEOR takes no more in one segment: split it into sentences");
}

}  // namespace

MeteorAligner::MeteorAligner(const MeteorSettings& settings, const WordFacts& facts)
    : settings_(settings),
      facts_(facts),
      kind_of_(facts.stems.size(), none),
      first_of_stem_(above_all(facts.stems), none),
      first_of_synset_(above_all(facts.synsets), none),
      place_of_(facts.stems.size(), none) {}

std::span<const MeteorMatch> MeteorAligner::align(Ids hypothesis, Ids reference, const Stop& stop) {
    check_length(hypothesis, "the hypothesis");
    check_length(reference, "a reference");
    find_candidates(hypothesis, reference);
    find_fixed(hypothesis.size(), reference.size());
    used_words_ = (hypothesis.size() + 63) / 64;
    const auto length = static_cast<std::uint32_t>(reference.size());
    used_words_ == 1 ? search<true>(length, stop) : search<false>(length, stop);
    collect(static_cast<std::uint32_t>(reference.size()));
    return matches_;
}

// --- Candidates -------------------------------------------------------------------------------------------------

void MeteorAligner::index_hypothesis(Ids hypothesis) {
    kinds_.clear();
    entries_.clear();
    next_place_.assign(hypothesis.size(), none);
    for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
        const Id word = hypothesis[i];
        std::uint32_t& kind = kind_of_[word];
        if (kind != none) {
            next_place_[kinds_[kind].last] = i;
            kinds_[kind].last = i;
            continue;
        }
        kind = static_cast<std::uint32_t>(kinds_.size());
        std::uint32_t& of_stem = first_of_stem_[static_cast<std::size_t>(facts_.stems[word])];
        kinds_.push_back({word, i, i, of_stem});
        of_stem = kind;
        for (auto at = facts_.synset_starts[word]; at < facts_.synset_starts[word + 1]; ++at) {
            std::uint32_t& first = first_of_synset_[static_cast<std::size_t>(facts_.synsets[static_cast<std::size_t>(at)])];
            entries_.push_back({kind, first});
            first = static_cast<std::uint32_t>(entries_.size() - 1);
        }
    }
    if (seen_.size() < kinds_.size()) seen_.resize(kinds_.size(), 0);
}

void MeteorAligner::forget_hypothesis() {
    for (const Kind& kind : kinds_) {
        kind_of_[kind.word] = none;
        first_of_stem_[static_cast<std::size_t>(facts_.stems[kind.word])] = none;
        for (auto at = facts_.synset_starts[kind.word]; at < facts_.synset_starts[kind.word + 1]; ++at) {
            first_of_synset_[static_cast<std::size_t>(facts_.synsets[static_cast<std::size_t>(at)])] = none;
        }
    }
}

void MeteorAligner::find_candidates(Ids hypothesis, Ids reference) {
    candidates_.clear();
    ranges_.assign(reference.size(), {});
    // METEOR asks only the first module about equal texts.
    std::size_t modules = std::ranges::equal(hypothesis, reference) ? 1 : settings_.modules.size();
    phrases_.clear();
    const std::uint64_t most = most_candidates * 40 / std::max<std::size_t>(settings_.beam, 40);
    std::uint64_t total = 0;
    if (modules > 0 && settings_.modules[modules - 1] == MeteorModule::paraphrase) {
        --modules;
        total = find_phrases(hypothesis, reference, static_cast<std::uint8_t>(modules), most);
    }
    index_hypothesis(hypothesis);
    for (std::uint32_t j = 0; j < reference.size() && total <= most; ++j) {
        std::uint32_t& place = place_of_[reference[j]];
        if (place == none) {
            place = j;
            ranges_[j].begin = static_cast<std::uint32_t>(candidates_.size());
            add_single_words(reference[j], modules);
            ranges_[j].end = static_cast<std::uint32_t>(candidates_.size());
        } else {
            ranges_[j] = ranges_[place];
        }
        total += ranges_[j].end - ranges_[j].begin;
    }
    for (const Id word : reference) place_of_[word] = none;
    forget_hypothesis();
    if (total > most) refuse_pairs(hypothesis, reference, most);
    for (std::size_t j = 0; j < phrases_.size(); ++j) {
        if (phrases_[j].empty()) continue;
        const auto begin = static_cast<std::uint32_t>(candidates_.size());
        for (std::uint32_t at = ranges_[j].begin; at < ranges_[j].end; ++at) {
            const Candidate same = candidates_[at];
            candidates_.push_back(same);
        }
        candidates_.insert(candidates_.end(), phrases_[j].begin(), phrases_[j].end());
        ranges_[j] = {begin, static_cast<std::uint32_t>(candidates_.size())};
    }
}

void MeteorAligner::add_single_words(Id word, std::size_t modules) {
    for (std::size_t slot = 0; slot < modules; ++slot) {
        similar_.clear();
        find_kinds(word, settings_.modules[slot]);
        if (!similar_.empty()) add_places(static_cast<std::uint8_t>(slot));
    }
}

// Kinds of words that match a word by a module.
void MeteorAligner::find_kinds(Id word, MeteorModule module) {
    switch (module) {
        case MeteorModule::exact:
            if (kind_of_[word] != none) similar_.push_back(kind_of_[word]);
            break;
        case MeteorModule::stem:
            for (std::uint32_t kind = first_of_stem_[static_cast<std::size_t>(facts_.stems[word])]; kind != none;
                 kind = kinds_[kind].next_of_stem) {
                if (kinds_[kind].word != word) similar_.push_back(kind);
            }
            break;
        case MeteorModule::synonym:
            ++mark_;
            for (auto at = facts_.synset_starts[word]; at < facts_.synset_starts[word + 1]; ++at) {
                const auto synset = static_cast<std::size_t>(facts_.synsets[static_cast<std::size_t>(at)]);
                for (std::uint32_t entry = first_of_synset_[synset]; entry != none; entry = entries_[entry].next) {
                    const std::uint32_t kind = entries_[entry].kind;
                    if (seen_[kind] == mark_ || kinds_[kind].word == word) continue;
                    seen_[kind] = mark_;
                    similar_.push_back(kind);
                }
            }
            break;
        case MeteorModule::paraphrase:
            break;
    }
}

// All places of the kinds found, from left to right.
void MeteorAligner::add_places(std::uint8_t slot) {
    places_.clear();
    for (const std::uint32_t kind : similar_) {
        for (std::uint32_t i = kinds_[kind].first; i != none; i = next_place_[i]) places_.push_back(i);
    }
    if (similar_.size() > 1) std::ranges::sort(places_);
    const std::uint16_t weight = weight_of(1, 1, slot);
    for (const std::uint32_t i : places_) candidates_.push_back({i, 1, 1, weight, slot});
}

std::uint64_t MeteorAligner::find_phrases(Ids hypothesis, Ids reference, std::uint8_t slot, std::uint64_t most) {
    phrases_.assign(reference.size(), {});
    std::uint64_t total = 0;
    if (!settings_.phrases) return total;
    settings_.phrases(hypothesis, reference, [&](std::uint32_t ref_start, std::uint32_t ref_length, std::uint32_t hyp_start, std::uint32_t hyp_length) {
        if (++total > most) refuse_pairs(hypothesis, reference, most);
        phrases_[ref_start].push_back({hyp_start, static_cast<std::uint16_t>(hyp_length), static_cast<std::uint16_t>(ref_length),
                                       weight_of(hyp_length, ref_length, slot), slot});
    });
    return total;
}

// A candidate that shares no word with another one is chosen before the search.
void MeteorAligner::find_fixed(std::size_t hypothesis_length, std::size_t reference_length) {
    hyp_cover_.assign(hypothesis_length, 0);
    ref_cover_.assign(reference_length, 0);
    for (std::size_t j = 0; j < reference_length; ++j) {
        for (std::uint32_t at = ranges_[j].begin; at < ranges_[j].end; ++at) {
            const Candidate& candidate = candidates_[at];
            for (std::size_t i = 0; i < candidate.hyp_length; ++i) ++hyp_cover_[candidate.hyp_start + i];
            for (std::size_t i = 0; i < candidate.ref_length; ++i) ++ref_cover_[j + i];
        }
    }
    const auto alone = [](const std::vector<std::uint32_t>& cover, std::size_t begin, std::size_t length) {
        return std::all_of(cover.begin() + static_cast<std::ptrdiff_t>(begin),
                           cover.begin() + static_cast<std::ptrdiff_t>(begin + length), [](std::uint32_t n) { return n == 1; });
    };
    fixed_.assign(reference_length, 0);
    for (std::size_t j = 0; j < reference_length; ++j) {
        if (ranges_[j].end - ranges_[j].begin != 1) continue;
        const Candidate& candidate = candidates_[ranges_[j].begin];
        fixed_[j] = alone(ref_cover_, j, candidate.ref_length) && alone(hyp_cover_, candidate.hyp_start, candidate.hyp_length);
    }
}

// --- Search -----------------------------------------------------------------------------------------------------

// States are kept best first, at most `beam` of them; of equals the one that was found first.
template <bool Short>
void MeteorAligner::search(std::uint32_t reference_length, const Stop& stop) {
    nodes_.clear();
    used_.assign(Short ? 0 : used_words_, 0);
    free_sets_.clear();
    states_.assign(1, {});
    children_.resize(settings_.beam + 1);
    std::uint64_t work = 0;
    for (std::uint32_t j = 0; j < reference_length; ++j) {
        const Range range = ranges_[j];
        if (fixed_[j]) {
            take_fixed(candidates_[range.begin], j);
        } else if (range.begin == range.end) {
            skip_all(j);
        } else {
            branch<Short>(range, j);
            grow<Short>(j);
        }
        work += states_.size() * (1 + range.end - range.begin);
        if (work < 1'000'000) continue;
        work = 0;
        if (stop()) return;
    }
    skip_all(reference_length);  // closes the last chunk
}

std::uint16_t MeteorAligner::weight_of(std::uint32_t hyp_length, std::uint32_t ref_length, std::uint8_t slot) const {
    // METEOR adds half a word for each word that is not exact, and rounds the sum down after every match.
    if (settings_.modules[slot] == MeteorModule::exact) return 2;
    return static_cast<std::uint16_t>(hyp_length / 2 + ref_length / 2);
}

void MeteorAligner::take_fixed(const Candidate& candidate, std::uint32_t place) {
    for (State& state : states_) {
        state.rank.add(candidate.weight, state.next_hyp != none && state.next_hyp != candidate.hyp_start);
        state.next_ref = place + candidate.ref_length;
        state.next_hyp = candidate.hyp_start + candidate.hyp_length;
    }
    sort_states();
}

void MeteorAligner::skip_all(std::uint32_t place) {
    for (State& state : states_) {
        if (place < state.next_ref) continue;
        state.rank.add(0, state.next_hyp != none);
        state.next_hyp = none;
        state.next_ref = place + 1;
    }
    sort_states();
}

// The places of a short hypothesis as bits of one number.
constexpr std::uint64_t bits_of(std::uint32_t start, std::uint32_t length) {
    return (~std::uint64_t{0} >> (64 - length)) << start;
}

template <bool Short>
bool MeteorAligner::is_free(const State& state, const Candidate& candidate) const {
    if constexpr (Short) return (state.used & bits_of(candidate.hyp_start, candidate.hyp_length)) == 0;
    const std::uint64_t* const used = used_.data() + state.used * used_words_;
    for (std::uint32_t i = candidate.hyp_start; i < candidate.hyp_start + candidate.hyp_length; ++i) {
        if (used[i / 64] >> (i % 64) & 1) return false;
    }
    return true;
}

// Offers all ways to go on from all states.
template <bool Short>
void MeteorAligner::branch(Range range, std::uint32_t place) {
    offered_ = 0;
    std::uint16_t most = 0;
    for (std::uint32_t at = range.begin; at < range.end; ++at) most = std::max(most, candidates_[at].weight);
    for (std::uint32_t parent = 0; parent < states_.size(); ++parent) {
        const State& state = states_[parent];
        if (offered_ == settings_.beam) {
            // If the best that may come of this state is refused, so is all that may come of later ones.
            Rank hope = state.rank;
            hope.add(most, 0);
            if (!(hope < children_[offered_ - 1].rank)) break;
        }
        if (place < state.next_ref) {
            offer({state.rank, parent, inside});
            continue;
        }
        const std::uint32_t open = state.next_hyp != none;
        Rank rank = state.rank;
        // Once a candidate that opens a chunk is refused, so are later ones that weigh no more: the distance only grows.
        std::int64_t refused = -1;
        for (std::uint32_t at = range.begin; at < range.end; ++at) {
            const Candidate& candidate = candidates_[at];
            if (!is_free<Short>(state, candidate)) continue;
            const bool opens = state.next_hyp != candidate.hyp_start;
            if (!opens || candidate.weight > refused) {
                Child child{rank, parent, at};
                child.rank.add(candidate.weight, open && opens);
                if (!offer(child) && opens) refused = candidate.weight;
            }
            // METEOR adds the distance to the state that goes on, not to the one that took the match.
            rank.distance += place > candidate.hyp_start ? place - candidate.hyp_start : candidate.hyp_start - place;
        }
        rank.add(0, open);
        offer({rank, parent, leave});
    }
}

inline bool MeteorAligner::offer(const Child& child) {
    Child* const best = children_.data();
    if (offered_ == settings_.beam) {
        if (!(child.rank < best[offered_ - 1].rank)) return false;
        --offered_;
    }
    std::size_t at = offered_++;
    for (; at > 0 && child.rank < best[at - 1].rank; --at) best[at] = best[at - 1];
    best[at] = child;
    return true;
}

std::uint64_t MeteorAligner::copy_of_set(std::uint64_t set) {
    std::uint64_t copy;
    if (free_sets_.empty()) {
        copy = used_.size() / used_words_;
        used_.resize(used_.size() + used_words_);
    } else {
        copy = free_sets_.back();
        free_sets_.pop_back();
    }
    std::copy_n(used_.begin() + static_cast<std::ptrdiff_t>(set * used_words_), used_words_,
                used_.begin() + static_cast<std::ptrdiff_t>(copy * used_words_));
    return copy;
}

// Makes states of the best children.
template <bool Short>
void MeteorAligner::grow(std::uint32_t place) {
    next_states_.clear();
    for (const Child& child : std::span(children_.data(), offered_)) {
        State state = states_[child.parent];
        state.rank = child.rank;
        if (child.candidate == leave) {
            state.next_ref = place + 1;
            state.next_hyp = none;
        } else if (child.candidate != inside) {
            const Candidate& candidate = candidates_[child.candidate];
            state.next_ref = place + candidate.ref_length;
            state.next_hyp = candidate.hyp_start + candidate.hyp_length;
            nodes_.push_back({state.node, {place, candidate.ref_length, candidate.hyp_start, candidate.hyp_length, candidate.slot}});
            state.node = static_cast<std::uint32_t>(nodes_.size() - 1);
            if constexpr (Short) {
                state.used |= bits_of(candidate.hyp_start, candidate.hyp_length);
            } else {
                state.used = copy_of_set(state.used);
                std::uint64_t* used = used_.data() + state.used * used_words_;
                for (std::uint32_t i = candidate.hyp_start; i < state.next_hyp; ++i) used[i / 64] |= std::uint64_t{1} << (i % 64);
            }
        }
        next_states_.push_back(state);
    }
    if constexpr (!Short) free_sets();
    states_.swap(next_states_);
}

// Only the state that leaves the word goes on with its parent's set.
void MeteorAligner::free_sets() {
    constexpr std::uint64_t kept = ~std::uint64_t{0};
    for (const Child& child : std::span(children_.data(), offered_)) {
        if (child.candidate == leave || child.candidate == inside) states_[child.parent].used = kept;
    }
    for (const State& parent : states_) {
        if (parent.used != kept) free_sets_.push_back(parent.used);
    }
}

void MeteorAligner::sort_states() {
    if (states_.size() > 64) {
        std::ranges::stable_sort(states_, [](const State& a, const State& b) { return a.rank < b.rank; });
        return;
    }
    // Nearly sorted already.
    for (std::size_t n = 1; n < states_.size(); ++n) {
        if (!(states_[n].rank < states_[n - 1].rank)) continue;
        const State moving = states_[n];
        std::size_t at = n;
        for (; at > 0 && moving.rank < states_[at - 1].rank; --at) states_[at] = states_[at - 1];
        states_[at] = moving;
    }
}

// The matches of the best state and the fixed ones, in the order of the reference.
void MeteorAligner::collect(std::uint32_t reference_length) {
    matches_.clear();
    for (std::uint32_t node = states_.front().node; node != none; node = nodes_[node].before) matches_.push_back(nodes_[node].match);
    for (std::uint32_t j = 0; j < reference_length; ++j) {
        if (!fixed_[j]) continue;
        const Candidate& candidate = candidates_[ranges_[j].begin];
        matches_.push_back({j, candidate.ref_length, candidate.hyp_start, candidate.hyp_length, candidate.slot});
    }
    std::ranges::sort(matches_, {}, &MeteorMatch::ref_start);
}

// --- Statistics -------------------------------------------------------------------------------------------------

bool MeteorAligner::count(Ids hypothesis, Ids reference, std::span<double> row) const {
    std::array<std::uint64_t, statistics> counts{};
    const auto size = [&](Id word) { return settings_.characters ? static_cast<std::uint64_t>(facts_.utf16[word]) : 1u; };
    const std::array<Ids, 2> sides{hypothesis, reference};
    for (std::size_t side = 0; side < 2; ++side) {
        for (const Id word : sides[side]) {
            counts[side] += size(word);
            if (facts_.function[word]) counts[2 + side] += size(word);
        }
    }
    std::uint64_t* const chunks = counts.data() + 20;
    std::uint64_t* const matched = counts.data() + 21;
    std::uint32_t ref_end = none, hyp_end = none;
    for (const MeteorMatch& match : matches_) {
        *chunks += match.ref_start != ref_end || match.hyp_start != hyp_end;
        ref_end = match.ref_start + match.ref_length;
        hyp_end = match.hyp_start + match.hyp_length;
        matched[0] += match.hyp_length;
        matched[1] += match.ref_length;
        const std::array<Ids, 2> runs{hypothesis.subspan(match.hyp_start, match.hyp_length),
                                      reference.subspan(match.ref_start, match.ref_length)};
        for (std::size_t side = 0; side < 2; ++side) {
            for (const Id word : runs[side]) counts[4 + 4 * match.slot + 2 * (facts_.function[word] != 0) + side] += size(word);
        }
    }
    std::ranges::transform(counts, row.begin(), [](std::uint64_t n) { return static_cast<double>(n); });
    return *chunks == 1 && matched[0] == hypothesis.size() && matched[1] == reference.size();
}

}  // namespace understudy
