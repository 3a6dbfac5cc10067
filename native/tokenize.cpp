#include "tokenize.hpp"

#include <array>

#include "characters.hpp"
#include "unicode.hpp"
#include "split_words.hpp"

namespace understudy {
namespace {

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

Kind kind_of(const std::array<Kind, 256>& kinds, char c) { return kinds[static_cast<unsigned char>(c)]; }

// Length in bytes of the white space character at `at`, 0 if there is none; for bytes of kind `maybe_space`.
std::size_t wide_space(const char* at) {
    const char* after = at;
    return is_space(decode(after)) ? static_cast<std::size_t>(after - at) : 0;
}

View strip_end(View text) {
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

View strip_start(View text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        const char* after = at;
        if (!is_space(decode(after))) break;
        at = after;
    }
    return {at, static_cast<std::size_t>(end - at)};
}

// --- none, ascii, char ------------------------------------------------------------------------------------------

template <class Sink>
void split_spaces(View text, const Sink& sink) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const char* start = at;
    while (at < end) {
        if constexpr (little_endian) {
            // Most words are short and end at a blank: one load brings the word and shows its end.
            if (at == start && end - at >= 8) {
                const std::uint64_t bytes = load_eight(at);
                const unsigned letters = letters_before(bytes);
                if (letters - 1 < 7 && at[letters] == ' ') {
                    sink(View(at, letters), bytes & ((std::uint64_t{1} << 8 * letters) - 1));
                    start = at += letters + 1;
                    continue;
                }
            }
        }
        const Kind kind = kind_of(space_kinds, *at);
        std::size_t width = kind == space ? 1 : 0;
        if (kind == maybe_space) width = wide_space(at);
        if (width == 0) {
            at = static_cast<unsigned char>(*at) < 0x80 ? skip_letters(at + 1, end) : at + 1;
            continue;
        }
        if (at > start) sink(View(start, static_cast<std::size_t>(at - start)));
        start = at += width;
    }
    if (at > start) sink(View(start, static_cast<std::size_t>(at - start)));
}

template <class Sink>
void split_ascii_spaces(View text, const Sink& sink) {
    std::size_t start = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && !is_ascii_space(static_cast<unsigned char>(text[at]))) continue;
        if (at > start) sink(text.substr(start, at - start));
        start = at + 1;
    }
}

template <class Sink>
void split_characters(View text, const Sink& sink) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        const char* const start = at;
        if (!is_space(decode(at))) sink(View(start, static_cast<std::size_t>(at - start)));
    }
}

// --- 13a and zh -------------------------------------------------------------------------------------------------

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_stop(char c) { return c == '.' || c == ','; }

// The three rules of mteval-v13a for `.`, `,` and `-`, each a left-to-right, non-overlapping rewrite of the run.
// The run is padded with the blanks that surround it in the line, where there are any.
void rewrite_run(std::string& run, std::string& next) {
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
        const Kind kind = kind_of(mteval_kinds, *at);
        std::size_t width = 1;
        if (kind == ordinary || kind == mark) {
            marked |= kind == mark;
            ++at;
            continue;
        }
        if (kind == maybe_space && (width = wide_space(at)) == 0) {
            ++at;
            continue;
        }
        finish();
        if (kind == symbol) sink(View(at, 1));
        start = at += width;
    }
    finish();
}

void replace_all(std::string& text, View from, View to, std::string& buffer) {
    buffer.clear();
    std::size_t read = 0;
    for (std::size_t found; (found = text.find(from, read)) != std::string::npos; read = found + from.size()) {
        buffer.append(text, read, found - read) += to;
    }
    buffer.append(text, read);
    text.swap(buffer);
}

// Line ends and entities are rare: look for them first, rewrite only where they are.
View unescape(View line, TokenizeScratch& scratch) {
    const bool skipped = line.find("<skipped>") != View::npos;
    const bool broken = line.find('\n') != View::npos;
    const bool escaped = line.find('&') != View::npos;
    if (!skipped && !broken && !escaped) return line;
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
View part_possessives(View line, std::string& parted) {
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
bool is_chinese(char32_t c) {
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

View pad_chinese(View line, TokenizeScratch& scratch) {
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

// --- intl -------------------------------------------------------------------------------------------------------

// The three rules of mteval-v14's international tokeniser, in their order, on code points.
template <class Sink>
void split_international(View text, TokenizeScratch& scratch, const Sink& sink) {
    std::u32string& from = scratch.points;
    std::u32string& to = scratch.split;
    from.clear();
    for (const char* at = text.data(); at < text.data() + text.size();) from += decode(at);

    const auto rewrite = [&](auto matches, auto write) {
        to.clear();
        std::size_t at = 0;
        while (at < from.size()) {
            if (at + 1 < from.size() && matches(classify(from[at]), classify(from[at + 1]))) {
                write(from[at], from[at + 1]);
                at += 2;
            } else {
                to += from[at++];
            }
        }
        from.swap(to);
    };
    rewrite([](Class a, Class b) { return a != Class::number && b == Class::punctuation; },
            [&](char32_t a, char32_t b) { (((to += a) += U' ') += b) += U' '; });
    rewrite([](Class a, Class b) { return a == Class::punctuation && b != Class::number; },
            [&](char32_t a, char32_t b) { (((to += U' ') += a) += U' ') += b; });

    std::string& token = scratch.run;
    token.clear();
    const auto finish = [&] {
        if (!token.empty()) sink(View(token));
        token.clear();
    };
    for (const char32_t c : from) {
        const bool alone = classify(c) == Class::symbol;
        if (alone || is_space(c)) finish();
        if (!is_space(c)) append(token, c);
        if (alone) finish();
    }
    finish();
}

template <class Sink>
void split_meteor(View text, Tokenizer tokenizer, TokenizeScratch& scratch, const Sink& sink) {
    const bool punctuation = tokenizer <= Tokenizer::meteor_ru;
    const Tokenizer first = punctuation ? Tokenizer::meteor_en : Tokenizer::meteor_en_nopunct;
    const auto language = static_cast<MeteorLanguage>(static_cast<int>(tokenizer) - static_cast<int>(first));
    normalize_meteor(text, language, punctuation, scratch.meteor, scratch.rewritten);
    split_java(scratch.rewritten, sink);
}

template <class Sink>
void split_line(View text, Tokenizer tokenizer, TokenizeScratch& scratch, const Sink& sink) {
    switch (tokenizer) {
        case Tokenizer::none: return split_spaces(text, sink);
        case Tokenizer::ascii: return split_ascii_spaces(text, sink);
        case Tokenizer::character: return split_characters(text, sink);
        case Tokenizer::letters: return split_letters(strip_start(strip_end(text)), sink);
        case Tokenizer::mixed: return split_mixed(text, sink);
        case Tokenizer::java: return split_java(text, sink);
        case Tokenizer::words: return split_words(text, sink);
        case Tokenizer::ascii_words: return split_ascii_words(text, sink);
        case Tokenizer::mteval_13a: return split_mteval(unescape(strip_end(text), scratch), true, scratch, sink);
        case Tokenizer::tercom:
            return split_mteval(part_possessives(unescape(strip_end(text), scratch), scratch.parted), true, scratch, sink);
        case Tokenizer::mteval_international: return split_international(strip_end(text), scratch, sink);
        case Tokenizer::chinese:
            return split_mteval(pad_chinese(strip_start(strip_end(text)), scratch), false, scratch, sink);
        case Tokenizer::meteor_en: case Tokenizer::meteor_cz: case Tokenizer::meteor_fr:
        case Tokenizer::meteor_es: case Tokenizer::meteor_de: case Tokenizer::meteor_ru:
        case Tokenizer::meteor_en_nopunct: case Tokenizer::meteor_cz_nopunct: case Tokenizer::meteor_fr_nopunct:
        case Tokenizer::meteor_es_nopunct: case Tokenizer::meteor_de_nopunct: case Tokenizer::meteor_ru_nopunct:
            return split_meteor(text, tokenizer, scratch, sink);
    }
}

template <class Sink>
void split_text(View text, Tokenizer tokenizer, Lowercase lowercase, bool lines, TokenizeScratch& scratch, const Sink& sink) {
    if (lowercase != Lowercase::no) {
        lowercase == Lowercase::ascii ? lower_ascii(text, scratch.lowered) : lower(text, scratch.lowered);
        text = scratch.lowered;
    }
    for (std::size_t end; lines && (end = text.find('\n')) != View::npos; text.remove_prefix(end + 1)) {
        split_line(text.substr(0, end), tokenizer, scratch, sink);
        sink(View("\n"));
    }
    split_line(text, tokenizer, scratch, sink);
}

// Puts words into a vocabulary and keeps their ids.
struct Keep {
    Vocabulary& vocabulary;
    std::vector<Id>& ids;

    void operator()(View word) const { ids.push_back(vocabulary.intern(word)); }
    void operator()(View word, std::uint64_t padded) const { ids.push_back(vocabulary.intern(word, padded)); }
};

// The same, looking out for a stop also within a long text.
struct KeepUntilStopped : Keep {
    Patrol& patrol;

    void operator()(auto... word) const {
        Keep::operator()(word...);
        if (ids.size() % (1 << 14) == 0 && patrol.should_stop()) throw Stopped{};
    }
};

}  // namespace

void tokenize(View text, Tokenizer tokenizer, Lowercase lowercase, TokenizeScratch& scratch, Vocabulary& vocabulary,
              std::vector<Id>& ids, bool lines) {
    split_text(text, tokenizer, lowercase, lines, scratch, Keep{vocabulary, ids});
}

std::vector<Share> tokenize_all(const std::vector<View>& texts, Tokenizer tokenizer, Lowercase lowercase,
                                std::size_t threads, const Poll& poll, bool lines) {
    threads = std::max<std::size_t>(1, std::min(threads, texts.size() / 512));
    std::vector<Share> shares(threads);
    Patrol patrol(poll);
    run_threads(threads, patrol, [&](std::size_t worker) {
        const std::size_t begin = texts.size() * worker / threads, end = texts.size() * (worker + 1) / threads;
        Share& share = shares[worker];
        TokenizeScratch scratch;
        std::size_t letters = 0;
        for (std::size_t i = begin; i < end; ++i) letters += texts[i].size();
        std::vector<Id>& ids = share.tokens.ids;
        ids.reserve(letters / 3);  // more than words need; memory that is never touched costs nothing
        share.tokens.offsets.reserve(end - begin + 1);
        const KeepUntilStopped keep{{share.words, ids}, patrol};
        for (std::size_t i = begin; i < end; ++i) {
            if (i + 8 < end) {
                const View soon = texts[i + 8];
                for (std::size_t at = 0; at < std::min<std::size_t>(soon.size(), 256); at += 64) prefetch(soon.data() + at);
            }
            split_text(texts[i], tokenizer, lowercase, lines, scratch, keep);
            share.tokens.offsets.push_back(ids.size());
            if (i % 256 != 255) continue;
            patrol.advance(256);
            if (patrol.should_stop()) throw Stopped{};
        }
    });
    return shares;
}

namespace {

bool lowers_alone(View word, View lowered, Tokenizer tokenizer) {
    if (word == lowered) return true;
    if (tokenizer == Tokenizer::mteval_13a) {
        for (const View entity : {"quot", "amp", "lt", "gt", "skipped"}) {
            if (lowered == entity) return false;
        }
    }
    const char* at = word.data();
    const char* low = lowered.data();
    while (at < word.data() + word.size()) {
        const char32_t c = decode(at);
        // U+03A3 is the sigma that has two lower cases, U+0130 the only letter whose lower case is two characters. From
        // U+2000 on there are letters that sacrebleu's zh takes for Chinese, unlike their lower case.
        if (c != decode(low) && (c == 0x3A3 || c == 0x130 || c >= 0x2000)) return false;
    }
    return true;
}

}  // namespace

std::optional<Tokens> lower_words(const Tokens& tokens, const Vocabulary& words, Tokenizer tokenizer, Lowercase lowercase,
                                  Vocabulary& lowered) {
    // These look at the case of letters; some letters that the last drops have a lower case in ASCII.
    if (tokenizer >= Tokenizer::tercom) return std::nullopt;
    constexpr Id unknown = 0xFFFFFFFF;
    std::vector<Id> ids(words.size(), unknown);
    Tokens result{{}, tokens.offsets};
    result.ids.reserve(tokens.ids.size());
    std::string text;
    for (const Id id : tokens.ids) {
        if (ids[id] == unknown) {
            const View word = words.word(id);
            lowercase == Lowercase::ascii ? lower_ascii(word, text) : lower(word, text);
            if (!lowers_alone(word, text, tokenizer)) return std::nullopt;
            ids[id] = lowered.intern(text);
        }
        result.ids.push_back(ids[id]);
    }
    return result;
}

Tokens merge(std::vector<Share> shares, Vocabulary& vocabulary) {
    Tokens all = std::move(shares.front().tokens);
    std::vector<Id> global;
    for (Share& share : shares) {
        global.clear();
        for (Id id = 0; id < share.words.size(); ++id) global.push_back(vocabulary.intern(share.words.word(id)));
        if (&share == &shares.front()) {
            for (Id& id : all.ids) id = global[id];
            continue;
        }
        const std::uint64_t base = all.ids.size();
        for (const Id id : share.tokens.ids) all.ids.push_back(global[id]);
        for (std::size_t i = 1; i < share.tokens.offsets.size(); ++i) all.offsets.push_back(base + share.tokens.offsets[i]);
        share = Share{};
    }
    return all;
}

}  // namespace understudy
