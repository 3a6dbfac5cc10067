// The native tokenizers: by name, and their traits.
#include "bind/bind.hpp"
#include "text/tokenizers/table.hpp"

namespace understudy {
namespace {

// The abbreviations of a language lie in data files, which Python finds; once read they stay.
void read_prefixes(MeteorLanguage language) {
    if (has_prefixes(language)) return;
    const std::string code(code_of(language));
    const nb::object lists = nb::module_::import_("understudy.tokens.builtin.meteor").attr("prefixes")(code);
    const auto strings = [](const nb::object& words) { return nb::cast<std::vector<std::string>>(nb::list(words)); };
    set_prefixes(language, strings(lists[0]), strings(lists[1]));
}

std::vector<Traits> tokenizers_of_the_core() {
    std::vector<Traits> all;
    for (const Tokenizer& tokenizer : all_tokenizers()) all.push_back(tokenizer.traits);
    return all;
}

}  // namespace

const Tokenizer& ready_tokenizer(std::string_view name) {
    const Tokenizer& tokenizer = tokenizer_named(name);
    if (tokenizer.traits.abbreviations) read_prefixes(*tokenizer.traits.abbreviations);
    return tokenizer;
}

void bind_tokenizers(nb::module_& m) {
    nb::class_<Traits>(m, "Traits", "What there is to know of a native tokenizer, beyond how it splits.")
        .def_ro("name", &Traits::name)
        .def_ro("sees_case", &Traits::sees_case, "Whether lower case changes where it splits or what it drops.")
        .def_ro("by_character", &Traits::by_character, "Whether every token is one character.");
    m.def("tokenizers", &tokenizers_of_the_core, "The traits of every native tokenizer.");
}

}  // namespace understudy
