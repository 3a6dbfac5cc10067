// Whitespace as Python's str.split and str.strip have it, over UTF-8.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/unicode.hpp"

namespace understudy {

// What a byte means to the splitters. `maybe_space` bytes begin every whitespace character beyond ASCII; `symbol` and
// `mark` are for the rules of mteval-v13a.
enum class ByteKind : std::uint8_t { ordinary, space, symbol, mark, maybe_space };
using ByteKinds = std::array<ByteKind, 256>;

constexpr bool is_ascii_space(unsigned char c) { return c == ' ' || (c >= 0x09 && c <= 0x0D); }

inline constexpr ByteKinds space_kinds = [] {
    ByteKinds kinds{};
    for (unsigned c = 0; c < 256; ++c) {
        if (is_ascii_space(static_cast<unsigned char>(c)) || (c >= 0x1C && c <= 0x1F)) kinds[c] = ByteKind::space;
        if (c == 0xC2 || c == 0xE1 || c == 0xE2 || c == 0xE3) kinds[c] = ByteKind::maybe_space;
    }
    return kinds;
}();

inline ByteKind kind_of(const ByteKinds& kinds, char c) { return kinds[static_cast<unsigned char>(c)]; }

// Length in bytes of the whitespace character at `at`, 0 if there is none; for bytes of kind `maybe_space`.
inline std::size_t wide_space(const char* at) {
    const char* after = at;
    return is_space(decode(after)) ? static_cast<std::size_t>(after - at) : 0;
}

inline std::string_view strip_end(std::string_view text) {
    std::size_t end = text.size();
    while (end > 0) {
        std::size_t start = end - 1;
        while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80) --start;
        const char* at = text.data() + start;
        if (!is_space(decode(at))) break;
        end = start;
    }
    return text.substr(0, end);
}

inline std::string_view strip_start(std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        const char* after = at;
        if (!is_space(decode(after))) break;
        at = after;
    }
    return {at, static_cast<std::size_t>(end - at)};
}

inline std::string_view strip(std::string_view text) { return strip_start(strip_end(text)); }

}  // namespace understudy
