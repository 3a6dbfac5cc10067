// Buffers that one worker uses again for every segment, so that splitting allocates nothing once they have grown.
#pragma once

#include <string>

#include "text/tokenizers/meteor_normalizer.hpp"
#include "text/tokenizers/ptb_splitter.hpp"

namespace understudy {

struct TokenizeScratch {
    std::string lowered;    // the text in lower case: no tokenizer may touch it
    std::string rewritten;  // what a tokenizer makes of a whole text before it splits
    std::string separated;  // the same once more, for tercom
    std::string run, next;  // for a part of the text
    std::u32string points, spaced;
    MeteorScratch meteor;
    PtbScratch ptb;
};

}  // namespace understudy
