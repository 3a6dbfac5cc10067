#include "ngrams.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

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

// The n-grams of one hypothesis, each named by (name of its first n - 1 words, last word), so names are exact.
class NgramNames {
public:
    using Name = std::uint32_t;
    static constexpr Name none = 0;

    explicit NgramNames(std::size_t most) : slots_(std::bit_ceil(most * 2 + 2)) {}

    Name find(Name head, Id last) const { return slots_[place(head, last)].name; }

    Name add(Name head, Id last, std::size_t n) {
        Slot& slot = slots_[place(head, last)];
        if (slot.name == none) {
            slot = {head, last, ++names_};
            orders_.push_back(n);
        }
        return slot.name;
    }

    std::size_t size() const { return names_; }
    std::size_t order(Name name) const { return orders_[name]; }

private:
    struct Slot {
        Name head = none;
        Id last = 0;
        Name name = none;
    };

    std::size_t place(Name head, Id last) const {
        const std::size_t mask = slots_.size() - 1;
        std::uint64_t key = (std::uint64_t{head} << 32 | last) * 0x9E3779B97F4A7C15u;
        std::size_t at = (key ^ key >> 32) & mask;
        while (slots_[at].name != none && (slots_[at].head != head || slots_[at].last != last)) at = (at + 1) & mask;
        return at;
    }

    std::vector<Slot> slots_;
    std::vector<std::size_t> orders_{0};
    Name names_ = 0;
};

}  // namespace

void NgramCounter::count(Ids hypothesis, std::span<const Ids> references, NgramCounts& counts, const Stop& stop) {
    counts.reset(order_);
    for (std::size_t n = 1; n <= order_ && n <= hypothesis.size(); ++n) counts.total[n - 1] = hypothesis.size() - n + 1;
    hypothesis.size() <= most_places ? count_short(hypothesis, references, counts)
                                     : count_long(hypothesis, references, counts, stop);
}

// Up to 64 words: sets of places are bits. The places used of one n-gram are always its first ones, so the union over
// references is the largest of their clips.
void NgramCounter::match(Ids hypothesis, std::span<const Ids> references) {
    for (std::size_t i = 0; i < hypothesis.size(); ++i) masks_[hypothesis[i]] |= std::uint64_t{1} << i;
    ends_.resize(order_);
    used_.resize(order_);
    all_used_.assign(order_, 0);
    seen_.assign(order_, 0);
    for (const Ids reference : references) {
        if (order_ == 4) {
            match_places(reference, masks_, std::integral_constant<std::size_t, 4>{}, ends_.data(), used_.data(),
                         seen_.data());
        } else {
            match_places(reference, masks_, order_, ends_.data(), used_.data(), seen_.data());
        }
        for (std::size_t n = 0; n < order_; ++n) all_used_[n] |= used_[n];
    }
    for (const Id id : hypothesis) masks_[id] = 0;
}

void NgramCounter::count_short(Ids hypothesis, std::span<const Ids> references, NgramCounts& counts) {
    match(hypothesis, references);
    for (std::size_t n = 0; n < order_; ++n) {
        counts.match[n] = static_cast<std::uint64_t>(std::popcount(all_used_[n]));
        counts.plain[n] = static_cast<std::uint64_t>(std::popcount(seen_[n]));
    }
}

// Beyond 64 words: names in a hash table, linear in the number of words.
void NgramCounter::count_long(Ids hypothesis, std::span<const Ids> references, NgramCounts& counts, const Stop& stop) {
    using Name = NgramNames::Name;
    constexpr std::size_t between_looks = 1 << 14;
    NgramNames names(hypothesis.size() * order_);
    std::vector<Name> heads(order_ + 1, NgramNames::none);  // heads[n]: the n-gram that ends at the word before
    std::vector<std::uint32_t> count(1, 0);
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        if (i % between_looks == 0 && stop()) return;
        for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
            const Name name = names.add(heads[n - 1], hypothesis[i], n);
            if (name == count.size()) count.push_back(0);
            ++count[name];
            heads[n] = name;
        }
    }
    std::vector<std::uint32_t> clip(count.size(), 0), here(count.size(), 0);
    for (const Ids reference : references) {
        std::fill(heads.begin(), heads.end(), NgramNames::none);
        std::fill(here.begin(), here.end(), 0);
        for (std::size_t i = 0; i < reference.size(); ++i) {
            if (i % between_looks == 0 && stop()) return;
            for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
                const bool headed = n == 1 || heads[n - 1] != NgramNames::none;
                const Name name = headed ? names.find(heads[n - 1], reference[i]) : NgramNames::none;
                heads[n] = name;
                if (name == NgramNames::none) continue;
                clip[name] = std::max(clip[name], std::min(++here[name], count[name]));
            }
        }
    }
    for (Name name = 1; name <= names.size(); ++name) {
        const std::size_t n = names.order(name) - 1;
        counts.match[n] += clip[name];
        if (clip[name] > 0) counts.plain[n] += count[name];
    }
}

}  // namespace understudy
