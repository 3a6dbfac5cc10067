// Runs one fuzz target without a fuzzer: on the files of its corpus, then on generated inputs, always the same ones.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>

#include "input.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t generated = 1000, longest = 400;

// A copy to the byte, so that reading beyond it shows.
void run(const Bytes& bytes) {
    const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[bytes.size()]);
    std::ranges::copy(bytes, exact.get());
    LLVMFuzzerTestOneInput(exact.get(), bytes.size());
}

std::vector<Bytes> read_corpus(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    if (std::filesystem::exists(folder)) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    std::vector<Bytes> files;
    for (const auto& path : paths) {
        std::ifstream file(path, std::ios::binary);
        files.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return files;
}

// Pieces of the corpus, bytes of few kinds so that words meet their equals, and any bytes at all.
Bytes generate(const std::vector<Bytes>& corpus, std::mt19937& random) {
    Bytes bytes;
    const std::size_t length = random() % longest, kinds = random() % 2 == 0 ? 8 : 256;
    while (bytes.size() < length) {
        const Bytes* const model = corpus.empty() ? nullptr : &corpus[random() % corpus.size()];
        if (model != nullptr && !model->empty() && random() % 8 == 0) {
            const std::size_t from = random() % model->size(), end = std::min(model->size(), from + random() % 40);
            bytes.insert(bytes.end(), model->begin() + static_cast<std::ptrdiff_t>(from),
                         model->begin() + static_cast<std::ptrdiff_t>(end));
        } else {
            bytes.push_back(random() % 32 == 0 ? std::uint8_t{0xFF} : static_cast<std::uint8_t>(random() % kinds));
        }
    }
    return bytes;
}

}  // namespace

// The program is called fuzz_TARGET_tests.
int main(int, char** arguments) {
    std::string target = std::filesystem::path(arguments[0]).stem().string();
    target = target.substr(5, target.size() - 11);
    const std::vector<Bytes> corpus = read_corpus(std::filesystem::path(UNDERSTUDY_CORPUS) / target);
    for (const Bytes& bytes : corpus) run(bytes);
    std::mt19937 random(20020707);
    for (std::size_t i = 0; i < generated; ++i) run(generate(corpus, random));
    std::cout << target << ": " << corpus.size() << " inputs of the corpus and " << generated
              << " generated ones passed\n";
}
