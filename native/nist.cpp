#include "nist.hpp"

#include <stdexcept>

namespace understudy {
namespace {

using Name = NgramTrie::Name;
using Found = NgramTrie::Found;
constexpr std::size_t between_looks = 1 << 14;

// A place is where an n-gram ends, times 64, plus the number of words by which it can still be made longer.
Found follow(std::uint64_t place, Ids words, Id last) {
    const bool goes_on = (place & 63) != 0 && words[(place >> 6) + 1] == last;
    return goes_on ? Found{NgramSurvey::untold, place + 63} : Found{};
}

}  // namespace

void NgramTrie::clear() {
    for (const Node& node : nodes_) {
        if (node.head == root && node.last < firsts_.size()) firsts_[node.last] = root;
    }
    nodes_.assign(1, Node{});
    slots_.assign(few_slots, Slot{});
}

Name NgramTrie::append(Name head, Id last) {
    if (nodes_.size() >= 0xFFFFFFFF) throw std::length_error("more than four billion distinct n-grams");
    nodes_.push_back({0, head, last});
    return static_cast<Name>(nodes_.size() - 1);
}

Name NgramTrie::insert(std::size_t at, std::uint64_t hash, Name head, Id last) {
    const Name name = append(head, last);
    slots_[at] = {static_cast<std::uint32_t>(hash >> 32), name};
    if (nodes_.size() * 2 > slots_.size()) grow();
    return name;
}

void NgramTrie::grow() {
    slots_.assign(slots_.size() * 2, Slot{});
    std::vector<std::uint64_t> hashes(nodes_.size());
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t name = 1; name < nodes_.size(); ++name) {
        hashes[name] = mix(hashes[nodes_[name].head], nodes_[name].last);
        if (nodes_[name].head == root) continue;
        std::size_t at = hashes[name] & mask;
        while (slots_[at].name != root) at = (at + 1) & mask;
        slots_[at] = {static_cast<std::uint32_t>(hashes[name] >> 32), static_cast<Name>(name)};
    }
}

Found NgramSurvey::find(Found head, Id last) const {
    if (head.name == untold) return follow(head.hash, words_, last);
    const std::int64_t count = ngrams_[head.name].count;
    return count < 0 ? follow(static_cast<std::uint64_t>(~count), words_, last) : ngrams_.find(head, last);
}

void NgramSurvey::add(Ids text, const Stop& stop) {
    heads_.assign(order_ + 1, Found{});
    const auto start = brief_ ? static_cast<std::uint64_t>(text.data() - words_.data()) : 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i % between_looks == between_looks - 1 && stop()) return;
        for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
            if (n > 1 && heads_[n - 1].name == NgramTrie::root) {
                heads_[n] = Found{};
                continue;
            }
            heads_[n] = ngrams_.add(heads_[n - 1], text[i]);
            if (brief_) {
                heads_[n] = add_briefly(heads_[n], (start + i) << 6 | std::min(order_ - n, text.size() - 1 - i));
            } else {
                ++ngrams_[heads_[n].name].count;
            }
        }
    }
    ngrams_[NgramTrie::root].count += static_cast<std::int64_t>(text.size());
}

// Gives the n-gram back if longer ones are to be counted; the root's name the first time.
Found NgramSurvey::add_briefly(Found found, std::uint64_t place) {
    std::int64_t& count = ngrams_[found.name].count;
    if (count > 0) {
        ++count;
        return found;
    }
    if (count == 0) {
        count = ~static_cast<std::int64_t>(place);
        return {};
    }
    const auto first = static_cast<std::uint64_t>(~count);
    count = 2;
    if ((first & 63) != 0) {
        const Found longer = ngrams_.add(found, words_[(first >> 6) + 1]);
        ngrams_[longer.name].count = ~static_cast<std::int64_t>(first + 63);
    }
    return found;
}

void NgramSurvey::add_document(std::span<const Ids> texts, const Stop& stop) {
    const std::int64_t documents = ++ngrams_[NgramTrie::root].count;
    if (documents > 0xFFFFFFFF) throw std::length_error("more than four billion segments");
    const auto document = static_cast<std::uint32_t>(documents);
    for (const Ids text : texts) {
        heads_.assign(order_ + 1, Found{});
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (i % between_looks == between_looks - 1 && stop()) return;
            for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
                heads_[n] = ngrams_.add(heads_[n - 1], text[i]);
                const Name name = heads_[n].name;
                if (name >= seen_.size()) seen_.resize(std::max<std::size_t>(name + std::size_t{1}, seen_.size() * 2), 0);
                if (seen_[name] != document) ++ngrams_[name].count;
                seen_[name] = document;
            }
        }
    }
}

void NgramSurvey::add(const NgramSurvey& other) {
    std::vector<Found> ours(other.ngrams_.size());
    ngrams_[NgramTrie::root].count += other.ngrams_[NgramTrie::root].count;
    for (std::size_t name = 1; name < ours.size(); ++name) {
        const auto [count, head, last] = other.ngrams_[static_cast<Name>(name)];
        ours[name] = ngrams_.add(ours[head], last);
        ngrams_[ours[name].name].count += count;
    }
}

void NgramSurvey::add(Ids ngram, std::int64_t count) {
    Found found;
    for (const Id id : ngram) found = ngrams_.add(found, id);
    ngrams_[found.name].count += count;
}

void NgramWeigher::add(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop) {
    std::fill(sums.begin(), sums.end(), 0.0);
    hypothesis.size() <= NgramCounter::most_places ? add_short(hypothesis, references, sums, stop)
                                                   : add_long(hypothesis, references, sums, stop);
}

void NgramWeigher::add_short(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop) {
    matcher_.match(hypothesis, references, stop);
    heads_.assign(order_ + 1, Found{});
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        std::size_t longest = 0;
        while (longest < order_ && (matcher_.seen()[longest] >> i & 1) != 0) ++longest;
        // Downwards, so that heads_[n - 1] still is the n-gram that ends at the word before.
        for (std::size_t n = longest; n > 0; --n) {
            const bool headed = n == 1 || heads_[n - 1].name != NgramTrie::root;
            heads_[n] = headed ? survey_.find(heads_[n - 1], hypothesis[i]) : Found{};
            if ((matcher_.used()[n - 1] >> i & 1) != 0) sums[n - 1] += weight_of(heads_[n]);
        }
    }
}

void NgramWeigher::add_long(Ids hypothesis, std::span<const Ids> references, std::span<double> sums, const Stop& stop) {
    if (!name_hypothesis(hypothesis, stop)) return;
    clips_.assign(ngrams_.size(), 0);
    for (const Ids reference : references) {
        if (!count_reference(reference, stop)) return;
    }
    in_survey_.assign(ngrams_.size(), Found{});
    const Name* names = names_.data();
    for (std::size_t i = 0; i < hypothesis.size(); ++i, names += order_) {
        for (std::size_t n = 0; n < std::min(order_, i + 1); ++n) {
            if (clips_[names[n]] == 0) continue;
            --clips_[names[n]];
            sums[n] += weight(names[n]);
        }
    }
}

bool NgramWeigher::name_hypothesis(Ids hypothesis, const Stop& stop) {
    ngrams_.clear();
    names_.resize(hypothesis.size() * order_);
    heads_.assign(order_ + 1, Found{});
    Name* names = names_.data();
    for (std::size_t i = 0; i < hypothesis.size(); ++i, names += order_) {
        if (i % between_looks == between_looks - 1 && stop()) return false;
        for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
            heads_[n] = ngrams_.add(heads_[n - 1], hypothesis[i]);
            names[n - 1] = heads_[n].name;
        }
    }
    return true;
}

bool NgramWeigher::count_reference(Ids reference, const Stop& stop) {
    here_.assign(ngrams_.size(), 0);
    heads_.assign(order_ + 1, Found{});
    for (std::size_t i = 0; i < reference.size(); ++i) {
        if (i % between_looks == between_looks - 1 && stop()) return false;
        for (std::size_t n = std::min(order_, i + 1); n > 0; --n) {
            const bool headed = n == 1 || heads_[n - 1].name != NgramTrie::root;
            heads_[n] = headed ? ngrams_.find(heads_[n - 1], reference[i]) : Found{};
            const Name name = heads_[n].name;
            if (name != NgramTrie::root) clips_[name] = std::max(clips_[name], ++here_[name]);
        }
    }
    return true;
}

// An n-gram is asked for after its head, which ends one word earlier: wherever the one matches, so does the other.
double NgramWeigher::weight(Name name) {
    if (in_survey_[name].name == NgramTrie::root) {
        const auto [count, head, last] = ngrams_[name];
        const bool headed = head == NgramTrie::root || in_survey_[head].name != NgramTrie::root;
        if (headed) in_survey_[name] = survey_.find(in_survey_[head], last);
    }
    return weight_of(in_survey_[name]);
}

}  // namespace understudy
