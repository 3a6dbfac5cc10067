// METEOR's rows of statistics, for Python.
#include "bind/bind.hpp"
#include "meteor/candidates.hpp"
#include "meteor/phrase_source.hpp"
#include "meteor/rows.hpp"
#include "meteor/statistics.hpp"

namespace understudy {
namespace {

template <class Number>
using Column = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu, nb::ro>;

template <class Number>
std::span<const Number> span_of(const Column<Number>& column) {
    return {column.data(), column.size()};
}

MeteorModule module_named(const std::string& name) {
    if (name == "exact") return MeteorModule::exact;
    if (name == "stem") return MeteorModule::stem;
    if (name == "synonym") return MeteorModule::synonym;
    if (name == "paraphrase") return MeteorModule::paraphrase;
    refuse("no module of METEOR is called '" + name + "'");
}

Matrix<double> meteor_statistics(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                                 const Column<std::int32_t>& stems, const Column<std::int64_t>& synset_starts,
                                 const Column<std::int32_t>& synsets, const Column<std::uint8_t>& function,
                                 const Column<std::int32_t>& utf16, const std::vector<std::string>& modules,
                                 std::size_t beam, bool characters, const Paraphrases* paraphrases,
                                 const Column<std::uint32_t>& phrase_words, std::size_t threads, nb::object progress) {
    check_starts(starts, hypotheses, references);
    const WordFacts facts{span_of(stems), span_of(synset_starts), span_of(synsets), span_of(function), span_of(utf16)};
    if (!facts.describe(vocabulary_size(hypotheses, references))) {
        refuse("the facts about words do not fit the token table");
    }
    MeteorSettings settings;
    for (const std::string& name : modules) settings.modules.push_back(module_named(name));
    settings.beam = beam;
    settings.characters = characters;
    if (paraphrases != nullptr) {
        if (phrase_words.size() < facts.stems.size()) refuse("the table's numbers of words do not fit the token table");
        settings.phrases = phrase_source(*paraphrases, span_of(phrase_words));
    }
    const std::size_t pairs = references.tokens.segments();
    std::unique_ptr<double[]> rows(new double[pairs * meteor_columns]);
    const Poll poll = make_poll(std::move(progress));
    {
        const nb::gil_scoped_release release;
        write_meteor_rows(hypotheses.tokens, references.tokens, {starts.data(), starts.size()}, settings, facts,
                          threads, poll, {rows.get(), pairs * meteor_columns});
    }
    return to_matrix(std::move(rows), pairs, meteor_columns);
}

void raise_as_value_error(const std::exception_ptr& error, void*) {
    try {
        std::rethrow_exception(error);
    } catch (const TooMuchWork& too_much) {
        PyErr_SetString(PyExc_ValueError, too_much.what());
    }
}

}  // namespace

void bind_meteor(nb::module_& m) {
    nb::register_exception_translator(raise_as_value_error);
    m.def("meteor_columns", &meteor_column_names,
          "The columns of meteor_statistics by name: METEOR's 23 statistics, and whether one chunk covers both texts.");
    m.def("meteor_statistics", &meteor_statistics, "hypotheses"_a, "references"_a, "starts"_a, "stems"_a,
          "synset_starts"_a, "synsets"_a, "function"_a, "utf16"_a, "modules"_a, "beam"_a, "characters"_a,
          "paraphrases"_a.none(), "phrase_words"_a, "threads"_a = 1, "progress"_a = nb::none(),
          "One row per reference, whose columns meteor_columns names.");
}

}  // namespace understudy
