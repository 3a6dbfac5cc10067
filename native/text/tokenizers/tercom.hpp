// The tokenizer `tercom`: that of tercom 0.7.25 with -N, as sacrebleu's TER applies it with `normalized`: the rules of
// 13a, and a possessive 's is a token of its own.
//
// It sees case: 'S is no possessive. Cost: that of 13a and a search for 's; the line is copied where there is one.
#pragma once

#include <cstddef>
#include <string>

#include "text/tokenizers/mteval_rules.hpp"
#include "text/tokenizers/scratch.hpp"
#include "text/tokenizers/traits.hpp"
#include "text/whitespace.hpp"

namespace understudy::tokenizers {

struct Tercom {
    static constexpr Traits traits{.name = "tercom", .sees_case = true, .reads_entities = true};

    template <class Sink>
    static void split(View text, TokenizeScratch& scratch, const Sink& sink) {
        const View line = unescape(strip_end(text), scratch);
        split_mteval(separate_possessives(line, scratch.separated), true, scratch, sink);
    }

private:
    // A space before each 's that comes before a space or a symbol.
    static View separate_possessives(View line, std::string& separated) {
        separated.clear();
        std::size_t read = 0;
        for (std::size_t at = line.find("'s"); at != View::npos; at = line.find("'s", at + 2)) {
            const std::size_t after = at + 2;
            if (after < line.size() && line[after] != ' ' && kind_of(mteval_kinds, line[after]) != ByteKind::symbol) {
                continue;
            }
            (separated += line.substr(read, at - read)) += ' ';
            read = at;
        }
        return read == 0 && separated.empty() ? line : View(separated += line.substr(read));
    }
};

}  // namespace understudy::tokenizers
