#include "text/tokenize.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "text/keep.hpp"
#include "text/unicode.hpp"

namespace understudy {
namespace {

void split_text(View text, const Tokenizer& tokenizer, Lowercase lowercase, bool lines, TokenizeScratch& scratch,
                const Keep& keep) {
    if (lowercase != Lowercase::no) {
        lowercase == Lowercase::ascii ? lower_ascii(text, scratch.lowered) : lower(text, scratch.lowered);
        text = scratch.lowered;
    }
    for (std::size_t end; lines && (end = text.find('\n')) != View::npos; text.remove_prefix(end + 1)) {
        tokenizer.split(text.substr(0, end), scratch, keep);
        keep(View("\n"));
    }
    tokenizer.split(text, scratch, keep);
}

// Asks for a text that comes soon.
void prefetch_start(View text) {
    for (std::size_t at = 0; at < std::min<std::size_t>(text.size(), 256); at += 64) prefetch(text.data() + at);
}

}  // namespace

void tokenize(View text, const Tokenizer& tokenizer, Lowercase lowercase, TokenizeScratch& scratch,
              Interner& vocabulary, std::vector<Id>& ids, bool lines) {
    split_text(text, tokenizer, lowercase, lines, scratch, Keep{vocabulary, ids});
}

std::vector<Share> tokenize_all(const std::vector<View>& texts, const Tokenizer& tokenizer, Lowercase lowercase,
                                std::size_t threads, const Poll& poll, bool lines, Interner* vocabulary) {
    threads = std::max<std::size_t>(1, std::min(threads, texts.size() / 512));
    std::vector<Share> shares(threads);
    shares.front().merged = vocabulary != nullptr;
    Cancellation patrol(poll);
    run_threads(threads, patrol, [&](std::size_t worker) {
        const std::size_t begin = texts.size() * worker / threads, end = texts.size() * (worker + 1) / threads;
        Share& share = shares[worker];
        TokenizeScratch scratch;
        const std::size_t all = worker == 0 ? texts.size() : end;  // the tokens of the others come behind the first's
        std::size_t bytes = 0;
        for (std::size_t i = begin; i < all; ++i) bytes += texts[i].size();
        std::vector<Id>& ids = share.tokens.ids;
        // More than there will be, mostly; memory that is never touched costs nothing.
        ids.reserve(tokenizer.traits.by_character ? bytes : bytes / 3);
        share.tokens.offsets.reserve(all - begin + 1);
        const Keep keep{share.merged ? *vocabulary : share.words, ids, &patrol};
        for (std::size_t i = begin; i < end; ++i) {
            if (i + 8 < end) prefetch_start(texts[i + 8]);
            split_text(texts[i], tokenizer, lowercase, lines, scratch, keep);
            share.tokens.offsets.push_back(ids.size());
            if (i % 256 != 255) continue;
            patrol.advance(256);
            if (patrol.should_stop()) throw Stopped{};
        }
    });
    return shares;
}

namespace {

bool lowers_alone(View word, View lowered, const Traits& traits) {
    if (word == lowered) return true;
    if (traits.reads_entities) {
        for (const View entity : {"quot", "amp", "lt", "gt", "skipped"}) {
            if (lowered == entity) return false;
        }
    }
    const char* at = word.data();
    const char* low = lowered.data();
    while (at < word.data() + word.size()) {
        const char32_t c = decode(at);
        // U+03A3 is the sigma that has two lower cases, U+0130 the only letter whose lower case is two characters. From
        // U+2000 on there are letters that sacrebleu's zh takes for Chinese, unlike their lower case.
        if (c != decode(low) && (c == 0x3A3 || c == 0x130 || c >= 0x2000)) return false;
    }
    return true;
}

}  // namespace

std::optional<TokenIds> lower_words(const TokenIds& tokens, const Interner& words, const Tokenizer& tokenizer,
                                    Lowercase lowercase, Interner& lowered) {
    if (tokenizer.traits.sees_case) return std::nullopt;
    constexpr Id unknown = 0xFFFFFFFF;
    std::vector<Id> ids(words.size(), unknown);
    TokenIds result{{}, tokens.offsets};
    result.ids.reserve(tokens.ids.size());
    std::string text;
    for (const Id id : tokens.ids) {
        if (ids[id] == unknown) {
            const View word = words.word(id);
            lowercase == Lowercase::ascii ? lower_ascii(word, text) : lower(word, text);
            if (!lowers_alone(word, text, tokenizer.traits)) return std::nullopt;
            ids[id] = lowered.intern(text);
        }
        result.ids.push_back(ids[id]);
    }
    return result;
}

TokenIds merge(std::vector<Share> shares, Interner& vocabulary) {
    TokenIds all = std::move(shares.front().tokens);
    std::vector<Id> global;
    for (Share& share : shares) {
        if (share.merged) continue;
        global.clear();
        for (Id id = 0; id < share.words.size(); ++id) global.push_back(vocabulary.intern(share.words.word(id)));
        if (&share == &shares.front()) {
            for (Id& id : all.ids) id = global[id];
            continue;
        }
        const std::uint64_t base = all.ids.size();
        for (const Id id : share.tokens.ids) all.ids.push_back(global[id]);
        const std::vector<std::uint64_t>& offsets = share.tokens.offsets;
        for (std::size_t i = 1; i < offsets.size(); ++i) all.offsets.push_back(base + offsets[i]);
        share = Share{};
    }
    return all;
}

}  // namespace understudy
