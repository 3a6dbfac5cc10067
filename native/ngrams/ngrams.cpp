#include "ngrams/ngrams.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace understudy {

void NgramCounter::count(Ids hypothesis, std::span<const Ids> references, NgramCounts& counts, const Stop& stop) {
    counts.reset(order_);
    for (std::size_t n = 1; n <= order_ && n <= hypothesis.size(); ++n) counts.total[n - 1] = hypothesis.size() - n + 1;
    hypothesis.size() <= most_places ? count_short(hypothesis, references, counts, stop)
                                     : count_long(hypothesis, references, counts, stop);
}

// One machine word of places. Works for any order; `Order` is a constant where the caller knows it.
template <bool located, class Order>
void NgramCounter::match_one(Ids reference, Order order) {
    const std::uint64_t* const masks = pattern_.data();
    std::uint64_t *const ends = ends_.data(), *const used = used_.data(), *const seen = seen_.data();
    std::fill_n(ends, order, 0);
    std::fill_n(used, order, 0);
    for (const Id& id : reference) {
        const std::uint64_t places = masks[id];
        // ends[n - 1]: the places of the hypothesis where an n-gram ends that equals the one ending here.
        for (std::size_t n = order; n-- > 1;) ends[n] = places & (ends[n - 1] << 1);
        ends[0] = places;
        std::uint64_t longer = 0;
        for (std::size_t n = 0; n < order; ++n) {
            const std::uint64_t free = ends[n] & ~used[n];
            used[n] |= free & (~free + 1);  // takes the first place still free: that is the clip
            if constexpr (located) longer |= ends[n] & ~seen[n];
            seen[n] |= ends[n];
        }
        for (; longer != 0; longer &= longer - 1) locations_[static_cast<std::size_t>(std::countr_zero(longer))] = &id;
    }
}

// Up to 64 words: sets of places are bits. The places used of one n-gram are always its first ones, so the union over
// references is the largest of their clips.
template <bool located>
void NgramCounter::match_all(Ids hypothesis, std::span<const Ids> references, const Stop& stop) {
    pattern_.set(hypothesis);
    ends_.resize(order_);
    used_.resize(order_);
    all_used_.assign(order_, 0);
    seen_.assign(order_, 0);
    for (const Ids reference : references) {
        if (reference.size() > 4096 && stop()) break;
        switch (order_) {
            case 4: match_one<located>(reference, std::integral_constant<std::size_t, 4>{}); break;
            case 5: match_one<located>(reference, std::integral_constant<std::size_t, 5>{}); break;
            default: match_one<located>(reference, order_);
        }
        for (std::size_t n = 0; n < order_; ++n) all_used_[n] |= used_[n];
    }
    pattern_.clear(hypothesis);
}

void NgramCounter::match(Ids hypothesis, std::span<const Ids> references, const Stop& stop) {
    match_all<false>(hypothesis, references, stop);
}

void NgramCounter::locate(Ids hypothesis, std::span<const Ids> references, const Stop& stop) {
    match_all<true>(hypothesis, references, stop);
}

void NgramCounter::count_short(Ids hypothesis, std::span<const Ids> references, NgramCounts& counts, const Stop& stop) {
    match(hypothesis, references, stop);
    for (std::size_t n = 0; n < order_; ++n) {
        counts.match[n] = static_cast<std::uint64_t>(std::popcount(all_used_[n]));
        counts.plain[n] = static_cast<std::uint64_t>(std::popcount(seen_[n]));
    }
}

// Beyond 64 words: names in a hash table, linear in the number of words, one order after the other. The name of the
// n-gram that ends at a word stands at that word; going backwards, the word before still has its name of order n - 1.
void NgramCounter::count_long(Ids hypothesis, std::span<const Ids> references, NgramCounts& counts, const Stop& stop) {
    using Name = NgramNames::Name;
    if (hypothesis.size() >= 0xFFFFFFFF) throw std::length_error("a segment has more than four billion words");
    names_.assign(hypothesis.size(), NgramNames::none);
    found_.resize(std::max(found_.size(), references.size()));
    for (std::size_t r = 0; r < references.size(); ++r) found_[r].assign(references[r].size(), NgramNames::none);

    for (std::size_t n = 1; n <= order_ && n <= hypothesis.size(); ++n) {
        table_.reset(hypothesis.size());
        count_.assign(1, 0);
        for (std::size_t i = hypothesis.size(); i-- >= n;) {
            if (look_is_due(i) && stop()) return;
            names_[i] = table_.add(n == 1 ? NgramNames::none : names_[i - 1], hypothesis[i]);
            if (names_[i] == count_.size()) count_.push_back(0);
            ++count_[names_[i]];
        }
        clip_.assign(count_.size(), 0);
        for (std::size_t r = 0; r < references.size(); ++r) {
            here_.assign(count_.size(), 0);
            for (std::size_t i = references[r].size(); i-- >= n;) {
                if (look_is_due(i) && stop()) return;
                const bool headed = n == 1 || found_[r][i - 1] != NgramNames::none;
                const Name name = headed ? table_.find(n == 1 ? NgramNames::none : found_[r][i - 1], references[r][i])
                                         : NgramNames::none;
                found_[r][i] = name;
                if (name != NgramNames::none)
                    clip_[name] = std::max(clip_[name], std::min(++here_[name], count_[name]));
            }
        }
        for (std::size_t name = 1; name < count_.size(); ++name) {
            counts.match[n - 1] += clip_[name];
            if (clip_[name] > 0) counts.plain[n - 1] += count_[name];
        }
    }
}

double closest_length(std::size_t hypothesis, std::span<const Ids> references) {
    const auto distance = [&](std::size_t length) {
        return length > hypothesis ? length - hypothesis : hypothesis - length;
    };
    std::size_t best = references[0].size();
    for (const Ids reference : references) {
        const std::size_t length = reference.size(), nearer = distance(length), far = distance(best);
        if (nearer < far || (nearer == far && length < best)) best = length;
    }
    return static_cast<double>(best);
}

double shortest_length(std::size_t, std::span<const Ids> references) {
    std::size_t best = references[0].size();
    for (const Ids reference : references) best = std::min(best, reference.size());
    return static_cast<double>(best);
}

// Kept to 2^-20 of a word, so that sums over segments are exact in any order.
double average_length(std::size_t, std::span<const Ids> references) {
    std::size_t sum = 0;
    for (const Ids reference : references) sum += reference.size();
    return std::nearbyint(std::ldexp(static_cast<double>(sum) / static_cast<double>(references.size()), 20)) * 0x1p-20;
}

void NgramRows::write_row(Ids hypothesis, std::span<const Ids> references, std::span<double> row, const Stop& stop) {
    counter_.count(hypothesis, references, counts_, stop);
    row[0] = static_cast<double>(hypothesis.size());
    row[1] = length_(hypothesis.size(), references);
    auto to = row.begin() + 2;
    for (const auto* counts : {&counts_.match, &counts_.total, &counts_.plain}) {
        to = std::ranges::transform(*counts, to, [](std::uint64_t count) { return static_cast<double>(count); }).out;
    }
}

}  // namespace understudy
