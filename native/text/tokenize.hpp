// Text to tokens: from UTF-8 straight into a token table, by any of the native tokenizers (tokenizers/table.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "parallel/parallel.hpp"
#include "text/interner.hpp"
#include "text/tokenizers/scratch.hpp"
#include "text/tokenizers/table.hpp"

namespace understudy {

enum class Lowercase { no, ascii, unicode };

// The token table: the ids of segment i are ids[offsets[i]] .. ids[offsets[i + 1]].
struct TokenIds {
    std::vector<Id> ids;
    std::vector<std::uint64_t> offsets{0};

    std::size_t segments() const { return offsets.size() - 1; }
};

// Tokenizes one segment and adds its ids to `ids`. `lines`: line ends are tokens too, and no token reaches across one.
void tokenize(std::string_view text, const Tokenizer& tokenizer, Lowercase lowercase, TokenizeScratch& scratch,
              Interner& vocabulary, std::vector<Id>& ids, bool lines = false);

// The tokens of the same texts in lower case, made word by word. Nothing where that might differ from reading the
// lowercased texts: a letter whose lower case depends on its neighbors or isn't one letter, a word that would have been
// an entity; or a tokenizer that sees case.
std::optional<TokenIds> lower_words(const TokenIds& tokens, const Interner& words, const Tokenizer& tokenizer,
                                    Lowercase lowercase, Interner& lowered);

// What one worker has read: tokens with words of its own.
struct alignas(128) Share {
    Interner words;
    TokenIds tokens;
    bool merged = false;  // the words are in the table's vocabulary already
};

// Tokenizes all segments, each worker a contiguous share of them. `vocabulary`: that of the table, if it is free; the
// first worker then puts its words straight into it.
std::vector<Share> tokenize_all(const std::vector<std::string_view>& texts, const Tokenizer& tokenizer,
                                Lowercase lowercase, std::size_t threads, const Poll& poll, bool lines = false,
                                Interner* vocabulary = nullptr);

// Makes one table of the shares. Merged in order, the words are numbered by first appearance, just as one worker would.
TokenIds merge(std::vector<Share> shares, Interner& vocabulary);

}  // namespace understudy
