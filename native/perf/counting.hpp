// N-grams of words and characters: BLEU, NIST, CIDEr, chrF.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <string_view>
#include <vector>

#include "ngrams/chrf.hpp"
#include "ngrams/cider.hpp"
#include "ngrams/mbr.hpp"
#include "ngrams/ngrams.hpp"
#include "ngrams/nist.hpp"
#include "prepared.hpp"
#include "text/unicode.hpp"

namespace understudy::perf {

// --- N-grams ----------------------------------------------------------------------------------------------------

inline Prepared counting_ngrams(const Corpus& corpus) {
    return each_pair(
        words_of(corpus), [](const Encoded& texts) { return NgramCounter(4, texts.vocabulary.size()); },
        [counts = NgramCounts()](NgramCounter& counter, Ids hypothesis, Ids reference) mutable {
            counter.count(hypothesis, {&reference, 1}, counts, never);
            return sum_of(counts.match) + sum_of(counts.plain);
        });
}

inline TextBlock references_of(const Encoded& texts) { return {texts.references.ids, texts.references.offsets}; }

inline Prepared surveying() {
    const auto texts = words_of(english(500));
    return {texts->bytes / 2, [=] {
                const NgramPlaces places = NgramPlaces::of_texts(5, references_of(*texts), 1, Poll());
                return static_cast<double>(places.pairs().size());
            }};
}

inline Prepared weighing() {
    const auto texts = words_of(english(500));
    const auto places = std::make_shared<NgramPlaces>(NgramPlaces::of_texts(5, references_of(*texts), 1, Poll()));
    std::vector<double> weights;
    for (const CountPair& pair : places->pairs()) weights.push_back(static_cast<double>(pair.head) / pair.count);
    return each_pair(
        texts,
        [places, weights](const Encoded& all) {
            return PlaceWeigher({*places, all.references.ids.data(), 0}, weights, 5, all.vocabulary.size());
        },
        [](PlaceWeigher& weigher, Ids hypothesis, Ids reference) {
            std::array<double, 5> sums{};
            weigher.add(hypothesis, {&reference, 1}, sums, never);
            return sum_of(sums);
        });
}

// A weight for each n-gram of a survey, less for the frequent ones.
inline std::vector<double> weights_of(const NgramFrequencies& survey) {
    std::vector<double> weights;
    for (const NgramTrie::Node& node : survey.ngrams().nodes())
        weights.push_back(1.0 / static_cast<double>(1 + node.count));
    return weights;
}

inline Prepared comparing_vectors() {
    const auto texts = words_of(english(300));
    std::vector<std::int64_t> starts(texts->size() + 1);  // a document for each reference
    std::iota(starts.begin(), starts.end(), 0);
    const auto survey =
        std::make_shared<NgramFrequencies>(NgramFrequencies::of_documents(4, references_of(*texts), starts, 1, Poll()));
    return each_pair(
        texts, [survey, weights = weights_of(*survey)](const Encoded&) { return NgramVectors(*survey, weights, 4); },
        [](NgramVectors& vectors, Ids hypothesis, Ids reference) {
            std::array<double, 4> products{}, squares{}, others{};
            vectors.take(hypothesis, never);
            vectors.compare(reference, true, products, squares, others, never);
            return sum_of(products) + sum_of(squares) + sum_of(others);
        });
}

inline Prepared expecting() {
    const auto texts = words_of(english(32));
    return {texts->bytes / 2, [=] {
                ExpectedCounter counter;
                std::vector<Ids> candidates;
                for (std::size_t i = 0; i < texts->size(); ++i) candidates.push_back(texts->hypothesis(i));
                const std::vector<double> shares(candidates.size(), 1.0 / static_cast<double>(candidates.size()));
                std::vector<double> matches(candidates.size() * 4);
                counter.count(candidates, shares, 4, matches.data(), never);
                return sum_of(matches);
            }};
}

// --- chrF -------------------------------------------------------------------------------------------------------

// A counter with the kinds of characters that it refers to.
struct Chrf {
    std::unique_ptr<std::vector<CharacterKind>> kinds;
    ChrfCounter counter;
    std::vector<double> row;

    Chrf(const Interner& characters, std::size_t word_order)
        : kinds(kinds_of(characters)),
          counter(6, word_order, false, *kinds),
          row(ChrfCounter::columns(6, word_order)) {}

    double count(Ids reference) {
        counter.count(reference, row.data(), never);
        return sum_of(row);
    }

private:
    static std::unique_ptr<std::vector<CharacterKind>> kinds_of(const Interner& characters) {
        auto kinds = std::make_unique<std::vector<CharacterKind>>();
        for (Id id = 0; id < characters.size(); ++id) {
            const std::string_view character = characters.word(id);
            const char* at = character.data();
            const bool mark = std::string_view(".,;?'\"%-&").find(character[0]) != std::string_view::npos;
            kinds->push_back(is_space(decode(at)) ? CharacterKind::space
                             : mark               ? CharacterKind::punctuation
                                                  : CharacterKind::letter);
        }
        return kinds;
    }
};

inline Prepared counting_chrf(const Corpus& corpus, std::size_t word_order) {
    return each_pair(
        letters_of(corpus), [word_order](const Encoded& texts) { return Chrf(texts.vocabulary, word_order); },
        [](Chrf& chrf, Ids hypothesis, Ids reference) {
            chrf.counter.begin(hypothesis);
            return chrf.count(reference);
        });
}

inline Prepared all_pairs_by_chrf() {
    const auto texts = letters_of(english(30));
    return {texts->bytes, [=] {
                Chrf chrf(texts->vocabulary, 0);
                double sum = 0;
                for (std::size_t i = 0; i < texts->size(); ++i) {
                    chrf.counter.begin(texts->hypothesis(i));
                    for (std::size_t j = 0; j < texts->size(); ++j) sum += chrf.count(texts->reference(j));
                }
                return sum;
            }};
}

}  // namespace understudy::perf
