// The sink that makes token tables: it puts words into a vocabulary and keeps their ids.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "parallel/parallel.hpp"
#include "text/interner.hpp"
#include "text/unicode.hpp"
#include "text/whitespace.hpp"

namespace understudy {

struct Keep {
    Interner& vocabulary;
    std::vector<Id>& ids;
    Cancellation* patrol = nullptr;  // asked now and then, also within a long text, whether to stop

    void operator()(std::string_view word) const {
        ids.push_back(vocabulary.intern(word));
        if (ids.size() % between_looks == 0) look();
    }

    void operator()(std::string_view word, std::uint64_t padded) const {
        ids.push_back(vocabulary.intern(word, padded));
        if (ids.size() % between_looks == 0) look();
    }

    // Keeps characters one by one, whitespace only if it is asked to, and returns the place after the last; it need not
    // go to the end.
    const char* take_characters(const char* at, const char* end, bool with_spaces) const {
        const char* const until = std::min(end, at + 256);
        const std::size_t before = ids.size();
        ids.resize(before + static_cast<std::size_t>(until - at));
        Id* next = ids.data() + before;
        while (at < until) {
            const char* const start = at;
            if (static_cast<unsigned char>(*at) < 0x80) {
                const bool kept = with_spaces || kind_of(space_kinds, *at) != ByteKind::space;
                if (kept) *next++ = vocabulary.intern(std::string_view(at, 1));
                ++at;
                continue;
            }
            const char32_t number = decode(at);
            if (!with_spaces && kind_of(space_kinds, *start) == ByteKind::maybe_space && is_space(number)) continue;
            const std::string_view character(start, static_cast<std::size_t>(at - start));
            *next++ = number < 0x10000 ? vocabulary.intern_character(character, number) : vocabulary.intern(character);
        }
        ids.resize(static_cast<std::size_t>(next - ids.data()));
        if (ids.size() / between_looks != before / between_looks) look();
        return at;
    }

private:
    void look() const {
        if (patrol != nullptr && patrol->should_stop()) throw Stopped{};
    }

    static constexpr std::size_t between_looks = 1 << 14;
};

}  // namespace understudy
