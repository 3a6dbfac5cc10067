#include "arrow.hpp"

#include <cstring>
#include <limits>
#include <optional>
#include <stdexcept>

#include "unicode.hpp"

namespace understudy {
namespace {

using Views = std::vector<std::string_view>;

[[noreturn]] void refuse(const std::string& message) { throw std::invalid_argument(message); }

bool is_null(const ArrowArray& array, std::int64_t row) {
    const auto* valid = static_cast<const std::uint8_t*>(array.buffers[0]);
    return array.null_count != 0 && valid != nullptr && (valid[row / 8] >> (row % 8) & 1) == 0;
}

// A text, or nothing if it lies outside its buffer, as far as the interface tells the sizes of buffers.
using Found = std::optional<std::string_view>;

// Formats `u` and `U`: offsets of 32 or 64 bits into one buffer of letters.
template <class Offset>
Found with_offsets(const ArrowArray& array, std::int64_t row) {
    const auto* offsets = static_cast<const Offset*>(array.buffers[1]);
    const auto* letters = static_cast<const char*>(array.buffers[2]);
    const Offset begin = offsets[row], end = offsets[row + 1];
    if (begin < 0 || end < begin) return {};
    if (begin == end) return std::string_view();
    return letters == nullptr ? Found() : std::string_view(letters + begin, static_cast<std::size_t>(end - begin));
}

// Format `vu`: 16 bytes a row; short strings lie in them, longer ones in one of several buffers, whose sizes the last tells.
Found in_view(const ArrowArray& array, std::int64_t row) {
    const auto* view = static_cast<const char*>(array.buffers[1]) + row * 16;
    std::int32_t length, buffer, offset;
    std::memcpy(&length, view, 4);
    if (length < 0) return {};
    if (length <= 12) return std::string_view(view + 4, static_cast<std::size_t>(length));
    std::memcpy(&buffer, view + 8, 4);
    std::memcpy(&offset, view + 12, 4);
    const auto* sizes = static_cast<const char*>(array.buffers[array.n_buffers - 1]);
    if (buffer < 0 || buffer >= array.n_buffers - 3 || offset < 0 || sizes == nullptr) return {};
    const auto* letters = static_cast<const char*>(array.buffers[2 + buffer]);
    std::int64_t size;
    std::memcpy(&size, sizes + std::ptrdiff_t{buffer} * 8, sizeof size);
    if (letters == nullptr || std::int64_t{offset} + length > size) return {};
    return std::string_view(letters + offset, static_cast<std::size_t>(length));
}

using Reader = Found (*)(const ArrowArray&, std::int64_t);

Reader reader_of(const ArrowSchema& schema) {
    if (schema.format == nullptr) refuse("it has no Arrow type; make the column again");
    const std::string_view format = schema.format;
    if (schema.dictionary != nullptr) refuse("it is dictionary-encoded (categorical); cast the column to plain strings");
    if (format == "u") return with_offsets<std::int32_t>;
    if (format == "U") return with_offsets<std::int64_t>;
    if (format == "vu") return in_view;
    if (format.starts_with("+")) refuse("it holds lists or records; pass it as Python lists (.to_pylist(), .to_list())");
    refuse("its Arrow type is '" + std::string(format) + "', not a string; cast the column to strings");
}

void check_chunk(const ArrowArray& array) {
    const bool counted = array.offset >= 0 && array.length >= 0 &&
                         array.length <= std::numeric_limits<std::int64_t>::max() - array.offset - 1;
    if (!counted) refuse("the number of its rows is damaged; make the column again");
    const bool there = array.n_buffers >= 3 && array.buffers != nullptr && array.buffers[1] != nullptr;
    if (array.length > 0 && !there) refuse("it lacks a buffer; make the column again");
}

void read_chunk(const ArrowArray& array, Reader reader, Views& views) {
    check_chunk(array);
    for (std::int64_t row = array.offset; row < array.offset + array.length; ++row) {
        const auto where = [&] { return "row " + std::to_string(views.size() + 1); };
        if (is_null(array, row)) refuse(where() + " is null; fill it or leave the row out of every column");
        const Found text = reader(array, row);
        if (!text) refuse(where() + " lies outside its buffer; make the column again");
        if (const std::size_t at = invalid_utf8(*text); at != std::string_view::npos) {
            refuse(where() + " is not valid UTF-8 at byte " + std::to_string(at + 1));
        }
        views.push_back(*text);
    }
}

}  // namespace

ArrowStrings::~ArrowStrings() {
    for (ArrowArray& chunk : chunks_) {
        if (chunk.release != nullptr) chunk.release(&chunk);
    }
}

void ArrowStrings::read(const ArrowSchema& schema, ArrowArray& array, Views& views) {
    if (array.release == nullptr) refuse("it was read already; make the column again");
    chunks_.push_back(array);
    array.release = nullptr;  // moved
    read_chunk(chunks_.back(), reader_of(schema), views);
}

void ArrowStrings::read(ArrowArrayStream& stream, Views& views) {
    if (stream.release == nullptr) refuse("it was read already; make the column again");
    struct Held {
        ArrowArrayStream& stream;
        ArrowSchema schema{};
        ~Held() {
            if (schema.release != nullptr) schema.release(&schema);
            if (stream.release != nullptr) stream.release(&stream);
        }
    } held{stream};
    const auto check = [&](int code) {
        if (code == 0) return;
        const char* why = stream.get_last_error(&stream);
        refuse(std::string("the column could not be read: ") + (why != nullptr ? why : "unknown error"));
    };
    check(stream.get_schema(&stream, &held.schema));
    const Reader reader = reader_of(held.schema);
    while (true) {
        ArrowArray chunk{};
        check(stream.get_next(&stream, &chunk));
        if (chunk.release == nullptr) return;
        chunks_.push_back(chunk);
        read_chunk(chunks_.back(), reader, views);
    }
}

}  // namespace understudy
