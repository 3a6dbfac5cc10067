#include "text/unicode.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "text/unicode_tables.hpp"

namespace understudy {
namespace {

// A value for each character. Block 0 is empty and stands for all blocks without values,
// which are most of them.
template <class Value, std::size_t blocks>
class TwoStage {
    static_assert(blocks < 256, "a block's number must fit its byte");

public:
    constexpr void set(char32_t c, Value value) {
        std::uint8_t& block = block_of_[c / tables::block];
        if (block == 0) block = ++used_;
        values_[block * tables::block + c % tables::block] = value;
    }

    constexpr Value operator[](char32_t c) const {
        if (c >= tables::end) return Value{};
        return values_[block_of_[c / tables::block] * tables::block + c % tables::block];
    }

private:
    std::uint8_t used_ = 0;
    std::array<std::uint8_t, tables::end / tables::block> block_of_{};
    std::array<Value, (blocks + 1) * tables::block> values_{};
};

constexpr auto classes = [] {
    TwoStage<Class, tables::class_blocks> table;
    const auto mark = [&](const auto& spans, Class as) {
        for (const auto [first, last] : spans) {
            for (char32_t c = first; c <= last; ++c) table.set(c, as);
        }
    };
    mark(tables::numbers, Class::number);
    mark(tables::punctuation, Class::punctuation);
    mark(tables::symbols, Class::symbol);
    return table;
}();

// Distances rather than characters, so that zero means unchanged.
constexpr auto lower_deltas = [] {
    TwoStage<std::int32_t, tables::lower_blocks> table;
    for (const auto& run : tables::lower) {
        for (char32_t c = run.first; c <= run.last; c += run.step) table.set(c, run.delta);
    }
    return table;
}();

constexpr char32_t capital_i_with_dot = 0x130;
constexpr char32_t capital_sigma = 0x3A3;
constexpr char32_t small_final_sigma = 0x3C2;

// Only a capital sigma asks for these, so a search is quick enough.
template <std::size_t size>
bool contains(const tables::Span (&spans)[size], char32_t c) {
    const auto ends_before = [](const tables::Span& span, char32_t at) { return span.last < at; };
    const auto span = std::lower_bound(std::begin(spans), std::end(spans), c, ends_before);
    return span != std::end(spans) && span->first <= c;
}

bool is_cased(char32_t c) { return contains(tables::cased, c); }
bool is_case_ignorable(char32_t c) { return contains(tables::case_ignorable, c); }

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

const char* skip_ascii(const char* at, const char* end) {
    constexpr std::uint64_t high_bits = 0x8080808080808080;
    for (std::uint64_t word; end - at >= 8; at += 8) {
        std::memcpy(&word, at, 8);
        if (word & high_bits) break;
    }
    while (at != end && is_ascii(*at)) ++at;
    return at;
}

// Free of branches, so that the compiler can take many bytes at once.
void append_lower_ascii(std::string& out, std::string_view text) {
    const std::size_t size = out.size();
    out.append(text);
    for (char *at = out.data() + size, *end = out.data() + out.size(); at != end; ++at) {
        const bool is_capital = static_cast<unsigned char>(*at - 'A') < 26;
        *at = static_cast<char>(*at | is_capital << 5);
    }
}

bool cased_before(const char* begin, const char* at) {
    while (at != begin) {
        do --at;
        while (is_continuation(*at));
        const char* next = at;
        const char32_t c = decode(next);
        if (!is_case_ignorable(c)) return is_cased(c);
    }
    return false;
}

bool cased_after(const char* at, const char* end) {
    while (at != end) {
        const char32_t c = decode(at);
        if (!is_case_ignorable(c)) return is_cased(c);
    }
    return false;
}

// Length of the valid sequence at `at`, or 0. The second byte decides whether a sequence is
// overlong, a surrogate or too high (table 3-7 of the Unicode Standard).
std::size_t sequence_length(const char* at, const char* end) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(at[i]); };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (static_cast<std::size_t>(end - at) < length) return 0;
    const unsigned lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (byte(1) < lowest || byte(1) > highest) return 0;
    return std::all_of(at + 2, at + length, is_continuation) ? length : 0;
}

}  // namespace

Class classify_beyond_ascii(char32_t c) { return classes[c]; }

std::size_t invalid_utf8(std::string_view text) {
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const char* at = begin;
    while ((at = skip_ascii(at, end)) != end) {
        do {
            const std::size_t length = sequence_length(at, end);
            if (length == 0) return static_cast<std::size_t>(at - begin);
            at += length;
        } while (at != end && !is_ascii(*at));
    }
    return std::string_view::npos;
}

void lower(std::string_view text, std::string& out) {
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    out.clear();
    out.reserve(text.size());
    for (const char* at = begin; at != end;) {
        const char* const start = at;
        at = skip_ascii(at, end);
        append_lower_ascii(out, {start, static_cast<std::size_t>(at - start)});
        while (at != end && !is_ascii(*at)) {
            const char* const before = at;
            const char32_t c = decode(at);
            if (c == capital_i_with_dot) {
                out += "i\xCC\x87";  // and U+0307: the only lower case of two characters
            } else if (c == capital_sigma && cased_before(begin, before) && !cased_after(at, end)) {
                append(out, small_final_sigma);
            } else {
                append(out, c + static_cast<char32_t>(lower_deltas[c]));
            }
        }
    }
}

void lower_ascii(std::string_view text, std::string& out) {
    out.clear();
    append_lower_ascii(out, text);
}

}  // namespace understudy
