#include "meteor/statistics.hpp"

namespace understudy {
namespace {

// The order of the columns: `column(name, module, count)`, where modules count from 1 and 0 means no module.
template <class Column>
void each_column(const MeteorStatistics& all, const Column& column) {
    const auto& [hyp, ref, chunks, one_chunk] = all;
    column("hyp_length", 0, hyp.length);
    column("ref_length", 0, ref.length);
    column("hyp_function", 0, hyp.function);
    column("ref_function", 0, ref.function);
    for (std::size_t slot = 0; slot < TextStatistics::slots; ++slot) {
        column("hyp_content_match", slot + 1, hyp.content_match[slot]);
        column("ref_content_match", slot + 1, ref.content_match[slot]);
        column("hyp_function_match", slot + 1, hyp.function_match[slot]);
        column("ref_function_match", slot + 1, ref.function_match[slot]);
    }
    column("chunks", 0, chunks);
    column("hyp_matched", 0, hyp.matched);
    column("ref_matched", 0, ref.matched);
    column("one_chunk", 0, std::uint64_t{one_chunk});
}

struct Counter {
    const WordFacts& facts;
    bool characters;

    std::uint64_t size(Id word) const { return characters ? static_cast<std::uint64_t>(facts.utf16[word]) : 1u; }

    void add_text(Ids words, TextStatistics& text) const {
        for (const Id word : words) {
            text.length += size(word);
            if (facts.function[word]) text.function += size(word);
        }
    }

    void add_match(Ids words, std::size_t slot, TextStatistics& text) const {
        for (const Id word : words) {
            (facts.function[word] ? text.function_match : text.content_match)[slot] += size(word);
        }
        text.matched += words.size();
    }
};

// Maximal runs of matches that are adjacent in both texts.
std::uint64_t count_chunks(std::span<const MeteorMatch> matches) {
    std::uint64_t chunks = 0;
    std::uint64_t ref_end = ~std::uint64_t{0}, hyp_end = ~std::uint64_t{0};
    for (const MeteorMatch& match : matches) {
        chunks += match.ref_start != ref_end || match.hyp_start != hyp_end;
        ref_end = match.ref_start + match.ref_length;
        hyp_end = match.hyp_start + match.hyp_length;
    }
    return chunks;
}

}  // namespace

MeteorStatistics count_statistics(Ids hypothesis, Ids reference, std::span<const MeteorMatch> matches,
                                  const WordFacts& facts, bool characters) {
    const Counter counter{facts, characters};
    MeteorStatistics all;
    counter.add_text(hypothesis, all.hyp);
    counter.add_text(reference, all.ref);
    for (const MeteorMatch& match : matches) {
        counter.add_match(hypothesis.subspan(match.hyp_start, match.hyp_length), match.slot, all.hyp);
        counter.add_match(reference.subspan(match.ref_start, match.ref_length), match.slot, all.ref);
    }
    all.chunks = count_chunks(matches);
    all.one_chunk = all.chunks == 1 && all.hyp.matched == hypothesis.size() && all.ref.matched == reference.size();
    return all;
}

std::vector<std::string> meteor_column_names() {
    std::vector<std::string> names;
    each_column({}, [&](const char* name, std::size_t module, std::uint64_t) {
        names.emplace_back(name);
        if (module > 0) (names.back() += '_') += std::to_string(module);
    });
    return names;
}

void write_row(const MeteorStatistics& statistics, std::span<double, meteor_columns> row) {
    std::size_t at = 0;
    each_column(statistics,
                [&](const char*, std::size_t, std::uint64_t count) { row[at++] = static_cast<double>(count); });
}

}  // namespace understudy
