#include "meteor/phrase_source.hpp"

#include <vector>

namespace understudy {
namespace {

class TableSource {
public:
    TableSource(const Paraphrases& table, std::span<const std::uint32_t> table_words)
        : table_(table), table_words_(table_words) {}

    void operator()(Ids hypothesis, Ids reference, const PhraseSink& sink) {
        translate(hypothesis, hypothesis_);
        translate(reference, reference_);
        table_.visit(hypothesis_, reference_, scratch_, sink);
    }

private:
    void translate(Ids words, std::vector<Id>& translated) const {
        translated.clear();
        for (const Id word : words) translated.push_back(table_words_[word]);
    }

    const Paraphrases& table_;
    std::span<const std::uint32_t> table_words_;
    Paraphrases::Scratch scratch_;
    std::vector<Id> hypothesis_, reference_;
};

}  // namespace

PhraseSource phrase_source(const Paraphrases& table, std::span<const std::uint32_t> table_words) {
    return TableSource(table, table_words);
}

}  // namespace understudy
