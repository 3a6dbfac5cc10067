// Unicode, tokenizers and token tables, to be run under the sanitizers: plain definitions beside the fast code and laws
// on random input. Texts lie in heap buffers of their exact size, so that a read past the end is seen.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <random>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "checks.hpp"
#include "text/token_table.hpp"
#include "text/tokenize.hpp"
#include "text/unicode.hpp"

namespace {

using namespace understudy;
using namespace std::string_literals;
using Words = std::vector<Id>;
using Offsets = std::vector<std::uint64_t>;

// A remainder is a little uneven but, unlike the distributions of the standard library, the same everywhere.
std::mt19937 generator(20020707);
std::size_t below(std::size_t limit) { return generator() % limit; }
auto pick(const auto& items) { return items[below(items.size())]; }

const Strings spaces = {" ", "\t", "\n", "\r\n", "\u00A0", "\u3000", "\u2028", "\u0085", "\x1C", "\u205F"};
const Strings pieces = {"a",      "Word",   "Z",         "5",      "19",       ".",          ",",          "-",
                        "'",      "&",      "<",         ">",      ";",        "\"",         "\u201C",     "\u2019",
                        "&quot;", "&amp;",  "&lt;",      "&GT;",   "&amp;lt;", "<skipped>",  "<Skipped>",  "-\n",
                        "\0"s,    "\x7F",   "\u4ECA",    "\u3002", "\uFF01",   "\U00020000", "\U0001F600", "\U0001F3FD",
                        "\u03A3", "\u0391", "\u0130",    "\u0301", "\u00E9",   "\u0661",     "\u00BD",     "\u20AC",
                        "\u200B", "\u10A0", "\U0010FFFF"};

// Every eighth text is whitespace only; some are empty.
std::string random_text(std::size_t most) {
    std::string text;
    const bool only_spaces = below(8) == 0;
    for (std::size_t left = below(most + 1); left > 0; --left)
        text += pick(only_spaces || below(5) == 0 ? spaces : pieces);
    return text;
}

std::string lowered(View text, Lowercase lowercase) {
    std::string out(text);
    if (lowercase == Lowercase::ascii) lower_ascii(Exact(text).view(), out);
    if (lowercase == Lowercase::unicode) lower(Exact(text).view(), out);
    return out;
}

// --- unicode ----------------------------------------------------------------------------------------------------

std::u32string points_of(View text) {
    std::u32string points;
    for (const char *at = text.data(), *end = at + text.size(); at != end;) points += decode(at);
    return points;
}

std::string utf8(std::u32string_view points) {
    std::string text;
    for (const char32_t c : points) append(text, c);
    return text;
}

// Valid is what `append` writes for a character, and nothing else.
std::size_t naive_invalid_utf8(View text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::string padded = std::string(text.substr(at, 4)) + "\0\0\0"s;
        const char* start = padded.data();
        const char32_t c = decode(start);
        const std::string written = utf8({&c, 1});
        if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF) || !text.substr(at).starts_with(written)) return at;
        at += written.size();
    }
    return View::npos;
}

void test_characters() {
    std::size_t wrong = 0, counted = 0;
    for (char32_t c = 0; c < 0x110000; ++c) {
        wrong += points_of(Exact(utf8({&c, 1})).view()) != std::u32string(1, c);
        counted += is_space(c);
    }
    check(wrong == 0, "characters survive append and decode", std::to_string(wrong));
    check(counted == 29, "str.isspace() of Python 3.11 holds for 29 characters", std::to_string(counted));
    for (const std::string& space : spaces) check(std::ranges::all_of(points_of(space), is_space), "whitespace", space);

    const std::map<Class, std::u32string> examples = {
        {Class::number, U"07\u0661\u00BD\u2160\u3007\uFF15\U0001D7CE"},
        {Class::punctuation, U"!-_'\u00A1\u201C\u3002\uFF01\u2014"},
        {Class::symbol, U"$+<`\u20AC\u2192\U0001F600\U0001F3FD"},
        {Class::other, U"aZ \u00A0\u0301\u4ECA\U00020000\U0010FFFF\x110000"}};
    for (const auto& [as, points] : examples) {
        for (const char32_t c : points) check(classify(c) == as, "the class of a character", utf8({&c, 1}));
    }
}

void test_random_bytes() {
    const View bytes("\x00\x41\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xED\xEF\xF0\xF1\xF4\xF5\xFF", 22);
    for (int round = 0; round < 20000; ++round) {
        std::string text = round % 2 == 0 ? random_text(6) : "";
        if (text.empty())
            std::generate_n(std::back_inserter(text), below(12), [&] { return pick(bytes); });
        else if (below(2) == 0)
            text[below(text.size())] = pick(bytes);
        else
            text.resize(below(text.size()));
        const std::size_t expected = naive_invalid_utf8(text);
        const Exact exact(text);
        check(invalid_utf8(exact.view()) == expected, "the place of the first invalid byte", text);
        if (expected == View::npos) check(utf8(points_of(exact.view())) == text, "decode, then append", text);
    }
}

// Expected values are those of Python 3.11's str.lower().
void test_lower() {
    const std::map<View, View> expected = {
        {"", ""},     {"ΣΑΣ", "σας"},   {"İ", "i\u0307"},         {"Σ", "σ"},          {"'Σ", "'σ"},
        {"AΣ", "aς"}, {"ΑΣ.Β", "ασ.β"}, {"ΑΣ\u0301", "ας\u0301"}, {"ÜBER Ⴀ", "über ⴀ"}};
    for (const auto& [text, low] : expected) check(lowered(text, Lowercase::unicode) == low, "lower", text);
    for (int round = 0; round < 4000; ++round) {
        const std::string text = random_text(20), low = lowered(text, Lowercase::unicode);
        std::string one_by_one, ascii;
        for (const char32_t c : points_of(text)) {
            one_by_one += lowered(utf8({&c, 1}), Lowercase::unicode);
            append(ascii, c >= 'A' && c <= 'Z' ? c + 32 : c);
        }
        if (text.find("Σ") == View::npos) check(low == one_by_one, "without sigma, context does not matter", text);
        check(invalid_utf8(low) == View::npos && lowered(low, Lowercase::unicode) == low, "lower twice is lower", text);
        check(lowered(text, Lowercase::ascii) == ascii, "lower_ascii", text);
    }
}

// --- tokenize ---------------------------------------------------------------------------------------------------

// Those that drop whitespace and nothing else.
constexpr View lossless[] = {"none", "ascii", "char", "13a", "intl", "zh"};

Strings tokens_of(View text, View tokenizer, Lowercase lowercase = Lowercase::no) {
    static TokenizeScratch scratch;  // what one text leaves in it must not show in the next
    Interner vocabulary;
    Words ids;
    tokenize(Exact(text).view(), tokenizer_named(tokenizer), lowercase, scratch, vocabulary, ids);
    Strings tokens;
    for (const Id id : ids) tokens.emplace_back(vocabulary.word(id));
    return tokens;
}

std::string without_spaces(View text, View tokenizer) {
    std::u32string points = points_of(text);
    const auto is_ascii_space = [](char32_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    tokenizer == "ascii" ? std::erase_if(points, is_ascii_space) : std::erase_if(points, is_space);
    return utf8(points);
}

bool is_rewritten(View text, View tokenizer) {
    const auto is_in = [&](View part) { return text.find(part) != View::npos; };
    return tokenizer == "13a" &&
           std::ranges::any_of(Strings{"<skipped>", "-\n", "&quot;", "&amp;", "&lt;", "&gt;"}, is_in);
}

void check_tokens(View text, View tokenizer, Lowercase lowercase) {
    const Strings tokens = tokens_of(text, tokenizer, lowercase);
    const std::string low = lowered(text, lowercase), letters = joined(tokens, "");
    check(std::ranges::none_of(tokens, &std::string::empty), "no token is empty", text);
    check(letters == without_spaces(letters, tokenizer), "no token holds whitespace", text);
    check(letters == without_spaces(low, tokenizer) || is_rewritten(low, tokenizer), "tokens make up the text", text);
    check(tokens == tokens_of(low, tokenizer), "lower case comes first", text);
    if (tokenizer != "none" && tokenizer != "ascii" && tokenizer != "char") return;
    check(tokens == tokens_of(joined(tokens, " "), tokenizer), "joined and split again", text);
}

void test_tokenize_laws() {
    for (const View tokenizer : lossless) {
        for (const Lowercase lowercase : {Lowercase::no, Lowercase::ascii, Lowercase::unicode}) {
            check_tokens("", tokenizer, lowercase);
            for (const std::string& piece : pieces) check_tokens(piece, tokenizer, lowercase);
            for (std::size_t round = 0; round < 500; ++round)
                check_tokens(random_text(round % 30), tokenizer, lowercase);
        }
    }
}

// From golden/metrics/tokenizers.jsonl: what mteval-v13a.pl and sacrebleu make of these texts.
void test_tokenize_like_the_originals() {
    const auto expect = [](View tokenizer, Lowercase lowercase, View text, View tokens) {
        check(joined(tokens_of(text, tokenizer, lowercase), " ") == tokens, "as the original tokenizes", text);
    };
    expect("13a", Lowercase::ascii, "Hello, world! It's 5.00-6.00 p.m. (approx.) on 3-4-2020.",
           "hello , world ! it's 5.00 - 6.00 p . m . ( approx . ) on 3 - 4 - 2020 .");
    expect("13a", Lowercase::no, "&quot;AT&amp;T&quot; &lt;b&gt; &apos;x&apos; <skipped>gone",
           "\" AT & T \" < b > & apos ; x & apos ; gone");
    expect("13a", Lowercase::ascii, "café cafe\u0301 ÜBER İ", "café cafe\u0301 Über İ");
    expect("intl", Lowercase::no, "emoji 😀!👍🏽", "emoji 😀 ! 👍 🏽");
    expect("zh", Lowercase::no, "今天天气很好。GDP增长5.2%，不错！",
           "今 天 天 气 很 好 。 GDP 增 长 5.2 % ， 不 错 ！");
    expect("zh", Lowercase::no, "3.14 is pi. In 2019.", "3.14 is pi . In 2019.");
    expect("ptb", Lowercase::no, "The dog's owner can't see (St. Bernards), e.g. in the U.S. or at 5 p.m.!",
           "the dog 's owner ca n't see -lrb- st. bernards -rrb- e.g. in the u.s. or at 5 p.m.");
    expect("ptb", Lowercase::no, "vitamin C. The 1 1/2 \u201cx\u201d\u2026 don\u2019t :) \U0001F642",
           "vitamin c the 1\u00A01/2 x do n't :-rrb-");
    expect("jiwer", Lowercase::no, "\ta\u00A0b c \t d\te ", "a\u00A0b c d\te");
}

void check_threads(const std::vector<View>& texts, View name) {
    const Tokenizer& tokenizer = tokenizer_named(name);
    const auto table = [&](std::size_t threads, bool straight = false) {
        Interner vocabulary;
        vocabulary.intern("known before");
        Interner* const place = straight ? &vocabulary : nullptr;
        const TokenIds tokens =
            merge(tokenize_all(texts, tokenizer, Lowercase::unicode, threads, Poll(), false, place), vocabulary);
        Strings words;
        for (Id id = 0; id < vocabulary.size(); ++id) words.emplace_back(vocabulary.word(id));
        return std::tuple(tokens.offsets, tokens.ids, words);
    };
    const auto expected = table(1);
    check(std::get<0>(expected).size() == texts.size() + 1, "every text has its place", std::to_string(texts.size()));
    for (const std::size_t threads : {1, 2, 3, 4}) {
        check(table(threads) == expected, "threads change nothing", std::to_string(threads));
        check(table(threads, true) == expected, "nor does a vocabulary of the table's own", std::to_string(threads));
    }
}

void test_tokenize_all() {
    std::vector<Exact> owned;
    std::vector<View> texts;
    for (int i = 0; i < 3000; ++i) texts.push_back(owned.emplace_back(random_text(15)).view());
    for (int i = 0; i < 3000; i += 500) texts[below(3000)] = View();  // an empty string that is nowhere, as from Arrow
    for (const View tokenizer : lossless) check_threads(texts, tokenizer);
    for (const std::size_t size : {2047, 1024, 511, 1, 0}) check_threads({texts.data(), texts.data() + size}, "none");
}

void test_tokenize_all_can_be_interrupted() {
    const Exact text(joined(Strings(1000, "word"), " "));
    const std::vector<View> texts(20000, text.view());  // more than can be done before the poll is due
    const Poll poll = [&](std::size_t done) {
        check(done <= texts.size(), "no more is done than there is to do", std::to_string(done));
        throw std::runtime_error("interrupted");
    };
    for (std::size_t threads = 1; threads <= 4; ++threads) {
        const auto run = [&] { tokenize_all(texts, tokenizer_named("13a"), Lowercase::unicode, threads, poll); };
        check(error_of<std::runtime_error>(run) == "interrupted", "what the poll throws reaches the caller");
    }
}

void test_vocabulary() {
    Interner vocabulary;
    std::unordered_map<std::string, Id> known;
    Strings words;
    for (int round = 0; round < 60000; ++round) {
        const std::string letters = pick(Strings{"a", "ab", "a\0"s, "abc\xFF"});
        std::string word;
        std::generate_n(std::back_inserter(word), below(41), [&] { return pick(letters); });
        if (!words.empty() && below(3) == 0) word = pick(words);
        const auto [entry, is_new] = known.try_emplace(word, static_cast<Id>(words.size()));
        if (is_new) words.push_back(word);
        check(vocabulary.intern(Exact(word).view()) == entry->second, "a word keeps its first id", word);
    }
    check(vocabulary.size() == words.size(), "every word counts once");
    for (Id id = 0; id < words.size(); ++id) check(vocabulary.word(id) == words[id], "the word of an id", words[id]);
    check(vocabulary.intern("collides a word ") != vocabulary.intern("with it.{z\x13R(8)/"),
          "two words, though of one hash");
}

void test_token_tables() {
    Interner vocabulary;
    const std::vector<Strings> segments = {{"a", "b", "a"}, {}, {"c"}};
    const TokenIds tokens = intern_all(segments, vocabulary);
    check(tokens.ids == Words{0, 1, 0, 2}, "words are numbered by first appearance");
    check(tokens.offsets == Offsets{0, 3, 3, 4} && tokens.segments() == 3, "an empty segment is one too");
    check(intern_all({}, vocabulary).segments() == 0, "no segments");

    const std::array<std::int64_t, 4> places = {2, 0, 2, 1};
    const TokenIds taken = take_segments(tokens, places);
    check(taken.ids == Words{2, 0, 1, 0, 2} && taken.offsets == Offsets{0, 1, 4, 5, 5}, "any order, some twice");
    check(take_segments(tokens, {}).offsets == Offsets{0}, "none taken");

    const TokenIds renumbered = renumber_all(tokens, Words{5, 5, 7});
    check(renumbered.ids == Words{5, 5, 5, 7} && renumbered.offsets == tokens.offsets, "numbers for numbers");
}

}  // namespace

int main() {
    test_characters();
    test_random_bytes();
    test_lower();
    test_tokenize_laws();
    test_tokenize_like_the_originals();
    test_tokenize_all();
    test_tokenize_all_can_be_interrupted();
    test_vocabulary();
    test_token_tables();
    return report();
}
