#include "meteor/paraphrase_file.hpp"

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

}  // namespace

void refuse_paraphrase_file(const std::string& reason) {
    throw std::invalid_argument("not a compiled table of paraphrases that this version can use: " + reason);
}

std::uint64_t checksum_of_header(const ParaphraseHeader& header, std::uint64_t checksum_of_rest) {
    std::array<std::uint64_t, header_words> words;
    std::memcpy(words.data(), &header, sizeof header);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) checksum_of_rest = add_to_checksum(checksum_of_rest, words[i]);
    return checksum_of_rest;
}

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
        if (got < 8) refuse_paraphrase_file("it became shorter while it was read");
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
    if (!S_ISREG(status.st_mode)) refuse_paraphrase_file("it is not a regular file");
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

}  // namespace understudy
