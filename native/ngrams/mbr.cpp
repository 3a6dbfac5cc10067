#include "ngrams/mbr.hpp"

#include <algorithm>
#include <bit>

namespace understudy {

std::uint32_t ExpectedCounter::name_of(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::uint64_t hash = key * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
        Slot& slot = slots_[at];
        if (slot.name == 0) slot = {key, ++distinct_};
        if (slot.key == key) return slot.name;
    }
}

// From the names of all (n - 1)-grams to those of all n-grams: the shorter one's name and the last word tell it.
void ExpectedCounter::name_next(std::span<const Ids> texts, std::size_t n) {
    std::fill(slots_.begin(), slots_.end(), Slot{});
    distinct_ = 0;
    for (std::size_t t = 0; t < texts.size(); ++t) {
        for (std::size_t i = 0; i < texts[t].size(); ++i) {
            std::uint32_t& name = names_[starts_[t] + i];
            if (i + n > texts[t].size()) {
                name = 0;
                continue;
            }
            const std::uint64_t head = n == 1 ? 0 : name;
            name = name_of(head << 32 | texts[t][i + n - 1]);
        }
    }
}

void ExpectedCounter::count_text(std::size_t begin, std::size_t end) {
    seen_.clear();
    for (std::size_t i = begin; i < end && names_[i] != 0; ++i) {
        if (counts_[names_[i]]++ == 0) seen_.push_back(names_[i]);
    }
}

void ExpectedCounter::count(std::span<const Ids> texts, std::span<const double> shares, std::size_t order,
                            double* matches, const Stop& stop) {
    starts_.assign(1, 0);
    for (const Ids text : texts) starts_.push_back(starts_.back() + text.size());
    const std::size_t places = starts_.back();
    names_.assign(places, 0);
    slots_.resize(std::bit_ceil(2 * places + 2));
    counts_.assign(places + 1, 0);
    for (std::size_t n = 1; n <= order; ++n) {
        if (stop()) return;
        name_next(texts, n);
        expected_.assign(distinct_ + 1, 0.0);
        for (std::size_t t = 0; t < texts.size(); ++t) {
            count_text(starts_[t], starts_[t + 1]);
            for (const std::uint32_t name : seen_) {
                expected_[name] += shares[t] * counts_[name];
                counts_[name] = 0;
            }
        }
        for (std::size_t t = 0; t < texts.size(); ++t) {
            count_text(starts_[t], starts_[t + 1]);
            double& match = matches[t * order + n - 1] = 0;
            for (const std::uint32_t name : seen_) {
                match += std::min<double>(counts_[name], expected_[name]);
                counts_[name] = 0;
            }
        }
    }
}

}  // namespace understudy
