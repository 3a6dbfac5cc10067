// Whisper's rules for English text, for Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "bind/bind.hpp"
#include "bind/texts.hpp"
#include "text/english.hpp"
#include "text/unicode.hpp"

namespace understudy {
namespace {

Text to_text(std::string_view bytes) {
    Text text;
    for (const char *at = bytes.data(), *end = at + bytes.size(); at != end;) text += decode(at);
    return text;
}

using Strings = std::vector<std::string>;

// Every character that a character becomes must be known itself.
CharacterFacts facts_of(const std::vector<std::uint32_t>& lower, const std::vector<std::uint8_t>& flags,
                        const Strings& plain) {
    CharacterFacts facts{{lower.begin(), lower.end()}, flags, {}};
    for (const std::string& each : plain) facts.plain.push_back(to_text(each));
    const std::size_t size = flags.size();
    const auto known = [&](char32_t c) { return c < size; };
    bool good =
        size >= 0x100 && lower.size() == size && plain.size() == size && std::ranges::all_of(facts.lower, known);
    for (const Text& each : facts.plain) good = good && std::ranges::all_of(each, known);
    if (!good) refuse("the facts of characters must be equally many, and be about each other only");
    return facts;
}

void construct(EnglishNormalizer* self, const std::vector<std::uint32_t>& lower, const std::vector<std::uint8_t>& flags,
               const Strings& plain, const std::vector<std::tuple<bool, std::string, std::string>>& contractions,
               const Strings& fillers, const std::vector<std::tuple<std::string, std::string>>& spellings,
               const std::vector<std::tuple<std::string, unsigned, unsigned, std::string>>& number_words) {
    CharacterFacts facts = facts_of(lower, flags, plain);
    std::vector<Contraction> rules;
    rules.reserve(contractions.size());
    for (const auto& [starts, text, expanded] : contractions)
        rules.push_back({starts, to_text(text), to_text(expanded)});
    WordMap<bool> dropped;
    for (const std::string& word : fillers) dropped.emplace(to_text(word), true);
    WordMap<Text> respelled;
    for (const auto& [word, other] : spellings) respelled.emplace(to_text(word), to_text(other));
    WordMap<NumberWord> numbers;
    for (const auto& [word, kind, number, suffix] : number_words) {
        numbers.emplace(to_text(word), NumberWord{static_cast<NumberKind>(kind), number, to_text(suffix)});
    }
    new (self) EnglishNormalizer(std::move(facts), std::move(rules), std::move(dropped), std::move(respelled),
                                 std::move(numbers));
}

std::vector<std::optional<std::string>> normalize(const EnglishNormalizer& normalizer, const Texts& texts,
                                                  std::size_t threads) {
    const Poll poll = make_poll(nb::none());
    const Views views = texts.views();
    const nb::gil_scoped_release release;
    std::vector<std::optional<std::string>> written(views.size());
    const auto rewrite = [&](std::size_t begin, std::size_t end, EnglishNormalizer::Scratch& scratch, const Stop&) {
        for (std::size_t i = begin; i < end; ++i) written[i] = normalizer(views[i], scratch);
    };
    parallel_chunks<EnglishNormalizer::Scratch>(views.size(), threads, poll, rewrite);
    return written;
}

}  // namespace

void bind_english(nb::module_& m) {
    nb::class_<EnglishNormalizer>(m, "EnglishNormalizer", "Whisper's rules for English text.")
        .def("__init__", &construct, "lower"_a, "flags"_a, "plain"_a, "contractions"_a, "fillers"_a, "spellings"_a,
             "number_words"_a)
        .def("normalize", &normalize, "texts"_a, "threads"_a = 1,
             "The texts as the rules write them; None for a text that the readable twin must read.");
}

}  // namespace understudy
