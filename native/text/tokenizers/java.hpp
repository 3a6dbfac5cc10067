// The tokenizer `java`: tokens between the five characters at which Java's StringTokenizer splits, as METEOR 1.5 does
// after its own normalization.
//
// Cost: five comparisons for each byte at most.
#pragma once

#include <cstddef>

#include "text/tokenizers/traits.hpp"

namespace understudy::tokenizers {

struct Java {
    static constexpr Traits traits{.name = "java"};

    template <class Sink>
    static void split(View text, const Sink& sink) {
        const char* const end = text.data() + text.size();
        const char* start = text.data();
        for (const char* at = start; at < end; ++at) {
            if (*at != ' ' && *at != '\t' && *at != '\n' && *at != '\r' && *at != '\f') continue;
            if (at > start) sink(View(start, static_cast<std::size_t>(at - start)));
            start = at + 1;
        }
        if (end > start) sink(View(start, static_cast<std::size_t>(end - start)));
    }
};

}  // namespace understudy::tokenizers
