// Which words stand for which: error rates, TER, LEPOR, RIBES, ROUGE-L, METEOR.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "edit/character.hpp"
#include "edit/edit.hpp"
#include "edit/eed.hpp"
#include "edit/ter.hpp"
#include "meteor/aligner.hpp"
#include "meteor/statistics.hpp"
#include "meteor/stem.hpp"
#include "ngrams/rouge.hpp"
#include "prepared.hpp"
#include "word_order/lepor.hpp"
#include "word_order/ribes.hpp"

namespace understudy::perf {

// --- Edits and alignments ---------------------------------------------------------------------------------------

inline Editor editor_for(const Encoded& texts) { return Editor(texts.vocabulary.size()); }

inline Prepared measuring_distance(std::shared_ptr<Encoded> texts) {
    return each_pair(texts, editor_for, [](Editor& editor, Ids hypothesis, Ids reference) {
        return static_cast<double>(editor.distance(hypothesis, reference, never));
    });
}

inline Prepared counting_edits(std::shared_ptr<Encoded> texts, Ties ties) {
    return {texts->bytes, [=] {
                std::vector<EditPair> pairs;
                for (std::size_t i = 0; i < texts->size(); ++i)
                    pairs.push_back({texts->hypothesis(i), texts->reference(i)});
                std::vector<EditCounts> counts(pairs.size());
                editor_for(*texts).count(pairs, ties, counts.data(), never);
                double sum = 0;
                for (const EditCounts& each : counts) sum += static_cast<double>(each.substitutions + each.correct);
                return sum;
            }};
}

inline Prepared finding_shifts() {
    return each_pair(
        words_of(english(200)),
        [](const Encoded& texts) { return TerCounter(TerCounter::Search::exact, texts.vocabulary.size()); },
        [counts = TerCounts()](TerCounter& counter, Ids hypothesis, Ids reference) mutable {
            counter.count(hypothesis, reference, counts, never);
            return static_cast<double>(counts.hits + counts.shifts.size());
        });
}

inline Prepared shifting_phrases() {
    const auto texts = words_of(english(200));
    const auto spelling = std::make_shared<WordSpelling>(texts->vocabulary, texts->vocabulary.size());
    return each_pair(
        texts, [spelling](const Encoded&) { return CharacterCounter(*spelling); },
        [spelling](CharacterCounter& counter, Ids hypothesis, Ids reference) {
            std::array<double, CharacterCounter::columns> row{};
            counter.write_row(hypothesis, reference, row, never);
            return sum_of(row);
        });
}

inline Prepared jumping() {
    return each_pair(
        letters_of(english(50)), [](const Encoded& texts) { return EedCounter({}, texts.vocabulary.find(" ")); },
        [](EedCounter& counter, Ids hypothesis, Ids reference) {
            std::array<double, EedCounter::columns> row{};
            counter.write_row(hypothesis, reference, row, never);
            return sum_of(row);
        });
}

inline Prepared aligning_positions() {
    return each_pair(
        words_of(english(500)), [](const Encoded& texts) { return PositionAligner(2, texts.vocabulary.size()); },
        [](PositionAligner& aligner, Ids hypothesis, Ids reference) {
            const PositionCounts counts = aligner.align(hypothesis, reference, never);
            return static_cast<double>(counts.match + counts.distance);
        });
}

inline Prepared aligning_ranks() {
    return each_pair(
        words_of(english(300)), [](const Encoded&) { return RankAligner(); },
        [](RankAligner& aligner, Ids hypothesis, Ids reference) {
            const RankCounts counts = aligner.align(hypothesis, reference, never);
            return static_cast<double>(counts.aligned + counts.ascending);
        });
}

inline Prepared finding_subsequences(const Corpus& corpus) {
    return each_pair(
        words_of(corpus), [](const Encoded& texts) { return CommonSubsequence(texts.vocabulary.size()); },
        [](CommonSubsequence& common, Ids hypothesis, Ids reference) {
            return static_cast<double>(common.length(hypothesis, reference, never));
        });
}

// --- METEOR -----------------------------------------------------------------------------------------------------

// What METEOR would know of the words: real stems, and synsets of chance that a few words share.
struct Lexicon {
    std::vector<std::int32_t> stems, synsets, utf16;
    std::vector<std::int64_t> starts{0};
    std::vector<std::uint8_t> function;

    explicit Lexicon(const Interner& words) {
        std::map<std::string, std::int32_t> numbers;
        Random random(3);
        for (Id id = 0; id < words.size(); ++id) {
            const std::string_view word = words.word(id);
            const auto next = static_cast<std::int32_t>(numbers.size());
            stems.push_back(numbers.emplace(stem_english(word), next).first->second);
            std::vector<std::int32_t> own;
            for (std::size_t i = random.below(5); i > 0; --i)
                own.push_back(static_cast<std::int32_t>(random.below(100)));
            std::ranges::sort(own);
            own.erase(std::unique(own.begin(), own.end()), own.end());
            synsets.insert(synsets.end(), own.begin(), own.end());
            starts.push_back(std::ssize(synsets));
            function.push_back(word.size() <= 3);
            utf16.push_back(static_cast<std::int32_t>(word.size()));
        }
    }
    WordFacts facts() const { return {stems, starts, synsets, function, utf16}; }
};

inline Prepared aligning_meteor(const std::vector<MeteorModule>& modules) {
    const auto texts = words_of(english(200));
    const auto lexicon = std::make_shared<Lexicon>(texts->vocabulary);
    MeteorSettings settings;
    settings.modules = modules;
    return each_pair(
        texts, [lexicon, settings](const Encoded&) { return MeteorAligner(settings, lexicon->facts()); },
        [lexicon](MeteorAligner& aligner, Ids hypothesis, Ids reference) {
            std::array<double, meteor_columns> row{};
            const auto matches = aligner.align(hypothesis, reference, never);
            write_row(count_statistics(hypothesis, reference, matches, lexicon->facts(), false), row);
            return sum_of(row);
        });
}

inline Prepared stemming() {
    const auto words = std::make_shared<Pieces>();
    std::size_t bytes = 0;
    for (std::size_t rank = 1; rank <= 4000; ++rank) bytes += words->emplace_back(english_word(rank)).size();
    return {bytes, [=] {
                std::size_t letters = 0;
                for (const std::string& word : *words) letters += stem_english(word).size();
                return static_cast<double>(letters);
            }};
}

}  // namespace understudy::perf
