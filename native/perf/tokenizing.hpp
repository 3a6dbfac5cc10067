// Texts to tokens.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "prepared.hpp"
#include "text/tokenize.hpp"

namespace understudy::perf {

inline std::vector<std::string_view> views_of(const Corpus& corpus) {
    std::vector<std::string_view> views(corpus.hypotheses.begin(), corpus.hypotheses.end());
    views.insert(views.end(), corpus.references.begin(), corpus.references.end());
    return views;
}

inline Prepared tokenizing(const Corpus& texts, std::string_view name, Lowercase lowercase = Lowercase::no) {
    const Tokenizer& tokenizer = tokenizer_named(name);
    if (tokenizer.traits.abbreviations) set_prefixes(*tokenizer.traits.abbreviations, {"Mr", "Dr", "etc"}, {"No"});
    const auto corpus = std::make_shared<Corpus>(texts);
    // The corpus comes along because the views look into it.
    return {corpus->bytes(), [corpus, &tokenizer, lowercase, views = views_of(*corpus)] {
                const auto shares = tokenize_all(views, tokenizer, lowercase, 1, {});
                return static_cast<double>(shares.front().tokens.ids.size());
            }};
}

inline Prepared merging() {
    const Corpus corpus = english(1000);
    const Tokenizer& tokenizer = tokenizer_named("13a");
    std::vector<Share> shares;
    for (const Pieces* texts : {&corpus.hypotheses, &corpus.references}) {
        shares.push_back(tokenize_all({texts->begin(), texts->end()}, tokenizer, Lowercase::no, 1, {}).front());
    }
    return {corpus.bytes(), [shares] {
                Interner vocabulary;
                return static_cast<double>(merge(shares, vocabulary).ids.size() + vocabulary.size());
            }};
}

}  // namespace understudy::perf
