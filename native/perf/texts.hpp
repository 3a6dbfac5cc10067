// Texts to count instructions with, the same with every compiler and library: made of integers alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/unicode.hpp"

namespace understudy::perf {

// Splitmix64 of Steele, Lea and Flood 2014. The distributions of the standard library differ from one to the next.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
        return mixed ^ mixed >> 31;
    }
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }
    bool chance(std::size_t per_cent) { return below(100) < per_cent; }

    // From 1 to 2^doublings - 1, about as frequent as words of that rank: twice the rank is half as frequent.
    std::size_t rank(std::size_t doublings) {
        const std::size_t first = std::size_t{1} << below(doublings);
        return first + below(first);
    }

    template <class Choices>
    auto any(const Choices& choices) {
        return choices[below(std::size(choices))];
    }

private:
    std::uint64_t state_;
};

using Pieces = std::vector<std::string>;  // words or, of Japanese, phrases

inline std::string join(const Pieces& pieces, std::string_view between) {
    std::string text;
    for (const std::string& piece : pieces) (text += text.empty() ? "" : between) += piece;
    return text;
}

// --- English ----------------------------------------------------------------------------------------------------

inline std::string english_word(std::size_t rank) {
    static constexpr std::array<std::string_view, 31> frequent{
        "the", "of",   "and", "to", "a",  "in",   "is",  "that", "it",   "was", "we",  "you",  "for", "this", "on", "I",
        "are", "with", "as",  "be", "so", "have", "but", "they", "what", "not", "can", "from", "at",  "all",  "by"};
    static constexpr std::array<std::string_view, 4> endings{"", "s", "ing", "ed"};
    if (rank <= frequent.size()) return std::string(frequent[rank - 1]);
    Random random(rank / endings.size());
    std::string word;
    for (std::size_t syllables = rank < 512 ? 1 : 2; syllables > 0; --syllables) {
        word += random.any(std::string_view("bcdfghklmnprstvw"));
        word += random.any(std::string_view("aeiou"));
        word += random.any(std::string_view("lmnrstd"));
    }
    return word += endings[rank % endings.size()];
}

inline std::string english_token(Random& random) {
    std::string word = english_word(random.rank(13));
    switch (random.below(100)) {
        case 0: return std::to_string(random.below(3000)) + "," + std::to_string(100 + random.below(900));
        case 1: return std::to_string(random.below(100)) + "." + std::to_string(random.below(10)) + "%";
        case 2: return word + "-" + english_word(random.rank(13));
        case 3: return word + "'s";
        case 4: return "\"" + word + "\"";
        case 5: return random.chance(20) ? word + " &amp;" : word + ";";
        default: return random.chance(7) ? word + "," : word;
    }
}

inline Pieces english_sentence(Random& random, std::size_t words) {
    Pieces sentence;
    for (std::size_t i = 0; i < words; ++i) sentence.push_back(english_token(random));
    if (sentence.front()[0] >= 'a' && sentence.front()[0] <= 'z') sentence.front()[0] -= 'a' - 'A';
    sentence.back() += random.chance(85) ? "." : "?";
    return sentence;
}

// --- Japanese ---------------------------------------------------------------------------------------------------

inline std::string japanese_phrase(Random& random) {
    std::string phrase;
    const auto add = [&](std::size_t count, char32_t first, std::size_t doublings) {
        for (; count > 0; --count) append(phrase, first + static_cast<char32_t>(random.rank(doublings)));
    };
    const bool katakana = random.chance(15);
    katakana ? add(2 + random.below(4), 0x30A0, 6) : add(1 + random.below(2), 0x4E00, 11);
    add(1 + random.below(4), 0x3041, 6);
    if (random.chance(12)) append(phrase, 0x3001);
    if (random.chance(1)) append(phrase, 0x3000);
    return phrase;
}

inline Pieces japanese_sentence(Random& random, std::size_t phrases) {
    Pieces sentence;
    for (std::size_t i = 0; i < phrases; ++i) sentence.push_back(japanese_phrase(random));
    append(sentence.back(), 0x3002);
    return sentence;
}

// --- Hypotheses and references ----------------------------------------------------------------------------------

// A hypothesis for a reference: some pieces are others, missing or too many, and some stand elsewhere.
template <class Piece>
Pieces translated(const Pieces& reference, Random& random, const Piece& piece) {
    Pieces hypothesis;
    for (const std::string& each : reference) {
        if (random.chance(4)) continue;
        hypothesis.push_back(random.chance(18) ? piece(random) : each);
        if (random.chance(4)) hypothesis.push_back(piece(random));
    }
    if (hypothesis.empty()) hypothesis.push_back(piece(random));
    if (random.chance(30) && hypothesis.size() > 8) {
        const auto from = hypothesis.begin() + static_cast<std::ptrdiff_t>(random.below(hypothesis.size() - 6));
        std::rotate(from, from + 1 + static_cast<std::ptrdiff_t>(random.below(3)), from + 6);
    }
    return hypothesis;
}

struct Corpus {
    Pieces hypotheses, references;

    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Pieces* texts : {&hypotheses, &references}) {
            for (const std::string& text : *texts) sum += text.size();
        }
        return sum;
    }
};

// Lines as of talks: about 17 words, with the length of most between 5 and 30.
inline Corpus english(std::size_t segments) {
    Random random(1);
    Corpus corpus;
    for (std::size_t i = 0; i < segments; ++i) {
        const Pieces reference = english_sentence(random, 3 + random.below(14) + random.below(14));
        corpus.references.push_back(join(reference, " "));
        corpus.hypotheses.push_back(join(translated(reference, random, english_token), " "));
    }
    return corpus;
}

// The same talks in Japanese: about 40 characters. Written out like English, since each choice of numbers is a choice
// of what is counted.
inline Corpus japanese(std::size_t segments) {
    Random random(2);
    Corpus corpus;
    for (std::size_t i = 0; i < segments; ++i) {
        const Pieces reference = japanese_sentence(random, 2 + random.below(8) + random.below(8));
        corpus.references.push_back(join(reference, ""));
        corpus.hypotheses.push_back(join(translated(reference, random, japanese_phrase), ""));
    }
    return corpus;
}

// Documents of about 700 words, each a segment.
inline Corpus documents(std::size_t count) {
    Corpus corpus;
    const Corpus lines = english(count * 40);
    for (std::size_t i = 0; i < count; ++i) {
        const auto document = [&](const Pieces& all) {
            const auto first = all.begin() + static_cast<std::ptrdiff_t>(i * 40);
            return join(Pieces(first, first + 40), " ");
        };
        corpus.hypotheses.push_back(document(lines.hypotheses));
        corpus.references.push_back(document(lines.references));
    }
    return corpus;
}

}  // namespace understudy::perf
