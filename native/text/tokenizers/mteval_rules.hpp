// The rules of mteval-v13a, which the tokenizers 13a, tercom and zh share.
//
// mteval-v13a rewrites the whole line rule by rule. Here one pass from left to right cuts it at whitespace and symbols
// into runs, which no other part of the line can change. Only runs that hold one of . , - are rewritten, and of these
// only the few whose split is not plain to see. Cost: a run of up to seven letters and digits before a space, a symbol
// or a final stop, as most are, takes one load of eight bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "text/characters.hpp"
#include "text/tokenizers/ascii.hpp"
#include "text/tokenizers/scratch.hpp"
#include "text/tokenizers/traits.hpp"
#include "text/whitespace.hpp"

namespace understudy::tokenizers {

inline constexpr ByteKinds mteval_kinds = [] {
    ByteKinds kinds = space_kinds;
    // The first rule: { | } ~ [ \ ] ^ _ ` ! " # $ % & ( ) * + : ; < = > ? @ /
    for (const char c : View("{|}~[\\]^_`!\"#$%&()*+:;<=>?@/")) kinds[static_cast<unsigned char>(c)] = ByteKind::symbol;
    for (const char c : View(".,-")) kinds[static_cast<unsigned char>(c)] = ByteKind::mark;
    return kinds;
}();

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_stop(char c) { return c == '.' || c == ','; }

// The three rules of mteval-v13a for `.`, `,` and `-`, each a left-to-right, non-overlapping rewrite of the run.
// The run is padded with the spaces that surround it in the line, where there are any.
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

// A run holds no symbol and no whitespace, so no other part of the line can change how it splits.
template <class Sink>
void split_run(View run, bool space_before, bool space_after, TokenizeScratch& scratch, const Sink& sink) {
    if (run.size() == 1) return sink(run);
    const char last = run.back();
    const View body = run.substr(0, run.size() - 1);
    bool plain_body = true;
    for (std::size_t i = 0; i < body.size() && plain_body; ++i) {
        if (kind_of(mteval_kinds, body[i]) == ByteKind::mark) {
            plain_body = body[i] == '-' && i > 0 && !is_digit(body[i - 1]);
        }
    }
    if (plain_body) {
        const bool digit_before = is_digit(body.back());
        if (kind_of(mteval_kinds, last) != ByteKind::mark || (last == '-' && !digit_before)) return sink(run);
        if (is_stop(last) && (space_after || !digit_before)) {
            sink(body);
            return sink(run.substr(run.size() - 1));
        }
    }
    scratch.run.clear();
    if (space_before) scratch.run += ' ';
    scratch.run += run;
    if (space_after) scratch.run += ' ';
    rewrite_run(scratch.run, scratch.next);
    Ascii::split(scratch.run, sink);
}

// Most runs are short words of ASCII before a space, a symbol, or a full stop or comma and a space: one load brings the
// word and shows its end. Returns the place from which on it is not so simple.
template <class Sink>
const char* take_short_runs(const char* at, const char* end, const Sink& sink) {
    if constexpr (little_endian) {
        while (end - at > 8) {
            const std::uint64_t bytes = load_eight(at);
            const unsigned letters = ascii_word_before(bytes);
            if (letters - 1 >= 7) break;
            const char next = at[letters];
            const bool stop = is_stop(next) && at[letters + 1] == ' ';
            if (next != ' ' && !stop && kind_of(mteval_kinds, next) != ByteKind::symbol) break;
            sink(View(at, letters), first_bytes(bytes, letters));
            if (next != ' ') sink(View(at + letters, 1));
            at += letters + (stop ? 2 : 1);
        }
    }
    return at;
}

// All four rules. `padded`: the line counts as having a space at both ends.
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
        const ByteKind kind = kind_of(mteval_kinds, *at);
        std::size_t width = 1;
        if (kind == ByteKind::ordinary || kind == ByteKind::mark) {
            marked |= kind == ByteKind::mark;
            at = static_cast<unsigned char>(*at) < 0x80 ? skip_ascii_words(at + 1, end) : skip_wide_letters(at, end);
            continue;
        }
        if (kind == ByteKind::maybe_space && (width = wide_space(at)) == 0) {
            at = skip_wide_letters(at, end);
            continue;
        }
        finish();
        if (kind == ByteKind::symbol) sink(View(at, 1));
        start = at += width;
    }
    finish();
}

inline void replace_all(std::string& text, View from, View to, std::string& buffer) {
    buffer.clear();
    std::size_t read = 0;
    for (std::size_t at; (at = text.find(from, read)) != std::string::npos; read = at + from.size()) {
        buffer.append(text, read, at - read) += to;
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

// What mteval-v13a does first: <skipped> goes, lines are joined, entities become the characters that they stand for.
// All are rare: look for them first, rewrite only where they are.
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

}  // namespace understudy::tokenizers
