#include "ngrams.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace understudy {
namespace {

// One machine word of places. Works for any order; `Order` is a constant where the caller knows it.
template <class Order>
void match_places(Ids reference, const std::vector<std::uint64_t>& masks, Order order, std::uint64_t* ends,
                  std::uint64_t* used, std::uint64_t* seen) {
    std::fill_n(ends, order, 0);
    std::fill_n(used, order, 0);
    for (const Id id : reference) {
        const std::uint64_t places = masks[id];
        // ends[n - 1]: the places of the hypothesis where an n-gram ends that equals the one ending here.
        for (std::size_t n = order; n-- > 1;) ends[n] = places & (ends[n - 1] << 1);
        ends[0] = places;
        for (std::size_t n = 0; n < order; ++n) {
            const std::uint64_t free = ends[n] & ~used[n];
            used[n] |= free & (~free + 1);  // takes the first place still free: that is the clip
            seen[n] |= ends[n];
        }
    }
}

// The n-grams of one order in one hypothesis, each named by (name of its first n - 1 words, last word), so exactly.
class NgramNames {
public:
    using Name = std::uint32_t;
    static constexpr Name none = 0;

    Name find(Name head, Id last) const { return slots_[place(head, last)].name; }

    Name add(Name head, Id last) {
        Slot& slot = slots_[place(head, last)];
        if (slot.name != none) return slot.name;
        const Name name = ++names_;
        slot = {head, last, name};
        if (std::size_t{names_} * 2 > slots_.size()) grow();
        return name;
    }

    std::size_t size() const { return names_; }

private:
    struct Slot {
        Name head = none;
        Id last = 0;
        Name name = none;
    };

    std::size_t place(Name head, Id last) const {
        const std::size_t mask = slots_.size() - 1;
        const std::uint64_t key = (std::uint64_t{head} << 32 | last) * 0x9E3779B97F4A7C15u;
        std::size_t at = (key ^ key >> 32) & mask;
        while (slots_[at].name != none && (slots_[at].head != head || slots_[at].last != last)) at = (at + 1) & mask;
        return at;
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.name != none) slots_[place(slot.head, slot.last)] = slot;
        }
    }

    std::vector<Slot> slots_ = std::vector<Slot>(256);
    Name names_ = 0;
};

}  // namespace

void NgramCounter::count(Ids hypothesis, std::span<const Ids> references, NgramCounts& counts, const Stop& stop) {
    counts.reset(order_);
    for (std::size_t n = 1; n <= order_ && n <= hypothesis.size(); ++n) counts.total[n - 1] = hypothesis.size() - n + 1;
    hypothesis.size() <= most_places ? count_short(hypothesis, references, counts, stop)
                                     : count_long(hypothesis, references, counts, stop);
}

// Up to 64 words: sets of places are bits. The places used of one n-gram are always its first ones, so the union over
// references is the largest of their clips.
void NgramCounter::match(Ids hypothesis, std::span<const Ids> references, const Stop& stop) {
    for (std::size_t i = 0; i < hypothesis.size(); ++i) masks_[hypothesis[i]] |= std::uint64_t{1} << i;
    ends_.resize(order_);
    used_.resize(order_);
    all_used_.assign(order_, 0);
    seen_.assign(order_, 0);
    for (const Ids reference : references) {
        if (reference.size() > 4096 && stop()) break;
        if (order_ == 4) {
            match_places(reference, masks_, std::integral_constant<std::size_t, 4>{}, ends_.data(), used_.data(),
                         seen_.data());
        } else if (order_ == 5) {
            match_places(reference, masks_, std::integral_constant<std::size_t, 5>{}, ends_.data(), used_.data(),
                         seen_.data());
        } else {
            match_places(reference, masks_, order_, ends_.data(), used_.data(), seen_.data());
        }
        for (std::size_t n = 0; n < order_; ++n) all_used_[n] |= used_[n];
    }
    for (const Id id : hypothesis) masks_[id] = 0;
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
    constexpr std::size_t between_looks = 1 << 14;
    std::vector<Name> names(hypothesis.size(), NgramNames::none);
    std::vector<std::vector<Name>> found;
    for (const Ids reference : references) found.emplace_back(reference.size(), NgramNames::none);

    for (std::size_t n = 1; n <= order_ && n <= hypothesis.size(); ++n) {
        NgramNames table;
        std::vector<std::uint32_t> count(1, 0);
        for (std::size_t i = hypothesis.size(); i-- >= n;) {
            if (i % between_looks == 0 && stop()) return;
            names[i] = table.add(n == 1 ? NgramNames::none : names[i - 1], hypothesis[i]);
            if (names[i] == count.size()) count.push_back(0);
            ++count[names[i]];
        }
        std::vector<std::uint32_t> clip(count.size(), 0);
        for (std::size_t r = 0; r < references.size(); ++r) {
            std::vector<std::uint32_t> here(count.size(), 0);
            for (std::size_t i = references[r].size(); i-- >= n;) {
                if (i % between_looks == 0 && stop()) return;
                const bool headed = n == 1 || found[r][i - 1] != NgramNames::none;
                const Name name = headed ? table.find(n == 1 ? NgramNames::none : found[r][i - 1], references[r][i]) : NgramNames::none;
                found[r][i] = name;
                if (name != NgramNames::none) clip[name] = std::max(clip[name], std::min(++here[name], count[name]));
            }
        }
        for (std::size_t name = 1; name < count.size(); ++name) {
            counts.match[n - 1] += clip[name];
            if (clip[name] > 0) counts.plain[n - 1] += count[name];
        }
    }
}

double closest_length(std::size_t hypothesis, std::span<const Ids> references) {
    const auto distance = [&](std::size_t length) { return length > hypothesis ? length - hypothesis : hypothesis - length; };
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

}  // namespace understudy
