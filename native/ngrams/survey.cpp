#include "ngrams/survey.hpp"

#include <stdexcept>
#include <utility>

namespace understudy {
namespace {

using Name = NgramTrie::Name;
using Node = NgramTrie::Node;
using Nodes = NgramTrie::Nodes;

// Counts n-grams order by order, all of them or, if documents are told, in how many of these each stands.
class Surveyor {
public:
    // By place, if they are told, from 1: the document of the word that stands there.
    using Documents = std::vector<std::uint32_t>;

    Surveyor(const TextBlock& texts, Documents documents, std::size_t threads, Cancellation& cancellation)
        : words_(texts.words),
          documents_(std::move(documents)),
          cancellation_(cancellation),
          partition_(texts, threads, cancellation),
          parts_(partition_.parts()) {}

    Nodes count(std::size_t order) {
        count_words();
        for (std::size_t n = 2; n <= order; ++n) {
            partition_.sort(n);
            partition_.each_part([&](std::size_t part, std::size_t) { count_part(part, n); });
            const std::size_t before = nodes_.size();
            append_parts(n);
            if (nodes_.size() == before) break;
        }
        return std::move(nodes_);
    }

private:
    struct alignas(128) Part {
        std::vector<Node> nodes;
        std::size_t first_name = 0;
    };

    void count_words() {
        NgramTrie words;
        Documents seen(1);
        each_place(words_, cancellation_, [&](std::size_t place) {
            count_one(words, words.add(NgramTrie::root, words_[place]), place, seen);
        });
        nodes_.assign(words.nodes().begin(), words.nodes().end());
        partition_.name_words([&](Id word) { return words.find(NgramTrie::root, word); });
    }

    void count_part(std::size_t part, std::size_t n) {
        NgramTrie ngrams;
        Documents seen(1);
        const auto soon = [&](std::size_t place) {
            prefetch(&partition_.name(place));
            prefetch(&words_[place + n - 1]);
        };
        partition_.each_ngram(part, soon, [&](std::size_t place) {
            const Name name = ngrams.add(partition_.name(place), words_[place + n - 1]);
            count_one(ngrams, name, place, seen);
            partition_.name(place) = partition_.call(name, part);
        });
        parts_[part].nodes.assign(ngrams.nodes().begin() + 1, ngrams.nodes().end());
    }

    // `seen`, by name: the last document that has it.
    void count_one(NgramTrie& ngrams, Name name, std::size_t place, Documents& seen) const {
        bool fresh = true;
        if (!documents_.empty()) {
            if (name == seen.size()) seen.push_back(0);
            fresh = std::exchange(seen[name], documents_[place]) != documents_[place];
        }
        ngrams[name].count += fresh;
    }

    void append_parts(std::size_t n) {
        std::vector<std::size_t> heads(parts_.size());  // by part: the first name of the order before
        std::size_t total = nodes_.size();
        for (std::size_t part = 0; part < parts_.size(); ++part) {
            heads[part] = std::exchange(parts_[part].first_name, total);
            total += parts_[part].nodes.size();
        }
        if (total > 0xFFFFFFFF) throw std::length_error("more than four billion distinct n-grams");
        nodes_.resize(total);
        partition_.each_part([&](std::size_t part, std::size_t) {
            Node* to = nodes_.data() + parts_[part].first_name;
            for (Node node : parts_[part].nodes) {
                if (n > 2)
                    node.head =
                        static_cast<Name>(heads[partition_.part_of(node.head)] + partition_.name_of(node.head) - 1);
                *to++ = node;
            }
        });
    }

    Ids words_;
    Documents documents_;
    Cancellation& cancellation_;
    RadixPartition partition_;
    std::vector<Part> parts_;
    Nodes nodes_;
};

}  // namespace

NgramTrie::NgramTrie(Nodes nodes, std::size_t threads, Cancellation& cancellation)
    : nodes_(std::move(nodes)), slots_(std::max(few_slots, std::bit_ceil(nodes_.size() * 3 / 2))) {
    for (std::size_t name = 1; name < nodes_.size() && nodes_[name].head == root; ++name) {
        const Id last = nodes_[name].last;
        if (last >= firsts_.size())
            firsts_.resize(std::max<std::size_t>(last + std::size_t{1}, firsts_.size() * 2), root);
        firsts_[last] = static_cast<Name>(name);
    }
    threads = std::max<std::size_t>(1, std::min(threads, nodes_.size() >> 14));
    std::vector<std::vector<Name>> beyond(threads);
    run_threads(threads, cancellation, [&](std::size_t worker) {
        fill_slots(slots_.size() * worker / threads, slots_.size() * (worker + 1) / threads, beyond[worker]);
    });
    for (const std::vector<Name>& names : beyond) {
        for (const Name name : names) {
            const Node& node = nodes_[name];
            slots_[free_place(hash(node.head, node.last) & (slots_.size() - 1))] = {node.head, node.last, name};
        }
    }
}

// Clears a range of slots and gives one to every n-gram whose place is in it; those that find none there are left
// `beyond`.
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

NgramFrequencies NgramFrequencies::of_texts(std::size_t order, const TextBlock& texts, std::size_t threads,
                                            const Poll& poll) {
    Cancellation cancellation(poll);
    Nodes nodes = Surveyor(texts, {}, threads, cancellation).count(order);
    nodes[NgramTrie::root].count = static_cast<std::int64_t>(texts.words.size());
    NgramFrequencies survey(order);
    survey.ngrams_ = NgramTrie(std::move(nodes), threads, cancellation);
    return survey;
}

NgramFrequencies NgramFrequencies::of_documents(std::size_t order, const TextBlock& texts,
                                                std::span<const std::int64_t> starts, std::size_t threads,
                                                const Poll& poll) {
    if (starts.size() > 0xFFFFFFFF) throw std::length_error("more than four billion segments");
    std::vector<std::uint32_t> documents;
    documents.reserve(texts.words.size());
    for (std::size_t document = 1; document < starts.size(); ++document) {
        documents.resize(texts.offsets[static_cast<std::size_t>(starts[document])],
                         static_cast<std::uint32_t>(document));
    }
    Cancellation cancellation(poll);
    Nodes nodes = Surveyor(texts, std::move(documents), threads, cancellation).count(order);
    nodes[NgramTrie::root].count = static_cast<std::int64_t>(starts.size() - 1);
    NgramFrequencies survey(order);
    survey.ngrams_ = NgramTrie(std::move(nodes), threads, cancellation);
    return survey;
}

void NgramFrequencies::add(const NgramFrequencies& other) {
    std::vector<Name> ours(other.ngrams_.size());
    ngrams_[NgramTrie::root].count += other.ngrams_[NgramTrie::root].count;
    for (std::size_t name = 1; name < ours.size(); ++name) {
        const auto [count, head, last] = other.ngrams_[static_cast<Name>(name)];
        ours[name] = ngrams_.add(ours[head], last);
        ngrams_[ours[name]].count += count;
    }
}

void NgramFrequencies::add(Ids ngram, std::int64_t count) {
    Name name = NgramTrie::root;
    for (const Id id : ngram) name = ngrams_.add(name, id);
    ngrams_[name].count += count;
}

}  // namespace understudy
