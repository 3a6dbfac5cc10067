// METEOR's table of paraphrases, as text, to the file that `Paraphrases` opens.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "meteor/paraphrase.hpp"

namespace understudy {

// Takes METEOR's text in pieces: for each pair three lines, a probability, the left side, the right side.
class ParaphraseCompiler {
public:
    // Throws std::invalid_argument, beginning with the line's number, if the text is not such a table.
    void feed(std::string_view piece);

    // Ends the text and writes the file. Throws std::system_error if it can't be written.
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

    std::string rest_;  // of a line whose end is still to come
    std::uint64_t line_ = 0;
    std::string last_left_;
    std::uint32_t left_ = PhraseSlot::none;
    Vocabulary words_;
    std::vector<Phrase> phrases_;
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1024, PhraseSlot::none);
    std::vector<Pair> pairs_;
};

}  // namespace understudy
