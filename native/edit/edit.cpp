#include "edit/edit.hpp"

#include <algorithm>
#include <array>

namespace understudy {

std::size_t Editor::distance(Ids hypothesis, Ids reference, const Stop& stop) {
    const Trimmed pair(hypothesis, reference);
    if (pair.one_is_empty()) return std::max(pair.hypothesis.size(), pair.reference.size());
    symbols_.assign(pair.hypothesis, pair.reference);
    if (std::max(pair.hypothesis.size(), pair.reference.size()) <= LaneCounter::longest) return short_distance();
    PacedStop paced(stop);
    return paths_.distance(symbols_.hypothesis(), symbols_.reference(), symbols_.distinct(), paced);
}

// Of the pair that is numbered, without a look which blocks matter: there are at most four.
std::size_t Editor::short_distance() {
    pattern_.assign(symbols_.reference(), symbols_.distinct());
    std::array<MyersBlock, blocks_for(LaneCounter::longest)> column;
    const auto used = std::span(column).first(pattern_.blocks());
    return advance_column(pattern_, symbols_.hypothesis(), used, pattern_.size(), to_the_end);
}

void Editor::count(std::span<const EditPair> pairs, Ties ties, EditCounts* counts, const Stop& stop) {
    PacedStop paced(stop);
    for (std::size_t i = 0; i < pairs.size() && !paced.stopped(); ++i) {
        counts[i] = {};
        count_one(i, pairs[i], ties, counts[i], paced);
    }
    lanes_.count(counts);
}

void Editor::count_one(std::size_t number, const EditPair& whole, Ties ties, EditCounts& counts, PacedStop& stop) {
    const Trimmed pair(whole.hypothesis, whole.reference);
    const std::size_t m = pair.hypothesis.size(), n = pair.reference.size();
    counts.hits = counts.correct = pair.prefix + pair.suffix;
    std::size_t common = 0;
    if (!pair.one_is_empty()) {
        symbols_.assign(pair.hypothesis, pair.reference);
        common = symbols_.common();
    }
    if (common == 0) return counts.add(std::max(n, m), std::min(n, m), n, m);
    counts.correct += common;
    if (ties == Ties::jiwer) {
        trace(ties, stop);
        counts.add(steps_);
    } else if (std::max(n, m) > LaneCounter::longest) {
        count_long(counts, stop);
    } else {
        lanes_.add(number, symbols_.hypothesis(), symbols_.reference());
    }
    stop(m);
}

void Editor::count_long(EditCounts& counts, PacedStop& stop) {
    const Symbols hypothesis = symbols_.hypothesis(), reference = symbols_.reference();
    const std::size_t least = paths_.distance(hypothesis, reference, symbols_.distinct(), stop);
    if (stop.stopped()) return;
    const std::size_t changed = paths_.find(stop) ? paths_.substitutions()
                                : std::max(hypothesis.size(), reference.size()) < decltype(narrow_)::most_words
                                    ? narrow_.substitutions(hypothesis, reference, least, stop)
                                    : wide_.substitutions(hypothesis, reference, least, stop);
    if (!stop.stopped()) counts.add(least, changed, reference.size(), hypothesis.size());
}

std::size_t Editor::align(Ids hypothesis, Ids reference, Ties ties, Edit* steps, const Stop& stop) {
    const Trimmed pair(hypothesis, reference);
    PacedStop paced(stop);
    if (pair.one_is_empty()) {
        steps_.assign(pair.reference.size(), Edit::deletion);
        steps_.insert(steps_.end(), pair.hypothesis.size(), Edit::insertion);
    } else {
        symbols_.assign(pair.hypothesis, pair.reference);
        trace(ties, paced);
    }
    steps = std::fill_n(steps, pair.prefix, Edit::hit);
    steps = std::copy(steps_.begin(), steps_.end(), steps);
    std::fill_n(steps, pair.suffix, Edit::hit);
    return pair.prefix + steps_.size() + pair.suffix;
}

// Of the pair that is numbered.
void Editor::trace(Ties ties, PacedStop& stop) {
    const Symbols hypothesis = symbols_.hypothesis(), reference = symbols_.reference();
    steps_.clear();
    if (ties == Ties::jiwer) return jiwer_.align(hypothesis, reference, symbols_.distinct(), steps_, stop);
    paths_.distance(hypothesis, reference, symbols_.distinct(), stop);
    if (stop.stopped()) return;
    paths_.find(stop) ? paths_.trace_back(steps_) : hirschberg_.align(hypothesis, reference, steps_, stop);
}

}  // namespace understudy
