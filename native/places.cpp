#include "places.hpp"

#include <utility>

#include "survey.hpp"

namespace understudy {

// Counts n-grams order by order, those that begin with one that stands several times.
class PlaceSurveyor {
public:
    PlaceSurveyor(const TextBlock& texts, std::size_t threads, Patrol& patrol)
        : words_(texts.words), patrol_(patrol), piles_(texts, threads, patrol), parts_(piles_.parts()),
          own_pairs_(piles_.threads()), numbers_(piles_.threads()) {}

    NgramPlaces survey(std::size_t order, std::size_t few) {
        places_.words_ = words_;
        places_.pairs_.add({1, 1});
        count_words();
        places_.longer_.resize(order - 1);
        for (std::size_t n = 2; n <= order; ++n) {
            NgramPlaces::Longer& longer = places_.longer_[n - 2];
            longer.begin(words_.size());
            piles_.sort(n);
            piles_.each_part([&](std::size_t part, std::size_t worker) { count_part(part, worker, n); });
            join_pairs();
            if (places_.pairs().size() > few) longer.widen();
            piles_.each_part([&](std::size_t part, std::size_t) { tell_part(part, longer); });
        }
        return std::move(places_);
    }

private:
    using Name = Piles::Name;
    using Number = CountPairs::Number;

    struct alignas(128) Part {
        std::vector<std::uint32_t> counts, heads;  // by name: how often the n-gram stands; those of the order before
        std::vector<Number> pairs;                 // by name, as its worker numbers them
        std::size_t worker = 0;
    };

    // A word is named by its id and 1.
    void count_words() {
        constexpr std::size_t between_looks = 1 << 14;
        for (std::size_t place = 0; place < words_.size(); ++place) {
            if (place % between_looks == between_looks - 1 && patrol_.should_stop()) throw Stopped{};
            const Id word = words_[place];
            if (word >= counts_.size()) counts_.resize(std::max<std::size_t>(word + std::size_t{1}, counts_.size() * 2));
            ++counts_[word];
        }
        places_.firsts_.resize(counts_.size());
        for (std::size_t word = 0; word < counts_.size(); ++word) {
            if (counts_[word] == 0) continue;
            places_.firsts_[word] = places_.pairs_.add({static_cast<std::uint32_t>(words_.size()), counts_[word]});
        }
        piles_.name_words([&](Id word) { return counts_[word] > 1 ? word + 1 : 0; });
    }

    void count_part(std::size_t number, std::size_t worker, std::size_t n) {
        Part& part = parts_[number];
        NgramTrie ngrams;
        piles_.each_ngram(number, [&](Sighting& sighting, Id last) {
            sighting.name = ngrams.add(sighting.name, last);
            ++ngrams[sighting.name].count;
        });
        part.worker = worker;
        part.pairs.resize(ngrams.size());
        part.counts.resize(ngrams.size());
        for (Name name = 1; name < ngrams.size(); ++name) {
            const auto [count, head, last] = ngrams[name];
            part.counts[name] = static_cast<std::uint32_t>(count);
            const std::uint32_t before = n == 2 ? counts_[head - 1] : parts_[piles_.part_of(head)].heads[piles_.name_of(head)];
            part.pairs[name] = own_pairs_[worker].add({before, part.counts[name]});
        }
    }

    // Gives numbers to the pairs that the workers found.
    void join_pairs() {
        for (std::size_t worker = 0; worker < own_pairs_.size(); ++worker) {
            const std::span<const CountPair> found = own_pairs_[worker].pairs();
            for (std::size_t i = numbers_[worker].size(); i < found.size(); ++i) numbers_[worker].push_back(places_.pairs_.add(found[i]));
        }
    }

    void tell_part(std::size_t number, NgramPlaces::Longer& longer) {
        Part& part = parts_[number];
        for (std::size_t name = 1; name < part.pairs.size(); ++name) part.pairs[name] = numbers_[part.worker][part.pairs[name]];
        piles_.each_ngram(number, [&](const Sighting& sighting, Id) {
            longer.put(sighting.place, part.pairs[sighting.name]);
            if (part.counts[sighting.name] > 1) piles_.name(sighting.place, piles_.call(sighting.name, number));
        });
        part.heads = std::exchange(part.counts, {});
    }

    Ids words_;
    Patrol& patrol_;
    Piles piles_;
    std::vector<std::uint32_t> counts_;  // by word
    std::vector<Part> parts_;
    std::vector<CountPairs> own_pairs_;         // by worker
    std::vector<std::vector<Number>> numbers_;  // by worker and its number of a pair
    NgramPlaces places_;
};

NgramPlaces NgramPlaces::of_texts(std::size_t order, const TextBlock& texts, std::size_t threads, const Poll& poll, std::size_t few) {
    Patrol patrol(poll);
    return PlaceSurveyor(texts, threads, patrol).survey(order, few);
}

}  // namespace understudy
