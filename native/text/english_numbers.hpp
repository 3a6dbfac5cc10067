// Number words as digits, as Whisper's normalizer for English writes them; tokens/normalizers/numbers.py is the
// readable twin.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace understudy {

using Text = std::u32string;
using TextView = std::u32string_view;

// Maps of words, asked with views.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(TextView text) const { return std::hash<TextView>()(text); }
};
template <class Value>
using WordMap = std::unordered_map<Text, Value, TextHash, std::equal_to<>>;

// Words with values, most other words being refused by their first letter and their length.
template <class Value>
class WordTable {
public:
    WordTable() = default;
    explicit WordTable(WordMap<Value> words) : words_(std::move(words)) {
        for (const auto& [word, _] : words_) lengths_[word.front() % 128] |= length_bit(word);
    }

    const Value* find(TextView word) const {
        if (word.empty() || !(lengths_[word.front() % 128] & length_bit(word))) return nullptr;
        const auto entry = words_.find(word);
        return entry == words_.end() ? nullptr : &entry->second;
    }

private:
    static std::uint32_t length_bit(TextView word) {
        return std::uint32_t{1} << std::min<std::size_t>(word.size(), 31);
    }

    WordMap<Value> words_;
    std::array<std::uint32_t, 128> lengths_{};
};

// The same, in the same order, as in numbers.py.
enum class NumberKind : std::uint8_t {
    zero,
    one,
    ten,
    multiplier,
    sign,
    currency,
    percent,
    per,
    conjunction,
    repeat,
    point
};

struct NumberWord {
    NumberKind kind;
    unsigned number;  // for a multiplier, its power of ten
    Text suffix;      // what follows the digits, if the word ends the number; the sign of a sign or a currency

    // Whether it doesn't end a number.
    bool plain() const { return suffix.empty() || kind > NumberKind::multiplier; }
};

using NumberWords = WordTable<NumberWord>;

// Reads a text word by word, and writes its numbers and its other words, with spaces between.
class NumberReader {
public:
    NumberReader(const NumberWords& words, Text& output) : words_(words), output_(output) {}

    // False if a number is too large for 64 bits: then the readable twin must read the text.
    bool read(const std::vector<TextView>& words);

private:
    enum class State : std::uint8_t { none, whole, written };

    std::size_t read_at(const std::vector<TextView>& words, std::size_t at);
    std::size_t read_word(const std::vector<TextView>& words, std::size_t at, const NumberWord& word);
    void read_numeral(TextView text, bool prefixed);
    void add(const NumberWord& word, const NumberWord* previous);
    void multiply(const NumberWord& word);
    bool decimal_product(unsigned power);
    void write_behind();
    Text& as_written();
    void write(TextView text, TextView suffix = {});
    void write_number(TextView suffix = {});
    void write_word(TextView text);
    void end_number();
    const NumberWord* find(TextView text) const { return words_.find(text); }

    const NumberWords& words_;
    Text& output_;
    State state_ = State::none;
    std::uint64_t number_ = 0;  // while the words add up
    Text digits_;               // where they are only written side by side
    Text prefix_;
    bool too_large_ = false;
};

bool is_numeral(TextView text);

}  // namespace understudy
