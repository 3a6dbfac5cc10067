#include "meteor/candidates.hpp"

#include <algorithm>
#include <string>

namespace understudy {
namespace {

void check_length(Ids text, const char* what) {
    if (text.size() <= Candidates::most_words) return;
    throw TooMuchWork(std::string(what) + " has " + std::to_string(text.size()) + " words; METEOR takes at most " +
                      std::to_string(Candidates::most_words) + " in one text: split it into sentences");
}

[[noreturn]] void refuse_pair(Ids hypothesis, Ids reference, std::uint64_t limit) {
    throw TooMuchWork("a hypothesis of " + std::to_string(hypothesis.size()) + " words and a reference of " +
                      std::to_string(reference.size()) + " have more than " + std::to_string(limit) +
                      " pairs of words that match; METEOR takes no more in one segment: split it into sentences");
}

bool covered_once(std::span<const std::uint32_t> cover) {
    return std::ranges::all_of(cover, [](std::uint32_t candidates) { return candidates == 1; });
}

}  // namespace

Candidates::Candidates(const MeteorSettings& settings, const WordFacts& facts)
    : settings_(settings),
      limit_(most * 40 / std::max<std::size_t>(settings.beam, 40)),
      index_(facts),
      first_position_(facts.stems.size(), none) {}

void Candidates::find(Ids hypothesis, Ids reference) {
    check_length(hypothesis, "the hypothesis");
    check_length(reference, "a reference");
    std::span<const MeteorModule> modules(settings_.modules);
    // METEOR asks only the first module about equal texts.
    if (!modules.empty() && std::ranges::equal(hypothesis, reference)) modules = modules.first(1);
    candidates_.clear();
    ranges_.assign(reference.size(), {});
    phrases_.clear();
    std::uint64_t total = 0;
    if (!modules.empty() && modules.back() == MeteorModule::paraphrase) {
        modules = modules.first(modules.size() - 1);
        total = find_phrases(hypothesis, reference, static_cast<std::uint8_t>(modules.size()));
    }
    index_.fill(hypothesis);
    total = find_words(reference, modules, total);
    index_.clear();
    if (total > limit_) refuse_pair(hypothesis, reference, limit_);
    append_phrases();
    find_fixed(hypothesis.size());
}

std::uint64_t Candidates::find_phrases(Ids hypothesis, Ids reference, std::uint8_t slot) {
    phrases_.resize(reference.size());
    std::uint64_t total = 0;
    if (!settings_.phrases) return total;
    const PhraseSink sink = [&](std::uint32_t ref_start, std::uint32_t ref_length, std::uint32_t hyp_start,
                                std::uint32_t hyp_length) {
        if (++total > limit_) refuse_pair(hypothesis, reference, limit_);
        phrases_[ref_start].push_back({hyp_start, static_cast<std::uint16_t>(hyp_length),
                                       static_cast<std::uint16_t>(ref_length), weight_of(hyp_length, ref_length, slot),
                                       slot});
    };
    settings_.phrases(hypothesis, reference, sink);
    return total;
}

// Adds the candidates of single words to the total, and gives up once there are too many.
std::uint64_t Candidates::find_words(Ids reference, std::span<const MeteorModule> modules, std::uint64_t total) {
    for (std::uint32_t j = 0; j < reference.size() && total <= limit_; ++j) {
        std::uint32_t& first = first_position_[reference[j]];
        if (first == none) {
            first = j;
            ranges_[j].begin = static_cast<std::uint32_t>(candidates_.size());
            add_word(reference[j], modules);
            ranges_[j].end = static_cast<std::uint32_t>(candidates_.size());
        } else {
            ranges_[j] = ranges_[first];
        }
        total += ranges_[j].end - ranges_[j].begin;
    }
    for (const Id word : reference) first_position_[word] = none;
    return total;
}

void Candidates::add_word(Id word, std::span<const MeteorModule> modules) {
    const auto slots = static_cast<std::uint8_t>(modules.size());
    for (std::uint8_t slot = 0; slot < slots; ++slot) {
        const std::uint16_t weight = weight_of(1, 1, slot);
        for (const std::uint32_t i : index_.positions(word, modules[slot])) {
            candidates_.push_back({i, 1, 1, weight, slot});
        }
    }
}

// Where phrases start, single words and phrases are listed together; equal words no longer share their candidates.
void Candidates::append_phrases() {
    for (std::size_t j = 0; j < phrases_.size(); ++j) {
        if (phrases_[j].empty()) continue;
        const auto begin = static_cast<std::uint32_t>(candidates_.size());
        for (std::uint32_t at = ranges_[j].begin; at < ranges_[j].end; ++at) {
            const Candidate copy = candidates_[at];
            candidates_.push_back(copy);
        }
        candidates_.insert(candidates_.end(), phrases_[j].begin(), phrases_[j].end());
        ranges_[j] = {begin, static_cast<std::uint32_t>(candidates_.size())};
    }
}

void Candidates::find_fixed(std::size_t hypothesis_length) {
    hyp_cover_.assign(hypothesis_length, 0);
    ref_cover_.assign(ranges_.size(), 0);
    for (std::size_t j = 0; j < ranges_.size(); ++j) {
        for (const Candidate& candidate : starting_at(j)) {
            for (std::size_t i = 0; i < candidate.hyp_length; ++i) ++hyp_cover_[candidate.hyp_start + i];
            for (std::size_t i = 0; i < candidate.ref_length; ++i) ++ref_cover_[j + i];
        }
    }
    fixed_.assign(ranges_.size(), 0);
    for (std::size_t j = 0; j < ranges_.size(); ++j) {
        if (starting_at(j).size() != 1) continue;
        const Candidate& only = starting_at(j).front();
        fixed_[j] = covered_once(std::span(ref_cover_).subspan(j, only.ref_length)) &&
                    covered_once(std::span(hyp_cover_).subspan(only.hyp_start, only.hyp_length));
    }
}

std::uint16_t Candidates::weight_of(std::uint32_t hyp_length, std::uint32_t ref_length, std::uint8_t slot) const {
    // METEOR adds half a word for each word that is not exact, and rounds the sum down after every match.
    if (settings_.modules[slot] == MeteorModule::exact) return 2;
    return static_cast<std::uint16_t>(hyp_length / 2 + ref_length / 2);
}

}  // namespace understudy
