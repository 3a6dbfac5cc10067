// Hostile tables of synonyms, and any words looked up in them.
#include <stdexcept>

#include "input.hpp"
#include "meteor/synonyms.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

void check_word(const Synonyms& synonyms, View word) {
    std::vector<std::int32_t> synsets;
    synonyms.look_up(word, synsets);
    law(std::ranges::is_sorted(synsets), "synsets are sorted");
    law(std::ranges::adjacent_find(synsets) == synsets.end(), "synsets are distinct");
    law(std::ranges::all_of(synsets, [](std::int32_t synset) { return synset >= 0; }), "synsets have numbers");
    law(!synonyms.contains(word) || !synsets.empty(), "a lemma has a synset");
    const std::string base = base_form(word, synonyms);
    law(base == word || synonyms.contains(base), "a base form is a lemma or the word itself");
}

// The bases that the table gives for a form are among those that are looked up.
void check_forms(const Synonyms& synonyms, View table) {
    const std::size_t blank = table.starts_with('\n') ? 0 : table.find("\n\n");
    if (blank == View::npos) return;
    for (table.remove_prefix(blank + (blank == 0 ? 1 : 2)); !table.empty();) {
        const std::size_t end = std::min(table.find('\n'), table.size());
        const View line = table.substr(0, end);
        table.remove_prefix(std::min(end + 1, table.size()));
        const std::size_t gap = line.find(' ');
        if (gap == View::npos) continue;
        const View base = line.substr(gap + 1, std::min(line.find(' ', gap + 1), line.size()) - gap - 1);
        std::vector<std::int32_t> of_form, of_base;
        synonyms.look_up(line.substr(0, gap), of_form);
        if (base.empty() || !synonyms.contains(base)) continue;
        law(!of_form.empty(), "a form has the synsets of its bases");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const Exact table(input.bytes());
    try {
        const Synonyms synonyms(table.view());
        while (!input.empty()) check_word(synonyms, Exact(input.bytes()).view());
        check_forms(synonyms, table.view());
    } catch (const std::invalid_argument&) {  // refused
    }
    return 0;
}
