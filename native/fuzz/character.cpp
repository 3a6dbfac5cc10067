// Phrases shifted, then characters compared.
#include "edit/character.hpp"

#include <array>

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Interner words;
    for (const View word : {"a", "bb", "\u00e9", "\u732b\u732b", "cat", "cats", ".", "the"}) words.intern(word);
    const WordSpelling spelling(words, words.size());
    Input input(data, size);
    const Text hypothesis = input.words(words.size(), 40), reference = input.words(words.size(), 40);
    CharacterCounter counter(spelling);
    std::array<double, CharacterCounter::columns> row{}, again{};
    law(counter.write_row(hypothesis, reference, row, never), "short texts are within the limits");
    Text before = hypothesis, after = counter.shifted();
    law(edit_distance(after, reference) <= edit_distance(hypothesis, reference), "shifts bring the words nearer");
    std::ranges::sort(before);
    std::ranges::sort(after);
    law(before == after, "shifts keep the words");
    law((row[4] > 0) || row[1] == 0, "nothing is paid without a shift");
    law(row[0] <= std::max(row[2], row[3]), "no more edits than characters");
    counter.write_row(hypothesis, reference, again, never);
    law(row == again, "nothing is left over from other pairs");
    counter.write_row(reference, reference, row, never);
    law(row[0] == 0 && row[1] == 0, "a copy needs no edit");
    return 0;
}
