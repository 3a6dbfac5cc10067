#include "survey.hpp"

#include <atomic>
#include <memory>
#include <stdexcept>
#include <utility>

namespace understudy {
namespace {

using Name = NgramTrie::Name;
using Node = NgramTrie::Node;
using Nodes = NgramTrie::Nodes;

// What a count counts.
enum class Counted { all, briefly, documents };

// Counts n-grams order by order. Those of one order are first sorted into parts by their hash: the n-grams of a part are
// few enough for a cache, and no two threads meet in one. Within a part they stay in the order of the texts, so that
// names don't depend on the number of threads.
template <Counted counted>
class Surveyor {
public:
    Surveyor(const TextBlock& texts, std::size_t threads, Patrol& patrol)
        : texts_(texts), patrol_(patrol),
          threads_(std::clamp<std::size_t>(texts.words.size() / few_words, 1, std::max<std::size_t>(threads, 1))) {
        if (texts.words.size() >= 0xFFFFFFFF) throw std::length_error("more than four billion words of references");
        while (part_bits_ < most_part_bits && texts.words.size() >> part_bits_ > few_words) ++part_bits_;
        parts_.resize(std::size_t{1} << part_bits_);
        piles_.resize(threads_ * parts_.size());
        share_begins_.assign(threads_ + 1, texts.size());
        for (std::size_t share = 0, text = 0; share < threads_; ++share) {
            while (text < texts.size() && texts.offsets[text] < texts.words.size() * share / threads_) ++text;
            share_begins_[share] = text;
        }
    }

    // By text, from 1: the document that it belongs to.
    void tell_documents(std::vector<std::uint32_t> documents) { documents_ = std::move(documents); }

    Nodes count(std::size_t order) {
        order_ = order;
        count_words();
        for (std::size_t n = 2; n <= order; ++n) {
            run_threads(threads_, patrol_, [&](std::size_t share) { sort(share, n); });
            each_part([&](Part& part, std::size_t number, NgramTrie& ngrams) { count_part(part, number, ngrams); });
            const std::size_t before = nodes_.size();
            append_parts(n);
            if (nodes_.size() == before) break;
        }
        return std::move(nodes_);
    }

private:
    static constexpr std::size_t few_words = 1 << 15, most_part_bits = 8;

    // An n-gram where it ends.
    struct Sighting {
        Name head;
        Id last;
        std::uint32_t place;
        std::uint32_t note;  // its document; or by how many words it can still be made longer
    };

    // Sightings of one part from one share of the texts, in blocks that each order uses again.
    class Pile {
    public:
        static constexpr std::size_t block = 256;

        void clear() { used_ = 0, at_ = end_ = nullptr; }

        // Whether a block is full, and the next begins.
        bool push(const Sighting& sighting) {
            const bool full = at_ == end_;
            if (full) next_block();
            *at_++ = sighting;
            return full;
        }

        std::size_t blocks() const { return used_; }
        std::span<const Sighting> operator[](std::size_t i) const {
            const Sighting* const begin = blocks_[i].get();
            return {begin, i + 1 < used_ ? begin + block : at_};
        }

    private:
        void next_block() {
            if (used_ == blocks_.size()) blocks_.emplace_back(new Sighting[block]);
            at_ = blocks_[used_++].get();
            end_ = at_ + block;
        }

        std::vector<std::unique_ptr<Sighting[]>> blocks_;
        std::size_t used_ = 0;
        Sighting *at_ = nullptr, *end_ = nullptr;
    };

    struct alignas(128) Part {
        std::vector<Node> nodes;
        std::size_t first_name = 0;
    };

    void look_out(std::size_t i) const {
        constexpr std::size_t between_looks = 1 << 14;
        if (i % between_looks == between_looks - 1 && patrol_.should_stop()) throw Stopped{};
    }

    std::uint32_t note_of(std::size_t n, std::size_t i, std::size_t text) const {
        if constexpr (counted == Counted::documents) return documents_[text];
        return static_cast<std::uint32_t>(std::min(order_ - n, texts_.offsets[text + 1] - 1 - i));
    }

    void count_words() {
        NgramTrie words;
        std::vector<std::uint32_t> seen(1);
        for (std::size_t text = 0; text < texts_.size(); ++text) {
            for (std::size_t i = texts_.offsets[text]; i < texts_.offsets[text + 1]; ++i) {
                look_out(i);
                const Name name = words.add(NgramTrie::root, texts_.words[i]);
                count_one(name, i, note_of(1, i, text), words[name].count, seen);
            }
        }
        nodes_.assign(words.nodes().begin(), words.nodes().end());
        for (const Node& node : nodes_) firsts_.resize(std::max<std::size_t>(firsts_.size(), node.last + std::size_t{1}));
        for (Name name = 1; name < nodes_.size(); ++name) {
            if (nodes_[name].count > 0) firsts_[nodes_[name].last] = name;
        }
        names_.reset(new Name[texts_.words.size()]);
    }

    // Puts the n-grams that are to be counted on piles, and forgets their heads.
    void sort(std::size_t share, std::size_t n) {
        Pile* const piles = piles_.data() + share * parts_.size();
        for (std::size_t part = 0; part < parts_.size(); ++part) piles[part].clear();
        for (std::size_t text = share_begins_[share]; text < share_begins_[share + 1]; ++text) {
            const std::size_t end = texts_.offsets[text + 1];
            Name head = NgramTrie::root;
            for (std::size_t i = texts_.offsets[text]; i < end; ++i) {
                const Id last = texts_.words[i];
                const Name here = n == 2 ? firsts_[last] : std::exchange(names_[i], NgramTrie::root);
                if (head != NgramTrie::root) {
                    const Sighting sighting{head, last, static_cast<std::uint32_t>(i), note_of(n, i, text)};
                    if (piles[part_of(head, last)].push(sighting) && patrol_.should_stop()) throw Stopped{};
                }
                head = here;
            }
        }
        if (n == 2) std::fill(names_.get() + texts_.offsets[share_begins_[share]], names_.get() + texts_.offsets[share_begins_[share + 1]], NgramTrie::root);
    }

    std::size_t part_of(Name head, Id last) const {
        return part_bits_ == 0 ? 0 : NgramTrie::mix(head, last) >> (64 - part_bits_);
    }

    template <class Work>
    void each_part(const Work& work) {
        std::atomic<std::size_t> next{0};
        run_threads(std::min(threads_, parts_.size()), patrol_, [&](std::size_t) {
            NgramTrie ngrams;
            for (std::size_t part; (part = next.fetch_add(1)) < parts_.size();) work(parts_[part], part, ngrams);
        });
    }

    // Until all parts are counted, an n-gram is called by its name within the part, then the number of the part.
    void count_part(Part& part, std::size_t number, NgramTrie& ngrams) {
        ngrams.clear();
        std::vector<std::uint32_t> seen(1);  // by name: the last document that has it
        for (std::size_t share = 0; share < threads_; ++share) {
            const Pile& pile = piles_[share * parts_.size() + number];
            for (std::size_t block = 0; block < pile.blocks(); ++block) {
                if (patrol_.should_stop()) throw Stopped{};
                count_block(pile[block], number, ngrams, seen);
            }
        }
        if (ngrams.size() > std::uint64_t{1} << (32 - part_bits_)) throw std::length_error("more than four billion distinct n-grams");
        part.nodes.assign(ngrams.nodes().begin() + 1, ngrams.nodes().end());
    }

    void count_block(std::span<const Sighting> sightings, std::size_t number, NgramTrie& ngrams, std::vector<std::uint32_t>& seen) {
        for (const auto& [head, last, place, note] : sightings) {
            const Name name = ngrams.add(head, last);
            const std::int64_t first = count_one(name, place, note, ngrams[name].count, seen);
            if (ngrams[name].count < 0) continue;
            const auto called = static_cast<Name>(name << part_bits_ | number);
            names_[place] = called;
            if (first < 0) names_[static_cast<std::uint64_t>(~first) >> 6] = called;
        }
    }

    // Gives back what the count was.
    static std::int64_t count_one(Name name, std::size_t place, std::uint32_t note, std::int64_t& count, std::vector<std::uint32_t>& seen) {
        const std::int64_t before = count;
        if constexpr (counted == Counted::documents) {
            if (name == seen.size()) seen.push_back(0);
            count += std::exchange(seen[name], note) != note;
        } else if (counted == Counted::all || before > 0) {
            ++count;
        } else {
            count = before == 0 ? ~static_cast<std::int64_t>(std::uint64_t{place} << 6 | note) : 2;
        }
        return before;
    }

    void append_parts(std::size_t n) {
        std::vector<std::size_t> heads(parts_.size());  // by part: the first name of the order before
        std::size_t total = nodes_.size();
        for (std::size_t number = 0; number < parts_.size(); ++number) {
            heads[number] = std::exchange(parts_[number].first_name, total);
            total += parts_[number].nodes.size();
        }
        if (total > 0xFFFFFFFF) throw std::length_error("more than four billion distinct n-grams");
        nodes_.resize(total);
        each_part([&](Part& part, std::size_t, NgramTrie&) {
            Node* to = nodes_.data() + part.first_name;
            for (Node node : part.nodes) {
                if (n > 2) node.head = static_cast<Name>(heads[node.head & (parts_.size() - 1)] + (node.head >> part_bits_) - 1);
                *to++ = node;
            }
        });
    }

    const TextBlock& texts_;
    Patrol& patrol_;
    std::size_t threads_, order_ = 1, part_bits_ = 0;
    std::vector<std::uint32_t> documents_;
    std::vector<std::size_t> share_begins_;  // by share of the texts: its first text
    std::vector<Part> parts_;
    std::vector<Pile> piles_;                // by share and part
    std::vector<Name> firsts_;               // by word: its name, if longer n-grams are to be counted
    std::unique_ptr<Name[]> names_;          // by place: the n-gram of the last order that ends there, if longer ones are
    Nodes nodes_;
};

}  // namespace

NgramTrie::NgramTrie(Nodes nodes, std::size_t threads, Patrol& patrol)
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

// Clears a range of slots and gives one to every n-gram whose place is in it; those that find none there are left `beyond`.
void NgramTrie::fill_slots(std::size_t begin, std::size_t end, std::vector<Name>& beyond) {
    constexpr std::size_t ahead = 16;
    const std::size_t mask = slots_.size() - 1;
    std::fill(slots_.data() + begin, slots_.data() + end, Slot{});
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
    slots_ = Slots(slots_.size() * 2);
    std::vector<Name> none;
    fill_slots(0, slots_.size(), none);
    for (const Name name : none) slots_[free_place(0)] = {nodes_[name].head, nodes_[name].last, name};
}

NgramSurvey NgramSurvey::of_texts(std::size_t order, const TextBlock& texts, bool brief, std::size_t threads, const Poll& poll) {
    Patrol patrol(poll);
    NgramSurvey survey(order);
    survey.brief_ = brief;
    if (brief) survey.words_ = texts.words;
    Nodes nodes = brief ? Surveyor<Counted::briefly>(texts, threads, patrol).count(order)
                        : Surveyor<Counted::all>(texts, threads, patrol).count(order);
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
    Surveyor<Counted::documents> surveyor(texts, threads, patrol);
    surveyor.tell_documents(std::move(documents));
    Nodes nodes = surveyor.count(order);
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
