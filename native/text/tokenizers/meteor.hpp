// The tokenizers `meteor-en`, `meteor-cz` and so on, and the same with `-nopunct`: METEOR 1.5 with -norm, or with
// -norm -noPunct, for the six languages that it normalizes.
//
// They see case, and their tokens are in lower case. Before the first text the language must have its abbreviations
// (`set_prefixes`). Cost: about 92 instructions per byte of English; see meteor_normalizer.hpp.
#pragma once

#include <algorithm>
#include <array>

#include "text/tokenizers/java.hpp"
#include "text/tokenizers/meteor_normalizer.hpp"
#include "text/tokenizers/scratch.hpp"
#include "text/tokenizers/traits.hpp"

namespace understudy::tokenizers {

// "meteor-", the language, and perhaps "-nopunct", as one array of characters that lasts.
template <MeteorLanguage language, bool punctuation>
inline constexpr auto meteor_name = [] {
    constexpr View code = code_of(language), before = "meteor-", after = punctuation ? "" : "-nopunct";
    std::array<char, before.size() + code.size() + after.size()> name{};
    std::ranges::copy(after, std::ranges::copy(code, std::ranges::copy(before, name.begin()).out).out);
    return name;
}();

template <MeteorLanguage language = MeteorLanguage::en, bool punctuation = true>
struct Meteor {
    static constexpr View name{meteor_name<language, punctuation>.data(), meteor_name<language, punctuation>.size()};
    static constexpr Traits traits{.name = name, .sees_case = true, .abbreviations = language};

    template <class Sink>
    static void split(View text, TokenizeScratch& scratch, const Sink& sink) {
        normalize_meteor(text, language, punctuation, scratch.meteor, scratch.rewritten);
        Java::split(scratch.rewritten, sink);
    }
};

}  // namespace understudy::tokenizers
