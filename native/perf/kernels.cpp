// One kernel on made-up text, for callgrind to count its instructions: `kernels NAME`. Without a name, what there is
// and what it was built with. See tools/instructions.py.
//
// A kernel is prepared, run once, so that what is done once is done, and then run by `counted_repetition`, within which
// alone callgrind counts.
#include <cstdio>
#include <string_view>

#include "aligning.hpp"
#include "counting.hpp"
#include "resampling.hpp"
#include "tokenizing.hpp"

using namespace understudy;
using namespace understudy::perf;

extern "C" [[gnu::noinline]] double counted_repetition(const Repetition& repetition) {
    const double answer = repetition();
    asm volatile("" ::: "memory");  // a call, not a jump: callgrind must see the way back
    return answer;
}

namespace {

struct Kernel {
    const char* name;
    Prepared (*prepare)();
};

using enum MeteorModule;

constexpr Kernel kernels[] = {
    {"none", [] { return tokenizing(english(1000), "none"); }},
    {"none-ja", [] { return tokenizing(japanese(1000), "none"); }},
    {"jiwer", [] { return tokenizing(english(1000), "jiwer"); }},
    {"13a", [] { return tokenizing(english(1000), "13a"); }},
    {"13a-ja", [] { return tokenizing(japanese(1000), "13a"); }},
    {"13a-lowercase", [] { return tokenizing(english(1000), "13a", Lowercase::unicode); }},
    {"intl", [] { return tokenizing(english(500), "intl"); }},
    {"intl-ja", [] { return tokenizing(japanese(500), "intl"); }},
    {"zh-ja", [] { return tokenizing(japanese(500), "zh"); }},
    {"char", [] { return tokenizing(english(500), "char"); }},
    {"char-ja", [] { return tokenizing(japanese(500), "char"); }},
    {"letters", [] { return tokenizing(english(500), "letters"); }},
    {"letters-ja", [] { return tokenizing(japanese(500), "letters"); }},
    {"words", [] { return tokenizing(english(1000), "words"); }},
    {"tercom", [] { return tokenizing(english(500), "tercom"); }},
    {"meteor-en", [] { return tokenizing(english(200), "meteor-en"); }},
    {"ptb", [] { return tokenizing(english(500), "ptb"); }},
    {"merge", merging},
    {"ngrams", [] { return counting_ngrams(english(1000)); }},
    {"ngrams-documents", [] { return counting_ngrams(documents(15)); }},
    {"chrf", [] { return counting_chrf(english(200), 0); }},
    {"chrf-ja", [] { return counting_chrf(japanese(200), 0); }},
    {"chrf-documents", [] { return counting_chrf(documents(4), 0); }},
    {"chrf++", [] { return counting_chrf(english(200), 2); }},
    {"chrf-all-pairs", all_pairs_by_chrf},
    {"edit-distance", [] { return measuring_distance(words_of(english(500))); }},
    {"edit-distance-letters", [] { return measuring_distance(letters_of(english(200))); }},
    {"edit-counts", [] { return counting_edits(words_of(english(500)), Ties::most_hits); }},
    {"edit-counts-documents", [] { return counting_edits(words_of(documents(4)), Ties::most_hits); }},
    {"edit-counts-jiwer", [] { return counting_edits(words_of(english(300)), Ties::jiwer); }},
    {"ter", finding_shifts},
    {"character", shifting_phrases},
    {"eed", jumping},
    {"lepor", aligning_positions},
    {"ribes", aligning_ranks},
    {"rouge-l", [] { return finding_subsequences(english(500)); }},
    {"rouge-l-documents", [] { return finding_subsequences(documents(5)); }},
    {"nist-survey", surveying},
    {"nist", weighing},
    {"cider", comparing_vectors},
    {"expected-ngrams", expecting},
    {"meteor-exact-stem",
     [] {
         return aligning_meteor({exact, stem});
     }},
    {"meteor-synonym",
     [] {
         return aligning_meteor({exact, stem, synonym});
     }},
    {"stem-english", stemming},
    {"bootstrap", [] { return resampling<DrawSums>(64); }},
    {"randomization", [] { return resampling<CoinSums>(512); }},
    {"masked-sums", masking},
};

void list() {
#if defined(__clang__)
    std::printf("compiler\t%s\n", __VERSION__);
#else
    std::printf("compiler\tgcc %s\n", __VERSION__);
#endif
#if defined(__x86_64__)
    std::printf("architecture\tx86_64\n");
#elif defined(__aarch64__)
    std::printf("architecture\taarch64\n");
#else
    std::printf("architecture\tother\n");
#endif
#if defined(__GLIBC__)
    std::printf("library\tglibc %d.%d\n", __GLIBC__, __GLIBC_MINOR__);
#else
    std::printf("library\tother\n");
#endif
    for (const Kernel& kernel : kernels) std::printf("kernel\t%s\n", kernel.name);
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        list();
        return 0;
    }
    for (const Kernel& kernel : kernels) {
        if (std::string_view(kernel.name) != arguments[1]) continue;
        const Prepared prepared = kernel.prepare();
        prepared.repetition();
        std::printf("%zu\t%.17g\n", prepared.bytes, counted_repetition(prepared.repetition));
        return 0;
    }
    std::fprintf(stderr, "no kernel is called '%s'\n", arguments[1]);
    return 2;
}
