#include "meteor/paraphrase.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>

#if defined(_WIN32)
#include <fstream>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace understudy {
namespace {

constexpr std::size_t header_words = sizeof(ParaphraseHeader) / 8;

[[noreturn]] void fail(const std::filesystem::path& path) {
    throw std::system_error(errno, std::generic_category(), path.string());
}

[[noreturn]] void refuse(const std::string& what) {
    throw std::invalid_argument("not a compiled table of paraphrases that this version can use: " + what);
}

// Sections lie one after the other; what a damaged header promises may not fit into any file.
std::uint64_t size_by(const ParaphraseHeader& header, std::uint64_t most) {
    std::uint64_t size = sizeof header;
    const auto add = [&](std::uint64_t count, std::uint64_t each) { size += std::min(count, most) * each; };
    add(header.word_slots, 4);
    add(header.words, 4);
    add(header.phrase_slots, sizeof(PhraseSlot));
    add(header.rights, 4);
    add(header.letters, 1);
    return (size + 7) / 8 * 8;
}

}  // namespace

std::uint64_t checksum_of_header(const ParaphraseHeader& header, std::uint64_t checksum_of_rest) {
    std::array<std::uint64_t, header_words> words;
    std::memcpy(words.data(), &header, sizeof header);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) checksum_of_rest = add_to_checksum(checksum_of_rest, words[i]);
    return checksum_of_rest;
}

// --- FileBytes --------------------------------------------------------------------------------------------------

#if defined(_WIN32)

FileBytes::FileBytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) fail(path);
    size_ = static_cast<std::size_t>(std::filesystem::file_size(path));
    read_.resize((size_ + 7) / 8);
    data_ = reinterpret_cast<const std::byte*>(read_.data());
    if (!file.read(reinterpret_cast<char*>(read_.data()), static_cast<std::streamsize>(size_))) fail(path);
    for (std::size_t i = header_words; i < size_ / 8; ++i) checksum_ = add_to_checksum(checksum_, read_[i]);
}

FileBytes::~FileBytes() = default;

#else

namespace {

struct Descriptor {
    int number;
    ~Descriptor() { close(number); }
};

std::uint64_t checksum_by_reading(int file, std::size_t size, const std::filesystem::path& path) {
    std::vector<std::uint64_t> block(1 << 15);
    std::uint64_t sum = 0;
    for (std::size_t at = sizeof(ParaphraseHeader); at + 8 <= size;) {
        const ssize_t got = pread(file, block.data(), block.size() * 8, static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail(path);
        if (got < 8) refuse("it became shorter while it was read");
        const std::size_t whole = static_cast<std::size_t>(got) / 8;
        for (std::size_t i = 0; i < whole; ++i) sum = add_to_checksum(sum, block[i]);
        at += whole * 8;
    }
    return sum;
}

}  // namespace

FileBytes::FileBytes(const std::filesystem::path& path) {
    const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    struct stat status;
    if (file.number < 0 || fstat(file.number, &status) != 0) fail(path);
    if (!S_ISREG(status.st_mode)) refuse("it is not a regular file");
    size_ = static_cast<std::size_t>(status.st_size);
    if (size_ == 0) return;
    checksum_ = checksum_by_reading(file.number, size_, path);
    void* map = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.number, 0);
    if (map == MAP_FAILED) fail(path);
    data_ = static_cast<const std::byte*>(map);
}

FileBytes::~FileBytes() {
    if (data_ != nullptr) munmap(const_cast<std::byte*>(data_), size_);
}

#endif

// --- Paraphrases ------------------------------------------------------------------------------------------------

Paraphrases::Paraphrases(const std::filesystem::path& path) : file_(path) {
    if (file_.size() < sizeof header_) refuse("it has only " + std::to_string(file_.size()) + " bytes");
    std::memcpy(&header_, file_.data(), sizeof header_);
    if (header_.magic != ParaphraseHeader::expected_magic) refuse("it begins with other bytes");
    if (header_.version != ParaphraseHeader::expected_version) refuse("its version is " + std::to_string(header_.version));
    const std::uint64_t size = size_by(header_, file_.size());
    if (size != file_.size()) refuse("it has " + std::to_string(file_.size()) + " bytes instead of " + std::to_string(size));
    if (header_.checksum != checksum_of_header(header_, file_.checksum())) refuse("its checksum is wrong, so it is damaged");

    const std::byte* at = file_.data() + sizeof header_;
    const auto section = [&]<class T>(std::span<const T>& span, std::uint64_t count) {
        span = {reinterpret_cast<const T*>(at), static_cast<std::size_t>(count)};
        at += span.size_bytes();
    };
    section(word_slots_, header_.word_slots);
    section(word_ends_, header_.words);
    section(phrase_slots_, header_.phrase_slots);
    section(rights_, header_.rights);
    letters_ = reinterpret_cast<const char*>(at);
}

std::uint32_t Paraphrases::word(std::string_view text) const {
    for (std::size_t at = slot_of(hash_of_word(text), word_slots_.size());;) {
        const std::uint32_t id = word_slots_[at];
        if (id == none) return none;
        const std::uint32_t begin = id == 0 ? 0 : word_ends_[id - 1];
        if (std::string_view(letters_ + begin, word_ends_[id] - begin) == text) return id;
        if (++at == word_slots_.size()) at = 0;
    }
}

}  // namespace understudy
