#include "text/tokenizers/meteor_normalizer.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <stdexcept>

#include "text/unicode.hpp"

namespace understudy {
namespace {

using Points = std::u32string_view;
using Line = std::u32string;

std::array<std::atomic<const Prefixes*>, meteor_languages> all_prefixes{};

std::atomic<const Prefixes*>& prefixes_of(MeteorLanguage language) {
    return all_prefixes[static_cast<std::size_t>(language)];
}

// --- Characters, as the normalizer's patterns tell them apart ---------------------------------------------------

bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }

bool is_alpha(char32_t c) {
    if (c < 0x80) return (c | 0x20) >= U'a' && (c | 0x20) <= U'z';
    if (c <= 0x17E) return c >= 0xC0 && c != 0xD7 && c != 0xF7;
    return (c >= 0x400 && c <= 0x527) || (c >= 0x1D00 && c <= 0x1D7F) || (c >= 0xA640 && c <= 0xA66E) ||
           (c >= 0xA67E && c <= 0xA697);
}

bool is_alnum(char32_t c) { return is_alpha(c) || is_digit(c); }
bool is_separator(char32_t c) { return c == U' ' || c == U'\t' || c == U'\n' || c == U'\r' || c == U'\f'; }

// What ends up as a space without being one for the splitter.
bool is_wide_space(char32_t c) {
    return c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

// What a line holds, so that passes which would change nothing are left out.
struct Holds {
    bool comma = false, quote = false, dash = false, stops = false;
};

enum class AsciiKind : std::uint8_t { kept, apart, comma, quote, dash, stop };

constexpr std::array<AsciiKind, 128> kinds = [] {
    using enum AsciiKind;
    std::array<AsciiKind, 128> table{};
    for (unsigned c = 0; c < 128; ++c) {
        const bool alnum = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
        table[c] = alnum || c == ' ' || (c >= 0x09 && c <= 0x0D) ? kept : apart;
    }
    table[','] = comma;
    table['\''] = table['`'] = quote;
    table['-'] = dash;
    table['.'] = stop;
    return table;
}();

// Puts spaces around everything that is neither letter, digit, whitespace nor one of . ' ` , - ‘ ’. Quotes and
// dashes become their plain forms at once: none of the passes before METEOR's own for them can tell the difference.
Holds spread(std::string_view text, Line& line) {
    Holds holds;
    line.assign(1, U' ');
    const auto stand_apart = [&](char32_t c) { ((line += U' ') += c) += U' '; };
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        const char32_t c = decode(at);
        if (c >= 0x80) {
            if (is_alpha(c)) {
                line += c;
            } else if (c == 0x2018 || c == 0x2019) {
                line += U'\'';
                holds.quote = true;
            } else {
                stand_apart(c == 0x201C || c == 0x201D ? U'"' : c == 0x2013 ? U'-' : c);
            }
            continue;
        }
        using enum AsciiKind;
        switch (kinds[c]) {
            case kept: line += c; break;
            case apart: stand_apart(c); break;
            case comma:
                holds.comma = true;
                line += c;
                break;
            case quote:
                holds.quote = true;
                line += U'\'';
                break;
            case dash:
                holds.dash = true;
                line += c;
                break;
            case stop:
                holds.stops |= line.back() == U'.';
                line += c;
                break;
        }
    }
    line += U' ';
    return holds;
}

// --- Passes: from left to right, and what one match has taken is not there for the next ------------------------------

// Writes something else in place of `middle` where its neighbors match.
template <class Matches>
void rewrite(Line& line, Line& next, char32_t middle, Points instead, const Matches& matches) {
    std::size_t copied = 0, free = 0;
    for (std::size_t at = 1; at + 1 < line.size(); ++at) {
        if (line[at] != middle || at - 1 < free || !matches(line[at - 1], line[at + 1])) continue;
        if (copied == 0) next.clear();
        next.append(line, copied, at - copied) += instead;
        copied = at + 1;
        free = at + 2;
    }
    if (copied == 0) return;
    next.append(line, copied);
    line.swap(next);
}

// Writes something else in place of every pair of a character.
void rewrite_pairs(Line& line, Line& next, char32_t character, Points instead) {
    std::size_t copied = 0;
    for (std::size_t at = 0; at + 1 < line.size(); ++at) {
        if (line[at] != character || line[at + 1] != character) continue;
        if (copied == 0) next.clear();
        next.append(line, copied, at - copied) += instead;
        copied = ++at + 1;
    }
    if (copied == 0) return;
    next.append(line, copied);
    line.swap(next);
}

constexpr Points escape = U"DOTMULTI";

// Several stops become a word for the passes that follow: three are DOTDOTDOTMULTI. Where a text has that word itself,
// METEOR takes a stop after it for one more, but sets no space if the match before has taken the word's first letter.
void escape_ellipses(Line& line, Line& next) {
    next.clear();
    std::size_t taken = 0;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t stops = 0;
        while (line[at + stops] == U'.') ++stops;  // the line ends in a space
        if (stops >= 2) {
            next += U' ';
            for (std::size_t i = 1; i < stops; ++i) next += U"DOT";
            (next += escape) += U' ';
            at += stops;
            if (stops == 2) taken = at;
            continue;
        }
        const std::size_t stop_at = at + escape.size();
        const bool escaped =
            line.compare(at, escape.size(), escape) == 0 && line[stop_at] == U'.' && line[stop_at + 1] != U'.';
        if (!escaped) {
            next += line[at++];
            continue;
        }
        (next += U"DOT") += escape;
        const bool blocked = at == taken;
        at = stop_at + 1;
        if (!blocked) {
            next += U' ';
            taken = at;
        }
    }
    line.swap(next);
}

void separate_commas(Line& line, Line& next) {
    const auto pass = [&](bool digit_before, bool digit_after) {
        rewrite(line, next, U',', U" , ",
                [&](char32_t a, char32_t b) { return is_digit(a) == digit_before && is_digit(b) == digit_after; });
    };
    pass(false, false);
    pass(true, false);
    pass(false, true);
}

void separate_apostrophes(Line& line, Line& next, MeteorLanguage language) {
    const auto pass = [&](Points instead, const auto& matches) { rewrite(line, next, U'\'', instead, matches); };
    const bool english = language == MeteorLanguage::en;
    if (!english && language != MeteorLanguage::fr) {
        next.clear();
        for (const char32_t c : line) c == U'\'' ? next += U" ' " : next += c;
        return line.swap(next);
    }
    pass(U" ' ", [](char32_t a, char32_t b) { return !is_alpha(a) && !is_alpha(b); });
    pass(U" ' ", [&](char32_t a, char32_t b) { return !is_alpha(a) && !(english && is_digit(a)) && is_alpha(b); });
    pass(U" ' ", [](char32_t a, char32_t b) { return is_alpha(a) && !is_alpha(b); });
    pass(english ? Points(U" '") : Points(U"' "), [](char32_t a, char32_t b) { return is_alpha(a) && is_alpha(b); });
    if (english) pass(U" '", [](char32_t a, char32_t b) { return is_digit(a) && b == U's'; });
}

// --- Stops at the end of words ----------------------------------------------------------------------------------

void append_all(std::string& out, Points characters) {
    for (const char32_t c : characters) append(out, c);
}

// Whether a word of letters and stops, such as U.S, loses all of them.
bool is_acronym(Points before) {
    if (before.find(U'.') == Points::npos) return false;
    for (const char32_t c : before) {
        if (is_alpha(c)) return true;
    }
    return false;
}

bool keeps_stop(Points before, char32_t following, const Prefixes& prefixes, std::string& buffer) {
    if (following >= U'a' && following <= U'z') return true;
    buffer.clear();
    append_all(buffer, before);
    if (prefixes.always.find(buffer) != Interner::none) return true;
    return is_digit(following) && prefixes.before_numbers.find(buffer) != Interner::none;
}

// Adds the words of the line with a space after each, final stops separate unless they belong to the word. `after`: the
// first character of the word that comes after the line.
void join_words(Points line, char32_t after, const Prefixes& prefixes, std::string& buffer, std::string& out) {
    const auto skip = [&](std::size_t at) {
        while (at < line.size() && is_separator(line[at])) ++at;
        return at;
    };
    for (std::size_t start = skip(0), next = 0; start < line.size(); start = next) {
        std::size_t end = start;
        while (end < line.size() && !is_separator(line[end])) ++end;
        next = skip(end);
        const Points word = line.substr(start, end - start);
        const Points before = word.substr(0, word.size() - 1);
        if (before.empty() && is_wide_space(word[0])) continue;
        if (before.empty() || word.back() != U'.') {
            append_all(out, word);
        } else if (is_acronym(before)) {
            for (const char32_t c : before) c == U'.' ? void() : append(out, c);
        } else {
            append_all(out, before);
            out += keeps_stop(before, next < line.size() ? line[next] : after, prefixes, buffer) ? "." : " .";
        }
        out += ' ';
    }
}

// --- The end ----------------------------------------------------------------------------------------------------

// Also a text's own words of this form become stops, as they do in METEOR. What stands before `start` is done.
void unescape_ellipses(std::string& text, std::size_t start, std::string& buffer) {
    if (text.find("DOTMULTI", start) == std::string::npos) return;
    buffer.clear();
    std::size_t copied = 0;
    for (std::size_t at; (at = text.find("DOTMULTI", copied)) != std::string::npos; copied = at + escape.size()) {
        buffer.append(text, copied, at - copied);
        std::size_t stops = 1;
        for (; buffer.size() >= 3 && buffer.ends_with("DOT"); ++stops) buffer.resize(buffer.size() - 3);
        buffer.append(stops, '.');
    }
    buffer.append(text, copied);
    text.swap(buffer);
}

// As many spaces as a character has bytes: those beside others mean nothing.
void drop_punctuation(std::string& text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        const auto start = text.begin() + (at - text.data());
        if (!is_alnum(decode(at))) std::fill(start, text.begin() + (at - text.data()), ' ');
    }
}

// As Java's trim() does.
std::string_view trimmed(std::string_view text) {
    const auto is_trimmed = [](char c) { return static_cast<unsigned char>(c) <= 0x20; };
    while (!text.empty() && is_trimmed(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_trimmed(text.back())) text.remove_suffix(1);
    return text;
}

// --- All of it --------------------------------------------------------------------------------------------------

// Adds some words, as the normalizer makes them, to `joined`.
void normalize_words(std::string_view text, char32_t after, MeteorLanguage language, const Prefixes& prefixes,
                     MeteorScratch& scratch) {
    Line& line = scratch.line;
    Line& next = scratch.next;
    const Holds holds = spread(text, line);
    if (holds.stops || text.find("DOTMULTI.") != std::string_view::npos) escape_ellipses(line, next);
    if (holds.comma) separate_commas(line, next);
    if (holds.quote) rewrite_pairs(line, next, U'\'', U" \" ");
    if (holds.dash) {
        rewrite_pairs(line, next, U'-', U"-");
        rewrite(line, next, U'-', U" ",
                [](char32_t a, char32_t b) { return (is_alnum(a) || a == U'.') && is_alnum(b); });
    }
    if (holds.quote) separate_apostrophes(line, next, language);
    const std::size_t start = scratch.joined.size();
    join_words(line, after, prefixes, scratch.prefix, scratch.joined);
    unescape_ellipses(scratch.joined, start, scratch.rewritten);
}

// The end of the word that begins at `at`; `plain` tells whether it has letters and digits only.
const char* end_of_word(const char* at, const char* end, bool& plain) {
    plain = true;
    while (at < end && !is_separator(static_cast<unsigned char>(*at))) plain &= is_alnum(decode(at));
    return at;
}

// No pass changes a word of letters and digits, or reaches across one. So only what stands between such words is worked
// on, together: a match may take the space after a word away from the match that the next word would be part of.
void normalize_line(std::string_view text, MeteorLanguage language, const Prefixes& prefixes, MeteorScratch& scratch) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const char *first = nullptr, *last = nullptr;  // of the words to work on
    const auto finish = [&](char32_t after) {
        if (first == nullptr) return;
        normalize_words({first, static_cast<std::size_t>(last - first)}, after, language, prefixes, scratch);
        first = nullptr;
    };
    while (true) {
        while (at < end && is_separator(static_cast<unsigned char>(*at))) ++at;
        if (at == end) break;
        const char* const start = at;
        bool plain;
        at = end_of_word(at, end, plain);
        if (plain) {
            finish(static_cast<unsigned char>(*start));  // of what lies beyond ASCII, only that it does matters
            scratch.joined.append(start, at) += ' ';
        } else {
            if (first == nullptr) first = start;
            last = at;
        }
    }
    finish(U' ');
}

}  // namespace

bool has_prefixes(MeteorLanguage language) { return prefixes_of(language).load(std::memory_order_acquire) != nullptr; }

void set_prefixes(MeteorLanguage language, const std::vector<std::string>& always,
                  const std::vector<std::string>& before_numbers) {
    auto prefixes = std::make_unique<Prefixes>();
    for (const std::string& prefix : always) prefixes->always.intern(prefix);
    for (const std::string& prefix : before_numbers) prefixes->before_numbers.intern(prefix);
    const Prefixes* none = nullptr;
    const bool first = prefixes_of(language).compare_exchange_strong(none, prefixes.get(), std::memory_order_acq_rel);
    if (first) static_cast<void>(prefixes.release());  // kept until the program ends: a text may be read at any time
}

void normalize_meteor(std::string_view text, MeteorLanguage language, bool punctuation, MeteorScratch& scratch,
                      std::string& out) {
    const Prefixes* prefixes = prefixes_of(language).load(std::memory_order_acquire);
    if (prefixes == nullptr) {
        throw std::logic_error("the abbreviations of METEOR's language '" + std::string(code_of(language)) +
                               "' are not set; call set_prefixes first");
    }
    scratch.joined.clear();
    // The word that stands for stops is not a plain one.
    if (text.find("DOTMULTI") != std::string_view::npos) {
        normalize_words(text, U' ', language, *prefixes, scratch);
    } else {
        normalize_line(text, language, *prefixes, scratch);
    }
    if (!punctuation) drop_punctuation(scratch.joined);
    lower(trimmed(scratch.joined), out);
}

}  // namespace understudy
