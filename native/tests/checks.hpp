// What the native tests share: counted checks, and bytes without one to spare.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace understudy {

using View = std::string_view;
using Strings = std::vector<std::string>;

inline std::size_t passed = 0, failed = 0;

inline void check(bool good, View what, View on = {}, const char* file = __builtin_FILE(),
                  int line = __builtin_LINE()) {
    ++(good ? passed : failed);
    if (good) return;
    std::cout << file << ':' << line << ": " << what << ", on ";
    for (const unsigned char c : on)
        c > 31 && c < 127 ? std::cout << c : std::cout << "\\x" << std::hex << +c << std::dec;
    std::cout << '\n';
}

// The message of the error in which `act` ends; empty if there is none.
template <class Error>
std::string error_of(const auto& act) {
    try {
        act();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

// A copy without a terminator or a byte to spare.
struct Exact {
    std::size_t size;
    std::unique_ptr<char[]> bytes;

    explicit Exact(View text) : size(text.size()), bytes(new char[size]) { std::ranges::copy(text, bytes.get()); }
    View view() const { return {bytes.get(), size}; }
};

std::string joined(const auto& tokens, View between) {
    std::string text;
    for (View gap; const View token : tokens) (text += std::exchange(gap, between)) += token;
    return text;
}

// What a program of tests ends with.
inline int report() {
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed == 0 ? 0 : 1;
}

}  // namespace understudy
