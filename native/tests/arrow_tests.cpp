// Arrow columns: their layouts, their mistakes, and that each is released once.
#include "text/arrow.hpp"

#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "checks.hpp"

namespace {

using namespace understudy;
using namespace std::string_literals;

int made = 0, released = 0;  // arrays, schemas and streams alike

// Freed on release, so that a view that outlives its array and a second release are seen.
struct Buffers {
    std::vector<Exact> owned;
    std::vector<const void*> starts;

    static void release(ArrowArray* array) {
        ++released;
        delete static_cast<Buffers*>(array->private_data);
        array->release = nullptr;
    }
};

void put(std::string& out, std::size_t value, std::size_t width) {  // on little-endian machines, as all we test on are
    out.append(reinterpret_cast<const char*>(&value), width);
}

Strings offset_buffers(const Strings& texts, std::size_t width) {
    std::string offsets(width, '\0'), letters;
    for (const std::string& text : texts) put(offsets, (letters += text).size(), width);
    return {offsets, letters};
}

// Long strings lie in two data buffers by turns; the last buffer tells the sizes of these.
Strings view_buffers(const Strings& texts) {
    std::string views, data[2], sizes;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::string& letters = data[i % 2];
        put(views, texts[i].size(), 4);
        views.append(texts[i], 0, texts[i].size() <= 12 ? 12 : 4);
        if (texts[i].size() > 12) put(views, i % 2, 4), put(views, letters.size(), 4), letters += texts[i];
        views.resize(16 * (i + 1));
    }
    for (const std::string& letters : data) put(sizes, letters.size(), 8);
    return {views, data[0], data[1], sizes};
}

// An array of `texts` from row `offset` on; a slice does not know how many nulls it has.
ArrowArray column(View format, const Strings& texts, std::int64_t offset = 0,
                  const std::vector<std::size_t>& nulls = {}) {
    ++made;
    std::string valid((texts.size() + 7) / 8, '\xFF');
    for (const std::size_t row : nulls) valid[row / 8] = static_cast<char>(valid[row / 8] & ~(1 << row % 8));
    auto* const buffers = new Buffers;
    auto& [owned, starts] = *buffers;
    starts.push_back(nulls.empty() ? nullptr : owned.emplace_back(valid).view().data());
    for (const std::string& bytes :
         format == "vu" ? view_buffers(texts) : offset_buffers(texts, format == "u" ? 4 : 8)) {
        starts.push_back(owned.emplace_back(bytes).view().data());
    }
    const auto length = std::ssize(texts) - offset, null_count = offset > 0 ? -1 : std::ssize(nulls);
    return {length,        null_count, offset,  std::ssize(starts), 0,
            starts.data(), nullptr,    nullptr, Buffers::release,   buffers};
}

// What reading ends in: the texts in brackets, or the error.
std::string outcome(const auto& read) {
    ArrowStrings strings;
    std::vector<View> views;
    const std::string error = error_of<std::invalid_argument>([&] { read(strings, views); });
    return error.empty() ? "[" + joined(views, "|") + "]" : error;
}

void expect_array(const char* format, ArrowArray array, const std::string& expected,
                  ArrowSchema* dictionary = nullptr) {
    const ArrowSchema schema{format, nullptr, nullptr, 0, 0, nullptr, dictionary, nullptr, nullptr};
    const std::string got = outcome([&](ArrowStrings& strings, auto& views) { strings.read(schema, array, views); });
    check(got.starts_with(expected), "a column of format "s + (format == nullptr ? "none" : format), got);
    check(array.release == nullptr && released == made, "the array is taken over and released once", got);
}

void test_arrow_arrays() {
    const Strings texts = {"short", "", "twelve bytes", "thirteen here", "日本語の長い文字列", "a third long one", "x"};
    ArrowSchema dictionary{};
    for (const char* format : {"u", "U", "vu"}) {
        for (std::size_t from = 0; from <= texts.size(); ++from) {
            const Strings rest(texts.data() + from, texts.data() + texts.size());
            expect_array(format, column(format, texts, static_cast<std::int64_t>(from)), "[" + joined(rest, "|") + "]");
        }
        expect_array(format, column(format, {}), "[]");
        expect_array(format, column(format, Strings(20, "x"), 0, {8, 17}), "row 9 is null");
        expect_array(format, column(format, {"a", "b", "c"}, 1, {0, 2}), "row 2 is null");
        expect_array(format, column(format, {"a", "b", "c"}, 1, {0}), "[b|c]");
        expect_array(format, column(format, {"fine", "not\xC3"}), "row 2 is not valid UTF-8 at byte 4");
        expect_array(format, column(format, {"a long and bad one \xFF."}), "row 1 is not valid UTF-8 at byte 20");
        expect_array(format, column(format, {"a"}), "its dictionary has indices of Arrow type", &dictionary);
        expect_array("+s", column(format, {"a"}), "it is a table of 0 columns");
        expect_array("+l", column(format, {"a"}), "it holds lists; give a column of strings");
        expect_array("+m", column(format, {"a"}), "it holds lists or records, of Arrow type '+m'");
        expect_array("i", column(format, {"a"}), "its Arrow type is 'i'");
    }
}

// The number in a buffer of a column that is whole otherwise.
ArrowArray with_number(ArrowArray array, std::size_t buffer, std::size_t place, std::int32_t value) {
    auto* const bytes = const_cast<char*>(static_cast<const char*>(array.buffers[buffer]));
    std::memcpy(bytes + place, &value, sizeof value);
    return array;
}

void test_damaged_columns() {
    const Strings texts = {"first", "a text of 21 bytes ok", "third"};
    const std::string outside = "row 2 lies outside its buffer";
    expect_array("u", with_number(column("u", texts), 1, 8, 2), outside);                // ends before it begins
    expect_array("u", with_number(column("u", texts), 1, 0, -1), "row 1 lies outside");  // begins before the buffer
    expect_array("vu", with_number(column("vu", texts), 1, 16, -1), outside);            // a length below zero
    for (const std::int32_t buffer : {-1, 0, 2, 99})
        expect_array("vu", with_number(column("vu", texts), 1, 24, buffer), outside);
    for (const std::int32_t offset : {-1, 1, 99})
        expect_array("vu", with_number(column("vu", texts), 1, 28, offset), outside);
    for (const char* format : {"u", "U", "vu"}) {
        ArrowArray fewer = column(format, texts), negative = column(format, texts), before = column(format, texts),
                   missing = column(format, texts);
        fewer.n_buffers = 2;
        negative.length = -1;
        before.offset = -1;
        missing.buffers[1] = nullptr;
        made -= 4;  // one after the other is held
        for (const ArrowArray& array : {fewer, missing}) ++made, expect_array(format, array, "it lacks a buffer");
        for (const ArrowArray& array : {negative, before})
            ++made, expect_array(format, array, "the number of its rows is damaged");
    }
    expect_array(nullptr, column("u", texts), "it has no Arrow type");
}

// --- Columns around columns -----------------------------------------------------------------------------------------

// An array that owns another: the strings of a dictionary, of lists or of a table.
struct Outer {
    ArrowArray inner{};
    ArrowArray* pointer = &inner;
    std::vector<Exact> owned;
    std::vector<const void*> starts{nullptr};

    static void release(ArrowArray* array) {
        auto* const outer = static_cast<Outer*>(array->private_data);
        if (outer->inner.release != nullptr) outer->inner.release(&outer->inner);
        delete outer;
        ++released;
        array->release = nullptr;
    }
};

ArrowArray around(ArrowArray inner, std::int64_t length, std::int64_t offset, const Strings& buffers,
                  bool dictionary = false) {
    ++made;
    auto* const outer = new Outer;
    outer->inner = inner;
    for (const std::string& bytes : buffers) outer->starts.push_back(outer->owned.emplace_back(bytes).view().data());
    return {length,
            0,
            offset,
            std::ssize(outer->starts),
            dictionary ? 0 : 1,
            outer->starts.data(),
            dictionary ? nullptr : &outer->pointer,
            dictionary ? &outer->inner : nullptr,
            Outer::release,
            outer};
}

std::string numbers(const std::vector<std::int64_t>& values, std::size_t width) {
    std::string out;
    for (const std::int64_t value : values) put(out, static_cast<std::size_t>(value), width);
    return out;
}

// What reading ends in: the texts of each row, rows between bars; or the error.
void expect_several(const char* format, ArrowArray array, const std::string& expected, const char* inner = "u",
                    bool dictionary = false) {
    ArrowSchema below{inner, nullptr, nullptr, 0, 0, nullptr, nullptr, nullptr, nullptr}, *children = &below;
    const ArrowSchema schema{format,  nullptr, nullptr, 0, dictionary ? 0 : 1, &children, dictionary ? &below : nullptr,
                             nullptr, nullptr};
    std::string got;
    {
        ArrowStrings strings;
        Views views;
        RowStarts starts;
        const std::string error = error_of<std::invalid_argument>([&] { strings.read(schema, array, views, &starts); });
        for (std::size_t row = 0; row + 1 < starts.size(); ++row) {
            for (auto i = starts[row]; i < starts[row + 1]; ++i)
                got += std::string(views[static_cast<std::size_t>(i)]) + ",";
            got += "|";
        }
        if (!error.empty()) got = error;
    }
    check(got.starts_with(expected), "rows of format "s + format, got);
    check(array.release == nullptr && released == made, "both arrays are released once", got);
}

void test_dictionaries() {
    const auto values = [] { return column("u", {"one", "two", "three"}); };
    struct Width {
        const char* format;
        std::size_t bytes;
    };
    for (const auto [format, bytes] :
         {Width{"c", 1}, {"C", 1}, {"s", 2}, {"S", 2}, {"i", 4}, {"I", 4}, {"l", 8}, {"L", 8}}) {
        expect_several(format, around(values(), 3, 1, {numbers({0, 2, 2, 1}, bytes)}, true), "three,|three,|two,|", "u",
                       true);
        for (const std::int64_t bad : {-1, 3, 127}) {
            const std::string told = "row 2 is not in the dictionary";
            expect_several(format, around(values(), 2, 0, {numbers({0, bad}, bytes)}, true), told, "u", true);
        }
    }
    expect_several("i", around(column("u", {"x", "one", "two"}, 1), 2, 0, {numbers({1, 0}, 4)}, true), "two,|one,|",
                   "u", true);
    expect_several("i", around(column("u", {"one", "two"}, 0, {1}), 2, 0, {numbers({1, 0}, 4)}, true), "|one,|", "u",
                   true);
    expect_several("f", around(values(), 1, 0, {numbers({0}, 4)}, true), "its dictionary has indices of Arrow type 'f'",
                   "u", true);
    expect_several("i", around(values(), 1, 0, {numbers({0}, 4)}, true), "its Arrow type is 'i'", "i", true);
    ArrowArray lacking = around(values(), 1, 0, {numbers({0}, 4)}, true);
    lacking.dictionary = nullptr;
    expect_several("i", lacking, "it lacks its dictionary", "u", true);
}

void test_lists_of_strings() {
    const auto texts = [] { return column("u", {"a", "b", "c", "d", "e"}, 0, {3}); };
    for (const bool wide : {false, true}) {
        const auto lists = [&](const std::vector<std::int64_t>& ends, std::int64_t offset = 0) {
            return around(texts(), std::ssize(ends) - 1 - offset, offset, {numbers(ends, wide ? 8 : 4)});
        };
        const char* const format = wide ? "+L" : "+l";
        expect_several(format, lists({0, 2, 2, 5}), "a,b,||c,e,|");
        expect_several(format, lists({0, 1, 3, 4}, 1), "b,c,||");
        expect_several(format, lists({0}), "");
        for (const auto& ends : {std::vector<std::int64_t>{0, 1, 6}, {0, 2, 1}, {0, -1, 2}}) {
            expect_several(format, lists(ends),
                           ends[1] < 0 ? "row 1 lies outside its column" : "row 2 lies outside its column");
        }
        expect_several(format, around(texts(), 1, 0, {}), "it lacks a buffer");
    }
    expect_several("+l", around(column("u", {"x", "a", "b"}, 1), 2, 0, {numbers({0, 1, 2}, 4)}), "a,|b,|");
    expect_several("+w:2", around(texts(), 2, 0, {}), "a,b,|c,|");
    expect_several("+w:2", around(texts(), 1, 1, {}), "c,|");
    expect_several("+w:0", around(texts(), 2, 0, {}), "||");
    for (const char* bad : {"+w:2", "+w:-1", "+w:", "+w:99999999999999999999"}) {
        expect_several(bad, around(texts(), 3, 0, {}), "its lists lie outside their column");
    }
    expect_several("+l", around(column("u", {"a\xFF"}), 1, 0, {numbers({0, 1}, 4)}),
                   "row 1 is not valid UTF-8 at byte 2");
}

void test_tables_of_one_column() {
    const auto texts = [] { return column("u", {"a", "b", "c"}); };
    expect_several("+s", around(texts(), 3, 0, {}), "a,|b,|c,|");
    expect_several("+s", around(texts(), 2, 1, {}), "b,|c,|");
    expect_several("+s", around(column("u", {"x", "a", "b"}, 1), 1, 1, {}), "b,|");
    expect_several("+s", around(texts(), 3, 1, {}), "the number of its rows is damaged");
    expect_several("+s", around(texts(), -1, 0, {}), "the number of its rows is damaged");
    ArrowArray lacking = around(texts(), 3, 0, {});
    lacking.n_children = 0;
    expect_several("+s", lacking, "it lacks its column");
    ArrowArray null = around(texts(), 3, 0, {});
    const std::uint8_t valid = 5;
    null.buffers[0] = &valid;
    null.null_count = -1;
    expect_several("+s", null, "a record is null");
}

struct Source : ArrowArrayStream {
    std::vector<Strings> chunks;
    std::size_t failing_call;  // call 0 is for the schema
    std::size_t calls = 0;
};

int get_schema(ArrowArrayStream* stream, ArrowSchema* schema) {
    Source& source = *static_cast<Source*>(stream);
    if (source.calls++ == source.failing_call) return 5;
    schema->format = "vu";
    schema->release = [](ArrowSchema* held) { ++released, held->release = nullptr; };
    ++made;
    return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* chunk) {
    Source& source = *static_cast<Source*>(stream);
    const std::size_t call = source.calls++;
    if (call == source.failing_call) return 5;
    if (call <= source.chunks.size()) *chunk = column("vu", source.chunks[call - 1]);
    return 0;
}

void expect_stream(const std::vector<Strings>& chunks, std::size_t failing_call, const std::string& expected) {
    ++made;
    const auto why = [](ArrowArrayStream*) { return "disk full"; };
    const auto release = [](ArrowArrayStream* held) { ++released, held->release = nullptr; };
    Source source{{get_schema, get_next, why, release, nullptr}, chunks, failing_call};
    const std::string got = outcome([&](ArrowStrings& strings, auto& views) { strings.read(source, views); });
    check(got.starts_with(expected), "a stream of chunks", got);
    check(released == made && source.release == nullptr, "chunks, schema and stream are released once", got);
}

void test_arrow_streams() {
    const std::vector<Strings> chunks = {{"a", "a much longer text"}, {}, {"b", "c"}};
    expect_stream(chunks, 99, "[a|a much longer text|b|c]");
    expect_stream({}, 99, "[]");
    expect_stream({{"a", "b"}, {"c", "d\xFF", "e"}, {"f"}}, 99, "row 4 is not valid UTF-8 at byte 2");
    for (std::size_t call = 0; call <= 4; ++call)
        expect_stream(chunks, call, "the column could not be read: disk full");
}

}  // namespace

int main() {
    test_arrow_arrays();
    test_damaged_columns();
    test_dictionaries();
    test_lists_of_strings();
    test_tables_of_one_column();
    test_arrow_streams();
    return report();
}
