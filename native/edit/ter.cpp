#include "edit/ter.hpp"

#include <algorithm>
#include <array>

namespace understudy {
namespace {

constexpr std::size_t longest_run = 10, farthest = 50;  // tercom's limits for a shift
constexpr std::size_t most_checked = 1000;              // sacrebleu's
constexpr std::size_t beamless = 24;                    // up to this many reference words the beam leaves nothing out

}  // namespace

void TerCounts::write_row(std::size_t hypothesis, std::size_t reference, std::span<double, columns> row) const {
    std::uint64_t moved = 0;
    for (const Shift& shift : shifts) moved += shift.length;
    const std::array<std::uint64_t, columns> values{hits,          substitutions, deletions,  insertions,
                                                    shifts.size(), moved,         hypothesis, reference};
    std::ranges::transform(values, row.begin(), [](std::uint64_t value) { return static_cast<double>(value); });
}

void perform(std::vector<Symbol>& words, std::size_t start, std::size_t length, std::size_t target) {
    const auto at = [&](std::size_t position) {
        return words.begin() + static_cast<std::ptrdiff_t>(std::min(position, words.size()));
    };
    if (target < start) {
        std::rotate(at(target), at(start), at(start + length));
    } else {
        std::rotate(at(start), at(start + length), at(target > start + length ? target : target + length));
    }
}

// By the work that also limits the search, so that what is refused doesn't depend on the machine.
bool TerCounter::due(std::uint64_t work, const Stop& stop) {
    work_ += work;
    if (work_ - asked_ < std::uint64_t{1} << 20) return false;
    asked_ = work_;
    return stop();
}

bool TerCounter::has_checked_enough() const { return search_ == Search::sacrebleu && checked_ >= most_checked; }

bool TerCounter::count(Ids hypothesis, Ids reference, TerCounts& counts, const Stop& stop) {
    counts = TerCounts{};
    if (hypothesis.size() > most_words || reference.size() > most_words) return false;
    if (reference.empty()) {
        counts.insertions = hypothesis.size();
        return true;
    }
    begin(hypothesis, reference);
    const std::size_t n = reference.size();
    // No order of the words has fewer errors: each word of the longer text that the other lacks is one.
    const std::size_t least = std::max(hypothesis.size(), n) - symbols_.common();
    while (true) {
        const std::size_t cost = align();
        if (cost == least || due(words_.size() * (n / 16 + 1), stop)) break;
        if (!beam_) remember_prefixes();
        const Candidate best = best_shift({cost, least}, stop);
        if (has_checked_enough() || best.gain <= 0) break;
        if (work_ > most_work) return false;
        perform(words_, best.start, best.length, best.target);
        counts.shifts.push_back({static_cast<std::uint32_t>(best.start), static_cast<std::uint32_t>(best.length),
                                 static_cast<std::uint32_t>(best.target)});
    }
    const EditCounts& edits = alignment_.counts();
    counts.hits = edits.hits;
    counts.substitutions = edits.substitutions;
    counts.deletions = edits.deletions;
    counts.insertions = edits.insertions;
    return work_ <= most_work;
}

void TerCounter::begin(Ids hypothesis, Ids reference) {
    symbols_.assign(hypothesis, reference);
    words_.assign(symbols_.hypothesis().begin(), symbols_.hypothesis().end());
    pattern_.assign(symbols_.reference(), symbols_.distinct());
    beam_ = search_ == Search::sacrebleu && reference.size() > beamless;
    tried_.assign((longest_run + 1) * (words_.size() + 1), 0);
    run_ = 0;
    checked_ = 0;
    work_ = asked_ = 0;
}

std::size_t TerCounter::align() {
    const std::size_t errors = alignment_.align(words_, symbols_.reference(), beam_);
    work_ += alignment_.take_work();
    return errors;
}

// A shift leaves the words before it in place: what is known after each of them need not be computed again.
void TerCounter::remember_prefixes() {
    const std::size_t blocks = pattern_.blocks();
    columns_.resize((words_.size() + 1) * blocks);
    scores_.resize(words_.size() + 1);
    column_.assign(blocks, MyersBlock{});
    std::copy(column_.begin(), column_.end(), columns_.begin());
    scores_[0] = pattern_.size();
    MyersBlock* next_column = columns_.data() + blocks;
    std::size_t* next_score = scores_.data() + 1;
    advance_column(pattern_, words_, column_, pattern_.size(), [&](const MyersBlock* column, std::size_t score) {
        next_column = std::copy_n(column, blocks, next_column);
        *next_score++ = score;
        return true;
    });
    work_ += words_.size() * blocks;
}

std::size_t TerCounter::distance_after(std::size_t start, std::size_t length, std::size_t target) {
    trial_ = words_;
    perform(trial_, start, length, target);
    if (beam_) {
        const std::size_t errors = alignment_.distance(trial_, symbols_.reference(), true);
        work_ += alignment_.take_work();
        return errors;
    }
    const std::size_t from = std::min(start, target), blocks = pattern_.blocks();
    std::copy_n(columns_.data() + from * blocks, blocks, column_.data());
    work_ += (trial_.size() - from) * blocks;
    return advance_column(pattern_, Symbols(trial_).subspan(from), column_, scores_[from], to_the_end);
}

// Runs of words that both texts have, at most ten words long and fifty words apart.
TerCounter::Candidate TerCounter::best_shift(const Goal& goal, const Stop& stop) {
    const Symbols reference = symbols_.reference();
    Candidate best;
    for (std::size_t h = 0; h < words_.size(); ++h) {
        if (words_[h] == 0) continue;
        ++run_;
        const std::size_t end = std::min(reference.size(), h + farthest + 1);
        for (std::size_t r = h > farthest ? h - farthest : 0; r < end; ++r) {
            const std::size_t most = std::min({longest_run, words_.size() - h, reference.size() - r});
            for (std::size_t length = 1; length <= most && words_[h + length - 1] == reference[r + length - 1];
                 ++length) {
                try_run(h, r, length, goal, best);
                if (has_checked_enough()) return best;
            }
        }
        if (due(end, stop) || work_ > most_work) return {};
    }
    return best;
}

// Of equal gains the longer run is preferred, then the one that starts first, then the one that goes farthest left.
bool TerCounter::may_beat(const Candidate& best, std::size_t most, std::size_t length, std::size_t start) const {
    const auto gain = static_cast<std::int64_t>(most);
    if (gain < 1 || gain < best.gain) return false;
    return gain > best.gain || length > best.length || (length == best.length && start <= best.start);
}

// Where the run is right already, or the reference has it elsewhere, nothing is to be gained. The targets are the
// positions after the words that stand for the reference's words before and within the run.
void TerCounter::try_run(std::size_t h, std::size_t r, std::size_t length, const Goal& goal, Candidate& best) {
    if (alignment_.all_right_in_hypothesis(h, h + length) || alignment_.all_right_in_reference(r, r + length)) return;
    const auto start = static_cast<std::int64_t>(h);
    const std::int64_t there = alignment_.aligned(r);
    if (start <= there && there < start + static_cast<std::int64_t>(length)) return;
    const std::size_t spare = goal.cost - goal.least, most = beam_ ? spare : std::min(2 * length, spare);
    std::size_t last = words_.size() + 1;
    for (std::size_t position = r; position <= r + length; ++position) {  // one beyond the reference's word
        const std::size_t target = position == 0 ? 0 : static_cast<std::size_t>(alignment_.aligned(position - 1) + 1);
        if (target == last) continue;
        last = target;
        ++checked_;
        std::uint64_t& tried = tried_[length * (words_.size() + 1) + target];
        if (tried == run_ || !may_beat(best, most, length, h)) continue;
        tried = run_;
        const std::size_t errors = distance_after(h, length, target);
        const auto gain = static_cast<std::int64_t>(goal.cost) - static_cast<std::int64_t>(errors);
        if (gain < best.gain || gain < 1) continue;
        const bool better = gain > best.gain || length > best.length ||
                            (length == best.length && (h < best.start || (h == best.start && target < best.target)));
        if (better) best = {gain, length, h, target};
    }
}

}  // namespace understudy
