// METEOR's rows of statistics for a whole test set, counted by several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "meteor/settings.hpp"
#include "meteor/word_facts.hpp"
#include "parallel/parallel.hpp"
#include "text/tokenize.hpp"

namespace understudy {

// Writes one row (`meteor_columns` in statistics.hpp) for each reference. The references of segment i are numbers
// starts[i] to starts[i + 1]. Throws TooMuchWork, with the number of the segment.
void write_meteor_rows(const TokenIds& hypotheses, const TokenIds& references, std::span<const std::int64_t> starts,
                       const MeteorSettings& settings, const WordFacts& facts, std::size_t threads, const Poll& poll,
                       std::span<double> rows);

}  // namespace understudy
