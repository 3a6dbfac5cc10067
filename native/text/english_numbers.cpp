#include "text/english_numbers.hpp"

#include <algorithm>

namespace understudy {
namespace {

constexpr std::uint64_t limit = 1'000'000'000'000'000'000;  // numbers stay below, so that nothing overflows

bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }
bool is_prefix(char32_t c) { return c == U'-' || c == U'+' || c == U'£' || c == U'€' || c == U'$' || c == U'¢'; }

void append_number(Text& out, std::uint64_t number) {
    char32_t digits[20];
    char32_t* at = std::end(digits);
    do *--at = U'0' + static_cast<char32_t>(number % 10);
    while ((number /= 10) != 0);
    out.append(at, static_cast<std::size_t>(std::end(digits) - at));
}

// Number times 10^power, or `limit` if it is not below that.
std::uint64_t times_power(std::uint64_t number, unsigned power) {
    for (; power > 0 && number != 0; --power) {
        if (number >= limit / 10) return limit;
        number *= 10;
    }
    return number;
}

}  // namespace

bool is_numeral(TextView text) {
    const auto digits = [&](std::size_t from) {
        std::size_t at = from;
        while (at < text.size() && is_digit(text[at])) ++at;
        return at - from;
    };
    const std::size_t whole = digits(0);
    if (whole == 0 || whole == text.size()) return whole != 0;
    const std::size_t fraction = digits(whole + 1);
    return text[whole] == U'.' && fraction > 0 && whole + 1 + fraction == text.size();
}

bool NumberReader::read(const std::vector<TextView>& words) {
    for (std::size_t at = 0; at < words.size();) {
        at += read_at(words, at);
        if (too_large_) return false;
    }
    end_number();
    return true;
}

std::size_t NumberReader::read_at(const std::vector<TextView>& words, std::size_t at) {
    const TextView text = words[at];
    const bool prefixed = is_prefix(text.front());
    if (is_numeral(text.substr(prefixed))) {
        read_numeral(text, prefixed);
        return 1;
    }
    if (const NumberWord* word = find(text)) return read_word(words, at, *word);
    write_word(text);
    return 1;
}

std::size_t NumberReader::read_word(const std::vector<TextView>& words, std::size_t at, const NumberWord& word) {
    using enum NumberKind;
    const TextView following = at + 1 < words.size() ? words[at + 1] : TextView();
    const NumberWord* next = find(following);
    const bool may_go_on = next != nullptr || is_numeral(following);
    const auto next_at_most = [&](NumberKind kind) { return next != nullptr && next->plain() && next->kind <= kind; };
    const NumberWord* previous = at > 0 ? find(words[at - 1]) : nullptr;
    if (previous != nullptr && !previous->plain()) previous = nullptr;
    const bool has_number = state_ != State::none;
    switch (word.kind) {
        case zero: as_written() += U'0'; return 1;
        case one:
        case ten: add(word, previous); return 1;
        case multiplier: multiply(word); return 1;
        case sign:
            end_number();
            if (may_go_on) {
                prefix_ = word.suffix;
            } else {
                write(words[at]);
            }
            return 1;
        case currency:
            if (!has_number) break;
            prefix_ = word.suffix;
            end_number();
            return 1;
        case percent:
            if (!has_number) break;
            write_number(U"%");
            return 1;
        case per:
            if (!has_number || following != U"cent") break;
            write_number(U"%");
            return 2;
        case conjunction:
            if (may_go_on && previous != nullptr && previous->kind == multiplier) return 1;
            break;
        case repeat:
            if (!next_at_most(one)) break;
            as_written();
            for (unsigned i = 0; i < word.number; ++i) append_number(digits_, next->number);
            return 2;
        case point:
            if (!may_go_on) break;
            if (next == nullptr || next_at_most(ten)) as_written() += U'.';
            return 1;
    }
    write_word(words[at]);
    return 1;
}

void NumberReader::read_numeral(TextView text, bool prefixed) {
    if (state_ == State::written && digits_.ends_with(U'.')) {
        digits_ += text;
        return;
    }
    end_number();
    if (prefixed) prefix_ = text.front();
    text.remove_prefix(prefixed);
    const std::size_t dot = text.find(U'.');
    const TextView fraction = dot == TextView::npos ? TextView() : text.substr(dot + 1);
    if (std::ranges::any_of(fraction, [](char32_t c) { return c != U'0'; })) {
        state_ = State::written;
        digits_ = text;
        return;
    }
    state_ = State::whole;
    number_ = 0;
    for (const char32_t c : text.substr(0, dot)) {
        if (number_ >= limit / 10) too_large_ = true;
        if (too_large_) return;
        number_ = number_ * 10 + (c - U'0');
    }
}

// The number as digits, to which more are added; none of a number that is 0.
Text& NumberReader::as_written() {
    if (state_ != State::written) {
        digits_.clear();
        if (state_ == State::whole && number_ != 0) append_number(digits_, number_);
        state_ = State::written;
    }
    return digits_;
}

void NumberReader::write_behind() {
    if (state_ == State::whole) {
        digits_.clear();
        append_number(digits_, number_);
    }
    state_ = State::written;
}

void NumberReader::add(const NumberWord& word, const NumberWord* previous) {
    const auto after = [&](NumberKind kind) { return previous != nullptr && previous->kind == kind; };
    const unsigned number = word.number;
    if (state_ == State::none) {
        state_ = State::whole;
        number_ = number;
    } else if (state_ == State::written || (word.kind == NumberKind::one && after(NumberKind::one))) {
        write_behind();
        if (after(NumberKind::ten) && number < 10) digits_.pop_back();
        append_number(digits_, number);
    } else if (number_ % (number < 10 ? 10 : 100) == 0) {
        number_ += number;
    } else {
        write_behind();
        append_number(digits_, number);
    }
    if (!word.suffix.empty()) write_number(word.suffix);
}

void NumberReader::multiply(const NumberWord& word) {
    const std::uint64_t power = times_power(1, word.number);
    if (state_ == State::whole) {
        const std::uint64_t product = times_power(number_ % 1000, word.number);
        number_ = number_ / 1000 * 1000 + product;
    } else if (state_ == State::none || !decimal_product(word.number)) {
        end_number();
        number_ = power;
    }
    state_ = State::whole;
    if (power >= limit || number_ >= limit) too_large_ = true;
    if (!word.suffix.empty()) write_number(word.suffix);
}

// Multiplies a decimal number, if that gives a whole one.
bool NumberReader::decimal_product(unsigned power) {
    const std::size_t dot = std::min(digits_.find(U'.'), digits_.size());
    std::uint64_t number = 0;
    unsigned places = 0, digits = 0;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
        if (i == dot) continue;
        if (!is_digit(digits_[i])) return false;
        if (number >= limit / 10) {
            too_large_ = true;
            return true;
        }
        number = number * 10 + (digits_[i] - U'0');
        ++digits;
        places += i > dot;
    }
    if (digits == 0) return false;
    for (; places > power; --places) {
        if (number % 10 != 0) return false;
        number /= 10;
    }
    number_ = times_power(number, power - places);
    return true;
}

void NumberReader::write(TextView text, TextView suffix) {
    if (!output_.empty()) output_ += U' ';
    output_.append(prefix_).append(text).append(suffix);
    prefix_.clear();
    state_ = State::none;
}

void NumberReader::write_number(TextView suffix) {
    write_behind();
    write(digits_, suffix);
}

void NumberReader::end_number() {
    if (state_ != State::none) write_number();
}

void NumberReader::write_word(TextView text) {
    end_number();
    write(text);
}

}  // namespace understudy
