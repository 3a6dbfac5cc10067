#include "text/token_table.hpp"

#include "text/unicode.hpp"

namespace understudy {

TokenIds intern_all(std::span<const std::vector<std::string>> segments, Interner& vocabulary) {
    TokenIds tokens;
    for (const std::vector<std::string>& segment : segments) {
        for (const std::string& token : segment) tokens.ids.push_back(vocabulary.intern(token));
        tokens.offsets.push_back(tokens.ids.size());
    }
    return tokens;
}

std::vector<Id> intern_each(std::span<const std::string_view> tokens, Lowercase lowercase, Interner& vocabulary) {
    std::vector<Id> ids;
    ids.reserve(tokens.size());
    std::string lowered;
    for (std::string_view token : tokens) {
        if (lowercase != Lowercase::no) {
            lowercase == Lowercase::ascii ? lower_ascii(token, lowered) : lower(token, lowered);
            token = lowered;
        }
        ids.push_back(vocabulary.intern(token));
    }
    return ids;
}

TokenIds take_segments(const TokenIds& tokens, std::span<const std::int64_t> segments) {
    const auto ids_of = [&](std::int64_t segment) { return segment_of(tokens, static_cast<std::size_t>(segment)); };
    TokenIds taken;
    std::size_t total = 0;
    for (const std::int64_t segment : segments) total += ids_of(segment).size();
    taken.ids.reserve(total);
    taken.offsets.reserve(segments.size() + 1);
    for (const std::int64_t segment : segments) {
        const Ids ids = ids_of(segment);
        taken.ids.insert(taken.ids.end(), ids.begin(), ids.end());
        taken.offsets.push_back(taken.ids.size());
    }
    return taken;
}

TokenIds renumber_all(const TokenIds& tokens, std::span<const Id> numbers) {
    TokenIds renumbered = tokens;
    for (Id& id : renumbered.ids) id = numbers[id];
    return renumbered;
}

}  // namespace understudy
