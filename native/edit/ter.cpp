#include "edit/ter.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace understudy {
namespace {

constexpr std::size_t longest_run = 10, farthest = 50;  // tercom's limits for a shift
constexpr std::size_t beam_width = 25, most_checked = 1000;  // sacrebleu's
constexpr std::size_t beamless = 24;  // up to this many reference words the beam leaves nothing out
constexpr std::int32_t unreachable = 1 << 29;

// Which cells of a row sacrebleu looks at.
struct Beam {
    Beam(std::size_t hyp, std::size_t ref)
        : last(hyp), columns(ref + 1), ratio(hyp == 0 ? 1.0 : static_cast<double>(ref) / static_cast<double>(hyp)) {
        const double half = ratio / 2;
        if (static_cast<double>(beam_width) < half) width = static_cast<std::size_t>(std::ceil(half + static_cast<double>(beam_width)));
    }
    std::size_t first(std::size_t row) const { return diagonal(row) > width ? diagonal(row) - width : 0; }
    std::size_t end(std::size_t row) const { return row == last ? columns : std::min(columns, diagonal(row) + width); }
    std::size_t diagonal(std::size_t row) const { return static_cast<std::size_t>(std::floor(static_cast<double>(row) * ratio)); }

    std::size_t last, columns;
    double ratio;
    std::size_t width = beam_width;
};

}  // namespace

void perform(std::vector<Id>& words, std::size_t start, std::size_t length, std::size_t target) {
    const auto at = [&](std::size_t place) { return words.begin() + static_cast<std::ptrdiff_t>(std::min(place, words.size())); };
    if (target < start) {
        std::rotate(at(target), at(start), at(start + length));
    } else {
        std::rotate(at(start), at(start + length), at(target > start + length ? target : target + length));
    }
}

bool TerCounter::due(std::uint64_t work, const Stop& stop) {
    work_ += work;
    if (work_ - asked_ < (1 << 20)) return false;
    asked_ = work_;
    return stop();
}

bool TerCounter::count(Ids hypothesis, Ids reference, TerCounts& counts, const Stop& stop) {
    counts = TerCounts{};
    if (hypothesis.size() > most_words || reference.size() > most_words) return false;
    if (reference.empty()) {
        counts.insertions = hypothesis.size();
        return true;
    }
    number(hypothesis, reference);
    beam_ = search_ == Search::sacrebleu && reference.size() > beamless;
    checked_ = 0;
    work_ = asked_ = 0;
    const std::size_t least = least_edits();
    while (true) {
        const std::size_t cost = align(counts);
        if (cost == least || due(words_.size() * (ref_.size() / 16 + 1), stop)) break;
        if (!beam_) remember_prefixes();
        const Candidate best = best_shift(cost, least, stop);
        if (search_ == Search::sacrebleu && checked_ >= most_checked) break;
        if (best.gain <= 0) break;
        if (work_ > most_work) return false;
        perform(words_, best.start, best.length, best.target);
        counts.shifts.push_back({static_cast<std::uint32_t>(best.start), static_cast<std::uint32_t>(best.length),
                                 static_cast<std::uint32_t>(best.target)});
    }
    return work_ <= most_work;
}

// Words of the reference are numbered from 1; a word that it lacks is 0 and equals nothing.
void TerCounter::number(Ids hypothesis, Ids reference) {
    distinct_ = 0;
    ref_.clear();
    words_.clear();
    for (const Id id : reference) {
        if (numbers_[id] == 0) numbers_[id] = static_cast<Id>(++distinct_);
        ref_.push_back(numbers_[id]);
    }
    for (const Id id : hypothesis) words_.push_back(numbers_[id]);
    for (const Id id : reference) numbers_[id] = 0;
    blocks_ = (ref_.size() + 63) / 64;
    places_.assign((distinct_ + 1) * blocks_, 0);
    for (std::size_t i = 0; i < ref_.size(); ++i) places_[ref_[i] * blocks_ + i / 64] |= std::uint64_t{1} << i % 64;
    tried_.assign((longest_run + 1) * (words_.size() + 1), 0);
    trial_number_ = 0;
}

// No order of the words has fewer: each word of the longer text that the other lacks is an edit.
std::size_t TerCounter::least_edits() const {
    std::vector<std::size_t> count(distinct_ + 1, 0);
    for (const Id word : ref_) ++count[word];
    std::size_t common = 0;
    for (const Id word : words_) {
        if (word != 0 && count[word] > 0) {
            --count[word];
            ++common;
        }
    }
    return std::max(words_.size(), ref_.size()) - common;
}

// --- Distance -----------------------------------------------------------------------------------------------------

// Row by row; among equals a hit or substitution is preferred, then a word of the hypothesis left out.
std::size_t TerCounter::align_cells(const std::vector<Id>& words, Step* steps) {
    const std::size_t columns = ref_.size() + 1;
    const Beam beam(words.size(), ref_.size());
    above_.resize(columns);
    row_.resize(columns);
    for (std::size_t j = 0; j < columns; ++j) row_[j] = static_cast<std::int32_t>(j);
    std::size_t filled = columns;
    for (std::size_t i = 1; i <= words.size(); ++i) {
        above_.swap(row_);
        const std::size_t first = beam_ ? beam.first(i) : 0, end = beam_ ? beam.end(i) : columns;
        for (; filled < end; ++filled) above_[filled] = unreachable;
        Step* const step = steps == nullptr ? nullptr : steps + (i - 1) * columns;
        std::int32_t left = unreachable;
        std::size_t j = first;
        if (first == 0) {
            left = row_[0] = above_[0] + 1;
            if (step != nullptr) step[0] = Step::insertion;
            j = 1;
        } else {
            row_[first - 1] = unreachable;
        }
        const Id word = words[i - 1];
        for (; j < end; ++j) {
            const bool hit = word == ref_[j - 1];
            std::int32_t cost = above_[j - 1] + (hit ? 0 : 1);
            Step how = hit ? Step::hit : Step::substitution;
            if (above_[j] + 1 < cost) {
                cost = above_[j] + 1;
                how = Step::insertion;
            }
            if (left + 1 < cost) {
                cost = left + 1;
                how = Step::deletion;
            }
            row_[j] = left = std::min(cost, unreachable);
            if (step != nullptr) step[j] = how;
        }
        filled = end;
        work_ += (end - first) / 16 + 1;
    }
    return static_cast<std::size_t>(row_[ref_.size()]);
}

std::size_t TerCounter::align(TerCounts& counts) {
    steps_.resize(words_.size() * (ref_.size() + 1));
    const std::size_t cost = align_cells(words_, steps_.data());
    follow(counts);
    return cost;
}

// Goes back through the steps, and notes which words are wrong and which words stand for each other.
void TerCounter::follow(TerCounts& counts) {
    const std::size_t columns = ref_.size() + 1;
    path_.clear();
    for (std::size_t i = words_.size(), j = ref_.size(); i > 0 || j > 0;) {
        const Step step = i == 0 ? Step::deletion : steps_[(i - 1) * columns + j];
        path_.push_back(step);
        if (step != Step::deletion) --i;
        if (step != Step::insertion) --j;
    }
    counts.hits = counts.substitutions = counts.deletions = counts.insertions = 0;
    wrong_hyp_.assign(1, 0);
    wrong_ref_.assign(1, 0);
    aligned_.clear();
    std::int64_t place = -1;
    for (std::size_t k = path_.size(); k-- > 0;) {
        const Step step = path_[k];
        const std::uint32_t wrong = step == Step::hit ? 0 : 1;
        if (step != Step::deletion) {
            ++place;
            wrong_hyp_.push_back(wrong_hyp_.back() + wrong);
        }
        if (step != Step::insertion) {
            aligned_.push_back(place);
            wrong_ref_.push_back(wrong_ref_.back() + wrong);
        }
        switch (step) {
            case Step::hit: ++counts.hits; break;
            case Step::substitution: ++counts.substitutions; break;
            case Step::deletion: ++counts.deletions; break;
            case Step::insertion: ++counts.insertions; break;
        }
    }
}

// Myers 1999 in Hyyrö's form: one column of the matrix as bits, +1 and -1 from one cell to the next.
template <bool Remember>
std::size_t TerCounter::by_bits(const std::vector<Id>& words, std::size_t from) {
    const std::size_t blocks = blocks_;
    const std::uint64_t last = std::uint64_t{1} << (ref_.size() - 1) % 64;
    std::size_t score = scores_[from];
    std::uint64_t* const plus = next_plus_.data();
    std::uint64_t* const minus = next_minus_.data();
    std::copy_n(plus_.data() + from * blocks, blocks, plus);
    std::copy_n(minus_.data() + from * blocks, blocks, minus);
    for (std::size_t i = from; i < words.size(); ++i) {
        const std::uint64_t* const places = places_.data() + words[i] * blocks;
        std::uint64_t carry = 0, carried_plus = 1, carried_minus = 0;
        for (std::size_t b = 0; b < blocks; ++b) {
            const std::uint64_t equal = places[b], up = plus[b], down = minus[b];
            const std::uint64_t masked = equal & up, sum = masked + up, total = sum + carry;
            carry = static_cast<std::uint64_t>(sum < up) | static_cast<std::uint64_t>(total < sum);
            const std::uint64_t diagonal = (total ^ up) | equal | down;
            const std::uint64_t right_plus = down | ~(diagonal | up), right_minus = diagonal & up;
            if (b + 1 == blocks) {
                score += static_cast<std::size_t>((right_plus & last) != 0);
                score -= static_cast<std::size_t>((right_minus & last) != 0);
            }
            const std::uint64_t shifted_plus = right_plus << 1 | carried_plus, shifted_minus = right_minus << 1 | carried_minus;
            carried_plus = right_plus >> 63;
            carried_minus = right_minus >> 63;
            plus[b] = shifted_minus | ~(diagonal | shifted_plus);
            minus[b] = shifted_plus & diagonal;
        }
        if constexpr (Remember) {
            std::copy_n(plus, blocks, plus_.data() + (i + 1) * blocks);
            std::copy_n(minus, blocks, minus_.data() + (i + 1) * blocks);
            scores_[i + 1] = score;
        }
    }
    work_ += (words.size() - from) * blocks;
    return score;
}

// A shift leaves the words before it in place: what is known after each of them need not be computed again.
void TerCounter::remember_prefixes() {
    plus_.resize((words_.size() + 1) * blocks_);
    minus_.resize((words_.size() + 1) * blocks_);
    scores_.resize(words_.size() + 1);
    next_plus_.resize(blocks_);
    next_minus_.resize(blocks_);
    std::fill_n(plus_.begin(), blocks_, ~std::uint64_t{0});
    std::fill_n(minus_.begin(), blocks_, 0);
    scores_[0] = ref_.size();
    by_bits<true>(words_, 0);
}

std::size_t TerCounter::distance_after(std::size_t start, std::size_t length, std::size_t target) {
    trial_ = words_;
    perform(trial_, start, length, target);
    return beam_ ? align_cells(trial_, nullptr) : by_bits<false>(trial_, std::min(start, target));
}

// --- Shifts -------------------------------------------------------------------------------------------------------

// Runs of words that both texts have, at most ten words long and fifty words apart.
TerCounter::Candidate TerCounter::best_shift(std::size_t cost, std::size_t least, const Stop& stop) {
    Candidate best;
    for (std::size_t h = 0; h < words_.size(); ++h) {
        if (words_[h] == 0) continue;
        ++trial_number_;
        const std::size_t end = std::min(ref_.size(), h + farthest + 1);
        for (std::size_t r = h > farthest ? h - farthest : 0; r < end; ++r) {
            const std::size_t most = std::min({longest_run, words_.size() - h, ref_.size() - r});
            for (std::size_t length = 1; length <= most && words_[h + length - 1] == ref_[r + length - 1]; ++length) {
                try_run(h, r, length, cost, least, best);
                if (search_ == Search::sacrebleu && checked_ >= most_checked) return best;
            }
        }
        if (due(end, stop) || work_ > most_work) return {};
    }
    return best;
}

bool TerCounter::may_beat(const Candidate& best, std::size_t most, std::size_t length, std::size_t start) const {
    const auto gain = static_cast<std::int64_t>(most);
    if (gain < 1 || gain < best.gain) return false;
    return gain > best.gain || length > best.length || (length == best.length && start <= best.start);
}

// Where the run is right already, or the reference has it elsewhere, nothing is to be gained. The targets are the places
// after the words that stand for the reference's words before and within the run.
void TerCounter::try_run(std::size_t h, std::size_t r, std::size_t length, std::size_t cost, std::size_t least, Candidate& best) {
    if (wrong_hyp_[h + length] == wrong_hyp_[h] || wrong_ref_[r + length] == wrong_ref_[r]) return;
    const auto start = static_cast<std::int64_t>(h);
    if (start <= aligned_[r] && aligned_[r] < start + static_cast<std::int64_t>(length)) return;
    const std::size_t most = beam_ ? cost - least : std::min(2 * length, cost - least);
    std::size_t last = words_.size() + 1;
    for (std::size_t offset = 0; offset <= length; ++offset) {
        const std::size_t place = r + offset;  // one beyond the reference's word
        const std::size_t target = place == 0 ? 0 : static_cast<std::size_t>(aligned_[place - 1] + 1);
        if (target == last) continue;
        last = target;
        ++checked_;
        std::uint64_t& tried = tried_[length * (words_.size() + 1) + target];
        if (tried == trial_number_ || !may_beat(best, most, length, h)) continue;
        tried = trial_number_;
        const auto gain = static_cast<std::int64_t>(cost) - static_cast<std::int64_t>(distance_after(h, length, target));
        if (gain < best.gain || gain < 1) continue;
        const bool better = gain > best.gain || length > best.length ||
                            (length == best.length && (h < best.start || (h == best.start && target < best.target)));
        if (better) best = {gain, length, h, target};
    }
}

}  // namespace understudy
