// Text to tokens: the tokenisers that run natively, from UTF-8 straight into a token table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/tokenizers/meteor_tokens.hpp"
#include "parallel/parallel.hpp"
#include "text/vocabulary.hpp"

namespace understudy {

enum class Tokenizer {
    none, ascii, character, mteval_13a, mteval_international, chinese, letters, mixed, words,
    // From here on tokenizers for which the case of letters matters.
    tercom, java, ascii_words,
    // In the order of MeteorLanguage.
    meteor_en, meteor_cz, meteor_fr, meteor_es, meteor_de, meteor_ru,
    meteor_en_nopunct, meteor_cz_nopunct, meteor_fr_nopunct, meteor_es_nopunct, meteor_de_nopunct, meteor_ru_nopunct
};
enum class Lowercase { no, ascii, unicode };

// Buffers that one worker uses again for every segment.
struct TokenizeScratch {
    std::string lowered, rewritten, parted, run, next;
    std::u32string points, split;
    MeteorScratch meteor;
};

// The token table: the ids of segment i are ids[offsets[i]] .. ids[offsets[i + 1]].
struct Tokens {
    std::vector<Id> ids;
    std::vector<std::uint64_t> offsets{0};

    std::size_t segments() const { return offsets.size() - 1; }
};

// Tokenises one segment and adds its ids to `ids`. `lines`: line ends are tokens too, and no token reaches across one.
void tokenize(std::string_view text, Tokenizer tokenizer, Lowercase lowercase, TokenizeScratch& scratch,
              Vocabulary& vocabulary, std::vector<Id>& ids, bool lines = false);

// The tokens of the same texts in lower case, made word by word. Nothing where that might differ from reading the
// lowercased texts: a letter whose lower case depends on its neighbours or isn't one letter, a word that would have been
// an entity; or a tokenizer that looks at the case of letters.
std::optional<Tokens> lower_words(const Tokens& tokens, const Vocabulary& words, Tokenizer tokenizer, Lowercase lowercase,
                                  Vocabulary& lowered);

// What one worker has read: tokens with words of its own.
struct alignas(128) Share {
    Vocabulary words;
    Tokens tokens;
    bool merged = false;  // the words are in the table's vocabulary already
};

// Tokenises all segments, each worker a contiguous share of them. `vocabulary`: that of the table, if it is free; the
// first worker then puts its words straight into it.
std::vector<Share> tokenize_all(const std::vector<std::string_view>& texts, Tokenizer tokenizer, Lowercase lowercase,
                                std::size_t threads, const Poll& poll, bool lines = false, Vocabulary* vocabulary = nullptr);

// Makes one table of the shares. Merged in order, the words are numbered by first appearance, just as one worker would.
Tokens merge(std::vector<Share> shares, Vocabulary& vocabulary);

}  // namespace understudy
