#include "meteor/paraphrase_compiler.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <span>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "text/unicode.hpp"

namespace understudy {
namespace {

constexpr std::uint32_t none = PhraseSlot::none;
// Slots of the file's tables have numbers of 32 bits, and there are more slots than phrases.
constexpr std::size_t most_phrases = 1u << 31;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

// METEOR does not use the value; a number shows that this is the first of the three lines of a pair.
bool is_number(std::string_view text) {
    return text.find_first_of("0123456789") != text.npos && text.find_first_not_of("0123456789.+-eE") == text.npos;
}

std::size_t roomy(std::size_t used) { return used + used * 2 / 3 + 2; }

// Writes sections one after the other and keeps the checksum of whole 8-byte words.
class Writer {
public:
    explicit Writer(const std::filesystem::path& path) : path_(path), file_(std::fopen(path.string().c_str(), "wb")) {
        if (file_ == nullptr) fail();
    }
    ~Writer() {
        if (file_ != nullptr) std::fclose(file_);
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    void write(const void* data, std::size_t size) {
        if (std::fwrite(data, 1, size, file_) != size) fail();
    }

    void add(const void* data, std::size_t size) {
        write(data, size);
        const auto* bytes = static_cast<const unsigned char*>(data);
        for (; size > 0 && filled_ != 0; --size) take(*bytes++);
        for (; size >= 8; size -= 8, bytes += 8) {
            std::memcpy(&word_, bytes, 8);
            checksum_ = add_to_checksum(checksum_, word_);
        }
        for (; size > 0; --size) take(*bytes++);
    }

    template <class T>
    void add(std::span<const T> section) {
        add(section.data(), section.size_bytes());
    }

    void pad() {
        while (filled_ != 0) add("", 1);
    }

    std::uint64_t checksum() const { return checksum_; }

    void write_header(const ParaphraseHeader& header) {
        if (std::fseek(file_, 0, SEEK_SET) != 0) fail();
        write(&header, sizeof header);
    }

    void close() {
        std::FILE* file = file_;
        file_ = nullptr;
        if (std::fclose(file) != 0) fail();
    }

private:
    [[noreturn]] void fail() const { throw std::system_error(errno, std::generic_category(), path_.string()); }

    void take(unsigned char byte) {
        std::memcpy(reinterpret_cast<unsigned char*>(&word_) + filled_, &byte, 1);
        filled_ = (filled_ + 1) % 8;
        if (filled_ == 0) checksum_ = add_to_checksum(checksum_, word_);
    }

    const std::filesystem::path& path_;
    std::FILE* file_;
    std::uint64_t word_ = 0, checksum_ = 0;
    std::size_t filled_ = 0;
};

std::vector<std::uint32_t> place_words(const Interner& words) {
    std::vector<std::uint32_t> slots(roomy(words.size()), none);
    for (std::uint32_t id = 0; id < words.size(); ++id) {
        std::size_t at = slot_of(hash_of_word(words.word(id)), slots.size());
        while (slots[at] != none) at = (at + 1) % slots.size();
        slots[at] = id;
    }
    return slots;
}

}  // namespace

void ParaphraseCompiler::refuse(const std::string& what) const {
    throw std::invalid_argument(std::to_string(line_) + ": " + what);
}

void ParaphraseCompiler::feed(std::string_view piece) {
    for (std::size_t end; (end = piece.find('\n')) != piece.npos; piece.remove_prefix(end + 1)) {
        if (rest_.empty()) {
            take_line(piece.substr(0, end));
        } else {
            rest_.append(piece.substr(0, end));
            take_line(rest_);
            rest_.clear();
        }
    }
    rest_.append(piece);
}

void ParaphraseCompiler::take_line(std::string_view line) {
    ++line_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line_ % 3 == 1) {
        if (!is_number(line)) refuse("a probability is due here, then the left side, then the right side, a line each");
    } else if (line_ % 3 == 2) {
        // The table is sorted, so that most left sides equal that of the pair before.
        if (left_ == none || line != last_left_) left_ = phrase_of(line);
        last_left_ = line;
    } else {
        if (pairs_.size() >= most_phrases) refuse("the table has more than two billion pairs");
        pairs_.push_back({left_, phrase_of(line)});
    }
}

std::uint32_t ParaphraseCompiler::phrase_of(std::string_view side) {
    std::uint32_t phrase = none;
    for (std::size_t begin = 0; begin < side.size();) {
        if (is_blank(side[begin])) {
            ++begin;
            continue;
        }
        std::size_t end = begin;
        while (end < side.size() && !is_blank(side[end])) ++end;
        phrase = intern(phrase, intern(side.substr(begin, end - begin)));
        begin = end;
    }
    if (phrase == none) refuse("a side of a pair is empty");
    return phrase;
}

std::uint32_t ParaphraseCompiler::intern(std::string_view word) {
    const std::size_t before = words_.size();
    const Id id = words_.intern(word);
    if (words_.size() == before) return id;
    if (invalid_utf8(word) != word.npos) refuse("the line is not valid UTF-8");
    if (word.find('\r') != word.npos) refuse("a carriage return stands within the line");
    return id;
}

std::uint32_t ParaphraseCompiler::intern(std::uint32_t head, std::uint32_t word) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash_of_phrase(head, word) & mask;; at = (at + 1) & mask) {
        const std::uint32_t here = slots_[at];
        if (here != none && phrases_[here].head == head && phrases_[here].word == word) return here;
        if (here != none) continue;
        if (phrases_.size() >= most_phrases) refuse("the table has more than two billion phrases");
        const auto phrase = static_cast<std::uint32_t>(phrases_.size());
        phrases_.push_back({head, word});
        slots_[at] = phrase;
        if (phrases_.size() * 2 > slots_.size()) grow();
        return phrase;
    }
}

void ParaphraseCompiler::grow() {
    slots_.assign(slots_.size() * 2, none);
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t phrase = 0; phrase < phrases_.size(); ++phrase) {
        std::size_t at = hash_of_phrase(phrases_[phrase].head, phrases_[phrase].word) & mask;
        while (slots_[at] != none) at = (at + 1) & mask;
        slots_[at] = phrase;
    }
}

// A phrase has a larger number than its head, so that the head already has its slot.
std::vector<PhraseSlot> ParaphraseCompiler::place_phrases(std::vector<std::uint32_t>& places) const {
    std::vector<PhraseSlot> slots(roomy(phrases_.size()));
    for (const Phrase& phrase : phrases_) {
        const std::uint32_t head = phrase.head == none ? none : places[phrase.head];
        std::size_t at = slot_of(hash_of_phrase(head, phrase.word), slots.size());
        while (slots[at].word != none) at = (at + 1) % slots.size();
        slots[at] = {head, phrase.word, none};
        places.push_back(static_cast<std::uint32_t>(at));
    }
    return slots;
}

std::vector<std::uint32_t> ParaphraseCompiler::list_rights(std::vector<PhraseSlot>& slots,
                                                           const std::vector<std::uint32_t>& places) {
    std::vector<std::uint32_t> counts(phrases_.size());
    for (const Pair& pair : pairs_) ++counts[pair.left];
    std::size_t size = 0;
    for (std::size_t phrase = 0; phrase < phrases_.size(); ++phrase) {
        if (counts[phrase] == 0) continue;
        slots[places[phrase]].rights = static_cast<std::uint32_t>(size);
        size += counts[phrase] + std::size_t{1};
    }
    if (size >= none) refuse("the table has too many pairs");
    std::vector<std::uint32_t> rights(size);
    for (const Pair& pair : pairs_) {
        const std::size_t list = slots[places[pair.left]].rights;
        rights[list + ++rights[list]] = places[pair.right];
    }
    return rights;
}

void ParaphraseCompiler::finish(const std::filesystem::path& path, const std::array<std::uint8_t, 32>& source) {
    if (!rest_.empty()) take_line(std::exchange(rest_, {}));
    if (line_ % 3 != 0) refuse("the table ends within a pair, so the file is cut short");
    if (pairs_.empty()) refuse("the table is empty");
    slots_ = {};

    const std::vector<std::uint32_t> word_slots = place_words(words_);
    std::vector<std::uint32_t> word_ends, places;
    std::size_t letters = 0;
    for (std::uint32_t id = 0; id < words_.size(); ++id) {
        letters += words_.word(id).size();
        if (letters > std::numeric_limits<std::uint32_t>::max()) {
            refuse("the table has more than 4 GB of distinct words");
        }
        word_ends.push_back(static_cast<std::uint32_t>(letters));
    }
    places.reserve(phrases_.size());
    std::vector<PhraseSlot> phrase_slots = place_phrases(places);
    const std::vector<std::uint32_t> rights = list_rights(phrase_slots, places);

    ParaphraseHeader header;
    header.source = source;
    header.pairs = pairs_.size();
    header.words = words_.size();
    header.word_slots = word_slots.size();
    header.phrases = phrases_.size();
    header.phrase_slots = phrase_slots.size();
    header.rights = rights.size();
    header.letters = letters;

    Writer file(path);
    file.write(&header, sizeof header);
    file.add(std::span(word_slots));
    file.add(std::span<const std::uint32_t>(word_ends));
    file.add(std::span<const PhraseSlot>(phrase_slots));
    file.add(std::span(rights));
    for (std::uint32_t id = 0; id < words_.size(); ++id) file.add(words_.word(id).data(), words_.word(id).size());
    file.pad();
    header.checksum = checksum_of_header(header, file.checksum());
    file.write_header(header);
    file.close();
}

}  // namespace understudy
