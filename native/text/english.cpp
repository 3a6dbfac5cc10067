#include "text/english.hpp"

#include <algorithm>
#include <utility>

#include "text/unicode.hpp"

namespace understudy {
namespace {

constexpr TextView participles[] = {U"been", U"gone", U"done", U"got", U"gotta"};  // "gotta" becomes "got to"
constexpr TextView suffixes[] = {U"st", U"nd", U"rd", U"th", U"s"};
constexpr std::size_t most_expanded = 1 << 16;  // stretches that are remembered

bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }
bool is_letter(char32_t c) { return c >= U'a' && c <= U'z'; }
bool is_currency(char32_t c) { return c == U'$' || c == U'€' || c == U'£'; }
bool may_belong_to_number(char32_t c) { return c == U'.' || c == U'¢' || is_currency(c); }
bool has(TextView text, char32_t c) { return text.find(c) != TextView::npos; }

// Which of the characters below 128 are in a text.
class Seen {
public:
    explicit Seen(TextView text) {
        for (const char32_t c : text) half_[c / 64 % 2] |= std::uint64_t{c < 128} << c % 64;
    }

    bool any(std::string_view characters) const {
        return std::ranges::any_of(characters, [&](char c) { return half_[c / 64] >> c % 64 & 1; });
    }

private:
    std::uint64_t half_[2]{};
};

bool digit_at(TextView text, std::size_t at) { return at < text.size() && is_digit(text[at]); }

void drop_brackets(TextView text, Text& out) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == U'<' || text[at] == U'[') {
            const std::size_t end = text.find_first_of(U">]", at + 1);
            if (end == TextView::npos) {
                out += text.substr(at);
                return;
            }
            at = end;
            continue;
        }
        out += text[at];
    }
}

void drop_parentheses(TextView text, Text& out) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == U'(' && at + 1 < text.size() && text[at + 1] != U')') {
            const std::size_t end = text.find(U')', at + 1);
            if (end == TextView::npos) {
                out += text.substr(at);
                return;
            }
            at = end;
            continue;
        }
        out += text[at];
    }
}

// Drops commas between digits; a digit serves one comma only, as where matches may not overlap.
void drop_commas(TextView text, Text& out) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        out += text[at];
        if (is_digit(text[at]) && at + 1 < text.size() && text[at + 1] == U',' && digit_at(text, at + 2)) {
            out += text[at + 2];
            at += 2;
        }
    }
}

// A space for each symbol that `is_symbol` names and no digit follows, along with the character that follows. At the
// end of the text it stays or goes as asked.
template <class IsSymbol>
void drop_before_other(TextView text, Text& out, const IsSymbol& is_symbol, bool at_end) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool last = at + 1 == text.size();
        if (!is_symbol(text[at]) || (last ? !at_end : is_digit(text[at + 1]))) {
            out += text[at];
            continue;
        }
        out += U' ';
        if (!last) out += text[++at];
    }
}

// A space for each percent sign behind another character than a digit.
void drop_percent(TextView text, Text& out) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        out += text[at];
        if (!is_digit(text[at]) && at + 1 < text.size() && text[at + 1] == U'%') {
            out += U' ';
            ++at;
        }
    }
}

std::string encode(TextView text) {
    std::string out;
    out.reserve(text.size());
    for (const char32_t c : text) append(out, c);
    return out;
}

}  // namespace

EnglishNormalizer::EnglishNormalizer(CharacterFacts facts, std::vector<Contraction> contractions, WordMap<bool> fillers,
                                     WordMap<Text> spellings, WordMap<NumberWord> number_words)
    : facts_(std::move(facts)),
      contractions_(std::move(contractions)),
      fillers_(std::move(fillers)),
      spellings_(std::move(spellings)),
      number_words_(std::move(number_words)) {
    WordMap<bool> words;
    for (const Contraction& each : contractions_) {
        if (!has(each.text, U'\'')) words.emplace(each.text, true);
    }
    contracted_words_ = WordTable<bool>(std::move(words));
}

std::optional<std::string> EnglishNormalizer::operator()(std::string_view bytes, Scratch& scratch) const {
    Text& text = scratch.text;
    Text& next = scratch.next;
    if (!decode_lower(bytes, text)) return std::nullopt;
    const auto pass = [&](bool needed, const auto& rule) {
        if (!needed) return;
        next.clear();
        rule(text, next);
        text.swap(next);
    };
    const Seen before(text);
    pass(before.any("<["), drop_brackets);
    pass(before.any("("), drop_parentheses);
    pass(true, [&](TextView in, Text& out) { drop_fillers(in, out); });
    pass(before.any("'"), [&](TextView in, Text& out) { join_apostrophes(in, out); });
    pass(true, [&](TextView in, Text& out) { expand(in, scratch, out); });
    pass(before.any(","), drop_commas);
    const auto drop_stops = [](TextView in, Text& out) {
        drop_before_other(
            in, out, [](char32_t c) { return c == U'.'; }, true);
    };
    pass(before.any("."), drop_stops);
    pass(true, [&](TextView in, Text& out) { make_plain(in, out); });
    if (has_half(text)) return std::nullopt;
    const bool digits = Seen(text).any("0123456789");
    pass(digits, [&](TextView in, Text& out) { part_digits(in, out); });
    pass(digits, [&](TextView in, Text& out) { join_suffixes(in, out); });
    split(text, scratch.words);
    next.clear();
    if (!NumberReader(number_words_, next).read(scratch.words)) return std::nullopt;
    text.swap(next);
    const Seen after(text);
    const bool currencies = std::ranges::any_of(text, is_currency);
    pass(currencies && has(text, U'¢'), [&](TextView in, Text& out) { join_cents(in, out); });
    pass(currencies, [&](TextView in, Text& out) { write_cents(in, out); });
    pass(after.any("1"), [&](TextView in, Text& out) { spell_one(in, out); });
    pass(true, [&](TextView in, Text& out) { respell(in, scratch, out); });
    const auto drop_symbols = [](TextView in, Text& out) { drop_before_other(in, out, may_belong_to_number, false); };
    pass(std::ranges::any_of(text, may_belong_to_number), drop_symbols);
    pass(after.any("%"), drop_percent);
    pass(true, [&](TextView in, Text& out) { collapse_spaces(in, out); });
    return encode(text);
}

bool EnglishNormalizer::decode_lower(std::string_view text, Text& out) const {
    out.resize(text.size());
    char32_t* to = out.data();
    for (const char *at = text.data(), *end = at + text.size(); at != end;) {
        const char32_t c = decode(at);
        if (c >= facts_.flags.size() || facts_.flags[c] & CharacterFacts::unknown) return false;
        *to++ = facts_.lower[c];
    }
    out.resize(static_cast<std::size_t>(to - out.data()));
    return true;
}

void EnglishNormalizer::drop_fillers(TextView text, Text& out) const {
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (word_at(text, end)) ++end;
        const TextView word = text.substr(at, end - at);
        if (fillers_.find(word) == nullptr) out += word;
        if (end < text.size()) out += text[end++];
        at = end;
    }
}

void EnglishNormalizer::join_apostrophes(TextView text, Text& out) const {
    for (const char32_t c : text) {
        if (c == U'\'') {
            while (!out.empty() && is_space(out.back())) out.pop_back();
        }
        out += c;
    }
}

// The end of the stretch of letters and apostrophes at `at`. Behind an apostrophe it goes on with a participle.
std::size_t EnglishNormalizer::stretch_end(TextView text, std::size_t at) const {
    bool apostrophe = false;
    for (std::size_t end = at;;) {
        for (; joins_letters(text, end); ++end) apostrophe = apostrophe || text[end] == U'\'';
        if (!apostrophe || end == text.size() || text[end] != U' ') return end;
        std::size_t word_end = end + 1;
        while (word_at(text, word_end)) ++word_end;
        if (std::ranges::find(participles, text.substr(end + 1, word_end - end - 1)) == std::end(participles))
            return end;
        end = word_end;
    }
}

void EnglishNormalizer::expand(TextView text, Scratch& scratch, Text& out) const {
    for (std::size_t at = 0; at < text.size();) {
        if (!joins_letters(text, at)) {
            out += text[at++];
            continue;
        }
        const std::size_t end = stretch_end(text, at);
        const TextView stretch = text.substr(at, end - at);
        const bool contracted = has(stretch, U'\'') || contracted_words_.find(stretch) != nullptr;
        out += contracted ? TextView(expanded(stretch, scratch)) : stretch;
        at = end;
    }
}

const Text& EnglishNormalizer::expanded(TextView stretch, Scratch& scratch) const {
    if (scratch.expanded.size() >= most_expanded) scratch.expanded.clear();
    const auto entry = scratch.expanded.find(stretch);
    if (entry != scratch.expanded.end()) return entry->second;
    Text text(stretch);
    for (const Contraction& rule : contractions_) text = apply(rule, text);
    return scratch.expanded.emplace(Text(stretch), std::move(text)).first->second;
}

Text EnglishNormalizer::apply(const Contraction& rule, TextView text) const {
    Text out;
    for (std::size_t at = 0; at < text.size();) {
        const bool matches = text.substr(at).starts_with(rule.text) && !word_at(text, at + rule.text.size()) &&
                             !(rule.starts_word && at > 0 && is_word(text[at - 1]));
        if (!matches) {
            out += text[at++];
            continue;
        }
        out += rule.expanded;
        at += rule.text.size();
    }
    return out;
}

void EnglishNormalizer::make_plain(TextView text, Text& out) const {
    for (const char32_t c : text) {
        if (is_letter(c) || c == U' ') {
            out += c;
        } else {
            out += facts_.plain[c];
        }
    }
}

// Whether "and a half" may be in the text, which is for the twin.
bool EnglishNormalizer::has_half(TextView text) const {
    for (std::size_t at = text.find(U"half"); at != TextView::npos; at = text.find(U"half", at + 1)) {
        std::size_t before = at;
        while (before > 0 && is_space(text[before - 1])) --before;
        if (before < at && before > 0 && text[before - 1] == U'a') return true;
    }
    return false;
}

void EnglishNormalizer::part_digits(TextView text, Text& out) const {
    for (const char32_t c : text) {
        const char32_t before = out.empty() ? U' ' : out.back();
        if ((is_letter(before) && is_digit(c)) || (is_digit(before) && is_letter(c))) out += U' ';
        out += c;
    }
}

void EnglishNormalizer::join_suffixes(TextView text, Text& out) const {
    for (std::size_t at = 0; at < text.size();) {
        out += text[at++];
        if (!is_digit(out.back())) continue;
        std::size_t word = at;
        while (word < text.size() && is_space(text[word])) ++word;
        if (word == at) continue;
        for (const TextView suffix : suffixes) {
            if (!text.substr(word).starts_with(suffix) || word_at(text, word + suffix.size())) continue;
            out += suffix;
            at = word + suffix.size();
            break;
        }
    }
}

void EnglishNormalizer::split(TextView text, std::vector<TextView>& words) const {
    words.clear();
    for (std::size_t at = 0; at < text.size();) {
        while (at < text.size() && is_space(text[at])) ++at;
        const std::size_t start = at;
        while (at < text.size() && !is_space(text[at])) ++at;
        if (at > start) words.push_back(text.substr(start, at - start));
    }
}

// How many digits of cents there are at a place: one or two that end a word, else none.
std::size_t EnglishNormalizer::cents_at(TextView text, std::size_t at) const {
    const std::size_t digits = digit_at(text, at) ? 1 + digit_at(text, at + 1) : 0;
    return word_at(text, at + digits) ? 0 : digits;
}

// "$2 and ¢7" is $2.07.
void EnglishNormalizer::join_cents(TextView text, Text& out) const {
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        while (is_currency(text[at]) && digit_at(text, end)) ++end;
        std::size_t sign = end + 1;
        if (end > at + 1 && text.substr(end).starts_with(U" and ¢")) sign += 4;
        const bool follows =
            end > at + 1 && text[end < text.size() ? end : at] == U' ' && sign < text.size() && text[sign] == U'¢';
        const std::size_t cents = follows ? cents_at(text, sign + 1) : 0;
        if (cents == 0) {
            out += text[at++];
            continue;
        }
        out.append(text.substr(at, end - at)).append(cents == 1 ? U".0" : U".").append(text.substr(sign + 1, cents));
        at = sign + 1 + cents;
    }
}

// $0.36 is ¢36, whatever stands between 0 and 36.
void EnglishNormalizer::write_cents(TextView text, Text& out) const {
    for (std::size_t at = 0; at < text.size();) {
        const bool starts = is_currency(text[at]) && text.substr(at + 1).starts_with(U'0') && at + 2 < text.size();
        const std::size_t cents = starts ? cents_at(text, at + 3) : 0;
        if (cents == 0) {
            out += text[at++];
            continue;
        }
        TextView digits = text.substr(at + 3, cents);
        if (cents == 2 && digits.front() == U'0') digits.remove_prefix(1);
        (out += U'¢') += digits;
        at += 3 + cents;
    }
}

void EnglishNormalizer::spell_one(TextView text, Text& out) const {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool plural = at + 1 < text.size() && text[at + 1] == U's' && !word_at(text, at + 2);
        const bool alone = text[at] == U'1' && !(at > 0 && is_word(text[at - 1])) && (plural || !word_at(text, at + 1));
        if (alone) {
            out += U"one";
        } else {
            out += text[at];
        }
    }
}

void EnglishNormalizer::respell(TextView text, Scratch& scratch, Text& out) const {
    split(text, scratch.words);
    for (const TextView word : scratch.words) {
        if (!out.empty()) out += U' ';
        const Text* other = spellings_.find(word);
        out += other == nullptr ? word : TextView(*other);
    }
}

void EnglishNormalizer::collapse_spaces(TextView text, Text& out) const {
    out.resize(text.size());
    char32_t* to = out.data();
    bool after_space = false;
    for (const char32_t c : text) {
        const bool space = is_space(c);
        if (!space || !after_space) *to++ = space ? U' ' : c;
        after_space = space;
    }
    out.resize(static_cast<std::size_t>(to - out.data()));
}

}  // namespace understudy
