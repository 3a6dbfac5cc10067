// A compiled table of paraphrases, as METEOR has them, and the candidates for matching that it yields.
//
// The file is a header and five arrays, in the machine's byte order, used where they lie:
//   word_slots    hash table of words
//   word_ends     where each word ends in the letters
//   phrase_slots  hash table of all left and right sides and of their beginnings: a phrase is its beginning and one
//                 word more, and is named by the slot where it lies
//   rights        for each left side the number of its right sides and these, in the order of the source
//   letters       the words, UTF-8, one after the other
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "text/vocabulary.hpp"

namespace understudy {

struct ParaphraseHeader {
    static constexpr std::uint64_t expected_magic = 0x31415250'59445355;  // "USDYPRA1", so a foreign byte order shows
    static constexpr std::uint64_t expected_version = 1;

    std::uint64_t magic = expected_magic;
    std::uint64_t version = expected_version;
    std::array<std::uint8_t, 32> source{};  // SHA-256 of the file that was compiled
    std::uint64_t pairs = 0, words = 0, word_slots = 0, phrases = 0, phrase_slots = 0, rights = 0, letters = 0;
    std::uint64_t checksum = 0;  // of all that follows, and then of all before
};
static_assert(sizeof(ParaphraseHeader) == 112);

struct PhraseSlot {
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    std::uint32_t head = none;    // the phrase without its last word; `none` for one word
    std::uint32_t word = none;    // `none`: the slot is free
    std::uint32_t rights = none;  // where its right sides are listed, if it is a left side
};

// Sixty-four bits of a number in which every change of one 8-byte word shows.
inline std::uint64_t add_to_checksum(std::uint64_t sum, std::uint64_t word) {
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    return sum ^ (sum >> 32);
}

std::uint64_t checksum_of_header(const ParaphraseHeader& header, std::uint64_t checksum_of_rest);

inline std::uint64_t hash_of_word(std::string_view word) {
    std::uint64_t hash = word.size();
    for (const char c : word) hash = add_to_checksum(hash, static_cast<unsigned char>(c));
    return hash;
}

inline std::uint64_t hash_of_phrase(std::uint32_t head, std::uint32_t word) {
    return add_to_checksum(0, std::uint64_t{head} << 32 | word);
}

// Spreads a hash over any number of slots.
inline std::size_t slot_of(std::uint64_t hash, std::size_t slots) {
    return static_cast<std::size_t>((hash & 0xFFFFFFFF) * slots >> 32);
}

// The bytes of a file: mapped read-only where the system can, read elsewhere.
class FileBytes {
public:
    explicit FileBytes(const std::filesystem::path& path);
    ~FileBytes();
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;

    const std::byte* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::uint64_t checksum() const { return checksum_; }

private:
    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
    std::uint64_t checksum_ = 0;  // of whole 8-byte words, found by reading, so that the map stays unread until used
    std::vector<std::uint64_t> read_;  // where nothing can be mapped
};

// Read-only and used by any number of threads at once.
class Paraphrases {
public:
    static constexpr std::uint32_t none = PhraseSlot::none;

    // Throws std::invalid_argument if the file is not a compiled table of this version, is damaged or cut short, and
    // std::system_error if it can't be read.
    explicit Paraphrases(const std::filesystem::path& path);

    const ParaphraseHeader& header() const { return header_; }

    // The table's own number of a word, or `none`.
    std::uint32_t word(std::string_view text) const;

    // Buffers of `visit`, worth keeping from segment to segment; one for each thread.
    class Scratch;

    // Candidates for matching, `sink(reference_start, reference_length, hypothesis_start, hypothesis_length)`, in
    // METEOR's order. Words are given by the table's numbers, or `none`. First the left sides are sought in the
    // reference, then in the hypothesis; a pair that the table has in both directions comes twice. The time is linear
    // in the words and the candidates. Whoever needs fewer candidates may throw from the sink.
    template <class Sink>
    void visit(Ids hypothesis, Ids reference, Scratch& scratch, Sink&& sink) const;
    template <class Sink>
    void visit(Ids hypothesis, Ids reference, Sink&& sink) const;

private:
    std::uint32_t find(std::uint32_t head, std::uint32_t word) const {
        for (std::size_t at = slot_of(hash_of_phrase(head, word), phrase_slots_.size());;) {
            const PhraseSlot& slot = phrase_slots_[at];
            if (slot.word == none) return none;
            if (slot.head == head && slot.word == word) return static_cast<std::uint32_t>(at);
            if (++at == phrase_slots_.size()) at = 0;
        }
    }
    std::span<const std::uint32_t> rights_of(std::uint32_t phrase) const {
        const std::uint32_t at = phrase_slots_[phrase].rights;
        return at == none ? std::span<const std::uint32_t>() : rights_.subspan(at + std::size_t{1}, rights_[at]);
    }

    FileBytes file_;
    ParaphraseHeader header_;
    std::span<const std::uint32_t> word_ends_, word_slots_, rights_;
    std::span<const PhraseSlot> phrase_slots_;
    const char* letters_ = nullptr;

    friend class PhraseIndex;
};

// Every phrase of the table that a text has, by place and by phrase.
class PhraseIndex {
public:
    struct Occurrence {
        std::uint32_t phrase, start, length;
        std::uint32_t next;  // the next place, to the right, where the same phrase starts
    };

    void fill(const Paraphrases& table, Ids words) {
        occurrences_.clear();
        for (std::uint32_t start = 0; start < words.size(); ++start) {
            std::uint32_t phrase = Paraphrases::none;
            for (std::uint32_t end = start; end < words.size() && words[end] != Paraphrases::none; ++end) {
                phrase = table.find(phrase, words[end]);
                if (phrase == Paraphrases::none) break;
                occurrences_.push_back({phrase, start, end - start + 1, Paraphrases::none});
            }
        }
        link();
    }

    // By place, shorter ones first.
    const std::vector<Occurrence>& occurrences() const { return occurrences_; }

    template <class Use>
    void each_place(std::uint32_t phrase, const Use& use) const {
        for (std::uint32_t at = slots_[slot(phrase)]; at != Paraphrases::none; at = occurrences_[at].next) use(occurrences_[at]);
    }

private:
    // Slots by phrase, more than twice as many as occurrences. From right to left, so that the leftmost is found first.
    void link() {
        bits_ = 4;
        while ((std::size_t{1} << bits_) < occurrences_.size() * 4) ++bits_;
        slots_.assign(std::size_t{1} << bits_, Paraphrases::none);
        for (std::size_t i = occurrences_.size(); i-- > 0;) {
            std::uint32_t& first = slots_[slot(occurrences_[i].phrase)];
            occurrences_[i].next = first;
            first = static_cast<std::uint32_t>(i);
        }
    }

    // Where the phrase is, or a free slot.
    std::size_t slot(std::uint32_t phrase) const {
        const std::size_t mask = (std::size_t{1} << bits_) - 1;
        for (std::size_t at = phrase * std::uint64_t{0x9E3779B97F4A7C15u} >> (64 - bits_);; at = (at + 1) & mask) {
            if (slots_[at] == Paraphrases::none || occurrences_[slots_[at]].phrase == phrase) return at;
        }
    }

    std::vector<Occurrence> occurrences_;
    std::vector<std::uint32_t> slots_;
    unsigned bits_ = 4;
};

class Paraphrases::Scratch {
    friend class Paraphrases;
    PhraseIndex hypothesis, reference;
};

template <class Sink>
void Paraphrases::visit(Ids hypothesis, Ids reference, Scratch& scratch, Sink&& sink) const {
    scratch.hypothesis.fill(*this, hypothesis);
    scratch.reference.fill(*this, reference);
    for (const auto& left : scratch.reference.occurrences()) {
        for (const std::uint32_t right : rights_of(left.phrase)) {
            scratch.hypothesis.each_place(right, [&](const auto& place) { sink(left.start, left.length, place.start, place.length); });
        }
    }
    for (const auto& left : scratch.hypothesis.occurrences()) {
        for (const std::uint32_t right : rights_of(left.phrase)) {
            scratch.reference.each_place(right, [&](const auto& place) { sink(place.start, place.length, left.start, left.length); });
        }
    }
}

template <class Sink>
void Paraphrases::visit(Ids hypothesis, Ids reference, Sink&& sink) const {
    Scratch scratch;
    visit(hypothesis, reference, scratch, sink);
}

}  // namespace understudy
