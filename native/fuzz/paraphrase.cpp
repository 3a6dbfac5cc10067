// Hostile tables of paraphrases, as text and compiled; candidates against their definition.
#include <unistd.h>

#include <array>
#include <fstream>
#include <stdexcept>

#include "input.hpp"
#include "meteor/paraphrase.hpp"
#include "meteor/paraphrase_compiler.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

using Words = std::vector<std::string>;
using Pairs = std::vector<std::pair<Words, Words>>;
using Candidate = std::array<std::size_t, 4>;

// One file for all inputs, removed when the program ends.
struct TemporaryFile {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("paraphrase_fuzz." + std::to_string(getpid()));
    ~TemporaryFile() { std::filesystem::remove(path); }
    void write(View bytes) const {
        std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    std::string read() const {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
};

const TemporaryFile temporary;

Words split(View line) {
    Words words(1);
    for (const char c : line) c == ' ' || c == '\t' || c == '\f' ? words.emplace_back() : words.back() += {c};
    std::erase(words, std::string());
    return words;
}

bool compile(View text, std::size_t piece) {
    try {
        ParaphraseCompiler compiler;
        for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) compiler.feed(text.substr(0, piece));
        compiler.finish(temporary.path, {});
    } catch (const std::invalid_argument&) {
        return false;
    }
    return true;
}

Pairs pairs_of(View text) {
    Words lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        View line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.emplace_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    Pairs pairs;
    for (std::size_t i = 2; i < lines.size(); i += 3) pairs.emplace_back(split(lines[i - 1]), split(lines[i]));
    return pairs;
}

bool starts_at(std::size_t at, const Words& phrase, const Words& text) {
    if (at + phrase.size() > text.size()) return false;
    return std::equal(phrase.begin(), phrase.end(), text.begin() + static_cast<std::ptrdiff_t>(at));
}

// Candidates by their definition, sorted.
std::vector<Candidate> expected_candidates(const Pairs& pairs, const Words& hypothesis, const Words& reference) {
    std::vector<Candidate> candidates;
    const auto add = [&](std::size_t j, const Words& in_reference, std::size_t i, const Words& in_hypothesis) {
        if (!starts_at(j, in_reference, reference) || !starts_at(i, in_hypothesis, hypothesis)) return;
        candidates.push_back({j, in_reference.size(), i, in_hypothesis.size()});
    };
    for (const auto& [left, right] : pairs) {
        for (std::size_t j = 0; j < reference.size(); ++j) {
            for (std::size_t i = 0; i < hypothesis.size(); ++i) {
                add(j, left, i, right);
                add(j, right, i, left);
            }
        }
    }
    std::ranges::sort(candidates);
    return candidates;
}

void check_candidates(const Paraphrases& table, const Pairs& pairs, const Words& hypothesis, const Words& reference) {
    Text hyp, ref;
    for (const auto& word : hypothesis) hyp.push_back(table.word(word));
    for (const auto& word : reference) ref.push_back(table.word(word));
    std::vector<Candidate> candidates;
    table.visit(hyp, ref, [&](auto... starts_and_lengths) { candidates.push_back({starts_and_lengths...}); });
    std::ranges::sort(candidates);
    law(candidates == expected_candidates(pairs, hypothesis, reference), "candidates by their definition");
}

bool is_refused(View bytes) {
    temporary.write(bytes);
    try {
        const Paraphrases table(temporary.path);
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

void check_damage(Input& input) {
    const std::string whole = temporary.read();
    const std::size_t at = input.number() % whole.size();
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1 << input.between(0, 7)));
    law(is_refused(damaged), "a changed byte is noticed");
    law(is_refused(View(whole).substr(0, at)), "a cut is noticed");
    law(!is_refused(whole), "the whole file is good");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::size_t choice = input.byte();
    if (choice < 16) {
        is_refused(input.rest());
        return 0;
    }
    const Exact text(input.bytes());
    if (!compile(text.view(), choice - 15)) return 0;
    const auto pairs = pairs_of(text.view());
    if (choice % 4 == 0) check_damage(input);
    const Paraphrases table(temporary.path);
    law(table.header().pairs == pairs.size(), "the table has every pair");
    const Words hypothesis = split(Exact(input.bytes().substr(0, 100)).view());
    const Words reference = split(input.bytes().substr(0, 100));
    check_candidates(table, pairs, hypothesis, reference);
    for (const auto& [left, right] : pairs) {
        for (const auto& word : {left[0], right.back()}) law(table.word(word) != Paraphrases::none, "the table has it");
    }
    return 0;
}
