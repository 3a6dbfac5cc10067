// A compiled table of paraphrases (Denkowski and Lavie 2010), and the candidates for matching that it yields.
//
// For a pair of texts, all phrases of the table that occur in each text are found, by walking from every position
// through the hash table of prefixes. Then, for each occurrence of a left side in one text, the occurrences of its
// right sides in the other text are listed. Time is linear in the words, in the phrases that occur, in the right sides
// of the left sides among them, and in the candidates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "meteor/paraphrase_file.hpp"
#include "text/interner.hpp"

namespace understudy {

// Read-only, and used by any number of threads at once.
class Paraphrases {
public:
    static constexpr std::uint32_t none = PhraseSlot::none;

    // Throws std::invalid_argument if the file is not a compiled table of this version, is damaged or truncated, and
    // std::system_error if it cannot be read.
    explicit Paraphrases(const std::filesystem::path& path);

    const ParaphraseHeader& header() const { return header_; }

    // The number of a word in the table, or `none`.
    std::uint32_t word(std::string_view text) const;

    // Buffers of `visit`, to be reused from segment to segment; one for each thread.
    class Scratch;

    // Candidates for matching, `sink(reference_start, reference_length, hypothesis_start, hypothesis_length)`, in
    // METEOR's order. Words are numbers of the table, or `none`. First the left sides are looked up in the reference,
    // then in the hypothesis; a pair that the table has in both directions comes twice. To end early, throw from the
    // sink.
    template <class Sink>
    void visit(Ids hypothesis, Ids reference, Scratch& scratch, Sink&& sink) const;
    template <class Sink>
    void visit(Ids hypothesis, Ids reference, Sink&& sink) const;

private:
    std::uint32_t find(std::uint32_t head, std::uint32_t word) const {
        for (std::size_t at = slot_of(hash_of_phrase(head, word), phrase_slots_.size());;) {
            const PhraseSlot& slot = phrase_slots_[at];
            if (slot.word == none) return none;
            if (slot.head == head && slot.word == word) return static_cast<std::uint32_t>(at);
            if (++at == phrase_slots_.size()) at = 0;
        }
    }
    std::span<const std::uint32_t> rights_of(std::uint32_t phrase) const {
        const std::uint32_t at = phrase_slots_[phrase].rights;
        return at == none ? std::span<const std::uint32_t>() : rights_.subspan(at + std::size_t{1}, rights_[at]);
    }

    FileBytes file_;
    ParaphraseHeader header_;
    std::span<const std::uint32_t> word_ends_, word_slots_, rights_;
    std::span<const PhraseSlot> phrase_slots_;
    const char* letters_ = nullptr;

    friend class PhraseIndex;
};

// Every phrase of the table that occurs in a text, by position and by phrase.
class PhraseIndex {
public:
    struct Occurrence {
        std::uint32_t phrase, start, length;
        std::uint32_t next;  // the next occurrence of the same phrase, to the right
    };

    void fill(const Paraphrases& table, Ids words) {
        occurrences_.clear();
        for (std::uint32_t start = 0; start < words.size(); ++start) {
            std::uint32_t phrase = Paraphrases::none;
            for (std::uint32_t end = start; end < words.size() && words[end] != Paraphrases::none; ++end) {
                phrase = table.find(phrase, words[end]);
                if (phrase == Paraphrases::none) break;
                occurrences_.push_back({phrase, start, end - start + 1, Paraphrases::none});
            }
        }
        link();
    }

    // By position, shorter ones first.
    const std::vector<Occurrence>& occurrences() const { return occurrences_; }

    template <class Use>
    void each_occurrence(std::uint32_t phrase, const Use& use) const {
        std::uint32_t at = slots_[slot(phrase)];
        for (; at != Paraphrases::none; at = occurrences_[at].next) use(occurrences_[at]);
    }

private:
    // Slots by phrase, at least four for each occurrence. From right to left, so that the leftmost comes first.
    void link() {
        bits_ = 4;
        while ((std::size_t{1} << bits_) < occurrences_.size() * 4) ++bits_;
        slots_.assign(std::size_t{1} << bits_, Paraphrases::none);
        for (std::size_t i = occurrences_.size(); i-- > 0;) {
            std::uint32_t& first = slots_[slot(occurrences_[i].phrase)];
            occurrences_[i].next = first;
            first = static_cast<std::uint32_t>(i);
        }
    }

    // The slot of the phrase, or a free one.
    std::size_t slot(std::uint32_t phrase) const {
        const std::size_t mask = (std::size_t{1} << bits_) - 1;
        for (std::size_t at = phrase * std::uint64_t{0x9E3779B97F4A7C15u} >> (64 - bits_);; at = (at + 1) & mask) {
            if (slots_[at] == Paraphrases::none || occurrences_[slots_[at]].phrase == phrase) return at;
        }
    }

    std::vector<Occurrence> occurrences_;
    std::vector<std::uint32_t> slots_;
    unsigned bits_ = 4;
};

class Paraphrases::Scratch {
    friend class Paraphrases;
    PhraseIndex hypothesis, reference;
};

template <class Sink>
void Paraphrases::visit(Ids hypothesis, Ids reference, Scratch& scratch, Sink&& sink) const {
    scratch.hypothesis.fill(*this, hypothesis);
    scratch.reference.fill(*this, reference);
    for (const auto& left : scratch.reference.occurrences()) {
        for (const std::uint32_t right : rights_of(left.phrase)) {
            scratch.hypothesis.each_occurrence(
                right, [&](const auto& there) { sink(left.start, left.length, there.start, there.length); });
        }
    }
    for (const auto& left : scratch.hypothesis.occurrences()) {
        for (const std::uint32_t right : rights_of(left.phrase)) {
            scratch.reference.each_occurrence(
                right, [&](const auto& there) { sink(there.start, there.length, left.start, left.length); });
        }
    }
}

template <class Sink>
void Paraphrases::visit(Ids hypothesis, Ids reference, Sink&& sink) const {
    Scratch scratch;
    visit(hypothesis, reference, scratch, sink);
}

}  // namespace understudy
