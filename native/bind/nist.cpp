#include "ngrams/nist.hpp"
#include "bind/pairs.hpp"
#include "bind/survey.hpp"
#include "ngrams/nist_rows.hpp"

namespace understudy {
namespace {

TextBlock block_of(const Tokens& texts) { return {texts.tokens.ids, texts.tokens.offsets}; }

NgramSurvey survey_ngrams(const Tokens& texts, std::size_t order, std::size_t threads) {
    check_order(order);
    const Poll poll = make_poll(nb::none());
    const nb::gil_scoped_release release;
    return {texts.vocabulary, NgramFrequencies::of_texts(order, block_of(texts), threads, poll)};
}

NgramPlaces survey_places(const Tokens& texts, std::size_t order, std::size_t threads) {
    check_order(order);
    const Poll poll = make_poll(nb::none());
    const nb::gil_scoped_release release;
    return NgramPlaces::of_texts(order, block_of(texts), threads, poll);
}

using PairArray = nb::ndarray<nb::numpy, const std::uint32_t, nb::shape<-1, 2>>;

PairArray pairs_of(const NgramPlaces& places) {
    static_assert(sizeof(CountPair) == 2 * sizeof(std::uint32_t));
    return PairArray(places.pairs().data(), {places.pairs().size(), 2}, nb::handle());
}

NgramSurvey survey_documents(const Tokens& texts, const Starts& starts, std::size_t order, std::size_t threads) {
    check_order(order);
    check_starts(starts, texts);
    const Poll poll = make_poll(nb::none());
    const nb::gil_scoped_release release;
    const std::span documents(starts.data(), starts.size());
    return {texts.vocabulary, NgramFrequencies::of_documents(order, block_of(texts), documents, threads, poll)};
}

NgramSurvey add_surveys(const NgramSurvey& one, const NgramSurvey& other) {
    if (one.vocabulary != other.vocabulary || one.ngrams.order() != other.ngrams.order()) {
        refuse("surveys do not belong to the same token table, or have different orders");
    }
    const nb::gil_scoped_release release;
    NgramSurvey sum = one;
    sum.ngrams.add(other.ngrams);
    return sum;
}

NgramSurvey survey_of_counts(const std::vector<std::vector<std::string>>& ngrams,
                             const std::vector<std::int64_t>& counts, std::size_t order,
                             std::shared_ptr<Vocabulary> vocabulary) {
    check_order(order);
    if (ngrams.size() != counts.size()) refuse("there must be one count for each n-gram");
    NgramSurvey survey{std::move(vocabulary), NgramFrequencies(order)};
    const nb::gil_scoped_release release;  // whoever holds the mutex may be waiting for the GIL
    const std::scoped_lock lock(survey.vocabulary->mutex);
    std::vector<Id> ids;
    for (std::size_t i = 0; i < ngrams.size(); ++i) {
        if (ngrams[i].size() > order) refuse("an n-gram is longer than the order");
        ids.clear();
        for (const std::string& word : ngrams[i]) ids.push_back(survey.vocabulary->words.intern(word));
        survey.ngrams.add(Ids(ids), counts[i]);
    }
    return survey;
}

std::vector<std::string> last_words(const NgramSurvey& survey) {
    const nb::gil_scoped_release release;
    const std::scoped_lock lock(survey.vocabulary->mutex);
    const NgramTrie& ngrams = survey.ngrams.ngrams();
    std::vector<std::string> words(1);
    for (std::size_t name = 1; name < ngrams.size(); ++name) {
        words.emplace_back(survey.vocabulary->words.word(ngrams[static_cast<NgramTrie::Name>(name)].last));
    }
    return words;
}

// One member of all nodes, where it stands.
template <auto member>
auto column_of(const NgramSurvey& survey) {
    const NgramTrie& ngrams = survey.ngrams.ngrams();
    const auto& first = ngrams[NgramTrie::root].*member;
    using Number = std::remove_cvref_t<decltype(first)>;
    constexpr std::int64_t stride = sizeof(NgramTrie::Node) / sizeof(Number);
    return nb::ndarray<nb::numpy, const Number, nb::ndim<1>>(&first, {ngrams.size()}, nb::handle(), {stride});
}

Matrix<double> weigh_ngrams(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                            const NgramSurvey& survey, const Weights& weights, std::size_t order, int coarse, int fine,
                            std::size_t threads, nb::object progress) {
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    check_weights(survey, weights, hypotheses, order);
    const Grid grid(coarse, fine);
    const std::size_t vocabulary = texts.vocabulary();
    return rows_of_segments(texts, NistColumns{order}.count(), [&] {
        return NistRows(NgramWeigher(survey.ngrams, std::span(weights.data(), weights.size()), order, vocabulary),
                        order, grid);
    });
}

Matrix<double> weigh_places(const Tokens& hypotheses, const Tokens& references, const Starts& starts,
                            const NgramPlaces& places, std::size_t first, const Weights& weights, std::size_t order,
                            int coarse, int fine, std::size_t threads, nb::object progress) {
    const Comparison texts(hypotheses, references, starts, threads, std::move(progress));
    check_order(order);
    const bool good = places.order() >= order && weights.size() == places.pairs().size() &&
                      places.has_texts(references.tokens.offsets, first);
    if (!good)
        refuse("these are not the references that were surveyed, or the survey has a lower order, or other weights");
    const SurveyedTexts surveyed{places, references.tokens.ids.data(), places.offsets()[first]};
    const Grid grid(coarse, fine);
    const std::size_t vocabulary = texts.vocabulary();
    return rows_of_segments(texts, NistColumns{order}.count(), [&] {
        return NistRows(PlaceWeigher(surveyed, std::span(weights.data(), weights.size()), order, vocabulary), order,
                        grid);
    });
}

}  // namespace

void bind_nist(nb::module_& m) {
    nb::class_<NgramSurvey>(
        m, "NgramSurvey", "How often each n-gram stands in a set of texts; the empty one as often as there are words.")
        .def("__len__", [](const NgramSurvey& survey) { return survey.ngrams.ngrams().size(); })
        .def_prop_ro("order", [](const NgramSurvey& survey) { return survey.ngrams.order(); })
        .def_prop_ro("vocabulary", [](const NgramSurvey& survey) { return survey.vocabulary; })
        .def_prop_ro("heads", &column_of<&NgramTrie::Node::head>, nb::rv_policy::reference_internal,
                     "Of each n-gram the place of its first n - 1 words, which is before its own.")
        .def_prop_ro("lasts", &column_of<&NgramTrie::Node::last>, nb::rv_policy::reference_internal,
                     "Of each n-gram the id of its last word.")
        .def_prop_ro("counts", &column_of<&NgramTrie::Node::count>, nb::rv_policy::reference_internal,
                     "Of each n-gram how often it stands there.")
        .def("last_words", &last_words, "Of each n-gram its last word.");

    nb::class_<NgramPlaces>(m, "NgramPlaces",
                            "How often each n-gram stands in a set of texts, told at the places where it does.")
        .def_prop_ro("order", &NgramPlaces::order)
        .def_prop_ro(
            "pairs", &pairs_of, nb::rv_policy::reference_internal,
            "How often the first n - 1 words of an n-gram stand there, and the n-gram itself: all pairs that there are."
            " For a single word, it is the number of all words.");

    m.def("survey_ngrams", &survey_ngrams, "texts"_a, "order"_a, "threads"_a = 1,
          "Count all n-grams of all texts together.");
    m.def("survey_places", &survey_places, "texts"_a, "order"_a, "threads"_a = 1,
          "Count all n-grams of all texts together, for weighing with these texts as references.");
    m.def("survey_documents", &survey_documents, "texts"_a, "starts"_a, "order"_a, "threads"_a = 1,
          "Count in how many segments each n-gram stands, in any of its texts; the empty one stands in all.");
    m.def("survey_of_counts", &survey_of_counts, "ngrams"_a, "counts"_a, "order"_a, "vocabulary"_a,
          "Make a survey of n-grams that were counted elsewhere.");
    m.def("add_surveys", &add_surveys, "one"_a, "other"_a, "Add the counts of two surveys in one token table.");
    m.def(
        "weigh_ngrams", &weigh_ngrams, "hypotheses"_a, "references"_a, "starts"_a, "survey"_a, "weights"_a, "order"_a,
        "coarse"_a, "fine"_a, "threads"_a = 1, "progress"_a = nb::none(),
        "One row per segment: hypothesis length, average reference length, then the weights of matched n-grams and the"
        " totals by order. Averages and weights are rounded to 2^-coarse, and what is left of them to 2^-fine.");
    m.def("weigh_places", &weigh_places, "hypotheses"_a, "references"_a, "starts"_a, "places"_a, "first"_a, "weights"_a,
          "order"_a, "coarse"_a, "fine"_a, "threads"_a = 1, "progress"_a = nb::none(),
          "The rows of weigh_ngrams, by weights of pairs of counts, for references that were surveyed: all of them, or "
          "those"
          " from the text `first` on.");
}

}  // namespace understudy
