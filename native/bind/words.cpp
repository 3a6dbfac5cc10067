// METEOR's stems, synonyms and tokenizers, for Python.
#include <nanobind/stl/pair.h>

#include "bind/bind.hpp"
#include "meteor/stem.hpp"
#include "meteor/synonyms.hpp"

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
    return stem_english(words);
}

void construct(Synonyms* self, const nb::bytes& table) {
    try {
        new (self) Synonyms({table.c_str(), table.size()});
    } catch (const std::invalid_argument& error) {
        refuse(error.what());
    }
}

SynsetLists look_up_released(const Synonyms& synonyms, const std::vector<std::string>& words) {
    const nb::gil_scoped_release release;
    return synonyms.look_up(words);
}

std::pair<Array<std::int64_t>, Array<std::int32_t>> look_up(const Synonyms& synonyms,
                                                            const std::vector<std::string>& words) {
    SynsetLists lists = look_up_released(synonyms, words);
    return {to_array(std::move(lists.starts)), to_array(std::move(lists.synsets))};
}

}  // namespace

void bind_words(nb::module_& m) {
    m.def("stem_english", &stems, "words"_a, "The stem of every word, by Snowball's algorithm for English as of 2.2.");

    nb::class_<Synonyms>(m, "Synonyms", "WordNet's synsets by word.")
        .def("__init__", &construct, "table"_a)
        .def("look_up", &look_up, "words"_a,
             "Where each word's synsets begin, and the synsets: of the word and of its base form, sorted, each once.");
}

}  // namespace understudy
