// METEOR's statistics of an aligned pair, from which Python computes the score (Denkowski and Lavie 2014, section 2).
//
// With content words c and function words f of hypothesis h and reference r, and m_i the matches of module i:
//   P = sum_i w_i (delta m_i(h_c) + (1 - delta) m_i(h_f)) / (delta |h_c| + (1 - delta) |h_f|), R alike with r,
//   F_mean = P R / (alpha P + (1 - alpha) R), Pen = gamma (ch / m)^beta, Score = (1 - Pen) F_mean.
// Counting takes one pass over both texts and one over the matches, O(|h| + |r|).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "meteor/match.hpp"
#include "meteor/word_facts.hpp"

namespace understudy {

// Of one text. Lengths and matches are counted in words, or in characters (UTF-16 code units) if that is chosen.
struct TextStatistics {
    static constexpr std::size_t slots = 4;  // for modules; those without a module stay 0

    std::uint64_t length = 0;                           // |h| or |r|
    std::uint64_t function = 0;                         // |h_f| or |r_f|
    std::array<std::uint64_t, slots> content_match{};   // m_i(h_c) or m_i(r_c)
    std::array<std::uint64_t, slots> function_match{};  // m_i(h_f) or m_i(r_f)
    std::uint64_t matched = 0;                          // words that are matched; m is the mean of both texts
};

struct MeteorStatistics {
    TextStatistics hyp, ref;
    std::uint64_t chunks = 0;  // ch
    bool one_chunk = false;    // whether one chunk covers both texts; METEOR then has no penalty
};

// `matches` are in the order of the reference; `characters`: count them instead of words.
MeteorStatistics count_statistics(Ids hypothesis, Ids reference, std::span<const MeteorMatch> matches,
                                  const WordFacts& facts, bool characters);

// A row of statistics. Names and order are decided in one place; Python's names are tested against these.
inline constexpr std::size_t meteor_columns = 24;
std::vector<std::string> meteor_column_names();
void write_row(const MeteorStatistics& statistics, std::span<double, meteor_columns> row);

}  // namespace understudy
