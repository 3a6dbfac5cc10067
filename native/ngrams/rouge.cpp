#include "ngrams/rouge.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace understudy {
namespace {

constexpr std::size_t bits = 64;
constexpr std::size_t between_looks = 1 << 20;  // words

std::vector<Ids> lines_of(Ids text, Id line_end) {
    std::vector<Ids> lines;
    for (auto end = std::find(text.begin(), text.end(), line_end);; end = std::find(text.begin(), text.end(), line_end)) {
        const auto length = static_cast<std::size_t>(end - text.begin());
        if (length > 0) lines.push_back(text.first(length));
        if (end == text.end()) return lines;
        text = text.subspan(length + 1);
    }
}

}  // namespace

// Hyyrö 2004, "Bit-parallel LCS-length computation revisited": the bits of `flat` are the places of the hypothesis where
// the common subsequence with the reference so far does not grow. Blocks of 64 places are swept one after another; what
// a block carries into the next one is kept by place in the reference.
template <class Keep>
std::uint64_t CommonSubsequence::sweep(Ids hypothesis, Ids reference, const Stop& stop, const Keep& keep) {
    const std::size_t blocks = (hypothesis.size() + bits - 1) / bits;
    if (blocks > 1) carries_.assign(reference.size(), 0);
    std::uint64_t length = 0;
    std::size_t since_look = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
        const Ids words = hypothesis.subspan(block * bits, std::min(bits, hypothesis.size() - block * bits));
        for (std::size_t i = 0; i < words.size(); ++i) masks_[words[i]] |= std::uint64_t{1} << i;
        std::uint64_t flat = ~std::uint64_t{0};
        for (std::size_t k = 0; k < reference.size(); ++k) {
            const std::uint64_t same = flat & masks_[reference[k]];
            std::uint64_t sum = flat + same;
            if (blocks > 1) {
                std::uint64_t carry = sum < flat;
                sum += carries_[k];
                carry |= sum < carries_[k];
                carries_[k] = static_cast<std::uint8_t>(carry);
            }
            flat = sum | (flat ^ same);
            keep(k, block, ~flat);
        }
        const std::uint64_t used = words.size() == bits ? ~std::uint64_t{0} : (std::uint64_t{1} << words.size()) - 1;
        length += static_cast<std::uint64_t>(std::popcount(~flat & used));
        for (const Id id : words) masks_[id] = 0;
        since_look += reference.size();
        if (since_look > between_looks) {
            if (stop()) return length;
            since_look = 0;
        }
    }
    return length;
}

std::uint64_t CommonSubsequence::length(Ids hypothesis, Ids reference, const Stop& stop) {
    return sweep(hypothesis, reference, stop, Nothing{});
}

// The length for the first words of both texts of the last sweep that was kept.
std::size_t CommonSubsequence::length_until(std::size_t reference_words, std::size_t hypothesis_words) const {
    if (reference_words == 0) return 0;
    const auto row = std::span(grows_).subspan((reference_words - 1) * blocks_, blocks_);
    std::size_t length = 0;
    for (std::size_t block = 0; block < hypothesis_words / bits; ++block) length += static_cast<std::size_t>(std::popcount(row[block]));
    const std::size_t rest = hypothesis_words % bits;
    if (rest > 0) length += static_cast<std::size_t>(std::popcount(row[hypothesis_words / bits] & ((std::uint64_t{1} << rest) - 1)));
    return length;
}

// Of several longest subsequences the one that rouge_score finds: backwards from the ends, equal words are always taken,
// and the reference goes back first unless that alone makes the rest shorter.
void CommonSubsequence::mark_places(Ids hypothesis, Ids reference, const Stop& stop) {
    blocks_ = (hypothesis.size() + bits - 1) / bits;
    grows_.resize(reference.size() * blocks_);
    sweep(hypothesis, reference, stop, [&](std::size_t k, std::size_t block, std::uint64_t grows) { grows_[k * blocks_ + block] = grows; });
    std::size_t j = hypothesis.size(), k = reference.size();
    while (j > 0 && k > 0) {
        if (hypothesis[j - 1] == reference[k - 1]) {
            marked_[--k] = true;
            --j;
        } else if (length_until(k, j - 1) > length_until(k - 1, j)) {
            --j;
        } else {
            --k;
        }
    }
}

std::uint64_t CommonSubsequence::union_length(Ids hypothesis, Ids reference, Id line_end, const Stop& stop) {
    const std::vector<Ids> said = lines_of(hypothesis, line_end), due = lines_of(reference, line_end);
    if (said.empty() || due.empty()) return 0;
    if (said.size() == 1 && due.size() == 1) return length(said[0], due[0], stop);
    for (const Id id : hypothesis) ++in_hypothesis_[id];
    for (const Id id : reference) ++in_reference_[id];
    std::uint64_t hits = 0;
    for (const Ids line : due) {
        marked_.assign(line.size(), false);
        for (const Ids each : said) mark_places(each, line, stop);
        for (std::size_t k = 0; k < line.size(); ++k) {
            const Id id = line[k];
            if (!marked_[k] || in_hypothesis_[id] == 0 || in_reference_[id] == 0) continue;
            ++hits;
            --in_hypothesis_[id];
            --in_reference_[id];
        }
    }
    for (const Id id : hypothesis) in_hypothesis_[id] = 0;
    for (const Id id : reference) in_reference_[id] = 0;
    return hits;
}

}  // namespace understudy
