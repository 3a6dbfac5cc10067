// The words of a token table: every distinct token gets one small integer, in order of first appearance.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace understudy {

using Id = std::uint32_t;
using Ids = std::span<const Id>;

// Asks for memory that is soon to be read: the strings of a Python list lie scattered.
inline void prefetch([[maybe_unused]] const void* at) {
#if defined(__GNUC__)
    __builtin_prefetch(at);
#endif
}

class Interner {
public:
    Interner() : slots_(256) { letters_of_one_byte_.fill(none); }

    std::size_t size() const { return words_.size(); }

    std::string_view word(Id id) const {
        const Word& word = words_[id];
        return {letters_.data() + word.start, word.length};
    }

    static constexpr Id none = 0xFFFFFFFF;

    // The number of a word, or `none`.
    Id find(std::string_view word) const { return slots_[place(word, hash(word))].id; }

    Id intern(std::string_view word) {
        if (word.size() != 1) return intern_by_hash(word);
        // Characters as tokens are looked up again and again: theirs is a table without hashing.
        Id& id = letters_of_one_byte_[static_cast<unsigned char>(word[0])];
        if (id == none) [[unlikely]]
            id = intern_by_hash(word);
        return id;
    }

    // The same for a word of at most eight bytes that the caller has at hand as a number: `padded(word)`.
    Id intern(std::string_view word, std::uint64_t padded) {
        const std::uint64_t key = mix(padded);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = key & mask;; at = (at + 1) & mask) {
            const Slot& slot = slots_[at];
            if (slot.key == key && slot.length == word.size()) return slot.id;
            if (slot.id == none) return insert(at, key, word);
        }
    }

    // The same for a single character of two or three bytes, whose number is below 2^16: looked up without hashing.
    Id intern_character(std::string_view character, char32_t number) {
        std::uint16_t& page = page_of_[number >> 8];
        if (page == 0) [[unlikely]] {
            pages_.emplace_back().fill(none);
            page = static_cast<std::uint16_t>(pages_.size());
        }
        Id& id = pages_[page - 1][number & 255];
        if (id == none) [[unlikely]]
            id = intern_by_hash(character);
        return id;
    }

    // The bytes of a word of at most eight as one number, the first byte lowest, zeros beyond.
    static std::uint64_t padded(std::string_view word) {
        const char* const at = word.data();
        const std::size_t length = word.size();
        if constexpr (std::endian::native == std::endian::little) {
            // Loads may overlap: then they bring the same bytes to the same place.
            if (length >= 4) return load<std::uint32_t>(at) | load<std::uint32_t>(at + length - 4) << 8 * (length - 4);
            if (length == 0) return 0;
            return load<std::uint8_t>(at) | load<std::uint8_t>(at + length / 2) << 8 * (length / 2) |
                   load<std::uint8_t>(at + length - 1) << 8 * (length - 1);
        }
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < length; ++i) value |= load<std::uint8_t>(at + i) << 8 * i;
        return value;
    }

private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t length = 0xFFFFFFFF;  // of no word that `padded` is for
        Id id = none;
    };
    struct Word {
        std::size_t start;
        std::uint32_t length;
    };

    Id intern_by_hash(std::string_view word) {
        if (word.size() <= 8) return intern(word, padded(word));
        const std::uint64_t key = hash(word);
        const std::size_t at = place(word, key);
        return slots_[at].id != none ? slots_[at].id : insert(at, key, word);
    }

    // Where a word is, or where it would be.
    std::size_t place(std::string_view word, std::uint64_t key) const {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = key & mask;; at = (at + 1) & mask) {
            const Slot& slot = slots_[at];
            if (slot.id == none) return at;
            if (slot.key == key && slot.length == word.size() && this->word(slot.id) == word) return at;
        }
    }

    template <class Integer>
    static std::uint64_t load(const char* at) {
        Integer value;
        std::memcpy(&value, at, sizeof value);
        return value;
    }

public:
    // The hash of a word that the caller has at hand as `padded(word)`.
    static std::uint64_t mix(std::uint64_t value) {
        value *= 0x9E3779B97F4A7C15u;
        return value ^ (value >> 32);
    }

    // Up to eight bytes it is a bijection for each length.
    static std::uint64_t hash(std::string_view word) {
        if (word.size() <= 8) return mix(padded(word));
        const char* const at = word.data();
        const std::size_t length = word.size();
        std::uint64_t value = length;
        for (std::size_t i = 0; i + 8 < length; i += 8) value = mix(value ^ load<std::uint64_t>(at + i));
        return mix(value ^ load<std::uint64_t>(at + length - 8));
    }

private:
    Id insert(std::size_t at, std::uint64_t key, std::string_view word) {
        if (words_.size() >= none - 1) throw std::length_error("more than four billion distinct tokens");
        if (word.size() > 0xFFFFFFFF) throw std::length_error("a token is longer than 4 GB");
        const Id id = static_cast<Id>(words_.size());
        const auto length = static_cast<std::uint32_t>(word.size());
        words_.push_back({letters_.size(), length});
        letters_.insert(letters_.end(), word.begin(), word.end());
        slots_[at] = {key, length, id};
        // Sparser, and so faster, while all slots fit into a cache.
        if (words_.size() * (slots_.size() < 1 << 16 ? 4 : 2) > slots_.size()) grow();
        return id;
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        const std::size_t mask = slots_.size() - 1;
        for (const Slot& slot : old) {
            if (slot.id == none) continue;
            std::size_t at = slot.key & mask;
            while (slots_[at].id != none) at = (at + 1) & mask;
            slots_[at] = slot;
        }
    }

    std::array<Id, 256> letters_of_one_byte_;
    std::array<std::uint16_t, 256> page_of_{};  // by the high byte of a character's number, from 1; 0 if there is none
    std::vector<std::array<Id, 256>> pages_;    // by its low byte
    std::vector<Slot> slots_;
    std::vector<Word> words_;
    std::vector<char> letters_;
};

}  // namespace understudy
