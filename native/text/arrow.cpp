#include "text/arrow.hpp"

#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "text/unicode.hpp"

namespace understudy {
namespace {

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

// Format `vu`: 16 bytes a row; short strings lie in them, longer ones in one of several buffers, whose sizes the last
// tells.
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

std::string_view format_of(const ArrowSchema& schema) {
    if (schema.format == nullptr) refuse("it has no Arrow type; make the column again");
    return schema.format;
}

Reader reader_of(std::string_view format) {
    if (format == "u") return with_offsets<std::int32_t>;
    if (format == "U") return with_offsets<std::int64_t>;
    if (format == "vu") return in_view;
    if (format.starts_with("+")) {
        refuse("it holds lists or records, of Arrow type '" + std::string(format) +
               "'; cast it to strings, or references to lists of strings");
    }
    refuse("its Arrow type is '" + std::string(format) + "', not a string; cast the column to strings");
}

template <class Index>
std::int64_t number_at(const ArrowArray& array, std::int64_t row) {
    const Index index = static_cast<const Index*>(array.buffers[1])[row];
    return std::in_range<std::int64_t>(index) ? static_cast<std::int64_t>(index) : -1;
}

using Indices = std::int64_t (*)(const ArrowArray&, std::int64_t);

// The whole numbers by which a dictionary-encoded column names its values.
Indices indices_of(std::string_view format) {
    if (format == "c") return number_at<std::int8_t>;
    if (format == "C") return number_at<std::uint8_t>;
    if (format == "s") return number_at<std::int16_t>;
    if (format == "S") return number_at<std::uint16_t>;
    if (format == "i") return number_at<std::int32_t>;
    if (format == "I") return number_at<std::uint32_t>;
    if (format == "l") return number_at<std::int64_t>;
    if (format == "L") return number_at<std::uint64_t>;
    refuse("its dictionary has indices of Arrow type '" + std::string(format) + "'; cast the column to strings");
}

void check_rows(const ArrowArray& array, std::int64_t buffers) {
    const bool counted = array.offset >= 0 && array.length >= 0 &&
                         array.length <= std::numeric_limits<std::int64_t>::max() - array.offset - 1;
    if (!counted) refuse("the number of its rows is damaged; make the column again");
    const bool there =
        array.n_buffers >= buffers && array.buffers != nullptr && (buffers < 2 || array.buffers[1] != nullptr);
    if (array.length > 0 && !there) refuse("it lacks a buffer; make the column again");
}

// Strings of one array, each told by its row: nothing where it is null.
class Strings {
public:
    Strings(const ArrowSchema& schema, const ArrowArray& array) : array_(array), values_(array) {
        const std::string_view format = format_of(schema);
        if (schema.dictionary == nullptr) {
            reader_ = reader_of(format);
            check_rows(array, 3);
            return;
        }
        indices_ = indices_of(format);
        reader_ = reader_of(format_of(*schema.dictionary));
        check_rows(array, 2);
        if (array.dictionary == nullptr) refuse("it lacks its dictionary; make the column again");
        values_ = *array.dictionary;
        check_rows(values_, 3);
    }

    std::int64_t size() const { return array_.length; }

    template <class Where>
    Found at(std::int64_t index, const Where& where) const {
        std::int64_t row = array_.offset + index;
        if (is_null(array_, row)) return {};
        if (indices_ != nullptr) {
            const std::int64_t value = indices_(array_, row);
            const bool inside = value >= 0 && value < values_.length;
            if (!inside) refuse(where() + " is not in the dictionary; make the column again");
            row = values_.offset + value;
            if (is_null(values_, row)) return {};
        }
        const Found text = reader_(values_, row);
        if (!text) refuse(where() + " lies outside its buffer; make the column again");
        if (const std::size_t at = invalid_utf8(*text); at != std::string_view::npos) {
            refuse(where() + " is not valid UTF-8 at byte " + std::to_string(at + 1));
        }
        return text;
    }

private:
    const ArrowArray& array_;
    ArrowArray values_;  // seen, not owned: those of the dictionary, or the array itself
    Reader reader_ = nullptr;
    Indices indices_ = nullptr;
};

// Some rows of an array: a table and its lists lie around their strings.
struct Span {
    const ArrowSchema& schema;
    const ArrowArray& array;
    std::int64_t begin, end;  // counted from the offset of the array
};

const ArrowSchema& child_schema(const ArrowSchema& schema) {
    if (schema.n_children != 1 || schema.children == nullptr || schema.children[0] == nullptr) {
        refuse("it is a table of " + std::to_string(schema.n_children) + " columns; give one column, of strings");
    }
    return *schema.children[0];
}

const ArrowArray& child_array(const ArrowArray& array) {
    const bool has_column = array.n_children == 1 && array.children != nullptr && array.children[0] != nullptr;
    if (!has_column) refuse("it lacks its column; make it again");
    return *array.children[0];
}

// Formats `+l` and `+L`, with offsets of 32 or 64 bits, and `+w:3`, of a fixed length.
class Lists {
public:
    static bool are(std::string_view format) { return format == "+l" || format == "+L" || format.starts_with("+w:"); }

    Lists(std::string_view format, const ArrowArray& array, std::int64_t items) : array_(array), items_(items) {
        if (format == "+l") ends_ = number_at<std::int32_t>;
        if (format == "+L") ends_ = number_at<std::int64_t>;
        check_rows(array, ends_ != nullptr ? 2 : 1);
        if (ends_ != nullptr) return;
        const auto [rest, error] = std::from_chars(format.data() + 3, format.data() + format.size(), width_);
        const bool fits =
            error == std::errc() && (width_ == 0 || (width_ > 0 && array.offset + array.length <= items / width_));
        if (!fits) refuse("its lists lie outside their column; make it again");
    }

    // The first item of a row and the one after its last; null is a list without items.
    template <class Where>
    std::pair<std::int64_t, std::int64_t> at(std::int64_t index, const Where& where) const {
        const std::int64_t row = array_.offset + index;
        if (is_null(array_, row)) return {0, 0};
        const std::int64_t begin = ends_ != nullptr ? ends_(array_, row) : row * width_;
        const std::int64_t end = ends_ != nullptr ? ends_(array_, row + 1) : begin + width_;
        const bool inside = begin >= 0 && end >= begin && end <= items_;
        if (!inside) refuse(where() + " lies outside its column; make the column again");
        return {begin, end};
    }

private:
    const ArrowArray& array_;
    Indices ends_ = nullptr;
    std::int64_t items_, width_ = 0;
};

// Views of a column whose rows are `lists`, or of a column of strings, of which some may be missing.
void read_several(const Span& span, Views& views, RowStarts& starts) {
    const std::string_view format = format_of(span.schema);
    const bool lists = Lists::are(format);
    const Strings strings(lists ? child_schema(span.schema) : span.schema,
                          lists ? child_array(span.array) : span.array);
    std::optional<Lists> spans;
    if (lists) spans.emplace(format, span.array, strings.size());
    for (std::int64_t row = span.begin; row < span.end; ++row) {
        const auto where = [&] { return "row " + std::to_string(starts.size()); };
        const auto [begin, end] = lists ? spans->at(row, where) : std::pair{row, row + 1};
        for (std::int64_t item = begin; item < end; ++item) {
            if (const Found text = strings.at(item, where)) views.push_back(*text);
        }
        starts.push_back(std::ssize(views));
    }
}

void read_each(const Span& span, Views& views) {
    if (Lists::are(format_of(span.schema))) refuse("it holds lists; give a column of strings, one a row");
    const Strings strings(span.schema, span.array);
    for (std::int64_t row = span.begin; row < span.end; ++row) {
        const auto where = [&] { return "row " + std::to_string(views.size() + 1); };
        const Found text = strings.at(row, where);
        if (!text) refuse(where() + " is null; fill it or leave the row out of every column");
        views.push_back(*text);
    }
}

// Format `+s` with one child: the batches of a table that has one column.
Span unwrapped(const ArrowSchema& schema, const ArrowArray& array) {
    if (format_of(schema) != "+s" || schema.dictionary != nullptr) return {schema, array, 0, array.length};
    const ArrowSchema& inner_schema = child_schema(schema);
    const ArrowArray& inner = child_array(array);
    check_rows(array, 0);
    check_rows(inner, 0);
    const bool marked = array.n_buffers > 0 && array.buffers != nullptr;
    for (std::int64_t row = 0; marked && row < array.length; ++row) {
        if (is_null(array, array.offset + row)) refuse("a record is null; give a column of strings");
    }
    if (array.offset + array.length > inner.length) refuse("the number of its rows is damaged; make the column again");
    return {inner_schema, inner, array.offset, array.offset + array.length};
}

void read_chunk(const ArrowSchema& schema, const ArrowArray& array, Views& views, RowStarts* starts) {
    if (starts == nullptr) return read_each(unwrapped(schema, array), views);
    if (starts->empty()) starts->push_back(0);
    read_several(unwrapped(schema, array), views, *starts);
}

}  // namespace

ArrowStrings::~ArrowStrings() {
    for (ArrowArray& chunk : chunks_) {
        if (chunk.release != nullptr) chunk.release(&chunk);
    }
}

void ArrowStrings::read(const ArrowSchema& schema, ArrowArray& array, Views& views, RowStarts* starts) {
    if (array.release == nullptr) refuse("it was read already; make the column again");
    chunks_.push_back(array);
    array.release = nullptr;  // moved
    read_chunk(schema, chunks_.back(), views, starts);
}

void ArrowStrings::read(ArrowArrayStream& stream, Views& views, RowStarts* starts) {
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
    if (starts != nullptr) starts->assign(1, 0);
    while (true) {
        ArrowArray chunk{};
        check(stream.get_next(&stream, &chunk));
        if (chunk.release == nullptr) return;
        chunks_.push_back(chunk);
        read_chunk(held.schema, chunks_.back(), views, starts);
    }
}

}  // namespace understudy
