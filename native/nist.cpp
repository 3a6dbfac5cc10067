#include "nist.hpp"

#include <array>
#include <stdexcept>

namespace understudy {
namespace {

using Name = NgramTrie::Name;
using Found = NgramTrie::Found;
constexpr std::size_t between_looks = 1 << 14;

void hint([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#endif
}

}  // namespace

void NgramTrie::clear() {
    for (const Node& node : nodes_) {
        if (node.head == root && node.last < firsts_.size()) firsts_[node.last] = root;
    }
    nodes_.assign(1, Node{});
    slots_.assign(few_slots, Slot{});
}

Name NgramTrie::append(Name head, Id last) {
    if (nodes_.size() > 0xFFFFFFFF) throw std::length_error("more than four billion distinct n-grams");
    nodes_.push_back({0, head, last});
    return static_cast<Name>(nodes_.size() - 1);
}

Name NgramTrie::insert(std::size_t at, std::uint64_t hash, Name head, Id last) {
    const Name name = append(head, last);
    slots_[at] = {static_cast<std::uint32_t>(hash >> 32), name};
    if (nodes_.size() * 2 > slots_.size()) grow();
    return name;
}

void NgramTrie::grow() {
    slots_.assign(slots_.size() * 2, Slot{});
    std::vector<std::uint64_t> hashes(nodes_.size());
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t name = 1; name < nodes_.size(); ++name) {
        hashes[name] = mix(hashes[nodes_[name].head], nodes_[name].last);
        if (nodes_[name].head == root) continue;
        std::size_t at = hashes[name] & mask;
        while (slots_[at].name != root) at = (at + 1) & mask;
        slots_[at] = {static_cast<std::uint32_t>(hashes[name] >> 32), static_cast<Name>(name)};
    }
}

void NgramTrie::prefetch(Ids text, std::size_t order) const {
    std::array<std::uint64_t, 512> hashes;
    std::size_t filled = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::uint64_t hash = mix(0, text[i]);
        for (std::size_t n = 2; n <= order && i + n <= text.size() && filled < hashes.size(); ++n) {
            hash = mix(hash, text[i + n - 1]);
            hint(&slots_[hash & (slots_.size() - 1)]);
            hashes[filled++] = hash;
        }
    }
    for (std::size_t i = 0; i < filled; ++i) hint(&nodes_[slots_[hashes[i] & (slots_.size() - 1)].name]);
}

void NgramSurvey::add(Ids text, const Stop& stop) {
    ngrams_.prefetch(text, order_);
    heads_.assign(order_ + 1, Found{});
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i % between_looks == between_looks - 1 && stop()) return;
        for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
            heads_[n] = ngrams_.add(heads_[n - 1], text[i]);
            ++ngrams_[heads_[n].name].count;
        }
    }
    ngrams_[NgramTrie::root].count += static_cast<std::int64_t>(text.size());
}

void NgramSurvey::add(const NgramSurvey& other) {
    std::vector<Found> ours(other.ngrams_.size());
    ngrams_[NgramTrie::root].count += other.ngrams_[NgramTrie::root].count;
    for (std::size_t name = 1; name < ours.size(); ++name) {
        const auto [count, head, last] = other.ngrams_[static_cast<Name>(name)];
        ours[name] = ngrams_.add(ours[head], last);
        ngrams_[ours[name].name].count += count;
    }
}

void NgramSurvey::add(Ids ngram, std::int64_t count) {
    Found found;
    for (const Id id : ngram) found = ngrams_.add(found, id);
    ngrams_[found.name].count += count;
}

void NgramWeigher::add(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop) {
    std::fill(sums.begin(), sums.end(), 0.0);
    hypothesis.size() <= NgramCounter::most_places ? add_short(hypothesis, references, sums)
                                                   : add_long(hypothesis, references, sums, stop);
}

void NgramWeigher::add_short(Ids hypothesis, std::span<const Ids> references, std::span<double> sums) {
    matcher_.match(hypothesis, references);
    heads_.assign(order_ + 1, Found{});
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        std::size_t longest = 0;
        while (longest < order_ && (matcher_.seen()[longest] >> i & 1) != 0) ++longest;
        // Downwards, so that heads_[n - 1] still is the n-gram that ends at the word before.
        for (std::size_t n = longest; n > 0; --n) {
            const bool headed = n == 1 || heads_[n - 1].name != NgramTrie::root;
            heads_[n] = headed ? survey_.find(heads_[n - 1], hypothesis[i]) : Found{};
            if ((matcher_.used()[n - 1] >> i & 1) != 0) sums[n - 1] += weights_[heads_[n].name];
        }
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
    heads_.assign(order_ + 1, Found{});
    Name* names = names_.data();
    for (std::size_t i = 0; i < hypothesis.size(); ++i, names += order_) {
        if (i % between_looks == between_looks - 1 && stop()) return false;
        for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
            heads_[n] = ngrams_.add(heads_[n - 1], hypothesis[i]);
            names[n - 1] = heads_[n].name;
        }
    }
    return true;
}

bool NgramWeigher::count_reference(Ids reference, const Stop& stop) {
    here_.assign(ngrams_.size(), 0);
    heads_.assign(order_ + 1, Found{});
    for (std::size_t i = 0; i < reference.size(); ++i) {
        if (i % between_looks == between_looks - 1 && stop()) return false;
        for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
            const bool headed = n == 1 || heads_[n - 1].name != NgramTrie::root;
            heads_[n] = headed ? ngrams_.find(heads_[n - 1], reference[i]) : Found{};
            const Name name = heads_[n].name;
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
    return weights_[in_survey_[name].name];
}

}  // namespace understudy
