// What the fuzz targets share: the bytes of a fuzzer as numbers, words and texts, and laws that must hold.
//
// A target is one function, `LLVMFuzzerTestOneInput`. It is linked with libFuzzer (`make fuzz`) or with replay.cpp
// (`make sanitize`, `make test`), which runs the files of corpus/TARGET.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/interner.hpp"
#include "text/unicode.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace understudy::fuzz {

using Text = std::vector<Id>;
using View = std::string_view;

inline bool never() { return false; }

// The builtins of both compilers: clang 14 has no std::source_location.
inline void law(bool holds, const char* what, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (holds) return;
    std::fprintf(stderr, "%s:%d: broken law: %s\n", file, line, what);
    std::abort();
}

// A copy without a terminator or a byte to spare, so that reading beyond it shows.
class Exact {
public:
    explicit Exact(View text) : size_(text.size()), bytes_(new char[size_]) { std::ranges::copy(text, bytes_.get()); }
    View view() const { return {bytes_.get(), size_}; }

private:
    std::size_t size_;
    std::unique_ptr<char[]> bytes_;
};

// Takes one thing after another off the bytes. The byte 0xFF, which UTF-8 never has, ends a text.
class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

    bool empty() const { return at_ == end_; }
    std::uint8_t byte() { return empty() ? 0 : *at_++; }
    bool flag() { return byte() % 2 == 1; }
    std::size_t between(std::size_t low, std::size_t high) { return low + byte() % (high - low + 1); }

    std::uint64_t number() {
        std::uint64_t value = 0;
        for (int i = 0; i < 8; ++i) value = value << 8 | byte();
        return value;
    }

    View bytes() {
        const auto* const stop = std::find(at_, end_, std::uint8_t{0xFF});
        const View taken(reinterpret_cast<const char*>(at_), static_cast<std::size_t>(stop - at_));
        at_ = stop == end_ ? end_ : stop + 1;
        return taken;
    }

    View rest() {
        const View taken(reinterpret_cast<const char*>(at_), static_cast<std::size_t>(end_ - at_));
        at_ = end_;
        return taken;
    }

    // Valid UTF-8, as kernels are promised: bytes that are not become question marks.
    std::string text() {
        std::string valid(bytes());
        for (std::size_t at = 0, bad; (bad = invalid_utf8(View(valid).substr(at))) != View::npos;)
            valid[at += bad] = '?';
        return valid;
    }

    // Each byte is a word, and the whole may come several times over: few bytes make long texts.
    Text words(std::size_t vocabulary, std::size_t most) {
        const std::size_t choice = byte(), times = choice < 224 ? 1 : 2 + (choice - 224) * 8;
        Text once, all;
        for (const char c : bytes()) once.push_back(static_cast<Id>(static_cast<unsigned char>(c) % vocabulary));
        for (std::size_t i = 0; i < times && all.size() < most; ++i) all.insert(all.end(), once.begin(), once.end());
        all.resize(std::min(all.size(), most));
        return all;
    }

    std::vector<Text> several(std::size_t vocabulary, std::size_t most_texts, std::size_t most_words) {
        std::vector<Text> texts(between(1, most_texts));
        for (Text& text : texts) text = words(vocabulary, most_words);
        return texts;
    }

private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

inline std::vector<Ids> spans_of(const std::vector<Text>& texts) { return {texts.begin(), texts.end()}; }

// How often each n-gram of one order stands in a text, by definition.
inline std::map<Text, std::size_t> count_ngrams(const Text& text, std::size_t n) {
    std::map<Text, std::size_t> counts;
    for (auto at = text.begin(); static_cast<std::size_t>(text.end() - at) >= n && at != text.end(); ++at) {
        ++counts[Text(at, at + static_cast<std::ptrdiff_t>(n))];
    }
    return counts;
}

inline std::size_t words_in_common(Text a, Text b) {
    Text both;
    std::ranges::sort(a);
    std::ranges::sort(b);
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    return both.size();
}

// The least number of substitutions, deletions and insertions, by definition.
inline std::size_t edit_distance(const Text& a, const Text& b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t corner = std::exchange(row[0], i);
        for (std::size_t j = 1; j < row.size(); ++j) {
            const std::size_t best = std::min({row[j] + 1, row[j - 1] + 1, corner + (a[i - 1] != b[j - 1])});
            corner = std::exchange(row[j], best);
        }
    }
    return row.back();
}

inline bool near(double a, double b) {
    const double gap = a > b ? a - b : b - a;
    return gap <= 1e-9 * std::max({1.0, a < 0 ? -a : a, b < 0 ? -b : b});
}

}  // namespace understudy::fuzz
