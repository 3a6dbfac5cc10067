#include "meteor/hypothesis_index.hpp"

#include <algorithm>

namespace understudy {
namespace {

// One more than the largest number.
std::size_t end_of(std::span<const std::int32_t> numbers) {
    return numbers.empty() ? 0 : static_cast<std::size_t>(std::ranges::max(numbers)) + 1;
}

}  // namespace

HypothesisIndex::HypothesisIndex(const WordFacts& facts)
    : facts_(facts),
      kind_of_(facts.stems.size(), none),
      first_of_stem_(end_of(facts.stems), none),
      first_of_synset_(end_of(facts.synsets), none) {}

void HypothesisIndex::fill(Ids hypothesis) {
    kinds_.clear();
    synset_entries_.clear();
    next_position_.assign(hypothesis.size(), none);
    for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
        const std::uint32_t kind = kind_of_[hypothesis[i]];
        if (kind == none) {
            add_kind(hypothesis[i], i);
        } else {
            next_position_[kinds_[kind].last] = i;
            kinds_[kind].last = i;
        }
    }
    if (last_question_.size() < kinds_.size()) last_question_.resize(kinds_.size(), 0);
}

void HypothesisIndex::add_kind(Id word, std::uint32_t position) {
    const auto kind = static_cast<std::uint32_t>(kinds_.size());
    kind_of_[word] = kind;
    std::uint32_t& of_stem = first_of_stem_[facts_.stem_of(word)];
    kinds_.push_back({word, position, position, of_stem});
    of_stem = kind;
    for (const std::int32_t synset : facts_.synsets_of(word)) {
        std::uint32_t& first = first_of_synset_[static_cast<std::size_t>(synset)];
        synset_entries_.push_back({kind, first});
        first = static_cast<std::uint32_t>(synset_entries_.size() - 1);
    }
}

void HypothesisIndex::clear() {
    for (const Kind& kind : kinds_) {
        kind_of_[kind.word] = none;
        first_of_stem_[facts_.stem_of(kind.word)] = none;
        for (const std::int32_t synset : facts_.synsets_of(kind.word)) {
            first_of_synset_[static_cast<std::size_t>(synset)] = none;
        }
    }
}

std::span<const std::uint32_t> HypothesisIndex::positions(Id word, MeteorModule module) {
    matching_kinds_.clear();
    switch (module) {
        case MeteorModule::exact:
            if (kind_of_[word] != none) matching_kinds_.push_back(kind_of_[word]);
            break;
        case MeteorModule::stem: find_same_stem(word); break;
        case MeteorModule::synonym: find_same_synset(word); break;
        case MeteorModule::paraphrase: break;
    }
    positions_.clear();
    for (const std::uint32_t kind : matching_kinds_) {
        for (std::uint32_t i = kinds_[kind].first; i != none; i = next_position_[i]) positions_.push_back(i);
    }
    if (matching_kinds_.size() > 1) std::ranges::sort(positions_);
    return positions_;
}

void HypothesisIndex::find_same_stem(Id word) {
    std::uint32_t kind = first_of_stem_[facts_.stem_of(word)];
    for (; kind != none; kind = kinds_[kind].next_of_stem) {
        if (kinds_[kind].word != word) matching_kinds_.push_back(kind);
    }
}

void HypothesisIndex::find_same_synset(Id word) {
    ++question_;
    for (const std::int32_t synset : facts_.synsets_of(word)) {
        std::uint32_t entry = first_of_synset_[static_cast<std::size_t>(synset)];
        for (; entry != none; entry = synset_entries_[entry].next) {
            const std::uint32_t kind = synset_entries_[entry].kind;
            if (last_question_[kind] == question_ || kinds_[kind].word == word) continue;
            last_question_[kind] = question_;
            matching_kinds_.push_back(kind);
        }
    }
}

}  // namespace understudy
