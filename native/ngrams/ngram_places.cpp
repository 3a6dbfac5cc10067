#include "ngrams/ngram_places.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "ngrams/survey.hpp"

namespace understudy {

// Counts n-grams order by order, those that begin with one that stands several times.
class PlaceSurveyor {
public:
    using Number = CountPairs::Number;

    PlaceSurveyor(const TextBlock& texts, std::size_t threads, std::size_t few, Cancellation& cancellation,
                  NgramPlaces& places)
        : words_(texts.words),
          few_(few),
          cancellation_(cancellation),
          partition_(texts, threads, cancellation),
          parts_(partition_.parts()),
          workers_(partition_.threads()),
          places_(places) {}

    // Tells all but single words at their places, and gives the pairs of these, by word.
    std::vector<Number> survey(std::size_t order) {
        places_.pairs_.add({1, 1});
        std::vector<Number> words = count_words();
        places_.orders_.emplace_back(0, true);
        for (std::size_t n = 2; n <= order; ++n) {
            NgramPlaces::Order& longer = places_.orders_.emplace_back(words_.size(), true);
            partition_.sort(n);
            for (Part& part : parts_) part.heads = std::exchange(part.counts, {});
            partition_.each_part(
                [&](std::size_t part, std::size_t worker) { count_part(part, workers_[worker], n, longer); });
            tell_beyond(longer);
        }
        return words;
    }

    static void tell_words(Ids words, const std::vector<Number>& pairs, std::size_t few, Cancellation& cancellation,
                           NgramPlaces& places) {
        const bool all_few = std::ranges::all_of(pairs, [&](Number pair) { return pair < few; });
        NgramPlaces::Order& order = places.orders_.front() = NgramPlaces::Order(words.size(), all_few);
        each_place(words, cancellation, [&](std::size_t place) { order.put(place, pairs[words[place]]); });
    }

private:
    using Name = RadixPartition::Name;

    // By name: how often the n-grams of this order stand, and of the order before.
    struct alignas(128) Part {
        std::vector<std::uint32_t> counts, heads;
    };

    struct alignas(128) Worker {
        CountPairs pairs;                                    // that it has met
        std::vector<Number> numbers;                         // of these, as all workers number them
        std::vector<Name> names;                             // of the n-grams of a part
        std::vector<Number> told;                            // by name: the number of its pair
        std::vector<std::pair<std::size_t, Number>> beyond;  // places of numbers that are not few
    };

    // A word is named by its id and 1.
    std::vector<Number> count_words() {
        each_place(words_, cancellation_, [&](std::size_t place) {
            const Id word = words_[place];
            if (word >= counts_.size())
                counts_.resize(std::max<std::size_t>(word + std::size_t{1}, counts_.size() * 2));
            ++counts_[word];
        });
        partition_.name_words([&](Id word) { return counts_[word] > 1 ? word + 1 : 0; });
        std::vector<Number> pairs(counts_.size());
        for (std::size_t word = 0; word < counts_.size(); ++word) {
            if (counts_[word] == 0) continue;
            pairs[word] = places_.pairs_.add({static_cast<std::uint32_t>(words_.size()), counts_[word]});
        }
        return pairs;
    }

    // All n-grams of a part are in it, so that they are counted before they are told.
    void count_part(std::size_t number, Worker& worker, std::size_t n, NgramPlaces::Order& longer) {
        NgramTrie ngrams;
        worker.names.resize(partition_.size(number));
        Name* named = worker.names.data();
        const auto soon_counted = [&](std::size_t place) {
            prefetch(&partition_.name(place));
            prefetch(&words_[place + n - 1]);
        };
        partition_.each_ngram(number, soon_counted, [&](std::size_t place) {
            const Name name = *named++ = ngrams.add(partition_.name(place), words_[place + n - 1]);
            ++ngrams[name].count;
        });
        std::vector<std::uint32_t>& counts = parts_[number].counts;
        counts.resize(ngrams.size());
        worker.told.resize(ngrams.size());
        for (Name name = 1; name < ngrams.size(); ++name) {
            const auto [count, head, word] = ngrams[name];
            counts[name] = static_cast<std::uint32_t>(count);
            const std::uint32_t before =
                n == 2 ? counts_[head - 1] : parts_[partition_.part_of(head)].heads[partition_.name_of(head)];
            worker.told[name] = number_of({before, counts[name]}, worker);
        }
        const Name* next = worker.names.data();
        const auto soon_told = [&](std::size_t place) {
            prefetch(&partition_.name(place));
            longer.fetch(place);
        };
        partition_.each_ngram(number, soon_told, [&](std::size_t place) {
            const Name name = *next++;
            const Number pair = worker.told[name];
            if (pair < few_)
                longer.put(place, pair);
            else
                worker.beyond.emplace_back(place, pair);
            partition_.name(place) = counts[name] > 1 ? partition_.call(name, number) : 0;
        });
    }

    Number number_of(CountPair pair, Worker& worker) {
        const Number own = worker.pairs.add(pair);
        if (own == worker.numbers.size()) {
            const std::scoped_lock lock(numbering_);
            worker.numbers.push_back(places_.pairs_.add(pair));
        }
        return worker.numbers[own];
    }

    void tell_beyond(NgramPlaces::Order& longer) {
        if (std::ranges::all_of(workers_, [](const Worker& worker) { return worker.beyond.empty(); })) return;
        longer.widen();
        for (Worker& worker : workers_) {
            for (const auto& [place, pair] : worker.beyond) longer.put(place, pair);
            worker.beyond = {};
        }
    }

    Ids words_;
    std::size_t few_;
    Cancellation& cancellation_;
    RadixPartition partition_;
    std::vector<std::uint32_t> counts_;  // by word
    std::vector<Part> parts_;
    std::vector<Worker> workers_;
    NgramPlaces& places_;
    std::mutex numbering_;  // of pairs: their numbers depend on the threads, what is told doesn't
};

bool NgramPlaces::has_texts(std::span<const std::uint64_t> offsets, std::size_t first) const {
    if (first >= offsets_.size() || offsets.size() > offsets_.size() - first) return false;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        if (offsets[i] != offsets_[first + i] - offsets_[first]) return false;
    }
    return true;
}

NgramPlaces NgramPlaces::of_texts(std::size_t order, const TextBlock& texts, std::size_t threads, const Poll& poll,
                                  std::size_t few) {
    Cancellation cancellation(poll);
    NgramPlaces places;
    places.offsets_.assign(texts.offsets.begin(), texts.offsets.end());
    const std::vector<CountPairs::Number> words =
        PlaceSurveyor(texts, threads, few, cancellation, places).survey(order);
    PlaceSurveyor::tell_words(texts.words, words, few, cancellation, places);  // the surveyor's memory is free again
    return places;
}

}  // namespace understudy
