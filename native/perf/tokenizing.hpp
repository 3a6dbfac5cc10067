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

inline Prepared tokenizing(const Corpus& texts, Tokenizer tokenizer, Lowercase lowercase = Lowercase::no) {
    if (tokenizer == Tokenizer::meteor_en) set_prefixes(MeteorLanguage::en, {"Mr", "Dr", "etc"}, {"No"});
    const auto corpus = std::make_shared<Corpus>(texts);
    // The corpus comes along because the views look into it.
    return {corpus->bytes(), [corpus, tokenizer, lowercase, views = views_of(*corpus)] {
                const auto shares = tokenize_all(views, tokenizer, lowercase, 1, {});
                return static_cast<double>(shares.front().tokens.ids.size());
            }};
}

inline Prepared merging() {
    const Corpus corpus = english(1000);
    std::vector<Share> shares;
    for (const Pieces* texts : {&corpus.hypotheses, &corpus.references}) {
        shares.push_back(
            tokenize_all({texts->begin(), texts->end()}, Tokenizer::mteval_13a, Lowercase::no, 1, {}).front());
    }
    return {corpus.bytes(), [shares] {
                Vocabulary vocabulary;
                return static_cast<double>(merge(shares, vocabulary).ids.size() + vocabulary.size());
            }};
}

}  // namespace understudy::perf
