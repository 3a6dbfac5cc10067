#include "meteor/paraphrase.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace understudy {
namespace {

// The size of the file that a header describes. No section has more than `most` entries: those of a damaged header are
// cut to that, so that the sum does not overflow.
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

Paraphrases::Paraphrases(const std::filesystem::path& path) : file_(path) {
    if (file_.size() < sizeof header_) refuse_paraphrase_file("it has only " + std::to_string(file_.size()) + " bytes");
    std::memcpy(&header_, file_.data(), sizeof header_);
    if (header_.magic != ParaphraseHeader::expected_magic) refuse_paraphrase_file("it begins with other bytes");
    if (header_.version != ParaphraseHeader::expected_version) {
        refuse_paraphrase_file("its version is " + std::to_string(header_.version));
    }
    const std::uint64_t size = size_by(header_, file_.size());
    if (size != file_.size()) {
        refuse_paraphrase_file("it has " + std::to_string(file_.size()) + " bytes instead of " + std::to_string(size));
    }
    if (header_.checksum != checksum_of_header(header_, file_.checksum())) {
        refuse_paraphrase_file("its checksum is wrong, so it is damaged");
    }

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
