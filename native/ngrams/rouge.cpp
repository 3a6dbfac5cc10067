#include "ngrams/rouge.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace understudy {
namespace {

std::vector<Ids> lines_of(Ids text, Id line_end) {
    std::vector<Ids> lines;
    for (auto end = std::find(text.begin(), text.end(), line_end);;
         end = std::find(text.begin(), text.end(), line_end)) {
        const auto length = static_cast<std::size_t>(end - text.begin());
        if (length > 0) lines.push_back(text.first(length));
        if (end == text.end()) return lines;
        text = text.subspan(length + 1);
    }
}

double ngrams_in(Ids text, std::size_t n) { return text.size() < n ? 0 : static_cast<double>(text.size() - n + 1); }

void write(std::span<double> row, double hypothesis, double reference, double common) {
    row[0] = hypothesis;
    row[1] = reference;
    row[2] = common;
}

}  // namespace

void RougeNgrams::write_row(Ids hypothesis, Ids reference, std::span<double> row, const Stop& stop) {
    counter_.count(hypothesis, std::span(&reference, 1), counts_, stop);
    double in_hypothesis = 0, in_reference = 0, match = 0;
    for (std::size_t n = shortest_; n <= order_; ++n) {
        in_hypothesis += ngrams_in(hypothesis, n);
        in_reference += ngrams_in(reference, n);
        match += static_cast<double>(counts_.match[n - 1]);
    }
    write(row, in_hypothesis, in_reference, match);
}

void CommonSubsequence::write_row(Ids hypothesis, Ids reference, std::span<double> row, const Stop& stop) {
    write(row, static_cast<double>(hypothesis.size()), static_cast<double>(reference.size()),
          static_cast<double>(length(hypothesis, reference, stop)));
}

void CommonSubsequence::write_summary_row(Ids hypothesis, Ids reference, Id line_end, std::span<double> row,
                                          const Stop& stop) {
    const auto words = [line_end](Ids text) {
        return static_cast<double>(std::ssize(text) - std::count(text.begin(), text.end(), line_end));
    };
    write(row, words(hypothesis), words(reference),
          static_cast<double>(union_length(hypothesis, reference, line_end, stop)));
}

// The bits of `flat`, which is V in the paper, are the positions of the hypothesis where the common subsequence with
// the reference so far does not grow. Blocks of 64 positions are swept one after another; what a block carries into the
// next one is kept by position in the reference.
template <class Keep>
std::uint64_t CommonSubsequence::sweep(Ids hypothesis, Ids reference, const Stop& stop, const Keep& keep) {
    const std::size_t blocks = blocks_for(hypothesis.size());
    if (blocks > 1) carries_.assign(reference.size(), 0);
    std::uint64_t length = 0;
    PacedStop paced(stop);
    for (std::size_t block = 0; block < blocks; ++block) {
        const std::size_t first = block * block_bits;
        const Ids words = hypothesis.subspan(first, std::min(block_bits, hypothesis.size() - first));
        pattern_.set(words);
        const std::uint64_t* const positions = pattern_.data();
        std::uint64_t flat = ~std::uint64_t{0};
        for (std::size_t k = 0; k < reference.size(); ++k) {
            const std::uint64_t same = flat & positions[reference[k]];
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
        const std::uint64_t used =
            words.size() == block_bits ? ~std::uint64_t{0} : (std::uint64_t{1} << words.size()) - 1;
        length += static_cast<std::uint64_t>(std::popcount(~flat & used));
        pattern_.clear(words);
        if (paced(reference.size())) break;
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
    const auto add = [&](std::uint64_t bits) { length += static_cast<std::size_t>(std::popcount(bits)); };
    const std::size_t whole = hypothesis_words / block_bits, rest = hypothesis_words % block_bits;
    for (std::size_t block = 0; block < whole; ++block) add(row[block]);
    if (rest > 0) add(row[whole] & ((std::uint64_t{1} << rest) - 1));
    return length;
}

// Of several longest subsequences the one that rouge_score finds: backwards from the ends, equal words are always
// taken, and the reference goes back first unless that alone makes the rest shorter.
void CommonSubsequence::mark_places(Ids hypothesis, Ids reference, const Stop& stop) {
    blocks_ = blocks_for(hypothesis.size());
    grows_.resize(reference.size() * blocks_);
    sweep(hypothesis, reference, stop,
          [&](std::size_t k, std::size_t block, std::uint64_t grows) { grows_[k * blocks_ + block] = grows; });
    std::size_t j = hypothesis.size(), k = reference.size();
    while (j > 0 && k > 0) {
        // NOLINTNEXTLINE(bugprone-branch-clone): clang-tidy 14 takes --j and --k for the same
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
