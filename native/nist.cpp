#include "nist.hpp"

#include <algorithm>
#include <bit>

namespace understudy {
namespace {

using Name = NgramTrie::Name;
using Found = NgramSurvey::Found;
constexpr std::size_t between_looks = 1 << 14;

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

void NgramWeigher::add(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop) {
    std::fill(sums.begin(), sums.end(), 0.0);
    hypothesis.size() <= NgramCounter::most_places ? add_short(hypothesis, references, sums, stop)
                                                   : add_long(hypothesis, references, sums, stop);
}

// One order after the other, so that the memory of all places is asked for before any of it is read.
void NgramWeigher::add_short(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop) {
    matcher_.match(hypothesis, references, stop);
    const std::vector<std::uint64_t>& used = matcher_.used();
    needed_ = used;
    for (std::size_t n = order_ - 1; n > 0; --n) needed_[n - 1] |= needed_[n] >> 1;
    for (std::size_t n = 0; n < order_ && needed_[n] != 0; ++n) {
        const auto head = [&](std::size_t i) { return n == 0 ? Found{} : found_[i - 1]; };
        const auto headed = [&](std::size_t i) { return n == 0 || head(i).name != NgramTrie::root; };
        each_place(needed_[n], [&](std::size_t i) { if (headed(i)) survey_.fetch(head(i), hypothesis[i]); });
        // Backwards, so that the place before still has the n-gram of the order before.
        each_place_backwards(needed_[n], [&](std::size_t i) {
            found_[i] = headed(i) ? survey_.find(head(i), hypothesis[i]) : Found{};
            if (found_[i].name == NgramSurvey::untold) return;
            survey_.ngrams().fetch(found_[i].name);
            prefetch(&weights_[found_[i].name]);
        });
        each_place(used[n], [&](std::size_t i) { sums[n] += weight_of(found_[i]); });
    }
}

void NgramWeigher::add_long(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop) {
    if (!name_hypothesis(hypothesis, stop)) return;
    clips_.assign(ngrams_.size(), 0);
    for (const Ids reference : references) {
        if (!count_reference(reference, stop)) return;
    }
    in_survey_.assign(ngrams_.size(), Found{});
    const Name* names = names_.data();
    for (std::size_t i = 0; i < hypothesis.size(); ++i, names += order_) {
        for (std::size_t n = 0; n < std::min(order_, i + 1); ++n) {
            if (clips_[names[n]] == 0) continue;
            --clips_[names[n]];
            sums[n] += weight(names[n]);
        }
    }
}

bool NgramWeigher::name_hypothesis(Ids hypothesis, const Stop& stop) {
    ngrams_.clear();
    names_.resize(hypothesis.size() * order_);
    heads_.assign(order_ + 1, NgramTrie::root);
    Name* names = names_.data();
    for (std::size_t i = 0; i < hypothesis.size(); ++i, names += order_) {
        if (i % between_looks == between_looks - 1 && stop()) return false;
        for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
            heads_[n] = ngrams_.add(heads_[n - 1], hypothesis[i]);
            names[n - 1] = heads_[n];
        }
    }
    return true;
}

bool NgramWeigher::count_reference(Ids reference, const Stop& stop) {
    here_.assign(ngrams_.size(), 0);
    heads_.assign(order_ + 1, NgramTrie::root);
    for (std::size_t i = 0; i < reference.size(); ++i) {
        if (i % between_looks == between_looks - 1 && stop()) return false;
        for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
            const bool headed = n == 1 || heads_[n - 1] != NgramTrie::root;
            const Name name = heads_[n] = headed ? ngrams_.find(heads_[n - 1], reference[i]) : NgramTrie::root;
            if (name != NgramTrie::root) clips_[name] = std::max(clips_[name], ++here_[name]);
        }
    }
    return true;
}

// An n-gram is asked for after its head, which ends one word earlier: wherever the one matches, so does the other.
double NgramWeigher::weight(Name name) {
    if (in_survey_[name].name == NgramTrie::root) {
        const auto [count, head, last] = ngrams_[name];
        const bool headed = head == NgramTrie::root || in_survey_[head].name != NgramTrie::root;
        if (headed) in_survey_[name] = survey_.find(in_survey_[head], last);
    }
    return weight_of(in_survey_[name]);
}

}  // namespace understudy
