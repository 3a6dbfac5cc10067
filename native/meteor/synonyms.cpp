#include "meteor/synonyms.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>
#include <utility>

namespace understudy {
namespace {

using View = std::string_view;

// Removes the first field, and the `end` after it, from the front of the text.
View take(View& text, char end) {
    const std::size_t length = text.find(end);
    const View field = text.substr(0, length);
    text.remove_prefix(length == View::npos ? text.size() : length + 1);
    return field;
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

Synonyms::Synonyms(View table) { read_forms(read_synsets(table)); }

// Gives what follows the blank line.
View Synonyms::read_synsets(View table) {
    std::vector<std::pair<Id, std::int32_t>> pairs;  // a lemma and one of its synsets
    pairs.reserve(table.size() / 12);
    std::int32_t synset = 0;
    while (!table.empty()) {
        View line = take(table, '\n');
        if (line.empty()) break;
        const std::int32_t difference = number(take(line, ' '));
        if (difference > std::numeric_limits<std::int32_t>::max() - synset) {
            throw std::invalid_argument("the table of synonyms is damaged: its numbers grow too large");
        }
        synset += difference;
        while (!line.empty()) pairs.emplace_back(lemmas_.intern(take(line, ' ')), synset);
    }
    // A counting sort by lemma. Synsets come in the order of their numbers, so each lemma's do too.
    starts_.assign(lemmas_.size() + 1, 0);
    for (const auto& [lemma, _] : pairs) ++starts_[lemma + 1];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    synsets_.resize(pairs.size());
    std::vector<std::uint32_t> next(starts_);
    for (const auto& [lemma, number_of_synset] : pairs) synsets_[next[lemma]++] = number_of_synset;
    return table;
}

void Synonyms::read_forms(View table) {
    while (!table.empty()) {
        View line = take(table, '\n');
        const Id form = forms_.intern(take(line, ' '));
        bases_.resize(forms_.size());
        while (!line.empty()) bases_[form].emplace_back(take(line, ' '));
    }
}

void Synonyms::add(View lemma, std::vector<std::int32_t>& synsets) const {
    const Id id = lemmas_.find(lemma);
    if (id == Interner::none) return;
    synsets.insert(synsets.end(), synsets_.begin() + starts_[id], synsets_.begin() + starts_[id + 1]);
}

void Synonyms::look_up(View word, std::vector<std::int32_t>& synsets) const {
    synsets.clear();
    add(word, synsets);
    if (const Id form = forms_.find(word); form != Interner::none) {
        for (const std::string& base : bases_[form]) add(base, synsets);
    } else if (const std::string base = base_form(word, *this); base != word) {
        add(base, synsets);
    }
    std::ranges::sort(synsets);
    synsets.erase(std::unique(synsets.begin(), synsets.end()), synsets.end());
}

SynsetLists Synonyms::look_up(std::span<const std::string> words) const {
    SynsetLists lists;
    lists.starts.reserve(words.size() + 1);
    std::vector<std::int32_t> synsets;
    for (const std::string& word : words) {
        look_up(word, synsets);
        lists.synsets.insert(lists.synsets.end(), synsets.begin(), synsets.end());
        lists.starts.push_back(static_cast<std::int64_t>(lists.synsets.size()));
    }
    return lists;
}

std::string base_form(View word, const Synonyms& table) {
    // In METEOR's order: nouns, verbs, adjectives.
    static constexpr std::pair<View, View> rules[] = {
        {"s", ""},    {"ses", "s"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"}, {"shes", "sh"}, {"men", "man"},
        {"ies", "y"}, {"s", ""},    {"ies", "y"}, {"es", "e"},  {"es", ""},     {"ed", "e"},    {"ed", ""},
        {"ing", "e"}, {"ing", ""},  {"er", ""},   {"est", ""},  {"er", "e"},    {"est", "e"},
    };
    std::string base(word);
    if (word.ends_with("ss") || word.size() <= 2) return base;
    for (const auto& [suffix, replacement] : rules) {
        if (!word.ends_with(suffix)) continue;
        (base = word.substr(0, word.size() - suffix.size())) += replacement;
        if (table.contains(base)) return base;
    }
    return std::string(word);
}

}  // namespace understudy
