#include "text/tokenizers/ptb_splitter.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "text/tokenizers/ptb_tables.inc"
#include "text/unicode.hpp"

namespace understudy {
namespace {

using View = std::string_view;
using namespace ptb;

constexpr std::uint8_t no_rule = 255;

// --- The automaton ----------------------------------------------------------------------------------------------

using Table = std::vector<std::uint16_t>;  // the next state, by state and symbol

Table unpacked() {
    Table table(states * symbols);
    const auto row = [&](std::size_t state) { return table.begin() + static_cast<std::ptrdiff_t>(state * symbols); };
    std::size_t change = 0;
    for (std::size_t state = 1; state < states; ++state) {
        std::copy_n(row(like[state - 1]), symbols, row(state));
        for (std::size_t i = 0; i < counts[state - 1]; ++i, ++change) {
            table[state * symbols + changed_symbols[change]] = changed_states[change];
        }
    }
    return table;
}

const Table& automaton() {
    static const Table table = unpacked();
    return table;
}

std::uint8_t symbol_beyond_ascii(char32_t c) {
    const auto* const span = std::ranges::lower_bound(spans, c, {}, &Span::last);
    const std::uint8_t plain = span != std::end(spans) && span->first <= c ? span->symbol : dropped;
    const auto* const steps = std::ranges::lower_bound(capitals, c, {}, &Steps::last);
    const bool is_capital = steps != std::end(capitals) && steps->first <= c && (c - steps->first) % steps->step == 0;
    if (!is_capital) return plain;
    return plain == letter    ? capital_letter
           : plain == symbol  ? capital_symbol
           : plain == dropped ? dropped_capital
                              : plain;
}

// --- Words ------------------------------------------------------------------------------------------------------

bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
char small(char c) { return static_cast<char>(c | 0x20); }

bool is_spelled(View word, View written) {
    std::size_t at = 0;
    for (const char c : word) {
        const bool fixed = written[at] == '=';
        at += fixed;
        const bool either = !fixed && written[at] >= 'a';
        if (c != written[at] && (!either || small(c) != written[at])) return false;
        ++at;
    }
    return true;
}

const Abbreviation* abbreviation_of(View word) {
    constexpr std::size_t longest = 8;
    if (word.size() > longest) return nullptr;
    std::array<char, longest> letters{};
    std::ranges::transform(word, letters.begin(), small);
    const View lowered(letters.data(), word.size());
    const auto* const entry = std::ranges::lower_bound(abbreviations, lowered, {}, &Abbreviation::word);
    return entry != std::end(abbreviations) && entry->word == lowered && is_spelled(word, entry->written) ? entry
                                                                                                          : nullptr;
}

bool is_opener(View word) {
    constexpr std::size_t longest = 16;
    if (word.empty() || word.size() > longest || word.front() > 'Z') return false;
    std::array<char, longest> letters{};
    std::ranges::transform(word, letters.begin(), small);
    return std::ranges::binary_search(openers, View(letters.data(), word.size()));
}

// What pycocoevalcap removes; it knows brackets in capitals only.
bool is_punctuation(View token) {
    static constexpr View listed[] = {"''", "'", "``", "`", ".", "?", "!", ",", ":", "-", "--", "...", ";"};
    return token.size() <= 3 && std::ranges::find(listed, token) != std::end(listed);
}

// --- One text ---------------------------------------------------------------------------------------------------

struct Match {
    std::size_t length = 0, size = 0;  // with what the rule looks at behind the token, and without
    std::uint8_t rule = no_rule;
};

class Splitter {
public:
    Splitter(View text, PtbScratch& scratch) : text_(text), scratch_(scratch) {
        scratch.symbols.clear();
        scratch.places.clear();
        scratch.tokens.clear();
        const char* const begin = text.data();
        for (const char* at = begin; at < begin + text.size();) {
            const auto place = static_cast<std::size_t>(at - begin);
            const char32_t c = decode(at);
            add(place, c < 0x80 ? ascii_symbols[c] : c < 0x10000 ? symbol_beyond_ascii(c) : dropped);
            if (c >= 0x10000) add(place, dropped);  // two characters in Java
        }
        size_ = scratch.symbols.size();
        for (const std::uint8_t each : {line_end, line_end, end_symbol}) add(text.size(), each);
    }

    void split() {
        for (std::size_t at = 0; at < size_;) {
            const Match match = longest_at(at);
            write(rules[match.rule], at, at + match.size);
            at += match.size;
        }
    }

private:
    void add(std::size_t place, std::uint8_t symbol) {
        scratch_.symbols.push_back(symbol);
        scratch_.places.push_back(place);
    }

    std::uint8_t symbol_at(std::size_t at) const { return scratch_.symbols[at]; }
    View between(std::size_t begin, std::size_t end) const {
        return text_.substr(scratch_.places[begin], scratch_.places[end] - scratch_.places[begin]);
    }
    // The character if it is one of ASCII, otherwise some byte that is none.
    char byte_at(std::size_t at) const { return at < size_ ? text_[scratch_.places[at]] : '\n'; }

    std::size_t end_of_letters(std::size_t at) const {
        while (at < size_ && is_letter(byte_at(at))) ++at;
        return at;
    }

    // The longest match of the automaton, its length only; the first rule of equally long ones.
    Match scan(std::size_t from) const {
        const std::uint16_t* const table = table_.data();
        Match best;
        std::size_t state = 1;
        for (std::size_t at = from; (state = table[state * symbols + symbol_at(at)]) != 0;) {
            ++at;
            if (matched[state] != no_rule) best = {at - from, at - from, matched[state]};
            if (at == size_ + 3) break;
        }
        return best;
    }

    Match longest_at(std::size_t at) const {
        Match match = scan(at);
        match.size = cut(rules[match.rule].cut, at, match.length);
        if (is_letter(byte_at(at))) {
            const Match word = abbreviation_at(at);
            const bool is_first = word.length == match.length && word.rule < match.rule;
            if (word.length > match.length || (word.length != 0 && is_first)) match = word;
        }
        if (match.rule == initial && is_before_opener(at + match.size)) --match.size;
        return match;
    }

    // The length of the token before what its rule looks at behind it.
    std::size_t cut(Cut how, std::size_t at, std::size_t length) const {
        switch (how) {
            case Cut::none: return length;
            case Cut::one_behind: return length - 1;
            case Cut::two_behind: return length - 2;
            case Cut::two: return 2;
            case Cut::four: return 4;
            case Cut::clitic: {
                const std::size_t last = is_letter(byte_at(at + length - 2)) ? length - 3 : length - 2;
                return byte_at(at + last) == ';' ? last - 5 : last;
            }
            case Cut::negation: return byte_at(at + length - 2) == ';' ? length - 8 : length - 3;
        }
        return length;
    }

    Match abbreviation_at(std::size_t at) const {
        constexpr auto rule = static_cast<std::uint8_t>(abbreviation);
        const std::size_t end = end_of_letters(at);
        if (byte_at(end) != '.') return {};
        const std::size_t size = end + 1 - at;
        const bool is_degree = end - at == 2 && small(byte_at(at)) == 'p' && small(byte_at(at + 1)) == 'h' &&
                               small(byte_at(at + 3)) == 'd' && byte_at(at + 4) == '.';
        if (is_degree) return {size + 4, size + 2, rule};  // Ph.D.
        const Abbreviation* const entry = abbreviation_of(between(at, end));
        if (entry == nullptr) return {};
        switch (entry->kind) {
            case Kind::always: return {size, size, rule};
            case Kind::ending: return {size + 2, size, rule};
            case Kind::number: break;
        }
        const std::size_t space = separates[symbol_at(end + 1)] ? 1 : 0;
        return is_digit(end + 1 + space) ? Match{size + space + 1, size, rule} : Match{};
    }

    bool is_digit(std::size_t at) const {
        return at < size_ && (symbol_at(at) == digit || (byte_at(at) >= '0' && byte_at(at) <= '9'));
    }

    bool is_before_opener(std::size_t at) const {
        const std::size_t spaces = at;
        while (at < size_ && separates[symbol_at(at)]) ++at;
        if (at == spaces || at >= size_) return false;
        const std::size_t end = end_of_letters(at);
        if (separates[symbol_at(end)] && is_opener(between(at, end))) return true;
        const bool is_title = end - at == 2 && small(byte_at(at)) == 'm' && byte_at(end) == '.' &&
                              (small(byte_at(at + 1)) == 'r' || small(byte_at(at + 1)) == 's');
        if (is_title) return separates[symbol_at(end + 1)];
        const Match match = scan(at);
        return match.rule == tag && separates[symbol_at(at + match.length)];
    }

    // --- What is written ---

    void write(const Rule& rule, std::size_t begin, std::size_t end) {
        std::string& token = scratch_.token;
        token.clear();
        const auto each = [&](auto append) {
            for (std::size_t at = begin; at < end; ++at) append(at, between(at, at + 1));
        };
        switch (rule.write) {
            case Write::drop: return;
            case Write::text: return take(rule.text);
            case Write::halves: take_lowered(between(begin, begin + 3)); return take_lowered(between(begin + 3, end));
            case Write::verbatim: return take_lowered(between(begin, end));
            case Write::keep: return take_without_soft_hyphens(between(begin, end));
            case Write::ampersand: token = replaced(between(begin, end), "&amp;", "&"); break;
            case Write::quotes: each([&](std::size_t at, View) { token += quote(at); }); break;
            case Write::blanks: each([&](std::size_t, View c) { token += is_blank(c) ? no_break : c; }); break;
            case Write::brackets: each([&](std::size_t, View c) { token += bracket(c); }); break;
            case Write::apostrophe: {
                each([&](std::size_t at, View c) { token += static_cast<unsigned char>(c[0]) < 0x80 ? c : quote(at); });
                token = replaced(token, "&apos;", "'");
                break;
            }
        }
        take_lowered(token);
    }

    static constexpr View no_break = "\u00A0";

    static bool is_blank(View c) { return c == " " || c == "\t" || c == "\n"; }

    static View bracket(View c) { return c == "(" ? "-lrb-" : c == ")" ? "-rrb-" : is_blank(c) ? no_break : c; }

    View quote(std::size_t at) const {
        const std::uint8_t of = symbol_at(at);
        if (of == left_double) return "``";
        if (of == right_double) return "''";
        return of == right_single || of == right_angle ? "'" : "`";
    }

    static std::string replaced(View text, View part, View by) {
        std::string out(text);
        for (std::size_t at = out.find(part); at != std::string::npos; at = out.find(part, at)) {
            out.replace(at, part.size(), by);
            at += by.size();
        }
        return out;
    }

    void take_without_soft_hyphens(View token) {
        constexpr View soft = "\u00AD";
        if (token.find(soft) == View::npos) return take_lowered(token);
        scratch_.token = replaced(token, soft, "");
        take_lowered(scratch_.token.empty() ? View("-") : View(scratch_.token));
    }

    void take_lowered(View token) {
        lower(token, scratch_.lowered);
        take(scratch_.lowered);
    }

    void take(View token) {
        if (!is_punctuation(token)) (scratch_.tokens += token) += '\n';
    }

    View text_;
    PtbScratch& scratch_;
    const Table& table_ = automaton();
    std::size_t size_ = 0;
};

}  // namespace

View split_ptb(View text, PtbScratch& scratch) {
    Splitter(text, scratch).split();
    return scratch.tokens;
}

}  // namespace understudy
