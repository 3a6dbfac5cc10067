#include "survey.hpp"

#include <atomic>
#include <memory>
#include <stdexcept>
#include <utility>

namespace understudy {
namespace {

using Name = NgramTrie::Name;
using Node = NgramTrie::Node;

constexpr std::size_t between_looks = 1 << 14;

void look_out(std::size_t at, Patrol& patrol) {
    if (at % between_looks == between_looks - 1 && patrol.should_stop()) throw Stopped{};
}

// What a count counts.
enum class Counted { all, briefly, documents };

// Counts n-grams order by order. Those of one order are first sorted into parts by their hash: the n-grams of a part are
// few enough for a cache, and no two threads meet in one. Within a part they stay in the order of the texts, so that
// names don't depend on the number of threads.
class Surveyor {
public:
    Surveyor(const TextBlock& texts, Counted counted, std::size_t threads, Patrol& patrol)
        : texts_(texts), counted_(counted), patrol_(patrol),
          threads_(std::clamp<std::size_t>(texts.words.size() / few_words, 1, std::max<std::size_t>(threads, 1))) {
        if (texts.words.size() >= 0xFFFFFFFF) throw std::length_error("a survey takes less than four billion words; give fewer references");
        names_.reset(new Name[texts.words.size()]);
        sightings_.reset(new Sighting[texts.words.size()]);
        while (part_bits_ < 7 && texts.words.size() >> part_bits_ > few_words) ++part_bits_;
        parts_.resize(std::size_t{1} << part_bits_);
        shares_.resize(threads_, std::vector<std::size_t>(parts_.size()));
        share_begins_.assign(threads_ + 1, texts.size());
        for (std::size_t share = 0, text = 0; share < threads_; ++share) {
            while (text < texts.size() && texts.offsets[text] < texts.words.size() * share / threads_) ++text;
            share_begins_[share] = text;
        }
    }

    // By text, from 1: the document that it belongs to.
    void tell_documents(std::vector<std::uint32_t> documents) { documents_ = std::move(documents); }

    std::vector<Node> count(std::size_t order) {
        nodes_.resize(1);
        for (std::size_t n = 1; n <= order; ++n) {
            sort(n, order);
            if (parts_.back().end == 0) break;
            each_part([&](std::size_t part, NgramTrie& ngrams) { count_part(part, ngrams); });
            name_parts();
        }
        return std::move(nodes_);
    }

private:
    static constexpr std::size_t few_words = 1 << 14;

    // An n-gram where it ends. Once counted, its head is its name within the part.
    struct Sighting {
        Name head;
        Id last;
        std::uint32_t place;
        std::uint32_t note;  // its document; or by how many words it can still be made longer
    };
    struct Part {
        std::size_t begin = 0, end = 0;  // of its sightings
        std::vector<Node> nodes;
        std::size_t first_name = 0;
    };

    std::size_t part_of(Name head, Id last) const {
        return part_bits_ == 0 ? 0 : NgramTrie::mix(head, last) >> (64 - part_bits_);
    }

    // Calls `see(head, i, text)` for the n-grams that end at word i of some text and are to be counted. `last_time`: the
    // names of their heads are forgotten.
    template <bool last_time, class See>
    void each_sighting(std::size_t share, std::size_t n, const See& see) {
        for (std::size_t text = share_begins_[share]; text < share_begins_[share + 1]; ++text) {
            const std::size_t begin = texts_.offsets[text], end = texts_.offsets[text + 1];
            Name head = NgramTrie::root;
            for (std::size_t i = begin; i < end; ++i) {
                look_out(i, patrol_);
                const Name here = n == 1 ? NgramTrie::root : names_[i];
                if (last_time) names_[i] = NgramTrie::root;
                if (n == 1 || head != NgramTrie::root) see(head, i, text);
                head = here;
            }
        }
    }

    void sort(std::size_t n, std::size_t order) {
        run_threads(threads_, patrol_, [&](std::size_t share) {
            std::vector<std::size_t>& counts = shares_[share];
            std::fill(counts.begin(), counts.end(), 0);
            each_sighting<false>(share, n, [&](Name head, std::size_t i, std::size_t) { ++counts[part_of(head, texts_.words[i])]; });
        });
        std::size_t total = 0;
        for (std::size_t part = 0; part < parts_.size(); ++part) {
            parts_[part].begin = total;
            for (std::vector<std::size_t>& counts : shares_) total += std::exchange(counts[part], total);
            parts_[part].end = total;
        }
        run_threads(threads_, patrol_, [&](std::size_t share) {
            std::vector<std::size_t>& places = shares_[share];
            each_sighting<true>(share, n, [&](Name head, std::size_t i, std::size_t text) {
                const std::size_t left = texts_.offsets[text + 1] - 1 - i;
                const auto note = counted_ == Counted::documents ? documents_[text] : static_cast<std::uint32_t>(std::min(order - n, left));
                const Id last = texts_.words[i];
                sightings_[places[part_of(head, last)]++] = {head, last, static_cast<std::uint32_t>(i), note};
            });
        });
    }

    template <class Work>
    void each_part(const Work& work) {
        std::atomic<std::size_t> next{0};
        run_threads(std::min(threads_, parts_.size()), patrol_, [&](std::size_t) {
            NgramTrie ngrams;
            for (std::size_t part; (part = next.fetch_add(1)) < parts_.size();) work(part, ngrams);
        });
    }

    void count_part(std::size_t number, NgramTrie& ngrams) {
        ngrams.clear();
        std::vector<std::uint32_t> seen(1);  // by name: the last document that has it
        for (std::size_t s = parts_[number].begin; s < parts_[number].end; ++s) {
            look_out(s, patrol_);
            Sighting& sighting = sightings_[s];
            sighting.head = ngrams.add(sighting.head, sighting.last);
            count_one(sighting, ngrams[sighting.head].count, seen);
        }
        parts_[number].nodes.assign(ngrams.nodes().begin() + 1, ngrams.nodes().end());
    }

    void count_one(const Sighting& sighting, std::int64_t& count, std::vector<std::uint32_t>& seen) const {
        if (counted_ == Counted::briefly && count <= 0) {
            count = count == 0 ? ~static_cast<std::int64_t>(std::uint64_t{sighting.place} << 6 | sighting.note) : 2;
        } else if (counted_ == Counted::documents) {
            if (sighting.head >= seen.size()) seen.push_back(0);
            count += std::exchange(seen[sighting.head], sighting.note) != sighting.note;
        } else {
            ++count;
        }
    }

    void name_parts() {
        std::size_t total = nodes_.size();
        for (Part& part : parts_) {
            part.first_name = total;
            total += part.nodes.size();
        }
        if (total > 0xFFFFFFFF) throw std::length_error("more than four billion distinct n-grams");
        nodes_.resize(total);
        each_part([&](std::size_t number, NgramTrie&) {
            Part& part = parts_[number];
            std::copy(part.nodes.begin(), part.nodes.end(), nodes_.begin() + static_cast<std::ptrdiff_t>(part.first_name));
            for (std::size_t s = part.begin; s < part.end; ++s) {
                const Sighting& sighting = sightings_[s];
                const bool told = part.nodes[sighting.head - 1].count > 0;
                if (told) names_[sighting.place] = static_cast<Name>(part.first_name + sighting.head - 1);
            }
            part.nodes.clear();
        });
    }

    const TextBlock& texts_;
    Counted counted_;
    Patrol& patrol_;
    std::size_t threads_, part_bits_ = 0;
    std::vector<std::uint32_t> documents_;
    std::vector<std::size_t> share_begins_;         // by thread: its first text
    std::vector<std::vector<std::size_t>> shares_;  // by thread and part: how many sightings, then where the next belongs
    std::vector<Part> parts_;
    std::unique_ptr<Name[]> names_;  // by word: the n-gram of the last order that ends there, if longer ones are to be counted
    std::unique_ptr<Sighting[]> sightings_;
    std::vector<Node> nodes_;
};

}  // namespace

NgramTrie::NgramTrie(std::vector<Node> nodes, std::size_t threads, Patrol& patrol)
    : nodes_(std::move(nodes)), slots_(std::max(few_slots, std::bit_ceil(nodes_.size() * 3 / 2))) {
    for (std::size_t name = 1; name < nodes_.size() && nodes_[name].head == root; ++name) {
        const Id last = nodes_[name].last;
        if (last >= firsts_.size()) firsts_.resize(std::max<std::size_t>(last + std::size_t{1}, firsts_.size() * 2), root);
        firsts_[last] = static_cast<Name>(name);
    }
    threads = std::max<std::size_t>(1, std::min(threads, nodes_.size() >> 14));
    std::vector<std::vector<Name>> beyond(threads);
    run_threads(threads, patrol, [&](std::size_t worker) {
        fill_slots(slots_.size() * worker / threads, slots_.size() * (worker + 1) / threads, beyond[worker]);
    });
    for (const std::vector<Name>& names : beyond) {
        for (const Name name : names) {
            const Node& node = nodes_[name];
            slots_[free_place(hash(node.head, node.last) & (slots_.size() - 1))] = {node.head, node.last, name};
        }
    }
}

// Gives a slot to every n-gram whose place is in the range; those that find none there are left `beyond`.
void NgramTrie::fill_slots(std::size_t begin, std::size_t end, std::vector<Name>& beyond) {
    constexpr std::size_t ahead = 16;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t name = 1; name < nodes_.size(); ++name) {
        if (name + ahead < nodes_.size()) fetch(nodes_[name + ahead].head, nodes_[name + ahead].last);
        const auto [count, head, last] = nodes_[name];
        std::size_t at = hash(head, last) & mask;
        if (head == root || at < begin || at >= end) continue;
        while (at < end && slots_[at].name != root) ++at;
        if (at < end) {
            slots_[at] = {head, last, static_cast<Name>(name)};
        } else {
            beyond.push_back(static_cast<Name>(name));
        }
    }
}

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

Name NgramTrie::insert(std::size_t at, Name head, Id last) {
    const Name name = append(head, last);
    slots_[at] = {head, last, name};
    if (nodes_.size() * 2 > slots_.size()) grow();
    return name;
}

void NgramTrie::grow() {
    slots_.assign(slots_.size() * 2, Slot{});
    std::vector<Name> none;
    fill_slots(0, slots_.size(), none);
    for (const Name name : none) slots_[free_place(0)] = {nodes_[name].head, nodes_[name].last, name};
}

NgramSurvey NgramSurvey::of_texts(std::size_t order, const TextBlock& texts, bool brief, std::size_t threads, const Poll& poll) {
    Patrol patrol(poll);
    NgramSurvey survey(order);
    survey.brief_ = brief;
    if (brief) survey.words_ = texts.words;
    std::vector<Node> nodes = Surveyor(texts, brief ? Counted::briefly : Counted::all, threads, patrol).count(order);
    nodes[NgramTrie::root].count = static_cast<std::int64_t>(texts.words.size());
    survey.ngrams_ = NgramTrie(std::move(nodes), threads, patrol);
    return survey;
}

NgramSurvey NgramSurvey::of_documents(std::size_t order, const TextBlock& texts, std::span<const std::int64_t> starts,
                                      std::size_t threads, const Poll& poll) {
    if (starts.size() > 0xFFFFFFFF) throw std::length_error("more than four billion segments");
    std::vector<std::uint32_t> documents;
    for (std::size_t document = 1; document < starts.size(); ++document) {
        documents.resize(static_cast<std::size_t>(starts[document]), static_cast<std::uint32_t>(document));
    }
    Patrol patrol(poll);
    Surveyor surveyor(texts, Counted::documents, threads, patrol);
    surveyor.tell_documents(std::move(documents));
    std::vector<Node> nodes = surveyor.count(order);
    nodes[NgramTrie::root].count = static_cast<std::int64_t>(starts.size() - 1);
    NgramSurvey survey(order);
    survey.ngrams_ = NgramTrie(std::move(nodes), threads, patrol);
    return survey;
}

void NgramSurvey::add(const NgramSurvey& other) {
    std::vector<Name> ours(other.ngrams_.size());
    ngrams_[NgramTrie::root].count += other.ngrams_[NgramTrie::root].count;
    for (std::size_t name = 1; name < ours.size(); ++name) {
        const auto [count, head, last] = other.ngrams_[static_cast<Name>(name)];
        ours[name] = ngrams_.add(ours[head], last);
        ngrams_[ours[name]].count += count;
    }
}

void NgramSurvey::add(Ids ngram, std::int64_t count) {
    Name name = NgramTrie::root;
    for (const Id id : ngram) name = ngrams_.add(name, id);
    ngrams_[name].count += count;
}

}  // namespace understudy
