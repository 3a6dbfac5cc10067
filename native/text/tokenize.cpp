#include "text/tokenize.hpp"

#include "text/characters.hpp"
#include "text/tokenizers/split_mteval.hpp"
#include "text/tokenizers/split_spaces.hpp"
#include "text/tokenizers/split_words.hpp"
#include "text/unicode.hpp"

namespace understudy {
namespace {

// --- ascii, char ------------------------------------------------------------------------------------------------

template <class Sink>
void split_ascii_spaces(View text, const Sink& sink) {
    std::size_t start = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && !is_ascii_space(static_cast<unsigned char>(text[at]))) continue;
        if (at > start) sink(text.substr(start, at - start));
        start = at + 1;
    }
}

template <class Sink>
void split_characters(View text, bool spaces, const Sink& sink) {
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end;) at = sink.take_characters(at, end, spaces);
}

// --- intl -------------------------------------------------------------------------------------------------------

// The three rules of mteval-v14's international tokeniser, in their order, on code points.
template <class Sink>
void split_international(View text, TokenizeScratch& scratch, const Sink& sink) {
    std::u32string& from = scratch.points;
    std::u32string& to = scratch.split;
    from.clear();
    for (const char* at = text.data(); at < text.data() + text.size();) from += decode(at);

    const auto rewrite = [&](auto matches, auto write) {
        to.clear();
        std::size_t at = 0;
        while (at < from.size()) {
            if (at + 1 < from.size() && matches(classify(from[at]), classify(from[at + 1]))) {
                write(from[at], from[at + 1]);
                at += 2;
            } else {
                to += from[at++];
            }
        }
        from.swap(to);
    };
    rewrite([](Class a, Class b) { return a != Class::number && b == Class::punctuation; },
            [&](char32_t a, char32_t b) { (((to += a) += U' ') += b) += U' '; });
    rewrite([](Class a, Class b) { return a == Class::punctuation && b != Class::number; },
            [&](char32_t a, char32_t b) { (((to += U' ') += a) += U' ') += b; });

    std::string& token = scratch.run;
    token.clear();
    const auto finish = [&] {
        if (!token.empty()) sink(View(token));
        token.clear();
    };
    for (const char32_t c : from) {
        const bool alone = classify(c) == Class::symbol;
        if (alone || is_space(c)) finish();
        if (!is_space(c)) append(token, c);
        if (alone) finish();
    }
    finish();
}

template <class Sink>
void split_meteor(View text, Tokenizer tokenizer, TokenizeScratch& scratch, const Sink& sink) {
    const bool punctuation = tokenizer <= Tokenizer::meteor_ru;
    const Tokenizer first = punctuation ? Tokenizer::meteor_en : Tokenizer::meteor_en_nopunct;
    const auto language = static_cast<MeteorLanguage>(static_cast<int>(tokenizer) - static_cast<int>(first));
    normalize_meteor(text, language, punctuation, scratch.meteor, scratch.rewritten);
    split_java(scratch.rewritten, sink);
}

template <class Sink>
void split_line(View text, Tokenizer tokenizer, TokenizeScratch& scratch, const Sink& sink) {
    switch (tokenizer) {
        case Tokenizer::none: return split_spaces(text, sink);
        case Tokenizer::ascii: return split_ascii_spaces(text, sink);
        case Tokenizer::character: return split_characters(text, false, sink);
        case Tokenizer::letters: return split_characters(strip_start(strip_end(text)), true, sink);
        case Tokenizer::mixed: return split_mixed(text, sink);
        case Tokenizer::java: return split_java(text, sink);
        case Tokenizer::words: return split_words(text, sink);
        case Tokenizer::ascii_words: return split_ascii_words(text, sink);
        case Tokenizer::mteval_13a: return split_mteval(unescape(strip_end(text), scratch), true, scratch, sink);
        case Tokenizer::tercom:
            return split_mteval(part_possessives(unescape(strip_end(text), scratch), scratch.parted), true, scratch, sink);
        case Tokenizer::mteval_international: return split_international(strip_end(text), scratch, sink);
        case Tokenizer::chinese:
            return split_mteval(pad_chinese(strip_start(strip_end(text)), scratch), false, scratch, sink);
        case Tokenizer::meteor_en: case Tokenizer::meteor_cz: case Tokenizer::meteor_fr:
        case Tokenizer::meteor_es: case Tokenizer::meteor_de: case Tokenizer::meteor_ru:
        case Tokenizer::meteor_en_nopunct: case Tokenizer::meteor_cz_nopunct: case Tokenizer::meteor_fr_nopunct:
        case Tokenizer::meteor_es_nopunct: case Tokenizer::meteor_de_nopunct: case Tokenizer::meteor_ru_nopunct:
            return split_meteor(text, tokenizer, scratch, sink);
    }
}

template <class Sink>
void split_text(View text, Tokenizer tokenizer, Lowercase lowercase, bool lines, TokenizeScratch& scratch, const Sink& sink) {
    if (lowercase != Lowercase::no) {
        lowercase == Lowercase::ascii ? lower_ascii(text, scratch.lowered) : lower(text, scratch.lowered);
        text = scratch.lowered;
    }
    for (std::size_t end; lines && (end = text.find('\n')) != View::npos; text.remove_prefix(end + 1)) {
        split_line(text.substr(0, end), tokenizer, scratch, sink);
        sink(View("\n"));
    }
    split_line(text, tokenizer, scratch, sink);
}

bool splits_characters(Tokenizer tokenizer) {
    return tokenizer == Tokenizer::character || tokenizer == Tokenizer::letters || tokenizer == Tokenizer::mixed;
}

// Puts words into a vocabulary and keeps their ids.
struct Keep {
    Vocabulary& vocabulary;
    std::vector<Id>& ids;

    void operator()(View word) const { ids.push_back(vocabulary.intern(word)); }
    void operator()(View word, std::uint64_t padded) const { ids.push_back(vocabulary.intern(word, padded)); }

    // Keeps characters one by one, white space only if it is asked to, and gives the place after the last; it needn't go
    // to the end.
    const char* take_characters(const char* at, const char* end, bool spaces) const {
        const char* const until = std::min(end, at + 256);
        const std::size_t before = ids.size();
        ids.resize(before + static_cast<std::size_t>(until - at));
        Id* next = ids.data() + before;
        while (at < until) {
            const char* const start = at;
            if (static_cast<unsigned char>(*at) < 0x80) {
                if (spaces || kind_of(space_kinds, *at) != space) *next++ = vocabulary.intern(View(at, 1));
                ++at;
                continue;
            }
            const char32_t number = decode(at);
            if (!spaces && is_space(number)) continue;
            const View character(start, static_cast<std::size_t>(at - start));
            *next++ = number < 0x10000 ? vocabulary.intern_character(character, number) : vocabulary.intern(character);
        }
        ids.resize(static_cast<std::size_t>(next - ids.data()));
        return at;
    }
};

// The same, looking out for a stop also within a long text.
struct KeepUntilStopped : Keep {
    Patrol& patrol;

    void operator()(auto... word) const {
        Keep::operator()(word...);
        if (ids.size() % between_looks == 0 && patrol.should_stop()) throw Stopped{};
    }

    const char* take_characters(const char* at, const char* end, bool spaces) const {
        const std::size_t before = ids.size() / between_looks;
        const char* const after = Keep::take_characters(at, end, spaces);
        if (ids.size() / between_looks != before && patrol.should_stop()) throw Stopped{};
        return after;
    }

    static constexpr std::size_t between_looks = 1 << 14;
};

}  // namespace

void tokenize(View text, Tokenizer tokenizer, Lowercase lowercase, TokenizeScratch& scratch, Vocabulary& vocabulary,
              std::vector<Id>& ids, bool lines) {
    split_text(text, tokenizer, lowercase, lines, scratch, Keep{vocabulary, ids});
}

std::vector<Share> tokenize_all(const std::vector<View>& texts, Tokenizer tokenizer, Lowercase lowercase,
                                std::size_t threads, const Poll& poll, bool lines, Vocabulary* vocabulary) {
    threads = std::max<std::size_t>(1, std::min(threads, texts.size() / 512));
    std::vector<Share> shares(threads);
    shares.front().merged = vocabulary != nullptr;
    Patrol patrol(poll);
    run_threads(threads, patrol, [&](std::size_t worker) {
        const std::size_t begin = texts.size() * worker / threads, end = texts.size() * (worker + 1) / threads;
        Share& share = shares[worker];
        TokenizeScratch scratch;
        const std::size_t all = worker == 0 ? texts.size() : end;  // the tokens of the others come behind the first's
        std::size_t letters = 0;
        for (std::size_t i = begin; i < all; ++i) letters += texts[i].size();
        std::vector<Id>& ids = share.tokens.ids;
        // More than there will be, mostly; memory that is never touched costs nothing.
        ids.reserve(splits_characters(tokenizer) ? letters : letters / 3);
        share.tokens.offsets.reserve(all - begin + 1);
        const KeepUntilStopped keep{{share.merged ? *vocabulary : share.words, ids}, patrol};
        for (std::size_t i = begin; i < end; ++i) {
            if (i + 8 < end) {
                const View soon = texts[i + 8];
                for (std::size_t at = 0; at < std::min<std::size_t>(soon.size(), 256); at += 64) prefetch(soon.data() + at);
            }
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

bool lowers_alone(View word, View lowered, Tokenizer tokenizer) {
    if (word == lowered) return true;
    if (tokenizer == Tokenizer::mteval_13a) {
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

std::optional<Tokens> lower_words(const Tokens& tokens, const Vocabulary& words, Tokenizer tokenizer, Lowercase lowercase,
                                  Vocabulary& lowered) {
    // These look at the case of letters; some letters that the last drops have a lower case in ASCII.
    if (tokenizer >= Tokenizer::tercom) return std::nullopt;
    constexpr Id unknown = 0xFFFFFFFF;
    std::vector<Id> ids(words.size(), unknown);
    Tokens result{{}, tokens.offsets};
    result.ids.reserve(tokens.ids.size());
    std::string text;
    for (const Id id : tokens.ids) {
        if (ids[id] == unknown) {
            const View word = words.word(id);
            lowercase == Lowercase::ascii ? lower_ascii(word, text) : lower(word, text);
            if (!lowers_alone(word, text, tokenizer)) return std::nullopt;
            ids[id] = lowered.intern(text);
        }
        result.ids.push_back(ids[id]);
    }
    return result;
}

Tokens merge(std::vector<Share> shares, Vocabulary& vocabulary) {
    Tokens all = std::move(shares.front().tokens);
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
        for (std::size_t i = 1; i < share.tokens.offsets.size(); ++i) all.offsets.push_back(base + share.tokens.offsets[i]);
        share = Share{};
    }
    return all;
}

}  // namespace understudy
