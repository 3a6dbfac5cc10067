// Candidates of random tables against their plain definition, and damaged files; run under the sanitizers.
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <thread>

#include "meteor/paraphrase.hpp"
#include "meteor/paraphrase_compiler.hpp"

using namespace understudy;

namespace {

using Words = std::vector<std::string>;
using Pair = std::pair<Words, Words>;
using Candidate = std::array<std::size_t, 4>;

std::mt19937 rng(1);
int failures = 0;

std::size_t below(std::size_t end) { return rng() % end; }

void expect(bool good, const std::string& what) {
    if (good) return;
    ++failures;
    std::cerr << "failed: " << what << "\n";
}

Words random_words(std::size_t least, std::size_t most) {
    Words words(least + below(most - least + 1));
    for (std::string& word : words) word = std::string(1 + below(2), static_cast<char>('a' + below(4)));
    return words;
}

bool starts_at(std::size_t at, const Words& phrase, const Words& text) {
    if (at + phrase.size() > text.size()) return false;
    return std::equal(phrase.begin(), phrase.end(), text.begin() + static_cast<std::ptrdiff_t>(at));
}

// Candidates by their definition, in METEOR's order.
std::vector<Candidate> expected_candidates(std::vector<Pair> pairs, const Words& hypothesis, const Words& reference) {
    std::ranges::stable_sort(pairs, {}, [](const Pair& pair) { return pair.first.size(); });
    std::vector<Candidate> candidates;
    for (std::size_t j = 0; j < reference.size(); ++j) {
        for (const auto& [left, right] : pairs) {
            for (std::size_t i = 0; starts_at(j, left, reference) && i < hypothesis.size(); ++i) {
                if (starts_at(i, right, hypothesis)) candidates.push_back({j, left.size(), i, right.size()});
            }
        }
    }
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        for (const auto& [left, right] : pairs) {
            for (std::size_t j = 0; starts_at(i, left, hypothesis) && j < reference.size(); ++j) {
                if (starts_at(j, right, reference)) candidates.push_back({j, right.size(), i, left.size()});
            }
        }
    }
    return candidates;
}

void compile(const std::vector<Pair>& pairs, const std::filesystem::path& path) {
    ParaphraseCompiler compiler;
    std::string text;
    for (const auto& [left, right] : pairs) {
        text += "0.5\n";
        for (const auto& word : left) text += word + " ";
        text += "\n";
        for (const auto& word : right) text += " " + word;
        text += "\n";
    }
    const std::size_t size = 1 + below(20);
    for (std::size_t at = 0; at < text.size(); at += size) compiler.feed(std::string_view(text).substr(at, size));
    compiler.finish(path, {1, 2, 3});
}

std::vector<Id> ids_of(const Paraphrases& table, const Words& words) {
    std::vector<Id> ids;
    for (const auto& word : words) ids.push_back(table.word(word));
    return ids;
}

void check_candidates(const std::filesystem::path& path) {
    for (int round = 0; round < 300; ++round) {
        std::vector<Pair> pairs(1 + below(60));
        for (auto& pair : pairs) pair = {random_words(1, 4), random_words(1, 4)};
        compile(pairs, path);
        const Paraphrases table(path);
        Paraphrases::Scratch scratch;  // one for all: nothing may be left over from the pair before
        for (int i = 0; i < 10; ++i) {
            const Words hypothesis = random_words(0, 12), reference = random_words(0, 12);
            std::vector<Candidate> candidates;
            table.visit(ids_of(table, hypothesis), ids_of(table, reference), scratch,
                        [&](auto... starts_and_lengths) { candidates.push_back({starts_and_lengths...}); });
            expect(candidates == expected_candidates(pairs, hypothesis, reference), "candidates of a random table");
        }
    }
}

void check_threads(const std::filesystem::path& path) {
    std::vector<Pair> pairs(200);
    for (auto& pair : pairs) pair = {random_words(1, 3), random_words(1, 3)};
    compile(pairs, path);
    const Paraphrases table(path);
    const std::vector<Id> hypothesis = ids_of(table, random_words(40, 40));
    const std::vector<Id> reference = ids_of(table, random_words(40, 40));
    std::array<std::size_t, 4> counts{};
    std::vector<std::thread> threads;
    for (std::size_t& count : counts) {
        threads.emplace_back([&] { table.visit(hypothesis, reference, [&](auto...) { ++count; }); });
    }
    for (std::thread& thread : threads) thread.join();
    expect(std::ranges::count(counts, counts[0]) == 4, "threads find the same");
}

void write(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void check_damage(const std::filesystem::path& path) {
    compile({{{"of", "course"}, {"certainly"}}, {{"of"}, {"from"}}}, path);
    std::ifstream file(path, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(file), {}};
    const auto is_refused = [&](const std::string& bytes) {
        write(path, bytes);
        try {
            const Paraphrases table(path);
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    expect(!is_refused(whole), "the whole file is good");
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 1 << below(8));
        expect(is_refused(damaged), "byte " + std::to_string(at) + " is changed");
        expect(is_refused(whole.substr(0, at)), "cut after byte " + std::to_string(at));
    }
}

void check_bad_text() {
    for (const char* text : {"", "0.5\na\n", "x\na\nb\n", "0.5\n\nb\n", "0.5\na\n\xff\n", "0.5\na\rb\nc\n"}) {
        bool refused = false;
        try {
            ParaphraseCompiler compiler;
            compiler.feed(text);
            compiler.finish("/dev/null", {});
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        expect(refused, std::string("the text ") + text);
    }
}

}  // namespace

int main() {
    const auto path = std::filesystem::temp_directory_path() / ("paraphrase_tests." + std::to_string(getpid()));
    check_candidates(path);
    check_threads(path);
    check_damage(path);
    check_bad_text();
    std::filesystem::remove(path);
    std::cout << (failures == 0 ? "paraphrases: all good\n" : "paraphrases: failures\n");
    return failures == 0 ? 0 : 1;
}
