#include "edit/character.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>

namespace understudy {
namespace {

// The bytes of the character that begins here, in valid UTF-8.
std::size_t bytes_of(char first) {
    const auto byte = static_cast<unsigned char>(first);
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

}  // namespace

WordSpelling::WordSpelling(const Interner& words, std::size_t size) : starts{0} {
    std::map<std::string_view, Id> numbers;
    for (Id id = 0; id < size; ++id) {
        const std::string_view word = words.word(id);
        for (std::size_t at = 0; at < word.size(); at += bytes_of(word[at])) {
            const auto next = static_cast<Id>(numbers.size() + 1);
            characters.push_back(numbers.emplace(word.substr(at, bytes_of(word[at])), next).first->second);
        }
        starts.push_back(characters.size());
    }
    distinct = numbers.size() + 1;
    std::vector<Id> order(size);
    std::iota(order.begin(), order.end(), Id{0});
    // Bytes of UTF-8 are in the order of their characters.
    std::ranges::sort(order, [&](Id a, Id b) { return words.word(a) < words.word(b); });
    ranks.resize(size);
    for (std::size_t i = 0; i < size; ++i) ranks[order[i]] = static_cast<std::uint32_t>(i);
}

// Whether what is tried is better than the best so far.
bool CharacterCounter::better(std::size_t distance) const {
    if (best_.empty() || distance != least_) return best_.empty() || distance < least_;
    const auto rank = [&](Id word) { return spelling_.ranks[word]; };
    return std::ranges::lexicographical_compare(best_, trial_, {}, rank, rank);
}

// Tries every phrase that the reference has elsewhere, at its place there. False if that takes too long.
bool CharacterCounter::find_best(Ids reference, const Stop& stop) {
    best_.clear();
    PacedStop paced(stop);
    const Ids hyp = words_now_;
    const auto at = [](auto& words, std::size_t place) {
        return words.begin() + static_cast<std::ptrdiff_t>(std::min(place, words.size()));
    };
    for (std::size_t i = 0; i < hyp.size(); ++i) {
        for (std::size_t k = 0; k < reference.size(); ++k) {
            if (i == k || hyp[i] != reference[k]) continue;
            std::size_t length = 1;
            const std::size_t most = std::min(hyp.size() - i, reference.size() - k);
            while (length < most && hyp[i + length] == reference[k + length]) ++length;
            trial_.assign(hyp.begin(), hyp.end());
            trial_.erase(at(trial_, i), at(trial_, i + length));
            trial_.insert(at(trial_, k), at(hyp, i), at(hyp, i + length));
            const bool same = trial_ == words_now_;  // common where a word is repeated
            const std::size_t work = same ? 1 : hyp.size() * (1 + reference.size() / 64) + 1;
            work_ += work;
            if (work_ > most_work) return false;
            if (paced(4 * work)) return true;
            const std::size_t distance = same ? now_ : words_.distance(trial_, reference, stop);
            if (!better(distance)) continue;
            least_ = distance;
            best_.swap(trial_);
        }
    }
    return true;
}

// For each phrase that stands further back than before, the average length of its words.
double CharacterCounter::shift_cost(Ids original) const {
    const Ids now = words_now_;
    double cost = 0;
    for (std::size_t i = 0; i < original.size();) {
        const auto later = now[i] == original[i]
                               ? now.end()
                               : std::find(now.begin() + static_cast<std::ptrdiff_t>(i) + 1, now.end(), original[i]);
        std::size_t length = 0, letters = 0;
        for (auto at = later; at != now.end() && i + length < original.size() && *at == original[i + length]; ++at)
            letters += spelling_.length(original[i + length++]);
        if (length > 0) cost += static_cast<double>(letters) / static_cast<double>(length);
        i += std::max<std::size_t>(1, length);
    }
    return cost;
}

void CharacterCounter::spell(Ids words, std::vector<Id>& characters) const {
    characters.clear();
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) characters.push_back(0);
        const Ids letters = spelling_.of(words[i]);
        characters.insert(characters.end(), letters.begin(), letters.end());
    }
}

bool CharacterCounter::write_row(Ids hypothesis, Ids reference, std::span<double> row, const Stop& stop) {
    words_now_.assign(hypothesis.begin(), hypothesis.end());
    work_ = 0;
    double shifts = 0;
    const auto length = static_cast<double>(reference.size());
    // A share of the reference's words, as the original counts: its rounding may allow a shift that saves nothing.
    now_ = words_.distance(hypothesis, reference, stop);
    double share = reference.empty() ? 0 : static_cast<double>(now_) / length;
    while (!stop()) {
        if (!find_best(reference, stop)) return false;
        if (best_.empty()) break;
        const double gain = share - static_cast<double>(least_) / length;
        if (gain <= 0) break;
        words_now_.swap(best_);
        now_ = least_;
        share -= gain;
        ++shifts;
    }
    spell(words_now_, hyp_letters_);
    spell(reference, ref_letters_);
    row[0] = static_cast<double>(letters_.distance(hyp_letters_, ref_letters_, stop));
    row[1] = shift_cost(hypothesis);
    row[2] = static_cast<double>(hyp_letters_.size());
    row[3] = static_cast<double>(ref_letters_.size());
    row[4] = shifts;
    return true;
}

}  // namespace understudy
