// The tokenizer `ptb`: that of the Penn Treebank as pycocoevalcap applies it to captions, in lower case and without
// punctuation.
//
// It sees case: whether a stop belongs to an abbreviation depends on capitals. Cost: see ptb_splitter.hpp.
#pragma once

#include "text/tokenizers/ptb_splitter.hpp"
#include "text/tokenizers/scratch.hpp"
#include "text/tokenizers/traits.hpp"

namespace understudy::tokenizers {

struct Ptb {
    static constexpr Traits traits{.name = "ptb", .sees_case = true, .reads_entities = true};

    template <class Sink>
    static void split(View text, TokenizeScratch& scratch, const Sink& sink) {
        View rest = split_ptb(text, scratch.ptb);
        while (!rest.empty()) {
            const std::size_t end = rest.find('\n');
            sink(rest.substr(0, end));
            rest.remove_prefix(end + 1);
        }
    }
};

}  // namespace understudy::tokenizers
