#include "meteor/rows.hpp"

#include <optional>
#include <string>

#include "meteor/aligner.hpp"
#include "meteor/statistics.hpp"

namespace understudy {
namespace {

Ids segment(const TokenIds& tokens, std::size_t i) {
    return Ids(tokens.ids).subspan(tokens.offsets[i], tokens.offsets[i + 1] - tokens.offsets[i]);
}

}  // namespace

void write_meteor_rows(const TokenIds& hypotheses, const TokenIds& references, std::span<const std::int64_t> starts,
                       const MeteorSettings& settings, const WordFacts& facts, std::size_t threads, const Poll& poll,
                       std::span<double> rows) {
    const auto write_segment = [&](MeteorAligner& aligner, std::size_t i, const MeteorAligner::Stop& stop) {
        const Ids hypothesis = segment(hypotheses, i);
        const auto begin = static_cast<std::size_t>(starts[i]), end = static_cast<std::size_t>(starts[i + 1]);
        for (std::size_t pair = begin; pair < end; ++pair) {
            const Ids reference = segment(references, pair);
            const auto matches = aligner.align(hypothesis, reference, stop);
            write_row(count_statistics(hypothesis, reference, matches, facts, settings.characters),
                      rows.subspan(pair * meteor_columns).first<meteor_columns>());
        }
    };
    using Own = std::optional<MeteorAligner>;
    const auto write_chunk = [&](std::size_t begin, std::size_t end, Own& aligner, const auto& stop) {
        if (!aligner) aligner.emplace(settings, facts);
        for (std::size_t i = begin; i < end; ++i) {
            try {
                write_segment(*aligner, i, stop);
            } catch (const TooMuchWork& error) {
                throw TooMuchWork("segment " + std::to_string(i + 1) + ": " + error.what());
            }
        }
    };
    parallel_chunks<Own>(hypotheses.segments(), threads, poll, write_chunk);
}

}  // namespace understudy
