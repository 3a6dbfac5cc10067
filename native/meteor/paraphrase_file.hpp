// The file of a compiled table of paraphrases: its format, and its bytes in memory.
//
// The file is a header and five arrays, in the byte order of the machine, used in place without parsing:
//   word_slots    hash table of words
//   word_ends     where each word ends in the letters
//   phrase_slots  hash table of all left and right sides and of their prefixes: a phrase is its prefix (the head) and
//                 one more word, and its number is its slot
//   rights        for each left side the number of its right sides, and these in the order of the source
//   letters       the words, UTF-8, one after the other
// Opening a file takes one pass over it, for the checksum; processes that open the same file share its pages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace understudy {

struct ParaphraseHeader {
    static constexpr std::uint64_t expected_magic = 0x31415250'59445355;  // "USDYPRA1", so a foreign byte order shows
    static constexpr std::uint64_t expected_version = 1;

    std::uint64_t magic = expected_magic;
    std::uint64_t version = expected_version;
    std::array<std::uint8_t, 32> source{};  // SHA-256 of the file that was compiled
    std::uint64_t pairs = 0, words = 0, word_slots = 0, phrases = 0, phrase_slots = 0, rights = 0, letters = 0;
    std::uint64_t checksum = 0;  // of everything after the header, then of the header up to here
};
static_assert(sizeof(ParaphraseHeader) == 112);

struct PhraseSlot {
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    std::uint32_t head = none;    // the phrase without its last word; `none` for one word
    std::uint32_t word = none;    // `none`: the slot is free
    std::uint32_t rights = none;  // where the list of its right sides starts, if it is a left side
};

// A checksum of 64 bits that changes if any one 8-byte word changes.
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

// The bytes of a file: mapped read-only where the system has mmap, read into memory elsewhere.
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
    std::uint64_t checksum_ = 0;  // of whole 8-byte words; read from the file, so that no page of the map is touched
    std::vector<std::uint64_t> read_;  // on systems without mmap
};

// Throws std::invalid_argument.
[[noreturn]] void refuse_paraphrase_file(const std::string& reason);

}  // namespace understudy
