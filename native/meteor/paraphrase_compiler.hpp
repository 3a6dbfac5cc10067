// Compiles METEOR's table of paraphrases, a text, to the file that `Paraphrases` opens.
//
// Words and phrases are numbered while the text is read, each phrase as its prefix (the head) and one more word. Memory
// grows with the distinct words, the distinct prefixes and the pairs, not with the text. Time is linear in the text;
// the hash tables of the file are filled once, at the end.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "meteor/paraphrase_file.hpp"
#include "text/interner.hpp"

namespace understudy {

// Takes METEOR's text in pieces. It has three lines for each pair: a probability, the left side, the right side.
class ParaphraseCompiler {
public:
    // Throws std::invalid_argument if the text is not such a table; the message starts with the line number.
    void feed(std::string_view piece);

    // Ends the text and writes the file. Throws std::system_error if it cannot be written.
    void finish(const std::filesystem::path& path, const std::array<std::uint8_t, 32>& source);

private:
    struct Phrase {
        std::uint32_t head, word;
    };
    struct Pair {
        std::uint32_t left, right;
    };

    [[noreturn]] void refuse(const std::string& what) const;
    void take_line(std::string_view line);
    std::uint32_t phrase_of(std::string_view side);
    std::uint32_t intern(std::string_view word);
    std::uint32_t intern(std::uint32_t head, std::uint32_t word);
    void grow();
    std::vector<PhraseSlot> place_phrases(std::vector<std::uint32_t>& places) const;
    std::vector<std::uint32_t> list_rights(std::vector<PhraseSlot>& slots, const std::vector<std::uint32_t>& places);

    std::string rest_;  // the start of a line whose end is in the next piece
    std::uint64_t line_ = 0;
    std::string last_left_;
    std::uint32_t left_ = PhraseSlot::none;
    Interner words_;
    std::vector<Phrase> phrases_;
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1024, PhraseSlot::none);
    std::vector<Pair> pairs_;
};

}  // namespace understudy
