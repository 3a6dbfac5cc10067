// White space, and the rules of mteval-v13a: the tokenizers 13a, zh and tercom.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/characters.hpp"
#include "text/tokenizers/split_words.hpp"
#include "text/tokenize.hpp"
#include "text/unicode.hpp"

namespace understudy {

using View = std::string_view;

// What a byte means to the splitters. `maybe_space` bytes begin every white space character beyond ASCII.
enum Kind : std::uint8_t { ordinary, space, symbol, mark, maybe_space };

constexpr bool is_ascii_space(unsigned char c) { return c == ' ' || (c >= 0x09 && c <= 0x0D); }

constexpr std::array<Kind, 256> byte_kinds(bool with_symbols) {
    std::array<Kind, 256> kinds{};
    for (unsigned c = 0; c < 256; ++c) {
        kinds[c] = ordinary;
        if (is_ascii_space(static_cast<unsigned char>(c)) || (c >= 0x1C && c <= 0x1F)) kinds[c] = space;
        if (c == 0xC2 || c == 0xE1 || c == 0xE2 || c == 0xE3) kinds[c] = maybe_space;
        if (!with_symbols) continue;
        // mteval-v13a's first rule: { | } ~ [ \ ] ^ _ ` ! " # $ % & ( ) * + : ; < = > ? @ /
        const bool listed = (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= '!' && c <= '&') ||
                            (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
        if (listed) kinds[c] = symbol;
        if (c == '.' || c == ',' || c == '-') kinds[c] = mark;
    }
    return kinds;
}

constexpr auto space_kinds = byte_kinds(false);
constexpr auto mteval_kinds = byte_kinds(true);

inline Kind kind_of(const std::array<Kind, 256>& kinds, char c) { return kinds[static_cast<unsigned char>(c)]; }

// Length in bytes of the white space character at `at`, 0 if there is none; for bytes of kind `maybe_space`.
inline std::size_t wide_space(const char* at) {
    const char* after = at;
    return is_space(decode(after)) ? static_cast<std::size_t>(after - at) : 0;
}

inline View strip_end(View text) {
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

inline View strip_start(View text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        const char* after = at;
        if (!is_space(decode(after))) break;
        at = after;
    }
    return {at, static_cast<std::size_t>(end - at)};
}

// --- 13a and zh -------------------------------------------------------------------------------------------------

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_stop(char c) { return c == '.' || c == ','; }

// The three rules of mteval-v13a for `.`, `,` and `-`, each a left-to-right, non-overlapping rewrite of the run.
// The run is padded with the blanks that surround it in the line, where there are any.
inline void rewrite_run(std::string& run, std::string& next) {
    const auto rewrite = [&](auto matches, auto write) {
        next.clear();
        std::size_t at = 0;
        while (at < run.size()) {
            if (at + 1 < run.size() && matches(run[at], run[at + 1])) {
                write(run[at], run[at + 1]);
                at += 2;
            } else {
                next += run[at++];
            }
        }
        run.swap(next);
    };
    rewrite([](char a, char b) { return !is_digit(a) && is_stop(b); },
            [&](char a, char b) { (((next += a) += ' ') += b) += ' '; });
    rewrite([](char a, char b) { return is_stop(a) && !is_digit(b); },
            [&](char a, char b) { (((next += ' ') += a) += ' ') += b; });
    rewrite([](char a, char b) { return is_digit(a) && b == '-'; },
            [&](char a, char b) { (((next += a) += ' ') += b) += ' '; });
}

// A run holds no symbol and no white space, so no other part of the line can change how it splits.
template <class Sink>
void split_run(View run, bool blank_before, bool blank_after, TokenizeScratch& scratch, const Sink& sink) {
    if (run.size() == 1) return sink(run);
    const char last = run.back();
    const View body = run.substr(0, run.size() - 1);
    bool plain_body = true;
    for (std::size_t i = 0; i < body.size() && plain_body; ++i) {
        if (kind_of(mteval_kinds, body[i]) == mark) {
            plain_body = body[i] == '-' && i > 0 && !is_digit(body[i - 1]);
        }
    }
    if (plain_body) {
        const bool digit_before = is_digit(body.back());
        if (kind_of(mteval_kinds, last) != mark || (last == '-' && !digit_before)) return sink(run);
        if (is_stop(last) && (blank_after || !digit_before)) {
            sink(body);
            return sink(run.substr(run.size() - 1));
        }
    }
    scratch.run.clear();
    if (blank_before) scratch.run += ' ';
    scratch.run += run;
    if (blank_after) scratch.run += ' ';
    rewrite_run(scratch.run, scratch.next);
    split_ascii_spaces(scratch.run, sink);
}

// Most runs are short words of ASCII before a blank, a symbol, or a full stop or comma and a blank: one load brings the
// word and shows its end. Gives the place from which on it is not so simple.
template <class Sink>
const char* take_short_runs(const char* at, const char* end, const Sink& sink) {
    if constexpr (little_endian) {
        while (end - at > 8) {
            const std::uint64_t bytes = load_eight(at);
            const unsigned letters = ascii_word_before(bytes);
            if (letters - 1 >= 7) break;
            const char next = at[letters];
            const bool stop = is_stop(next) && at[letters + 1] == ' ';
            if (next != ' ' && !stop && kind_of(mteval_kinds, next) != symbol) break;
            sink(View(at, letters), bytes & ((std::uint64_t{1} << 8 * letters) - 1));
            if (next != ' ') sink(View(at + letters, 1));
            at += letters + (stop ? 2 : 1);
        }
    }
    return at;
}

// The four rules that 13a and zh share. `padded`: the line counts as having a blank at both ends.
template <class Sink>
void split_mteval(View line, bool padded, TokenizeScratch& scratch, const Sink& sink) {
    const char* const begin = line.data();
    const char* const end = begin + line.size();
    const char* at = begin;
    const char* start = begin;
    bool marked = false;
    const auto finish = [&] {
        if (at == start) return;
        const View run(start, static_cast<std::size_t>(at - start));
        if (marked) {
            split_run(run, padded || start > begin, padded || at < end, scratch, sink);
            marked = false;
        } else {
            sink(run);
        }
    };
    while (at < end) {
        if (at == start) start = at = take_short_runs(at, end, sink);
        if (at == end) break;
        const Kind kind = kind_of(mteval_kinds, *at);
        std::size_t width = 1;
        if (kind == ordinary || kind == mark) {
            marked |= kind == mark;
            at = static_cast<unsigned char>(*at) < 0x80 ? skip_ascii_words(at + 1, end) : skip_wide_letters(at, end);
            continue;
        }
        if (kind == maybe_space && (width = wide_space(at)) == 0) {
            at = skip_wide_letters(at, end);
            continue;
        }
        finish();
        if (kind == symbol) sink(View(at, 1));
        start = at += width;
    }
    finish();
}

inline void replace_all(std::string& text, View from, View to, std::string& buffer) {
    buffer.clear();
    std::size_t read = 0;
    for (std::size_t found; (found = text.find(from, read)) != std::string::npos; read = found + from.size()) {
        buffer.append(text, read, found - read) += to;
    }
    buffer.append(text, read);
    text.swap(buffer);
}

// Whether any byte is one of the three. The smallest difference of any: compilers take many bytes of that at a time.
inline bool holds_any(View text, char a, char b, char c) {
    unsigned char least = 0xFF;
    for (const char byte : text) {
        for (const char wanted : {a, b, c}) least = std::min(least, static_cast<unsigned char>(byte ^ wanted));
    }
    return least == 0;
}

// Line ends and entities are rare: look for them first, rewrite only where they are.
inline View unescape(View line, TokenizeScratch& scratch) {
    if (!holds_any(line, '<', '\n', '&')) return line;
    const bool skipped = line.find("<skipped>") != View::npos;
    const bool broken = line.find('\n') != View::npos;
    const bool escaped = line.find('&') != View::npos;
    std::string& text = scratch.rewritten;
    text.assign(line);
    const auto replace = [&](View from, View to) { replace_all(text, from, to, scratch.next); };
    if (skipped) replace("<skipped>", "");
    if (broken) {
        replace("-\n", "");
        replace("\n", " ");
    }
    if (escaped) {
        replace("&quot;", "\"");
        replace("&amp;", "&");
        replace("&lt;", "<");
        replace("&gt;", ">");
    }
    return text;
}

// What tercom adds to the rules of 13a: a possessive 's before a blank or a symbol is a word.
inline View part_possessives(View line, std::string& parted) {
    parted.clear();
    std::size_t read = 0;
    for (std::size_t found = line.find("'s"); found != View::npos; found = line.find("'s", found + 2)) {
        const std::size_t after = found + 2;
        if (after < line.size() && line[after] != ' ' && kind_of(mteval_kinds, line[after]) != symbol) continue;
        (parted += line.substr(read, found - read)) += ' ';
        read = found;
    }
    return read == 0 && parted.empty() ? line : View(parted += line.substr(read));
}

// sacrebleu's ranges as they take effect. U+2001..U+2A6D stands where the published table meant Extension B
// (U+20000..U+2A6D6) but was read with four digits; scores in print depend on it, so it stays.
inline bool is_chinese(char32_t c) {
    struct Range {
        char32_t first, last;
    };
    static constexpr Range ranges[] = {
        {0x2001, 0x2A6D}, {0x2E80, 0x2EFF}, {0x2F00, 0x2FDF}, {0x2FF0, 0x2FFF}, {0x3000, 0x303F},
        {0x3100, 0x312F}, {0x31A0, 0x31BF}, {0x31C0, 0x31EF}, {0x3200, 0x33FF}, {0x3400, 0x4DB5},
        {0x4E00, 0x9FBB}, {0xF900, 0xFA2D}, {0xFA30, 0xFA6A}, {0xFA70, 0xFAD9}, {0xFE10, 0xFE1F},
        {0xFE30, 0xFE4F}, {0xFF00, 0xFFEF},
    };
    for (const Range& range : ranges) {
        if (c < range.first) return false;
        if (c <= range.last) return true;
    }
    return false;
}

inline View pad_chinese(View line, TokenizeScratch& scratch) {
    std::string& out = scratch.rewritten;
    out.clear();
    const char* at = line.data();
    const char* const end = at + line.size();
    while (at < end) {
        const char* const start = at;
        const char32_t c = decode(at);
        const bool chinese = c >= 0x2001 && is_chinese(c);
        if (chinese) out += ' ';
        out.append(start, at);
        if (chinese) out += ' ';
    }
    return out;
}

}  // namespace understudy
