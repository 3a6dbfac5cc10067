// What the kernels share: texts as numbers, and work that can be repeated.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "text/interner.hpp"
#include "text/token_table.hpp"
#include "text/tokenize.hpp"
#include "texts.hpp"

namespace understudy::perf {

// The answer depends on all of the work, so that no compiler leaves any out.
using Repetition = std::function<double()>;

struct Prepared {
    std::size_t bytes;  // of text, 0 where there is none
    Repetition repetition;
};

inline bool never() { return false; }

// Hypotheses and references as numbers.
struct Encoded {
    std::size_t bytes;
    Interner vocabulary;
    TokenIds hypotheses, references;

    Encoded(const Corpus& corpus, const Tokenizer& tokenizer)
        : bytes(corpus.bytes()),
          hypotheses(encode(corpus.hypotheses, tokenizer)),
          references(encode(corpus.references, tokenizer)) {}

    std::size_t size() const { return hypotheses.segments(); }
    Ids hypothesis(std::size_t i) const { return segment_of(hypotheses, i); }
    Ids reference(std::size_t i) const { return segment_of(references, i); }

private:
    TokenIds encode(const Pieces& texts, const Tokenizer& tokenizer) {
        return merge(tokenize_all({texts.begin(), texts.end()}, tokenizer, Lowercase::no, 1, {}), vocabulary);
    }
};

inline std::shared_ptr<Encoded> words_of(const Corpus& corpus) {
    return std::make_shared<Encoded>(corpus, tokenizer_named("13a"));
}
inline std::shared_ptr<Encoded> letters_of(const Corpus& corpus) {
    return std::make_shared<Encoded>(corpus, tokenizer_named("letters"));
}

// `answer(scratch, hypothesis, reference)` is a number for each pair, `make()` the scratch of one worker.
template <class Make, class Answer>
Prepared each_pair(std::shared_ptr<Encoded> texts, Make make, Answer answer) {
    return {texts->bytes, [=]() mutable {
                auto scratch = make(*texts);
                double sum = 0;
                for (std::size_t i = 0; i < texts->size(); ++i)
                    sum += answer(scratch, texts->hypothesis(i), texts->reference(i));
                return sum;
            }};
}

inline double sum_of(const auto& numbers) {
    double sum = 0;
    for (const auto number : numbers) sum += static_cast<double>(number);
    return sum;
}

}  // namespace understudy::perf
