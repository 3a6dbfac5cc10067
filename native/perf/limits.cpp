#include "perf/limits.hpp"

#include <algorithm>
#include <atomic>

#include "text/interner.hpp"
#include "text/tokenizers/none.hpp"

namespace understudy {
namespace {

// Asks for the text that comes soon, as the tokenizers do.
void prefetch_soon(const std::vector<View>& texts, std::size_t i, std::size_t end) {
    if (i + 8 >= end) return;
    const View soon = texts[i + 8];
    for (std::size_t at = 0; at < std::min<std::size_t>(soon.size(), 256); at += 64) prefetch(soon.data() + at);
}

struct Hash {
    WordHashes& found;

    void operator()(View word) const { add(Interner::hash(word)); }
    void operator()(View, std::uint64_t padded) const { add(Interner::mix(padded)); }

    void add(std::uint64_t hash) const {
        ++found.words;
        found.sum += hash;
    }
};

struct NoScratch {};

}  // namespace

std::uint64_t read_every_byte(const std::vector<View>& texts) {
    constexpr std::size_t block = 1 << 20;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        prefetch_soon(texts, i, texts.size());
        for (View rest = texts[i]; !rest.empty(); rest.remove_prefix(std::min(rest.size(), block))) {
            std::uint32_t part = 0;  // narrow numbers, of which compilers add many side by side
            for (const char byte : rest.substr(0, block)) part += static_cast<unsigned char>(byte);
            sum += part;
        }
    }
    return sum;
}

WordHashes split_and_hash(const std::vector<View>& texts, std::size_t threads, const Poll& poll) {
    std::atomic<std::uint64_t> words{0}, sum{0};
    parallel_chunks<NoScratch>(texts.size(), threads, poll,
                               [&](std::size_t begin, std::size_t end, NoScratch&, const auto&) {
                                   WordHashes found;
                                   for (std::size_t i = begin; i < end; ++i) {
                                       prefetch_soon(texts, i, end);
                                       tokenizers::None::split(texts[i], Hash{found});
                                   }
                                   words += found.words;
                                   sum += found.sum;
                               });
    return {words, sum};
}

}  // namespace understudy
