// Errors of many pairs at once: the same as of each alone.
#include "edit/edit.hpp"
#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t vocabulary = 64;
    Input input(data, size);
    const Ties ties = input.flag() ? Ties::jiwer : Ties::most_hits;
    std::vector<Text> texts;
    while (!input.empty() && texts.size() < 160) texts.push_back(input.words(vocabulary, 300));
    if (texts.size() % 2 == 1) texts.emplace_back();
    std::vector<EditPair> pairs;
    for (std::size_t i = 0; i < texts.size(); i += 2) pairs.push_back({texts[i], texts[i + 1]});
    Editor together(vocabulary), alone(vocabulary);
    std::vector<EditCounts> counts(pairs.size());
    together.count(pairs, ties, counts.data(), never);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        EditCounts own;
        alone.count(std::span(&pairs[i], 1), ties, &own, never);
        const EditCounts& lane = counts[i];
        law(own.hits == lane.hits && own.substitutions == lane.substitutions && own.deletions == lane.deletions &&
                own.insertions == lane.insertions && own.correct == lane.correct,
            "together as alone");
        law(texts[2 * i] != texts[2 * i + 1] || lane.hits == texts[2 * i].size(), "equal texts have no errors");
    }
    return 0;
}
