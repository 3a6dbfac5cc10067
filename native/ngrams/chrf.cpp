#include "ngrams/chrf.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

#include "text/unicode.hpp"

namespace understudy {
namespace {

constexpr std::size_t most_blocks = 8;  // of 64 places; beyond, hashing is faster

// The matches of one order more than the last: `Order` is a constant where the caller knows it.
template <std::size_t Blocks, class Order>
void match_symbols(Ids symbols, const std::uint64_t* masks, Order order, std::uint64_t* ends, std::uint64_t* used) {
    for (const Id symbol : symbols) {
        const std::uint64_t* places = masks + symbol * Blocks;
        // ends: by order, the places of the hypothesis where an n-gram ends that equals the one ending here.
        for (std::size_t n = order; n-- > 0;) {
            std::uint64_t* const end = ends + n * Blocks;
            std::uint64_t* const taken = used + n * Blocks;
            std::uint64_t carried = 0, none_yet = 1;
            for (std::size_t b = 0; b < Blocks; ++b) {
                if (n == 0) {
                    end[b] = places[b];
                } else {
                    const std::uint64_t before = (end - Blocks)[b];
                    end[b] = places[b] & (before << 1 | carried);
                    carried = before >> 63;
                }
                // Takes the first place still free: that is the clip. It is the lowest bit of free, over all blocks.
                const std::uint64_t free = end[b] & ~taken[b];
                taken[b] |= free & (~free + none_yet);
                none_yet &= static_cast<std::uint64_t>(free == 0);
            }
        }
    }
}

std::uint64_t hash_of(Ids word) {
    std::uint64_t value = word.size();
    for (const Id id : word) value = std::rotl((value ^ id) * 0x9E3779B97F4A7C15u, 29);
    return value ^ value >> 32;
}

bool same(Ids a, Ids b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

template <class Sink>
void split_words(Ids characters, std::span<const CharacterKind> kinds, const Sink& sink) {
    const auto is = [&](std::size_t at, CharacterKind kind) { return kinds[characters[at]] == kind; };
    const auto keep = [&](std::size_t from, std::size_t until) { sink(characters.subspan(from, until - from)); };
    std::size_t at = 0;
    while (at < characters.size()) {
        if (is(at, CharacterKind::space)) {
            ++at;
            continue;
        }
        const std::size_t start = at;
        while (at < characters.size() && !is(at, CharacterKind::space)) ++at;
        if (at - start > 1 && is(at - 1, CharacterKind::punctuation)) {
            keep(start, at - 1);
            keep(at - 1, at);
        } else if (at - start > 1 && is(start, CharacterKind::punctuation)) {
            keep(start, start + 1);
            keep(start + 1, at);
        } else {
            keep(start, at);
        }
    }
}

bool is_ascii_punctuation(char c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

std::size_t total(std::size_t length, std::size_t order) { return length >= order ? length - order + 1 : 0; }

}  // namespace

std::vector<CharacterKind> character_kinds(const Interner& vocabulary, std::size_t count) {
    std::vector<CharacterKind> kinds(count, CharacterKind::letter);
    for (Id id = 0; id < count; ++id) {
        const std::string_view word = vocabulary.word(id);
        if (word.empty()) continue;
        const char* at = word.data();
        if (is_space(decode(at)) && at == word.data() + word.size()) kinds[id] = CharacterKind::space;
        if (word.size() == 1 && is_ascii_punctuation(word[0])) kinds[id] = CharacterKind::punctuation;
    }
    return kinds;
}

// --- NgramMatcher -----------------------------------------------------------------------------------------------

void NgramMatcher::begin(Ids symbols, std::size_t distinct) {
    hypothesis_ = symbols;
    if (blocks_for(symbols.size()) <= most_blocks) pattern_.assign(symbols, distinct);
}

template <std::size_t Blocks>
void NgramMatcher::match_places(Ids symbols, double* matches) {
    ends_.assign(order_ * Blocks, 0);
    used_.assign(order_ * Blocks, 0);
    const std::uint64_t* const positions = pattern_[0];
    const auto run = [&](auto order) { match_symbols<Blocks>(symbols, positions, order, ends_.data(), used_.data()); };
    if (order_ == 6) {
        run(std::integral_constant<std::size_t, 6>{});
    } else if (order_ == 2) {
        run(std::integral_constant<std::size_t, 2>{});
    } else {
        run(order_);
    }
    for (std::size_t n = 0; n < order_; ++n) {
        int count = 0;
        for (std::size_t b = 0; b < Blocks; ++b) count += std::popcount(used_[n * Blocks + b]);
        matches[n] = count;
    }
}

void NgramMatcher::match(Ids symbols, double* matches, const Stop& stop) {
    if (symbols.size() > 4096 && stop()) return;
    switch (blocks_for(hypothesis_.size())) {
        case 0:
        case 1: return match_places<1>(symbols, matches);
        case 2: return match_places<2>(symbols, matches);
        case 3: return match_places<3>(symbols, matches);
        case 4: return match_places<4>(symbols, matches);
        case 5: return match_places<5>(symbols, matches);
        case 6: return match_places<6>(symbols, matches);
        case 7: return match_places<7>(symbols, matches);
        case 8: return match_places<8>(symbols, matches);
        default: break;
    }
    long_counter_.count(hypothesis_, {&symbols, 1}, counts_, stop);
    for (std::size_t n = 0; n < order_; ++n) matches[n] = static_cast<double>(counts_.match[n]);
}

// --- WordNumbers ------------------------------------------------------------------------------------------------

std::size_t WordNumbers::place(Ids word, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at].word != 0 &&
           !(slots_[at].hash == hash && same(hypothesis_.subspan(slots_[at].start, slots_[at].length), word))) {
        at = (at + 1) & mask;
    }
    return at;
}

void WordNumbers::begin(Ids characters, std::span<const CharacterKind> kinds, std::vector<Id>& words) {
    if (characters.size() >= 0xFFFFFFFF) throw std::length_error("a segment has more than four billion characters");
    hypothesis_ = characters;
    distinct_ = 0;
    // No more words than characters, and mostly far fewer: room for a word in every four characters, and more on
    // demand.
    slots_.assign(std::bit_ceil(characters.size() / 2 + 16), Slot{});
    words.clear();
    split_words(characters, kinds, [&](Ids word) {
        const std::uint64_t hash = hash_of(word);
        Slot& slot = slots_[place(word, hash)];
        if (slot.word == 0) {
            const auto start = static_cast<std::uint32_t>(word.data() - characters.data());
            slot = {hash, start, static_cast<std::uint32_t>(word.size()), static_cast<Id>(++distinct_)};
        }
        words.push_back(slot.word);
        if (distinct_ * 2 <= slots_.size()) return;
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& each : old) {
            if (each.word != 0) slots_[place(characters.subspan(each.start, each.length), each.hash)] = each;
        }
    });
}

void WordNumbers::look_up(Ids characters, std::span<const CharacterKind> kinds, std::vector<Id>& words) const {
    words.clear();
    split_words(characters, kinds, [&](Ids word) { words.push_back(slots_[place(word, hash_of(word))].word); });
}

// --- ChrfCounter ------------------------------------------------------------------------------------------------

void ChrfCounter::begin(Ids hypothesis) {
    for (const Id id : used_characters_) numbers_[id] = 0;
    used_characters_.clear();
    hyp_symbols_.clear();
    for (const Id id : hypothesis) {
        if (!whitespace_ && kinds_[id] == CharacterKind::space) continue;
        if (numbers_[id] == 0) {
            used_characters_.push_back(id);
            numbers_[id] = static_cast<Id>(used_characters_.size());
        }
        hyp_symbols_.push_back(numbers_[id]);
    }
    characters_.begin(hyp_symbols_, used_characters_.size());
    if (word_order_ == 0) return;
    word_numbers_.begin(hypothesis, kinds_, hyp_words_);
    words_.begin(hyp_words_, word_numbers_.distinct());
}

void ChrfCounter::count(Ids reference, double* row, const Stop& stop) {
    ref_symbols_.clear();
    for (const Id id : reference) {
        if (whitespace_ || kinds_[id] != CharacterKind::space) ref_symbols_.push_back(numbers_[id]);
    }
    const std::size_t orders = char_order_ + word_order_;
    double* const matches = row + 2 * orders;
    characters_.match(ref_symbols_, matches, stop);
    if (word_order_ > 0) {
        word_numbers_.look_up(reference, kinds_, ref_words_);
        words_.match(ref_words_, matches + char_order_, stop);
    }
    for (std::size_t i = 0; i < orders; ++i) {
        const bool of_characters = i < char_order_;
        const std::size_t order = of_characters ? i + 1 : i + 1 - char_order_;
        const std::size_t in_ref = total(of_characters ? ref_symbols_.size() : ref_words_.size(), order);
        const std::size_t in_hyp = total(of_characters ? hyp_symbols_.size() : hyp_words_.size(), order);
        row[i] = static_cast<double>(in_ref > 0 ? in_hyp : 0);
        row[orders + i] = static_cast<double>(in_ref);
    }
}

}  // namespace understudy
