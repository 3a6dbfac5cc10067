// String columns of Arrow tables, read where they lie: the C data interface, so that no Arrow library is needed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace understudy {

// The three structs below are the interface itself; names and order are fixed by the Arrow specification.
struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
    int (*get_next)(ArrowArrayStream*, ArrowArray*);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};

using Views = std::vector<std::string_view>;

// How many views there were before each row: those of row i are `starts[i]` to before `starts[i + 1]`.
using RowStarts = std::vector<std::int64_t>;

// Owns the chunks of one column; the views stay good as long as this lives.
class ArrowStrings {
public:
    ArrowStrings() = default;
    ArrowStrings(const ArrowStrings&) = delete;
    ArrowStrings& operator=(const ArrowStrings&) = delete;
    ~ArrowStrings();

    // A column of strings, plain or dictionary-encoded, also as the only column of a table. With `starts`, rows may
    // also be null or lists of strings, in which nulls are left out; `starts` then has one number more than rows.
    // Both take over what they are given. They throw std::invalid_argument for a column that is not text, has nulls
    // or holds invalid UTF-8; the message names the row, counted from 1.
    void read(ArrowArrayStream& stream, Views& views, RowStarts* starts = nullptr);
    void read(const ArrowSchema& schema, ArrowArray& array, Views& views, RowStarts* starts = nullptr);

private:
    std::vector<ArrowArray> chunks_;
};

}  // namespace understudy
