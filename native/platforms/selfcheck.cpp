// A hash over the tokens, rows and scores of every kernel on text in ten scripts: the same on every platform.
//
// `selfcheck` prints one line for each kernel, and the hash over all. tools/platforms.py compares them.
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "arithmetic/elementary.hpp"
#include "perf/aligning.hpp"
#include "perf/counting.hpp"
#include "perf/resampling.hpp"
#include "perf/tokenizing.hpp"
#include "platforms/scripts.hpp"

namespace {

using namespace understudy;
using namespace understudy::perf;
using namespace understudy::platforms;

// FNV-1a over bytes, the lowest first whatever the machine's order.
class Hash {
public:
    void add(std::uint64_t word) {
        for (int shift = 0; shift < 64; shift += 8) take(static_cast<unsigned char>(word >> shift));
    }
    void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
    void add(std::string_view text) {
        for (const char c : text) take(static_cast<unsigned char>(c));
        add(std::uint64_t{text.size()});
    }
    void each(const auto& numbers) {
        for (const auto number : numbers) add(number);
    }
    std::uint64_t value() const { return value_; }

private:
    void take(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001B3u; }
    std::uint64_t value_ = 0xCBF29CE484222325u;
};

Hash everything;

void report(const char* kernel, const char* script, const Hash& hash) {
    std::printf("%-16s %-12s %016llx\n", kernel, script, static_cast<unsigned long long>(hash.value()));
    everything.add(hash.value());
}

using Texts = const std::shared_ptr<Encoded>&;

// `add(scratch, hypothesis, reference, hash)` for each pair.
template <class Scratch, class Add>
Hash over_pairs(Texts texts, Scratch scratch, const Add& add) {
    Hash hash;
    for (std::size_t i = 0; i < texts->size(); ++i) add(scratch, texts->hypothesis(i), texts->reference(i), hash);
    return hash;
}

// --- Tokens -----------------------------------------------------------------------------------------------------

Hash tokens(const Corpus& corpus, const Tokenizer& tokenizer, Lowercase lowercase) {
    if (tokenizer.traits.abbreviations) set_prefixes(*tokenizer.traits.abbreviations, {"Mr", "Dr", "etc"}, {"No"});
    Hash hash;
    Interner words;
    for (const Id id : merge(tokenize_all(views_of(corpus), tokenizer, lowercase, 2, {}), words).ids)
        hash.add(words.word(id));
    return hash;
}

// --- N-grams ----------------------------------------------------------------------------------------------------

// Counts of each segment, and the score of each: the geometric mean of the precisions, one added to each count.
Hash bleu(Texts texts) {
    NgramCounts counts;
    return over_pairs(texts, NgramCounter(4, texts->vocabulary.size()),
                      [&](NgramCounter& counter, Ids hypothesis, Ids reference, Hash& hash) {
                          counter.count(hypothesis, {&reference, 1}, counts, never);
                          double logarithms = 0;
                          for (std::size_t n = 0; n < 4; ++n) {
                              for (const auto* each : {&counts.match, &counts.plain, &counts.total})
                                  hash.add((*each)[n]);
                              logarithms += natural_logarithm((static_cast<double>(counts.match[n]) + 1) /
                                                              (static_cast<double>(counts.total[n]) + 1));
                          }
                          hash.add(100 * exponential(logarithms / 4));
                      });
}

Hash nist(Texts texts) {
    const auto places = std::make_shared<NgramPlaces>(NgramPlaces::of_texts(5, references_of(*texts), 2, Poll()));
    std::vector<double> weights;
    for (const CountPair& pair : places->pairs())
        weights.push_back(binary_logarithm(static_cast<double>(pair.head) / pair.count));
    return over_pairs(texts,
                      PlaceWeigher({*places, texts->references.ids.data(), 0}, weights, 5, texts->vocabulary.size()),
                      [](PlaceWeigher& weigher, Ids hypothesis, Ids reference, Hash& hash) {
                          std::array<double, 5> sums{};
                          weigher.add(hypothesis, {&reference, 1}, sums, never);
                          hash.each(sums);
                      });
}

Hash cider(Texts texts) {
    std::vector<std::int64_t> starts(texts->size() + 1);
    std::iota(starts.begin(), starts.end(), 0);
    const auto survey = NgramFrequencies::of_documents(4, references_of(*texts), starts, 1, Poll());
    std::vector<double> weights;
    for (const NgramTrie::Node& node : survey.ngrams().nodes())
        weights.push_back(natural_logarithm(static_cast<double>(texts->size()) / static_cast<double>(1 + node.count)));
    return over_pairs(texts, NgramVectors(survey, weights, 4),
                      [](NgramVectors& vectors, Ids hypothesis, Ids reference, Hash& hash) {
                          std::array<double, 4> products{}, squares{}, others{};
                          vectors.take(hypothesis, never);
                          vectors.compare(reference, true, products, squares, others, never);
                          for (const auto* each : {&products, &squares, &others}) hash.each(*each);
                      });
}

Hash chrf(Texts letters, std::size_t word_order) {
    Hash hash;
    Chrf chrf(letters->vocabulary, word_order);
    for (std::size_t i = 0; i < letters->size(); ++i) {
        chrf.counter.begin(letters->hypothesis(i));
        chrf.count(letters->reference(i));
        hash.each(chrf.row);
    }
    return hash;
}

Hash expected(Texts texts) {
    std::vector<Ids> candidates;
    for (std::size_t i = 0; i < texts->size(); ++i) candidates.push_back(texts->hypothesis(i));
    const std::vector<double> shares(candidates.size(), 1.0 / static_cast<double>(candidates.size()));
    std::vector<double> matches(candidates.size() * 4);
    ExpectedCounter().count(candidates, shares, 4, matches.data(), never);
    Hash hash;
    hash.each(matches);
    return hash;
}

// --- Alignments -------------------------------------------------------------------------------------------------

Hash edits(Texts texts, Ties ties) {
    std::vector<EditPair> pairs;
    for (std::size_t i = 0; i < texts->size(); ++i) pairs.push_back({texts->hypothesis(i), texts->reference(i)});
    std::vector<EditCounts> counts(pairs.size());
    editor_for(*texts).count(pairs, ties, counts.data(), never);
    Hash hash;
    for (const EditCounts& each : counts)
        hash.each(std::array{each.hits, each.substitutions, each.deletions, each.insertions, each.correct});
    return hash;
}

Hash ter(Texts texts) {
    TerCounts counts;
    return over_pairs(texts, TerCounter(TerCounter::Search::exact, texts->vocabulary.size()),
                      [&](TerCounter& counter, Ids hypothesis, Ids reference, Hash& hash) {
                          std::array<double, TerCounts::columns> row{};
                          counter.count(hypothesis, reference, counts, never);
                          counts.write_row(hypothesis.size(), reference.size(), row);
                          hash.each(row);
                      });
}

Hash character(Texts texts) {
    const WordSpelling spelling(texts->vocabulary, texts->vocabulary.size());
    return over_pairs(texts, CharacterCounter(spelling),
                      [](CharacterCounter& counter, Ids hypothesis, Ids reference, Hash& hash) {
                          std::array<double, CharacterCounter::columns> row{};
                          counter.write_row(hypothesis, reference, row, never);
                          hash.each(row);
                      });
}

Hash eed(Texts letters) {
    return over_pairs(letters, EedCounter({}, letters->vocabulary.find(" ")),
                      [](EedCounter& counter, Ids hypothesis, Ids reference, Hash& hash) {
                          std::array<double, EedCounter::columns> row{};
                          counter.write_row(hypothesis, reference, row, never);
                          hash.each(row);
                      });
}

Hash lepor(Texts texts) {
    return over_pairs(texts, PositionAligner(2, texts->vocabulary.size()),
                      [](PositionAligner& aligner, Ids hypothesis, Ids reference, Hash& hash) {
                          const PositionCounts counts = aligner.align(hypothesis, reference, never);
                          hash.each(std::array{counts.match, counts.distance});
                      });
}

Hash ribes(Texts texts) {
    return over_pairs(texts, RankAligner(), [](RankAligner& aligner, Ids hypothesis, Ids reference, Hash& hash) {
        const RankCounts counts = aligner.align(hypothesis, reference, never);
        hash.each(std::array{counts.aligned, counts.ascending});
    });
}

Hash rouge(Texts texts) {
    return over_pairs(texts, CommonSubsequence(texts->vocabulary.size()),
                      [](CommonSubsequence& common, Ids hypothesis, Ids reference, Hash& hash) {
                          hash.add(std::uint64_t{common.length(hypothesis, reference, never)});
                      });
}

// Rows, and a penalty for chunks as METEOR has.
Hash meteor(Texts texts) {
    const Lexicon lexicon(texts->vocabulary);
    MeteorSettings settings;
    settings.modules = {MeteorModule::exact, MeteorModule::stem, MeteorModule::synonym};
    return over_pairs(
        texts, MeteorAligner(settings, lexicon.facts()),
        [&](MeteorAligner& aligner, Ids hypothesis, Ids reference, Hash& hash) {
            std::array<double, meteor_columns> row{};
            const auto matches = aligner.align(hypothesis, reference, never);
            const auto counts = count_statistics(hypothesis, reference, matches, lexicon.facts(), false);
            write_row(counts, row);
            hash.each(row);
            hash.add(power(static_cast<double>(counts.chunks) / (1 + static_cast<double>(reference.size())), 0.2));
        });
}

// --- Numbers ----------------------------------------------------------------------------------------------------

template <class Sums>
Hash resampled() {
    constexpr std::size_t units = 1003, columns = 10, choices = 70;
    const auto rows = rows_of_counts(units, columns);
    std::vector<double> sums(choices * columns);
    Sums().add({rows.data(), units, columns}, 12345, 0, choices, sums.data(), never);
    Hash hash;
    hash.each(sums);
    return hash;
}

Hash elementary() {
    Hash hash;
    Random random(6);
    for (int i = 0; i < 100000; ++i) {
        const double x = static_cast<double>(random.next() >> 11) * 0x1p-50,
                     y = static_cast<double>(random.below(900)) / 128;
        for (const double each : {natural_logarithm(x), binary_logarithm(x), exponential(x - 4), power(x, y - 3)})
            hash.add(each);
    }
    return hash;
}

void check_script(const char* name, const Corpus& corpus) {
    Hash read;
    for (const Tokenizer& tokenizer : all_tokenizers()) {
        for (const Lowercase lowercase : {Lowercase::no, Lowercase::ascii, Lowercase::unicode})
            read.add(tokens(corpus, tokenizer, lowercase).value());
    }
    report("tokenizers", name, read);
    const auto words = std::make_shared<Encoded>(corpus, tokenizer_named("intl"));
    const auto letters = letters_of(corpus);
    report("bleu", name, bleu(words));
    report("nist", name, nist(words));
    report("cider", name, cider(words));
    report("chrf", name, chrf(letters, 0));
    report("chrf++", name, chrf(letters, 2));
    report("expected-ngrams", name, expected(words));
    report("wer", name, edits(words, Ties::most_hits));
    report("wer-jiwer", name, edits(words, Ties::jiwer));
    report("cer", name, edits(letters, Ties::most_hits));
    report("ter", name, ter(words));
    report("character", name, character(words));
    report("eed", name, eed(letters));
    report("lepor", name, lepor(words));
    report("ribes", name, ribes(words));
    report("rouge-l", name, rouge(words));
    report("meteor", name, meteor(words));
}

}  // namespace

int main() {
    check_script("Latin", english(60));
    check_script("Japanese", japanese(60));
    for (const Script& script : scripts) check_script(script.name, corpus_of(script, 60));
    report("bootstrap", "", resampled<DrawSums>());
    report("randomization", "", resampled<CoinSums>());
    report("elementary", "", elementary());
    std::printf("all %016llx\n", static_cast<unsigned long long>(everything.value()));
}
