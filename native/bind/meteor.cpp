#include <optional>

#include "bind/bind.hpp"
#include "meteor/meteor.hpp"
#include "meteor/paraphrase.hpp"

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

void check_facts(const WordFacts& facts, std::size_t words) {
    bool good = facts.stems.size() >= words && facts.function.size() == facts.stems.size() &&
                facts.utf16.size() == facts.stems.size() && facts.synset_starts.size() == facts.stems.size() + 1 &&
                facts.synset_starts.front() == 0 &&
                facts.synset_starts.back() == static_cast<std::int64_t>(facts.synsets.size());
    for (std::size_t i = 0; good && i < facts.stems.size(); ++i) {
        good = facts.stems[i] >= 0 && facts.synset_starts[i] <= facts.synset_starts[i + 1];
    }
    for (std::size_t i = 0; good && i < facts.synsets.size(); ++i) good = facts.synsets[i] >= 0;
    if (!good) refuse("the facts about words do not fit the token table");
}

// Each copy has buffers of its own, so that every thread can have one.
PhraseSource phrases_of(const Paraphrases& table, std::span<const std::uint32_t> numbers) {
    return [&table, numbers, scratch = Paraphrases::Scratch(), hyp = std::vector<Id>(), ref = std::vector<Id>()](
               Ids hypothesis, Ids reference, const PhraseSink& sink) mutable {
        const auto number = [&](Id word) { return numbers[word]; };
        hyp.resize(hypothesis.size());
        ref.resize(reference.size());
        std::ranges::transform(hypothesis, hyp.begin(), number);
        std::ranges::transform(reference, ref.begin(), number);
        table.visit(hyp, ref, scratch, sink);
    };
}

Matrix<double> meteor_statistics(const Table& hypotheses, const Table& references, const Starts& starts,
                                 const Column<std::int32_t>& stems, const Column<std::int64_t>& synset_starts,
                                 const Column<std::int32_t>& synsets, const Column<std::uint8_t>& function,
                                 const Column<std::int32_t>& utf16, const std::vector<std::string>& modules,
                                 std::size_t beam, bool characters, const Paraphrases* paraphrases,
                                 const Column<std::uint32_t>& phrase_words, std::size_t threads, nb::object progress) {
    check_starts(starts, hypotheses, references);
    const WordFacts facts{span_of(stems), span_of(synset_starts), span_of(synsets), span_of(function), span_of(utf16)};
    check_facts(facts, vocabulary_size(hypotheses, references));
    MeteorSettings settings;
    for (const std::string& name : modules) settings.modules.push_back(module_named(name));
    settings.beam = beam;
    settings.characters = characters;
    if (paraphrases != nullptr) {
        if (phrase_words.size() < facts.stems.size()) refuse("the table's numbers of words do not fit the token table");
        settings.phrases = phrases_of(*paraphrases, span_of(phrase_words));
    }

    constexpr std::size_t columns = MeteorAligner::statistics + 1;
    const std::size_t segments = hypotheses.tokens.segments(), pairs = references.tokens.segments();
    std::unique_ptr<double[]> rows(new double[pairs * columns]);
    const Poll poll = make_poll(std::move(progress));
    {
        const nb::gil_scoped_release release;
        using Scratch = std::optional<MeteorAligner>;
        parallel_chunks<Scratch>(segments, threads, poll, [&](std::size_t begin, std::size_t end, Scratch& aligner, const auto& stop) {
            if (!aligner) aligner.emplace(settings, facts);
            for (std::size_t i = begin; i < end; ++i) {
                const Ids hypothesis = hypotheses.segment(i);
                for (auto pair = static_cast<std::size_t>(starts(i)); pair < static_cast<std::size_t>(starts(i + 1)); ++pair) {
                    const Ids reference = references.segment(pair);
                    try {
                        aligner->align(hypothesis, reference, stop);
                    } catch (const TooMuchWork& error) {
                        throw TooMuchWork("segment " + std::to_string(i + 1) + ": " + error.what());
                    }
                    double* row = rows.get() + pair * columns;
                    row[columns - 1] = aligner->count(hypothesis, reference, std::span(row, columns - 1));
                }
            }
        });
    }
    return to_matrix(std::move(rows), pairs, columns);
}

}  // namespace

void bind_meteor(nb::module_& m) {
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const TooMuchWork& too_much) {
            PyErr_SetString(PyExc_ValueError, too_much.what());
        }
    });
    m.def("meteor_statistics", &meteor_statistics, "hypotheses"_a, "references"_a, "starts"_a, "stems"_a, "synset_starts"_a,
          "synsets"_a, "function"_a, "utf16"_a, "modules"_a, "beam"_a, "characters"_a, "paraphrases"_a.none(), "phrase_words"_a, "threads"_a = 1,
          "progress"_a = nb::none(),
          "One row per reference: METEOR's 23 statistics, and whether one chunk covers both texts.");
}

}  // namespace understudy
