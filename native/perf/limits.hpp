// What no metric on words can go below: the time to read every byte, and to split at whitespace and hash every word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "parallel/parallel.hpp"

namespace understudy {

// The sum of all bytes.
std::uint64_t read_every_byte(const std::vector<std::string_view>& texts);

// The number of words and the sum of their hashes, modulo 2^64. Nothing is kept of them.
struct WordHashes {
    std::uint64_t words = 0, sum = 0;
};
WordHashes split_and_hash(const std::vector<std::string_view>& texts, std::size_t threads, const Poll& poll);

}  // namespace understudy
