// Words to what METEOR knows of them.
#include <nanobind/stl/pair.h>

#include "bind/bind.hpp"
#include "meteor/words.hpp"

namespace understudy {
namespace {

template <class Number>
using Array = nb::ndarray<nb::numpy, Number, nb::ndim<1>, nb::c_contig>;

template <class Number>
Array<Number> to_array(std::vector<Number> numbers) {
    auto* kept = new std::vector<Number>(std::move(numbers));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); });
    return Array<Number>(kept->data(), {kept->size()}, owner);
}

std::vector<std::string> stems(const std::vector<std::string>& words) {
    const nb::gil_scoped_release release;
    std::vector<std::string> all;
    all.reserve(words.size());
    for (const std::string& word : words) all.push_back(stem_english(word));
    return all;
}

Synonyms make_synonyms(const nb::bytes& table) {
    try {
        return Synonyms({table.c_str(), table.size()});
    } catch (const std::invalid_argument& error) {
        refuse(error.what());
    }
}

std::pair<Array<std::int64_t>, Array<std::int32_t>> look_up(const Synonyms& synonyms, const std::vector<std::string>& words) {
    std::vector<std::int64_t> starts{0};
    std::vector<std::int32_t> all, found;
    {
        const nb::gil_scoped_release release;
        starts.reserve(words.size() + 1);
        for (const std::string& word : words) {
            synonyms.look_up(word, found);
            all.insert(all.end(), found.begin(), found.end());
            starts.push_back(static_cast<std::int64_t>(all.size()));
        }
    }
    return {to_array(std::move(starts)), to_array(std::move(all))};
}

}  // namespace

void bind_words(nb::module_& m) {
    m.def("stem_english", &stems, "words"_a, "The stem of every word, by Snowball's algorithm for English as of 2.2.");

    nb::class_<Synonyms>(m, "Synonyms", "WordNet's synsets by word.")
        .def("__init__", [](Synonyms* self, const nb::bytes& table) { new (self) Synonyms(make_synonyms(table)); }, "table"_a)
        .def("look_up", &look_up, "words"_a,
             "Where each word's synsets begin, and the synsets: of the word and of its base form, sorted, each once.");
}

}  // namespace understudy
