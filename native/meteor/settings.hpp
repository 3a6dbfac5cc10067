// METEOR's modules, and the settings of an alignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "text/interner.hpp"

namespace understudy {

enum class MeteorModule : std::uint8_t { exact, stem, synonym, paraphrase };

// Finds all paraphrases of a hypothesis and a reference, in METEOR's order:
// sink(ref_start, ref_length, hyp_start, hyp_length). A copy must be usable in another thread.
using PhraseSink = std::function<void(std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t)>;
using PhraseSource = std::function<void(Ids hypothesis, Ids reference, const PhraseSink& sink)>;

struct MeteorSettings {
    std::vector<MeteorModule> modules;  // in the order in which candidates are tried; paraphrase comes last
    std::size_t beam = 40;
    bool characters = false;  // count characters instead of words
    PhraseSource phrases;     // for the module paraphrase
};

}  // namespace understudy
