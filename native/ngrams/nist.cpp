#include "ngrams/nist.hpp"

#include <algorithm>
#include <bit>

#include "ngrams/nist_rows.hpp"

namespace understudy {
namespace {

template <class Do>
void each_place(std::uint64_t places, const Do& act) {
    for (; places != 0; places &= places - 1) act(static_cast<std::size_t>(std::countr_zero(places)));
}

template <class Do>
void each_place_backwards(std::uint64_t places, const Do& act) {
    while (places != 0) {
        const auto place = static_cast<std::size_t>(std::bit_width(places) - 1);
        act(place);
        places ^= std::uint64_t{1} << place;
    }
}

}  // namespace

double mean_length(std::span<const Ids> references) {
    std::size_t sum = 0;
    for (const Ids reference : references) sum += reference.size();
    return static_cast<double>(sum) / static_cast<double>(references.size());
}

bool NgramMatches::match(Ids hypothesis, std::span<const Ids> references, const Stop& stop) {
    if (!name_hypothesis(hypothesis, stop)) return false;
    clips_.assign(ngrams_.size(), 0);
    locations_.assign(ngrams_.size(), nullptr);
    return std::ranges::all_of(references, [&](Ids reference) { return count_reference(reference, stop); });
}

bool NgramMatches::name_hypothesis(Ids hypothesis, const Stop& stop) {
    ngrams_.clear();
    names_.assign(hypothesis.size() * order_, NgramTrie::root);
    heads_.assign(order_ + 1, NgramTrie::root);
    Name* names = names_.data();
    for (std::size_t i = 0; i < hypothesis.size(); ++i, names += order_) {
        if (look_is_due(i + 1) && stop()) return false;
        for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
            heads_[n] = ngrams_.add(heads_[n - 1], hypothesis[i]);
            names[n - 1] = heads_[n];
        }
    }
    return true;
}

bool NgramMatches::count_reference(Ids reference, const Stop& stop) {
    here_.assign(ngrams_.size(), 0);
    heads_.assign(order_ + 1, NgramTrie::root);
    for (std::size_t i = 0; i < reference.size(); ++i) {
        if (look_is_due(i + 1) && stop()) return false;
        for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
            const bool headed = n == 1 || heads_[n - 1] != NgramTrie::root;
            const Name name = heads_[n] = headed ? ngrams_.find(heads_[n - 1], reference[i]) : NgramTrie::root;
            if (name == NgramTrie::root) continue;
            clips_[name] = std::max(clips_[name], ++here_[name]);
            locations_[name] = &reference[i];
        }
    }
    return true;
}

void NgramWeigher::add(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop) {
    std::fill(sums.begin(), sums.end(), 0.0);
    hypothesis.size() <= NgramCounter::most_places ? add_short(hypothesis, references, sums, stop)
                                                   : add_long(hypothesis, references, sums, stop);
}

// The root's name if there is no such n-gram.
NgramTrie::Name NgramWeigher::find(Name head, Id last, std::size_t n) const {
    return n == 1 || head != NgramTrie::root ? survey_.find(head, last) : NgramTrie::root;
}

// One order after the other, so that the memory of all places is asked for before any of it is read.
void NgramWeigher::add_short(Ids hypothesis, std::span<const Ids> references, std::span<double> sums,
                             const Stop& stop) {
    matcher_.match(hypothesis, references, stop);
    const std::vector<std::uint64_t>& used = matcher_.used();
    needed_ = used;
    for (std::size_t n = order_ - 1; n > 0; --n) needed_[n - 1] |= needed_[n] >> 1;
    for (std::size_t n = 1; n <= order_ && needed_[n - 1] != 0; ++n) {
        const auto head = [&](std::size_t i) { return n == 1 ? NgramTrie::root : found_[i - 1]; };
        each_place(needed_[n - 1], [&](std::size_t i) { survey_.fetch(head(i), hypothesis[i]); });
        // Backwards, so that the place before still has the n-gram of the order before.
        each_place_backwards(needed_[n - 1], [&](std::size_t i) {
            found_[i] = find(head(i), hypothesis[i], n);
            prefetch(&weights_[found_[i]]);
        });
        each_place(used[n - 1], [&](std::size_t i) { sums[n - 1] += weights_[found_[i]]; });
    }
}

// An n-gram is asked for after its head, which ends one word earlier: wherever the one matches, so does the other.
void NgramWeigher::add_long(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop) {
    if (!matches_.match(hypothesis, references, stop)) return;
    in_survey_.assign(matches_.ngrams().size(), NgramTrie::root);
    matches_.each_used([&](std::size_t n, Name name) {
        const auto [count, head, last] = matches_.ngrams()[name];
        if (in_survey_[name] == NgramTrie::root) in_survey_[name] = find(in_survey_[head], last, n);
        sums[n - 1] += weights_[in_survey_[name]];
    });
}

void PlaceWeigher::add(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop) {
    std::fill(sums.begin(), sums.end(), 0.0);
    if (hypothesis.size() > NgramCounter::most_places) {
        if (!matches_.match(hypothesis, references, stop)) return;
        matches_.each_used(
            [&](std::size_t n, NgramTrie::Name name) { sums[n - 1] += weight(n, matches_.location(name)); });
        return;
    }
    matcher_.locate(hypothesis, references, stop);
    for (std::size_t n = 1; n <= sums.size(); ++n) {
        each_place(matcher_.used()[n - 1], [&](std::size_t i) { sums[n - 1] += weight(n, matcher_.location(i)); });
    }
}

}  // namespace understudy
