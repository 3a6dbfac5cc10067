// N-grams of texts sorted into parts by their hash: those of a part are few enough for a cache, and no two threads meet
// in one.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "parallel/parallel.hpp"
#include "text/interner.hpp"

namespace understudy {

// Leaves new elements unset, so that threads can each set their share of a large vector.
template <class T>
struct Unset : std::allocator<T> {
    template <class Other>
    struct rebind {
        using other = Unset<Other>;
    };
    template <class Other>
    void construct(Other*) noexcept {}
    template <class Other, class... Arguments>
    void construct(Other* at, Arguments&&... arguments) {
        std::construct_at(at, std::forward<Arguments>(arguments)...);
    }
};

// Texts as parts of one block of words: text i is words[offsets[i]] .. words[offsets[i + 1]].
struct TextBlock {
    Ids words;
    std::span<const std::uint64_t> offsets;

    std::size_t size() const { return offsets.size() - 1; }
};

// `act(place)` for each word, by the caller alone, who looks out for a stop.
template <class Act>
void each_place(Ids words, Cancellation& cancellation, const Act& act) {
    run_threads(1, cancellation, [&](std::size_t) {
        for (std::size_t place = 0; place < words.size(); ++place) {
            if (look_is_due(place + 1) && cancellation.should_stop()) throw Stopped{};
            act(place);
        }
    });
}

// The n-grams of one order after the other, by the places where they begin. Those of a part stay in the order of the
// texts, so that nothing that is counted depends on the number of threads.
class RadixPartition {
public:
    using Name = std::uint32_t;

    RadixPartition(const TextBlock& texts, std::size_t threads, Cancellation& cancellation)
        : words_(texts.words),
          ends_(words_.size() / 64 + 1),
          cancellation_(cancellation),
          threads_(std::clamp<std::size_t>(words_.size() / few_words, 1, std::max<std::size_t>(threads, 1))) {
        if (words_.size() >= 0xFFFFFFFF) throw std::length_error("more than four billion words of references");
        while (bits_ < most_bits && words_.size() >> bits_ > many_words) ++bits_;
        piles_.resize(threads_ * parts());
        blocks_.reset(new Block[words_.size() / block_size + piles_.size() + 1]);
        names_.resize(words_.size());
        for (std::size_t text = 0; text < texts.size(); ++text) {
            const std::uint64_t begin = texts.offsets[text], end = texts.offsets[text + 1];
            if (begin < end) ends_[(end - 1) / 64] |= std::uint64_t{1} << (end - 1) % 64;
        }
    }

    std::size_t threads() const { return threads_; }
    std::size_t parts() const { return std::size_t{1} << bits_; }

    // Until all parts are counted, an n-gram is called by its name within the part, then the number of the part.
    Name call(std::size_t name, std::size_t part) const {
        if (name >> (32 - bits_) != 0) throw std::length_error("more than four billion distinct n-grams");
        return static_cast<Name>(name << bits_ | part);
    }
    std::size_t part_of(Name called) const { return called & (parts() - 1); }
    Name name_of(Name called) const { return called >> bits_; }

    // The name of the n-gram that begins at a place; before it is given one, that of its first n - 1 words. What has a
    // name in the end is made longer in the next order: 0 is none.
    Name& name(std::size_t place) { return names_[place]; }
    template <class Naming>
    void name_words(const Naming& name_of_word) {
        each_place([&](std::size_t place, std::size_t) { names_[place] = name_of_word(words_[place]); });
    }

    // Takes the n-grams whose first n - 1 words have a name.
    void sort(std::size_t n) {
        for (Pile& pile : piles_) pile.clear();
        used_blocks_ = 0;
        each_place([&](std::size_t place, std::size_t share) {
            const Name head = names_[place];
            if (head == 0) return;
            const std::size_t before = place + n - 2;
            if (ends_[before / 64] >> before % 64 & 1) {
                names_[place] = 0;
                return;
            }
            const std::size_t part = bits_ == 0 ? 0 : mix(head, words_[before + 1]) >> (64 - bits_);
            Pile& pile = piles_[share * parts() + part];
            if (pile.size++ % block_size == 0) {
                if (cancellation_.should_stop()) throw Stopped{};
                pile.blocks.push_back(used_blocks_++);
                pile.at = blocks_[pile.blocks.back()].data();
            }
            *pile.at++ = static_cast<std::uint32_t>(place);
        });
    }

    // `work(part, worker)`, by several threads.
    template <class Work>
    void each_part(const Work& work) {
        std::atomic<std::size_t> next{0};
        run_threads(std::min(threads_, parts()), cancellation_, [&](std::size_t worker) {
            for (std::size_t part; (part = next.fetch_add(1)) < parts();) work(part, worker);
        });
    }

    // `act(place)` for each n-gram of a part, some time after `soon(place)`.
    template <class Soon, class Act>
    void each_ngram(std::size_t part, const Soon& soon, const Act& act) const {
        constexpr std::size_t ahead = 16;
        for (std::size_t share = 0; share < threads_; ++share) {
            const Pile& pile = piles_[share * parts() + part];
            std::size_t left = pile.size;
            for (std::size_t block = 0; left > 0; ++block) {
                if (cancellation_.should_stop()) throw Stopped{};
                const Block& places = blocks_[pile.blocks[block]];
                const std::size_t size = std::min(left, block_size);
                left -= size;
                const Block& next = left > 0 ? blocks_[pile.blocks[block + 1]] : places;
                for (std::size_t i = 0; i < size; ++i) {
                    if (i + ahead < size)
                        soon(places[i + ahead]);
                    else if (i + ahead - size < left)
                        soon(next[i + ahead - size]);
                    act(places[i]);
                }
            }
        }
    }

    // The number of n-grams of a part.
    std::size_t size(std::size_t part) const {
        std::size_t sum = 0;
        for (std::size_t share = 0; share < threads_; ++share) sum += piles_[share * parts() + part].size;
        return sum;
    }

    // The highest bits of this tell the part, the others where an n-gram stands in a table.
    static std::uint64_t mix(Name head, Id last) { return (std::uint64_t{head} << 32 | last) * 0x9E3779B97F4A7C15u; }

private:
    static constexpr std::size_t few_words = 1 << 15, many_words = 1 << 16, most_bits = 8, block_size = 256;

    using Block = std::array<std::uint32_t, block_size>;

    // The n-grams of one part from one share of the texts.
    struct Pile {
        std::vector<std::uint32_t> blocks;
        std::size_t size = 0;
        std::uint32_t* at = nullptr;

        void clear() { blocks.clear(), size = 0; }
    };

    // `act(place, share)`, each share by a thread of its own.
    template <class Act>
    void each_place(const Act& act) {
        const auto begin_of = [&](std::size_t share) {
            return share == threads_ ? words_.size() : words_.size() * share / threads_ / 64 * 64;
        };
        run_threads(threads_, cancellation_, [&](std::size_t share) {
            for (std::size_t place = begin_of(share), end = begin_of(share + 1); place < end; ++place)
                act(place, share);
        });
    }

    Ids words_;
    std::vector<std::uint64_t> ends_;  // by 64 places, in bits: where texts end
    Cancellation& cancellation_;
    std::size_t threads_, bits_ = 0;
    std::vector<Pile> piles_;  // by share and part
    std::unique_ptr<Block[]> blocks_;
    std::atomic<std::uint32_t> used_blocks_ = 0;
    std::vector<Name, Unset<Name>> names_;  // by place
};

}  // namespace understudy
