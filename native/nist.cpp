#include "nist.hpp"

#include <algorithm>
#include <stdexcept>

namespace understudy {
namespace {

using Name = NgramTrie::Name;
constexpr std::size_t few_slots = 256, many_slots = 4096, between_looks = 1 << 14;

}  // namespace

void NgramTrie::clear() {
    heads_.assign(1, root);
    lasts_.assign(1, 0);
    // What one long text has made large isn't swept for every short one after it.
    const std::size_t kept = slots_.size() > many_slots ? few_slots : std::max(slots_.size(), few_slots);
    slots_.assign(kept, Slot{});
}

Name NgramTrie::insert(Slot& slot, std::uint64_t key) {
    if (heads_.size() > 0xFFFFFFFF) throw std::length_error("more than four billion distinct n-grams");
    const Name name = static_cast<Name>(heads_.size());
    slot = {key, name};
    heads_.push_back(static_cast<Name>(key >> 32));
    lasts_.push_back(static_cast<Id>(key));
    if (heads_.size() * 2 > slots_.size()) grow();
    return name;
}

void NgramTrie::grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
        if (slot.name != root) slots_[place(slot.key)] = slot;
    }
}

void NgramSurvey::increase(Name name, std::int64_t count) {
    if (counts_.size() < trie_.size()) counts_.resize(trie_.size(), 0);
    counts_[name] += count;
}

void NgramSurvey::add(Ids text, const Stop& stop) {
    names_ends_.assign(order_ + 1, NgramTrie::root);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i % between_looks == between_looks - 1 && stop()) return;
        for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
            names_ends_[n] = trie_.add(names_ends_[n - 1], text[i]);
            increase(names_ends_[n], 1);
        }
    }
    counts_[NgramTrie::root] += static_cast<std::int64_t>(text.size());
}

void NgramSurvey::add(const NgramSurvey& other) {
    std::vector<Name> ours(other.trie_.size(), NgramTrie::root);
    counts_[NgramTrie::root] += other.counts_[NgramTrie::root];
    for (std::size_t name = 1; name < ours.size(); ++name) {
        ours[name] = trie_.add(ours[other.trie_.heads()[name]], other.trie_.lasts()[name]);
        increase(ours[name], other.counts_[name]);
    }
}

void NgramSurvey::add(Ids ngram, std::int64_t count) {
    Name name = NgramTrie::root;
    for (const Id id : ngram) name = trie_.add(name, id);
    increase(name, count);
}

void NgramWeigher::add(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop) {
    std::fill(sums.begin(), sums.end(), 0.0);
    if (!name_hypothesis(hypothesis, stop)) return;
    clips_.assign(ngrams_.size(), 0);
    for (const Ids reference : references) {
        if (!count_reference(reference, stop)) return;
    }
    in_survey_.assign(ngrams_.size(), NgramTrie::root);
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
            names[n - 1] = heads_[n] = ngrams_.add(heads_[n - 1], hypothesis[i]);
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
            heads_[n] = headed ? ngrams_.find(heads_[n - 1], reference[i]) : NgramTrie::root;
            if (heads_[n] != NgramTrie::root) clips_[heads_[n]] = std::max(clips_[heads_[n]], ++here_[heads_[n]]);
        }
    }
    return true;
}

// An n-gram is asked for after its head, which ends one word earlier: wherever the one matches, so does the other.
double NgramWeigher::weight(Name name) {
    if (in_survey_[name] == NgramTrie::root) {
        const Name head = ngrams_.heads()[name];
        const bool headed = head == NgramTrie::root || in_survey_[head] != NgramTrie::root;
        if (headed) in_survey_[name] = survey_.trie().find(in_survey_[head], ngrams_.lasts()[name]);
    }
    return weights_[in_survey_[name]];
}

}  // namespace understudy
