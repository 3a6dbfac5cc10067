// The module: texts and token tables, and the families of kernels that other binding files add.
#include "bind/bind.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <algorithm>

#include "bind/texts.hpp"
#include "text/token_table.hpp"
#include "text/unicode.hpp"

using namespace understudy;

namespace {

Lowercase lowercase_named(std::string_view name) {
    if (name == "no") return Lowercase::no;
    if (name == "yes") return Lowercase::unicode;
    if (name == "ascii") return Lowercase::ascii;
    throw nb::value_error(("no lowercase rule is called '" + std::string(name) + "'").c_str());
}

using Numbers = nb::ndarray<const Id, nb::ndim<1>, nb::c_contig, nb::device::cpu, nb::ro>;

nb::str to_str(std::string_view text) { return nb::str(text.data(), text.size()); }

// --- Token tables -----------------------------------------------------------------------------------------------

std::vector<std::string> words_of(const Tokens& table, std::size_t segment) {
    if (segment >= table.tokens.segments()) throw nb::index_error();
    const nb::gil_scoped_release release;  // whoever holds the mutex may be waiting for the GIL
    const std::scoped_lock lock(table.vocabulary->mutex);
    std::vector<std::string> words;
    for (const Id id : table.segment(segment)) words.emplace_back(table.vocabulary->words.word(id));
    return words;
}

Tokens encode(const Texts& texts, std::string_view tokenizer, std::string_view lowercase,
              std::shared_ptr<Vocabulary> vocabulary, std::size_t threads, nb::object progress, bool lines) {
    const Tokenizer& which = ready_tokenizer(tokenizer);
    const Lowercase lower = lowercase_named(lowercase);
    const Poll poll = make_poll(std::move(progress));
    const Views views = texts.views();
    const nb::gil_scoped_release release;
    std::unique_lock lock(vocabulary->mutex, std::try_to_lock);
    std::vector<Share> shares =
        tokenize_all(views, which, lower, threads, poll, lines, lock ? &vocabulary->words : nullptr);
    if (!lock) lock.lock();
    TokenIds tokens = merge(std::move(shares), vocabulary->words);
    const std::size_t size = vocabulary->words.size();
    lock.unlock();
    return {std::move(vocabulary), std::move(tokens), size};
}

// The texts of one segment, straight into the vocabulary: what a corpus needs beyond that takes longer than the
// reading.
Tokens encode_few(const Views& texts, const Tokenizer& tokenizer, Lowercase lowercase, bool lines,
                  const std::shared_ptr<Vocabulary>& vocabulary) {
    TokenizeScratch scratch;
    TokenIds tokens;
    for (const std::string_view text : texts) {
        tokenize(text, tokenizer, lowercase, scratch, vocabulary->words, tokens.ids, lines);
        tokens.offsets.push_back(tokens.ids.size());
    }
    return {vocabulary, std::move(tokens), vocabulary->words.size()};
}

std::pair<Tokens, Tokens> encode_segment(const Texts& hypotheses, const Texts& references, std::string_view tokenizer,
                                         std::string_view lowercase, bool lines) {
    const Tokenizer& which = ready_tokenizer(tokenizer);
    const Lowercase lower = lowercase_named(lowercase);
    const Views hyps = hypotheses.views(), refs = references.views();
    const nb::gil_scoped_release release;
    const auto vocabulary = std::make_shared<Vocabulary>();
    // The references first, as for a corpus: so words have the same numbers.
    Tokens of_references = encode_few(refs, which, lower, lines, vocabulary);
    return {encode_few(hyps, which, lower, lines, vocabulary), std::move(of_references)};
}

std::optional<Tokens> lower_table(const Tokens& table, std::string_view tokenizer, std::string_view lowercase,
                                  std::shared_ptr<Vocabulary> vocabulary) {
    const Tokenizer& which = ready_tokenizer(tokenizer);
    const Lowercase lower = lowercase_named(lowercase);
    if (table.vocabulary == vocabulary) refuse("words in lower case belong into a vocabulary of their own");
    const nb::gil_scoped_release release;
    const std::scoped_lock lock(table.vocabulary->mutex, vocabulary->mutex);
    std::optional<TokenIds> tokens =
        lower_words(table.tokens, table.vocabulary->words, which, lower, vocabulary->words);
    if (!tokens) return std::nullopt;
    const std::size_t size = vocabulary->words.size();
    return Tokens{std::move(vocabulary), std::move(*tokens), size};
}

Tokens intern(const std::vector<std::vector<std::string>>& segments, std::shared_ptr<Vocabulary> vocabulary) {
    const nb::gil_scoped_release release;
    const std::scoped_lock lock(vocabulary->mutex);
    TokenIds tokens = intern_all(segments, vocabulary->words);
    const std::size_t size = vocabulary->words.size();
    return {std::move(vocabulary), std::move(tokens), size};
}

// Texts that are tokenized already, with the tokens in lower case if that is asked for.
Tokens encode_tokens(const Texts& texts, std::string_view lowercase, std::shared_ptr<Vocabulary> vocabulary) {
    const Lowercase lower = lowercase_named(lowercase);
    const TokenViews views = texts.token_views();
    const nb::gil_scoped_release release;
    const std::scoped_lock lock(vocabulary->mutex);
    TokenIds tokens{intern_each(views.tokens, lower, vocabulary->words), views.offsets};
    const std::size_t size = vocabulary->words.size();
    return {std::move(vocabulary), std::move(tokens), size};
}

using Places = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu, nb::ro>;

Tokens take(const Tokens& table, const Places& segments) {
    const std::span positions(segments.data(), segments.size());
    const auto count = static_cast<std::int64_t>(table.tokens.segments());
    if (!std::ranges::all_of(positions, [&](std::int64_t i) { return i >= 0 && i < count; })) throw nb::index_error();
    const nb::gil_scoped_release release;
    return {table.vocabulary, take_segments(table.tokens, positions), table.vocabulary_size};
}

Tokens renumber(const Tokens& table, const Numbers& numbers) {
    const std::size_t words = table.vocabulary_size;
    const std::span all(numbers.data(), numbers.size());
    if (all.size() < words || !std::ranges::all_of(all.first(words), [&](Id number) { return number < words; })) {
        refuse("there must be a number for each word of the token table, and each must be that of a word");
    }
    const nb::gil_scoped_release release;
    return {table.vocabulary, renumber_all(table.tokens, all), words};
}

std::vector<std::string> tokenize_one(std::string_view text, std::string_view tokenizer, std::string_view lowercase,
                                      bool lines) {
    TokenizeScratch scratch;
    Interner vocabulary;
    std::vector<Id> ids;
    tokenize(text, ready_tokenizer(tokenizer), lowercase_named(lowercase), scratch, vocabulary, ids, lines);
    std::vector<std::string> words;
    words.reserve(ids.size());
    for (const Id id : ids) words.emplace_back(vocabulary.word(id));
    return words;
}

}  // namespace

NB_MODULE(_core, m) {
    // At exit a traceback, a cache or another module may hold texts still: nanobind would print them as leaked, on the
    // terminal of somebody who can do nothing about it. Real leaks are for the sanitizers and the tests of memory.
    nb::set_leak_warnings(false);
    m.doc() = "The native core: text to token tables, token tables to rows of statistics.";

    nb::class_<Texts>(
        m, "Texts", "One string per segment, a list of strings or an Arrow column, not copied; or the tokens of each.")
        .def(nb::init<nb::handle, std::string, bool>(), "source"_a, "what"_a, "several"_a = false)
        .def(nb::init<nb::handle, std::string, const Starts&>(), "strings"_a, "what"_a, "starts"_a)
        .def(nb::init<const nb::typed<nb::list, Texts>&>(), "columns"_a)
        .def_prop_ro(
            "starts",
            [](const Texts& texts) {
                return nb::ndarray<nb::numpy, const std::int64_t, nb::ndim<1>>(texts.starts().data(),
                                                                               {texts.starts().size()});
            },
            nb::rv_policy::reference_internal,
            "Where the texts of each row begin, and where the last ones end; nothing if there is one a row.")
        .def("__len__", &Texts::size)
        .def(
            "__getitem__",
            [](const Texts& texts, std::size_t i) -> nb::str {
                if (!texts.tokenized()) return to_str(texts.view(i));
                return nb::cast<nb::str>(nb::str(" ").attr("join")(texts.tokens(i)));
            },
            "The text; if it is tokenized, its tokens joined by spaces.")
        .def_static("of_tokens", &Texts::of_tokens, "lists"_a, "what"_a, "starts"_a,
                    "Texts that are tokenized already: a list of strings for each.")
        .def_prop_ro("tokenized", &Texts::tokenized, "Whether the caller has split the texts into tokens.")
        .def("tokens", &Texts::tokens, "segment"_a, nb::sig("def tokens(self, segment: int) -> list[str]"),
             "The tokens of one text that is tokenized.")
        .def(
            "part", [](const Texts& whole, std::size_t begin, std::size_t end) { return Texts(whole, begin, end); },
            "begin"_a, "end"_a, "The segments from `begin` to before `end`, not copied.")
        .def_prop_ro("extent", &Texts::extent,
                     "How much text there is, about: in characters of strings, or bytes of a column.");

    nb::class_<Vocabulary>(m, "Vocabulary", nb::is_weak_referenceable(),
                           "The distinct tokens of a token table, numbered by first appearance.")
        .def(nb::init<>())
        .def("__len__",
             [](Vocabulary& vocabulary) {
                 const nb::gil_scoped_release release;
                 const std::scoped_lock lock(vocabulary.mutex);
                 return vocabulary.words.size();
             })
        .def(
            "words",
            [](Vocabulary& vocabulary, std::size_t first) {
                const nb::gil_scoped_release release;
                const std::scoped_lock lock(vocabulary.mutex);
                std::vector<std::string> listed;
                for (std::size_t id = first; id < vocabulary.words.size(); ++id)
                    listed.emplace_back(vocabulary.words.word(static_cast<Id>(id)));
                return listed;
            },
            "first"_a = 0, "The tokens from this number on.");

    nb::class_<Tokens>(m, "Tokens", "The ids of the tokens of every segment, and where each segment begins.")
        .def("__len__", [](const Tokens& table) { return table.tokens.segments(); })
        .def("words", &words_of, "segment"_a, "The tokens of one segment as strings.")
        .def_prop_ro(
            "total", [](const Tokens& table) { return table.tokens.ids.size(); }, "How many tokens all segments have.")
        .def_prop_ro("vocabulary", [](const Tokens& table) { return table.vocabulary; })
        .def_prop_ro(
            "ids",
            [](const Tokens& table) {
                return nb::ndarray<nb::numpy, const Id, nb::ndim<1>>(table.tokens.ids.data(),
                                                                     {table.tokens.ids.size()});
            },
            nb::rv_policy::reference_internal)
        .def_prop_ro(
            "offsets",
            [](const Tokens& table) {
                return nb::ndarray<nb::numpy, const std::uint64_t, nb::ndim<1>>(table.tokens.offsets.data(),
                                                                                {table.tokens.offsets.size()});
            },
            nb::rv_policy::reference_internal);

    m.def("encode", &encode, "texts"_a, "tokenizer"_a, "lowercase"_a, "vocabulary"_a, "threads"_a = 1,
          "progress"_a = nb::none(), "lines"_a = false,
          "Tokenize every segment into a token table; `lines`: line ends are tokens too.");
    m.def("encode_tokens", &encode_tokens, "texts"_a, "lowercase"_a, "vocabulary"_a,
          "Make a token table of texts that are tokenized already.");
    m.def("encode_segment", &encode_segment, "hypotheses"_a, "references"_a, "tokenizer"_a, "lowercase"_a,
          "lines"_a = false,
          "The token tables of the texts of a single segment, with a vocabulary of their own: what two calls of "
          "`encode` make.");
    m.def("lower_words", &lower_table, "tokens"_a, "tokenizer"_a, "lowercase"_a, "vocabulary"_a,
          "The table of the same texts in lower case, made word by word; None where that might differ from reading "
          "them.");
    m.def("intern", &intern, "segments"_a, "vocabulary"_a, "Make a token table of tokens that Python has made.");
    m.def("take", &take, "tokens"_a, "segments"_a,
          "A table of some segments of another, in any order, some perhaps twice.");
    m.def("renumber", &renumber, "tokens"_a, "numbers"_a,
          "The table with another word of the same vocabulary for each: such as one for all that have the same stem.");
    m.def("tokenize", &tokenize_one, "text"_a, "tokenizer"_a, "lowercase"_a = "no", "lines"_a = false,
          "The tokens of one text.");

    m.def("affordable_threads", &affordable_threads, "threads"_a,
          "How many of so many threads a limit on the process's memory leaves room for, the caller's own included.");

    bind_build(m);
    bind_character(m);
    bind_chrf(m);
    bind_lepor(m);
    bind_masked_sums(m);
    bind_meteor(m);
    bind_ngrams(m);
    bind_nist(m);
    bind_paraphrase(m);
    bind_edit(m);
    bind_eed(m);
    bind_elementary(m);
    bind_mbr(m);
    bind_resample(m);
    bind_ter(m);
    bind_tokenizers(m);
    bind_words(m);
    bind_english(m);
    bind_segmenter(m);
    bind_rouge(m);
    bind_cider(m);
    bind_ribes(m);
}
