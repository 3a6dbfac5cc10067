// The limits of speed beside the tokenizer and plain additions, on texts without a byte to spare; for the sanitizers.
#include "perf/limits.hpp"

#include <random>

#include "checks.hpp"
#include "text/tokenize.hpp"

using namespace understudy;

namespace {

std::mt19937 rng(1);

bool words_and_bytes_are_those_of_the_tokenizer() {
    static constexpr View pieces[] = {" ", "a", "words", "longer-than-eight", "\t", "\xE3\x80\x80", "\xC3\xA9", "\n"};
    std::vector<Exact> kept;
    for (std::size_t count = rng() % 600; kept.size() < count;) {
        std::string text;
        for (std::size_t length = rng() % 6; length > 0; --length) text += pieces[rng() % std::size(pieces)];
        kept.emplace_back(text);
    }
    std::vector<View> texts;
    TokenizeScratch scratch;
    Interner vocabulary;
    std::vector<Id> ids;
    std::uint64_t bytes = 0;
    for (const Exact& each : kept) {
        texts.push_back(each.view());
        tokenize(each.view(), tokenizer_named("none"), Lowercase::no, scratch, vocabulary, ids);
        for (const char byte : each.view()) bytes += static_cast<unsigned char>(byte);
    }
    std::uint64_t sum = 0;
    for (const Id id : ids) sum += Interner::hash(vocabulary.word(id));
    const Poll poll;
    const WordHashes one = split_and_hash(texts, 1, poll), two = split_and_hash(texts, 2, poll);
    return read_every_byte(texts) == bytes && one.words == ids.size() && one.sum == sum && two.words == one.words &&
           two.sum == one.sum;
}

}  // namespace

int main() {
    for (int round = 0; round < 200; ++round) check(words_and_bytes_are_those_of_the_tokenizer(), "limits");
    return report();
}
