#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>
#include <utility>

#include "meteor/words.hpp"

namespace understudy {
namespace {

using View = std::string_view;

// Takes what stands before the next `end` off the front of the text.
View take(View& text, char end) {
    const std::size_t found = text.find(end);
    const View taken = text.substr(0, found);
    text.remove_prefix(found == View::npos ? text.size() : found + 1);
    return taken;
}

std::int32_t number(View digits) {
    std::int32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || value < 0) {
        throw std::invalid_argument("the table of synonyms is damaged: '" + std::string(digits) + "' is no number");
    }
    return value;
}

}  // namespace

Synonyms::Synonyms(View table) {
    std::vector<std::pair<Id, std::int32_t>> pairs;
    pairs.reserve(table.size() / 12);
    std::int32_t synset = 0;
    while (!table.empty()) {
        View line = take(table, '\n');
        if (line.empty()) break;
        const std::int32_t distance = number(take(line, ' '));
        if (distance > std::numeric_limits<std::int32_t>::max() - synset) {
            throw std::invalid_argument("the table of synonyms is damaged: its numbers grow too large");
        }
        synset += distance;
        while (!line.empty()) pairs.emplace_back(lemmas_.intern(take(line, ' ')), synset);
    }
    // Synsets come in the order of their numbers, so each lemma's do too.
    starts_.assign(lemmas_.size() + 1, 0);
    for (const auto& [lemma, _] : pairs) ++starts_[lemma + 1];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    synsets_.resize(pairs.size());
    std::vector<std::uint32_t> next(starts_);
    for (const auto& [lemma, number_of_synset] : pairs) synsets_[next[lemma]++] = number_of_synset;
    while (!table.empty()) {
        View line = take(table, '\n');
        const Id form = forms_.intern(take(line, ' '));
        bases_.resize(forms_.size());
        while (!line.empty()) bases_[form].emplace_back(take(line, ' '));
    }
}

void Synonyms::add(View lemma, std::vector<std::int32_t>& synsets) const {
    const Id id = lemmas_.find(lemma);
    if (id == Vocabulary::none) return;
    synsets.insert(synsets.end(), synsets_.begin() + starts_[id], synsets_.begin() + starts_[id + 1]);
}

void Synonyms::look_up(View word, std::vector<std::int32_t>& synsets) const {
    synsets.clear();
    add(word, synsets);
    if (const Id form = forms_.find(word); form != Vocabulary::none) {
        for (const std::string& base : bases_[form]) add(base, synsets);
    } else if (const std::string base = base_form(word, *this); base != word) {
        add(base, synsets);
    }
    std::ranges::sort(synsets);
    synsets.erase(std::unique(synsets.begin(), synsets.end()), synsets.end());
}

std::string base_form(View word, const Synonyms& known) {
    // In METEOR's order: nouns, verbs, adjectives.
    static constexpr std::pair<View, View> rules[] = {
        {"s", ""},    {"ses", "s"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"}, {"shes", "sh"}, {"men", "man"},
        {"ies", "y"}, {"s", ""},    {"ies", "y"}, {"es", "e"},  {"es", ""},     {"ed", "e"},    {"ed", ""},
        {"ing", "e"}, {"ing", ""},  {"er", ""},   {"est", ""},  {"er", "e"},    {"est", "e"},
    };
    std::string base(word);
    if (word.ends_with("ss") || word.size() <= 2) return base;
    for (const auto& [suffix, instead] : rules) {
        if (!word.ends_with(suffix)) continue;
        (base = word.substr(0, word.size() - suffix.size())) += instead;
        if (known.contains(base)) return base;
    }
    return std::string(word);
}

}  // namespace understudy
