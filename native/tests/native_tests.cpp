// The core on its own, to be run under the sanitizers: plain definitions beside the fast code, laws on random input, and
// every text in a heap buffer of its exact size, so that a read past its end is seen.
#include <algorithm>
#include <atomic>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <ranges>
#include <source_location>
#include <unordered_map>
#include <utility>

#include "arrow.hpp"
#include "ngrams.hpp"
#include "tokenize.hpp"
#include "unicode.hpp"

namespace {

using namespace understudy;
using namespace std::string_literals;
using Strings = std::vector<std::string>;
using View = std::string_view;
using Where = std::source_location;

std::size_t passed = 0, failed = 0;

void check(bool good, View what, View on = {}, const Where& where = Where::current()) {
    ++(good ? passed : failed);
    if (good) return;
    std::cout << where.file_name() << ':' << where.line() << ": " << what << ", on \"";
    for (const unsigned char c : on) {
        if (c >= ' ' && c <= '~') std::cout << c;
        else std::cout << "\\x" << "0123456789ABCDEF"[c / 16] << "0123456789ABCDEF"[c % 16];
    }
    std::cout << "\"\n";
}

// The message of the error that `act` ends in; empty if there is none.
template <class Error>
std::string error_of(const auto& act) {
    try {
        act();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

// A copy without a terminator and without a byte to spare.
class Exact {
public:
    explicit Exact(View text) : bytes_(new char[text.size()]), size_(text.size()) { std::ranges::copy(text, bytes_.get()); }
    View view() const { return {bytes_.get(), size_}; }

private:
    std::unique_ptr<char[]> bytes_;
    std::size_t size_;
};

// The remainder is a little uneven but, unlike the distributions of the standard library, the same everywhere.
std::mt19937 generator(20020707);
std::size_t below(std::size_t limit) { return generator() % limit; }
auto pick(const auto& items) { return items[below(items.size())]; }

const Strings blanks = {" ", "\t", "\n", "\r\n", "\u00A0", "\u3000", "\u2028", "\u0085", "\x1C", "\u205F"};
const Strings pieces = {"a", "Word", "Z", "5", "19", ".", ",", "-", "'", "&", "<", ">", ";", "\"", "\u201C", "\u2019",
                        "&quot;", "&amp;", "&lt;", "&GT;", "&amp;lt;", "<skipped>", "<Skipped>", "-\n", "\0"s, "\x7F",
                        "\u4ECA", "\u3002", "\uFF01", "\U00020000", "\U0001F600", "\U0001F3FD", "\u03A3", "\u0391",
                        "\u0130", "\u0301", "\u00E9", "\u0661", "\u00BD", "\u20AC", "\u200B", "\u10A0", "\U0010FFFF"};

// Every eighth text is of white space alone, and some are empty.
std::string random_text(std::size_t most_pieces) {
    std::string text;
    const bool only_blanks = below(8) == 0;
    for (std::size_t left = below(most_pieces + 1); left > 0; --left) text += pick(only_blanks || below(5) == 0 ? blanks : pieces);
    return text;
}

std::string joined(const Strings& tokens, View between) {
    std::string text;
    for (const std::string& token : tokens) (text += text.empty() ? "" : between) += token;
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

bool is_character(char32_t c) { return c < 0x110000 && (c < 0xD800 || c > 0xDFFF); }

// Valid is what `append` writes for some character; anything else is not.
std::size_t naive_invalid_utf8(View text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::string copy = std::string(text.substr(at, 4)) + "\0\0\0"s;
        const char* start = copy.data();
        const char32_t c = decode(start);
        const std::string written = utf8({&c, 1});
        if (!is_character(c) || !text.substr(at).starts_with(written)) return at;
        at += written.size();
    }
    return View::npos;
}

void test_every_character() {
    std::size_t wrong = 0, spaces = 0;
    for (char32_t c = 0; c < 0x110000; ++c) {
        const Exact text(utf8({&c, 1}));
        spaces += is_space(c);
        const bool valid = invalid_utf8(text.view()) == View::npos;
        wrong += valid != is_character(c) || (valid && points_of(text.view()) != std::u32string(1, c));
        wrong += is_space(c) && classify(c) != Class::other;
    }
    check(wrong == 0, "characters survive append and decode, and only they are valid", std::to_string(wrong));
    check(spaces == 29, "Python 3.11 counts 29 characters for which str.isspace() holds", std::to_string(spaces));
    for (const std::string& blank : blanks) check(std::ranges::all_of(points_of(blank), is_space), "white space", blank);
    for (const char32_t c : U"\u200B\u180E\uFEFFa\u0008\u001B\u0021") check(!is_space(c), "no white space", utf8({&c, 1}));
}

void test_classes() {
    const auto all_are = [](std::u32string_view points, Class as) {
        for (const char32_t c : points) check(classify(c) == as, "the class of a character", utf8({&c, 1}));
    };
    all_are(U"07\u0661\u00BD\u2160\u3007\uFF15\U0001D7CE", Class::number);
    all_are(U"!-_'\u00A1\u201C\u3002\uFF01\u2014", Class::punctuation);
    all_are(U"$+<`\u20AC\u2192\U0001F600\U0001F3FD", Class::symbol);
    all_are(U"aZ \u00A0\u00E9\u0301\u4ECA\U00020000\U0010FFFF", Class::other);
    check(classify(0x110000) == Class::other && classify(0xFFFFFFFF) == Class::other, "the class of what is no character");
}

void test_random_bytes() {
    const View bytes("\x00\x41\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xED\xEF\xF0\xF1\xF4\xF5\xFF", 22);
    for (int round = 0; round < 20000; ++round) {
        std::string text = round % 2 == 0 ? random_text(6) : "";
        if (text.empty()) std::generate_n(std::back_inserter(text), below(12), [&] { return pick(bytes); });
        else if (below(2) == 0) text[below(text.size())] = pick(bytes);
        else text.resize(below(text.size()));
        const Exact exact(text);
        check(invalid_utf8(exact.view()) == naive_invalid_utf8(text), "the place of the first invalid byte", text);
        if (naive_invalid_utf8(text) == View::npos) check(utf8(points_of(exact.view())) == text, "decode, then append", text);
    }
}

// Expected values are those of Python 3.11's str.lower().
void test_lower() {
    const std::map<View, View> expected = {{"", ""}, {"ΣΑΣ", "σας"}, {"İ", "i\u0307"}, {"Σ", "σ"}, {"'Σ", "'σ"}, {"ΑΣ.Β", "ασ.β"},
                                           {"ΑΣ\u0301", "ας\u0301"}, {"ΣΣ ΣΣ", "σς σς"}, {"AΣ", "aς"}, {"ÜBER Ⴀ", "über ⴀ"}};
    for (const auto& [text, lower_case] : expected) check(lowered(text, Lowercase::unicode) == lower_case, "lower", text);
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

constexpr Tokenizer tokenizers[] = {Tokenizer::none,       Tokenizer::ascii,                Tokenizer::character,
                                    Tokenizer::mteval_13a, Tokenizer::mteval_international, Tokenizer::chinese};

Strings tokens_of(View text, Tokenizer tokenizer, Lowercase lowercase) {
    static TokenizeScratch scratch;  // what one text leaves in it must not show in the next
    Vocabulary vocabulary;
    std::vector<Id> ids;
    tokenize(Exact(text).view(), tokenizer, lowercase, scratch, vocabulary, ids);
    Strings tokens;
    for (const Id id : ids) tokens.emplace_back(vocabulary.word(id));
    return tokens;
}

std::string without_spaces(View text, Tokenizer tokenizer) {
    std::u32string points = points_of(text);
    if (tokenizer == Tokenizer::ascii) std::erase_if(points, [](char32_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); });
    else std::erase_if(points, is_space);
    return utf8(points);
}

bool changed_by_13a(View text) {
    const auto holds = [&](View part) { return text.find(part) != View::npos; };
    return holds("<skipped>") || holds("-\n") || holds("&quot;") || holds("&amp;") || holds("&lt;") || holds("&gt;");
}

void check_tokens(View text, Tokenizer tokenizer, Lowercase lowercase) {
    const Strings tokens = tokens_of(text, tokenizer, lowercase);
    const std::string low = lowered(text, lowercase), letters = joined(tokens, "");
    check(std::ranges::none_of(tokens, &std::string::empty), "no token is empty", text);
    check(letters == without_spaces(letters, tokenizer), "no token holds white space", text);
    check(tokens == tokens_of(low, tokenizer, Lowercase::no), "lower case comes first", text);
    if (tokenizer != Tokenizer::mteval_13a || !changed_by_13a(low)) {
        check(letters == without_spaces(low, tokenizer), "tokens are the text without its white space", text);
    }
    if (tokenizer <= Tokenizer::character) {
        check(tokens == tokens_of(joined(tokens, " "), tokenizer, Lowercase::no), "joined and split again", text);
    }
}

void test_tokenize_laws() {
    for (const Tokenizer tokenizer : tokenizers) {
        for (const Lowercase lowercase : {Lowercase::no, Lowercase::ascii, Lowercase::unicode}) {
            check_tokens("", tokenizer, lowercase);
            for (const std::string& piece : pieces) check_tokens(piece, tokenizer, lowercase);
            for (int round = 0; round < 500; ++round) check_tokens(random_text(round % 30), tokenizer, lowercase);
        }
    }
}

// From golden/metrics/tokenizers.jsonl: what mteval-v13a.pl and sacrebleu make of these texts.
void test_tokenize_like_the_originals() {
    const auto expect = [](Tokenizer tokenizer, Lowercase lowercase, View text, View tokens) {
        check(joined(tokens_of(text, tokenizer, lowercase), " ") == tokens, "as the original tokenises", text);
    };
    expect(Tokenizer::mteval_13a, Lowercase::ascii, "Hello, world! It's 5.00-6.00 p.m. (approx.) on 3-4-2020.",
           "hello , world ! it's 5.00 - 6.00 p . m . ( approx . ) on 3 - 4 - 2020 .");
    expect(Tokenizer::mteval_13a, Lowercase::no, "&quot;AT&amp;T&quot; &lt;b&gt; &apos;x&apos; <skipped>gone",
           "\" AT & T \" < b > & apos ; x & apos ; gone");
    expect(Tokenizer::mteval_13a, Lowercase::ascii, "café cafe\u0301 ÜBER İ", "café cafe\u0301 Über İ");
    expect(Tokenizer::mteval_international, Lowercase::no, "\u0661\u0662\u0663, \u0967\u0968.", "\u0661\u0662\u0663 , \u0967\u0968.");
    expect(Tokenizer::mteval_international, Lowercase::no, "emoji 😀!👍🏽", "emoji 😀 ! 👍 🏽");
    expect(Tokenizer::chinese, Lowercase::no, "今天天气很好。GDP增长5.2%，不错！", "今 天 天 气 很 好 。 GDP 增 长 5.2 % ， 不 错 ！");
    expect(Tokenizer::chinese, Lowercase::no, "3.14 is pi. In 2019.", "3.14 is pi . In 2019.");
}

void check_threads(const std::vector<View>& texts, Tokenizer tokenizer, Lowercase lowercase) {
    Vocabulary expected;
    Tokens table;
    TokenizeScratch scratch;
    expected.intern("known before");
    for (const View text : texts) {
        tokenize(text, tokenizer, lowercase, scratch, expected, table.ids);
        table.offsets.push_back(table.ids.size());
    }
    for (std::size_t threads = 1; threads <= 4; ++threads) {
        Vocabulary words;
        words.intern("known before");
        const Tokens tokens = tokenize_all(texts, tokenizer, lowercase, words, threads, Poll());
        bool same_words = words.size() == expected.size();
        for (Id id = 0; same_words && id < words.size(); ++id) same_words = words.word(id) == expected.word(id);
        check(same_words && tokens.ids == table.ids && tokens.offsets == table.offsets, "any number of threads gives one table",
              std::to_string(threads) + " threads, " + std::to_string(texts.size()) + " texts");
    }
}

void test_tokenize_all() {
    std::vector<Exact> owned;
    for (int i = 0; i < 3000; ++i) owned.emplace_back(random_text(15));
    std::vector<View> texts;
    for (const Exact& text : owned) texts.push_back(text.view());
    for (const Tokenizer tokenizer : tokenizers) check_threads(texts, tokenizer, Lowercase::unicode);
    for (const std::size_t size : {2047, 1025, 1024, 511, 1, 0}) {
        texts.resize(size);
        check_threads(texts, Tokenizer::mteval_13a, Lowercase::no);
    }
}

void test_vocabulary() {
    Vocabulary vocabulary;
    std::unordered_map<std::string, Id> known;
    Strings words;
    for (int round = 0; round < 60000; ++round) {
        const View letters = pick(std::vector<View>{"a", "ab", View("a\0", 2), "abc\xFF"});
        std::string word;
        std::generate_n(std::back_inserter(word), below(41), [&] { return pick(letters); });
        if (!words.empty() && below(3) == 0) word = pick(words);
        const auto [entry, is_new] = known.try_emplace(word, static_cast<Id>(words.size()));
        if (is_new) words.push_back(word);
        check(vocabulary.intern(Exact(word).view()) == entry->second, "a word keeps its first id", word);
    }
    check(vocabulary.size() == words.size(), "every word counts once");
    for (Id id = 0; id < words.size(); ++id) check(vocabulary.word(id) == words[id], "the word of an id", words[id]);
}

// --- ngrams -----------------------------------------------------------------------------------------------------

using Words = std::vector<Id>;

std::map<Words, std::uint64_t> naive_ngrams(Ids text, std::size_t n) {
    std::map<Words, std::uint64_t> counts;
    for (std::size_t i = 0; i + n <= text.size(); ++i) ++counts[Words(&text[i], &text[i] + n)];
    return counts;
}

NgramCounts naive_counts(std::size_t order, Ids hypothesis, std::span<const Ids> references) {
    NgramCounts counts;
    counts.reset(order);
    for (std::size_t n = 1; n <= order; ++n) {
        std::map<Words, std::uint64_t> most;
        for (const Ids reference : references) {
            for (const auto& [ngram, count] : naive_ngrams(reference, n)) most[ngram] = std::max(most[ngram], count);
        }
        for (const auto& [ngram, count] : naive_ngrams(hypothesis, n)) {
            counts.match[n - 1] += std::min(count, most[ngram]);
            counts.plain[n - 1] += most[ngram] > 0 ? count : 0;
            counts.total[n - 1] += count;
        }
    }
    return counts;
}

Words random_words(std::size_t length, std::size_t vocabulary) {
    Words words(length);
    for (Id& word : words) word = static_cast<Id>(below(vocabulary));
    return words;
}

void check_counts(NgramCounter& counter, std::size_t order, std::size_t length, std::size_t references) {
    const std::size_t vocabulary = pick(std::vector<std::size_t>{1, 2, 3, 40});
    const Words hypothesis = random_words(length, vocabulary);
    std::vector<Words> owned(references);
    for (Words& words : owned) words = random_words(below(4) == 0 ? 0 : below(length + 20), vocabulary);
    const std::vector<Ids> views(owned.begin(), owned.end());
    NgramCounts counts;
    counter.count(hypothesis, views, counts, [] { return false; });
    const NgramCounts naive = naive_counts(order, hypothesis, views);
    const std::string on = std::to_string(order) + " orders, " + std::to_string(length) + " words";
    check(counts.match == naive.match, "clipped matches", on);
    check(counts.plain == naive.plain, "plain matches", on);
    check(counts.total == naive.total, "totals", on);
}

void test_ngrams() {
    for (std::size_t order = 1; order <= 7; ++order) {
        NgramCounter counter(order, 40);
        for (const std::size_t length : {0, 1, 2, 3, 7, 20, 62, 63, 64, 65, 66, 127, 129, 200}) {
            for (std::size_t references = 0; references <= 4; ++references) check_counts(counter, order, length, references);
        }
        for (int round = 0; round < 100; ++round) check_counts(counter, order, below(90), below(5));
    }
}

void test_stop_within_a_long_segment() {
    NgramCounter counter(4, 40);
    const Words text = random_words(40000, 40);
    const std::vector<Ids> references(2, text);
    NgramCounts counts;
    const auto looks = [&](std::size_t allowed) {
        std::size_t asked = 0;
        counter.count(text, references, counts, [&] { return ++asked > allowed; });
        return asked;
    };
    const std::size_t all = looks(text.size());
    check(all > references.size() + 1, "every long text is looked up from more than once", std::to_string(all));
    for (std::size_t allowed = 0; allowed < all; ++allowed) check(looks(allowed) == allowed + 1, "nothing is asked after a yes");
    check_counts(counter, 4, 64, 2);
    check_counts(counter, 4, 65, 2);
}

// --- parallel ---------------------------------------------------------------------------------------------------

const Poll no_poll;

struct Leaving {
    std::atomic<std::size_t>& left;
    ~Leaving() { ++left; }
};

struct Tally {
    std::size_t items = 0;
};

void test_run_threads() {
    for (std::size_t threads = 1; threads <= 4; ++threads) {
        for (std::size_t first_to_fail = 0; first_to_fail <= threads; ++first_to_fail) {
            std::vector<int> runs(threads, 0);
            std::atomic<std::size_t> left = 0;
            Patrol patrol(no_poll);
            const std::string error = error_of<std::runtime_error>([&] {
                run_threads(threads, patrol, [&](std::size_t worker) {
                    const Leaving leaving{left};
                    ++runs[worker];
                    if (worker >= first_to_fail) throw std::runtime_error("worker failed");
                });
            });
            check(runs == std::vector<int>(threads, 1) && left == threads, "every worker runs once and is joined");
            check(error == (first_to_fail < threads ? "worker failed" : ""), "of all failures one reaches the caller", error);
            check(patrol.stopped() == !error.empty(), "a failure stops the others");
        }
    }
}

void check_chunks(std::size_t count, std::size_t threads, std::size_t bad_item) {
    std::vector<int> times(count, 0);
    std::atomic<std::size_t> items = 0, entered = 0, left = 0;
    const std::string error = error_of<std::runtime_error>([&] {
        parallel_chunks<Tally>(count, threads, no_poll, [&](std::size_t begin, std::size_t end, Tally& tally, const auto&) {
            ++entered;
            const Leaving leaving{left};
            if (begin <= bad_item && bad_item < end) throw std::runtime_error("bad item");
            for (std::size_t i = begin; i < end; ++i, ++tally.items) ++times[i];
            items += end - begin;
        });
    });
    const std::string on = std::to_string(count) + " items, " + std::to_string(threads) + " threads";
    check(error == (bad_item < count ? "bad item" : ""), "a failure reaches the caller", on);
    check(entered == left, "all threads are joined", on);
    check(std::ranges::count(times, 1) == static_cast<std::ptrdiff_t>(items), "no item is done twice", on);
    check(bad_item < count ? items < count : items == count, "all items are done, but not after a failure", on);
}

void check_poll_stops_chunks(std::size_t threads) {
    std::atomic<std::size_t> entered = 0, left = 0;
    std::size_t polls = 0;
    const Poll poll = [&](std::size_t done) {
        check(done == 0, "nothing is done yet");
        ++polls;
        throw std::runtime_error("interrupted");
    };
    const std::string error = error_of<std::runtime_error>([&] {
        parallel_chunks<Tally>(10000, threads, poll, [&](std::size_t, std::size_t, Tally&, const auto& stop) {
            ++entered;
            const Leaving leaving{left};
            while (!stop()) std::this_thread::yield();
        });
    });
    check(error == "interrupted" && polls == 1, "the poll's error reaches the caller", error);
    check(entered <= threads && entered == left, "no chunk is begun after it, and all threads are joined");
}

void test_parallel_chunks() {
    for (std::size_t threads = 1; threads <= 4; ++threads) {
        for (const std::size_t count : {0, 1, 255, 256, 257, 1024, 5000}) {
            for (const std::size_t bad_item : {0, 700, 4999, 9999}) check_chunks(count, threads, bad_item);
        }
        check_poll_stops_chunks(threads);
    }
}

// --- arrow ------------------------------------------------------------------------------------------------------

struct Released {
    int arrays = 0, schemas = 0, streams = 0;
};

// What an array's `private_data` owns: freed on release, so that a view that outlives it or a second release is seen.
struct Buffers {
    Released& released;
    std::vector<Exact> owned{};
    std::vector<const void*> starts{};
};

void release_array(ArrowArray* array) {
    auto* const buffers = static_cast<Buffers*>(array->private_data);
    ++buffers->released.arrays;
    delete buffers;
    array->release = nullptr;
}

template <class Integer>
void append_bytes(std::string& out, std::size_t value) {
    const auto integer = static_cast<Integer>(value);
    out.append(reinterpret_cast<const char*>(&integer), sizeof integer);
}

template <class Offset>
Strings offset_buffers(const Strings& texts) {
    std::string offsets, letters;
    append_bytes<Offset>(offsets, 0);
    for (const std::string& text : texts) append_bytes<Offset>(offsets, (letters += text).size());
    return {offsets, letters};
}

// Long strings go to the two data buffers in turn; the last buffer holds their sizes.
Strings view_buffers(const Strings& texts) {
    std::string views, data[2], sizes;
    std::uint32_t turn = 0;
    for (const std::string& text : texts) {
        append_bytes<std::int32_t>(views, text.size());
        views += (text + std::string(12, '\0')).substr(0, text.size() <= 12 ? 12 : 4);
        if (text.size() <= 12) continue;
        append_bytes<std::int32_t>(views, turn % 2);
        append_bytes<std::int32_t>(views, data[turn % 2].size());
        data[turn++ % 2] += text;
    }
    for (const std::string& letters : data) append_bytes<std::int64_t>(sizes, letters.size());
    return {views, data[0], data[1], sizes};
}

ArrowArray column(View format, const Strings& texts, Released& released, const std::vector<std::size_t>& nulls = {}) {
    const Strings contents = format == "vu" ? view_buffers(texts)
                             : format == "U" ? offset_buffers<std::int64_t>(texts) : offset_buffers<std::int32_t>(texts);
    std::string valid((texts.size() + 7) / 8, '\xFF');
    for (const std::size_t row : nulls) valid[row / 8] = static_cast<char>(valid[row / 8] & ~(1 << row % 8));
    auto* const buffers = new Buffers{released};
    buffers->owned.emplace_back(valid);
    buffers->starts.push_back(nulls.empty() ? nullptr : buffers->owned[0].view().data());
    for (const std::string& bytes : contents) buffers->starts.push_back(buffers->owned.emplace_back(bytes).view().data());
    return {static_cast<std::int64_t>(texts.size()), static_cast<std::int64_t>(nulls.size()), 0,
            static_cast<std::int64_t>(buffers->starts.size()), 0, buffers->starts.data(), nullptr, nullptr, release_array, buffers};
}

ArrowArray slice(ArrowArray array, std::int64_t from) {
    array.offset = from;
    array.length -= from;
    array.null_count = -1;  // not counted
    return array;
}

// What reading one array ends in: its texts in brackets, or the error.
std::string outcome(const char* format, ArrowArray array, ArrowSchema* dictionary = nullptr) {
    const ArrowSchema schema{format, nullptr, nullptr, 0, 0, nullptr, dictionary, nullptr, nullptr};
    ArrowStrings strings;
    std::vector<View> views;
    const std::string error = error_of<std::invalid_argument>([&] { strings.read(schema, array, views); });
    check(array.release == nullptr, "the array is taken over", error);
    return error.empty() ? "[" + joined(Strings(views.begin(), views.end()), "|") + "]" : error;
}

const Strings column_texts = {"short", "", "twelve bytes", "thirteen here", "日本語の長い文字列", "a third long one", "x"};

void check_format(const char* format) {
    Released released;
    const auto expect = [&](const std::string& got, const std::string& start) {
        check(got.starts_with(start), "what reading ends in, format "s + format, got);
    };
    for (std::size_t from = 0; from <= column_texts.size(); ++from) {
        const Strings rest(column_texts.begin() + static_cast<std::ptrdiff_t>(from), column_texts.end());
        const ArrowArray array = column(format, column_texts, released, {});
        expect(outcome(format, from == 0 ? array : slice(array, static_cast<std::int64_t>(from))), "[" + joined(rest, "|") + "]");
    }
    expect(outcome(format, column(format, {}, released)), "[]");
    expect(outcome(format, column(format, {"", ""}, released)), "[]");
    expect(outcome(format, column(format, Strings(20, "x"), released, {8, 17})), "row 9 is null");
    expect(outcome(format, slice(column(format, {"a", "b", "c"}, released, {0, 2}), 1)), "row 2 is null");
    expect(outcome(format, slice(column(format, {"a", "b", "c"}, released, {0}), 1)), "[b|c]");
    expect(outcome(format, column(format, {"fine", "not\xC3"}, released)), "row 2 is not valid UTF-8 at byte 4");
    expect(outcome(format, column(format, {"a long and bad one \xFF."}, released)), "row 1 is not valid UTF-8 at byte 20");
    ArrowSchema dictionary{};
    expect(outcome(format, column(format, {"a"}, released), &dictionary), "it is dictionary-encoded");
    expect(outcome("+s", column(format, {"a"}, released)), "it holds lists or records");
    expect(outcome("i", column(format, {"a"}, released)), "its Arrow type is 'i'");
    check(released.arrays == 18, "every array is released once", std::to_string(released.arrays));
}

struct Source {
    const char* format;
    std::size_t fails_at;  // 0: the schema, n: the nth call for a chunk
    Released& released;
    std::vector<ArrowArray> chunks{};
    std::size_t calls = 0;
};

Source& source_of(ArrowArrayStream* stream) { return *static_cast<Source*>(stream->private_data); }

int get_schema(ArrowArrayStream* stream, ArrowSchema* schema) {
    Source& source = source_of(stream);
    if (source.fails_at == 0) return 5;
    const auto release = [](ArrowSchema* held) {
        ++static_cast<Released*>(held->private_data)->schemas;
        held->release = nullptr;
    };
    *schema = {source.format, nullptr, nullptr, 0, 0, nullptr, nullptr, release, &source.released};
    return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* chunk) {
    Source& source = source_of(stream);
    if (++source.calls == source.fails_at) return 5;
    *chunk = source.calls > source.chunks.size() ? ArrowArray{} : std::exchange(source.chunks[source.calls - 1], {});
    return 0;
}

void release_stream(ArrowArrayStream* stream) {
    for (ArrowArray& chunk : source_of(stream).chunks) {
        if (chunk.release != nullptr) chunk.release(&chunk);
    }
    ++source_of(stream).released.streams;
    stream->release = nullptr;
}

void check_stream(const char* format, std::size_t fails_at, const std::vector<std::size_t>& nulls, View expected) {
    Released released;
    Source source{format, fails_at, released};
    source.chunks = {column("vu", {"a", "a much longer text"}, released), column("vu", {}, released),
                     column("vu", {"b", "c"}, released, nulls)};
    ArrowArrayStream stream{get_schema, get_next, [](ArrowArrayStream*) { return "disk full"; }, release_stream, &source};
    {
        ArrowStrings strings;
        std::vector<View> views;
        const std::string error = error_of<std::invalid_argument>([&] { strings.read(stream, views); });
        const std::string got = error.empty() ? joined(Strings(views.begin(), views.end()), "|") : error;
        check(got.starts_with(expected), "what reading a stream ends in", got);
        check(released.streams == 1 && released.schemas == (fails_at > 0), "stream and schema are released once, at once", got);
    }
    check(released.arrays == 3, "every chunk is released once", std::to_string(released.arrays));
}

void test_arrow() {
    for (const char* format : {"u", "U", "vu"}) check_format(format);
    check_stream("vu", 99, {}, "a|a much longer text|b|c");
    check_stream("vu", 99, {1}, "row 4 is null");
    check_stream("+s", 99, {}, "it holds lists or records");
    for (std::size_t fails_at = 0; fails_at <= 4; ++fails_at) check_stream("vu", fails_at, {}, "the column could not be read: disk full");
}

}  // namespace

int main() {
    test_every_character();
    test_classes();
    test_random_bytes();
    test_lower();
    test_tokenize_laws();
    test_tokenize_like_the_originals();
    test_tokenize_all();
    test_vocabulary();
    test_ngrams();
    test_stop_within_a_long_segment();
    test_run_threads();
    test_parallel_chunks();
    test_arrow();
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed == 0 ? 0 : 1;
}
