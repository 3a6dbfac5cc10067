// Hostile Arrow columns, as far as the C data interface lets a reader check them: it tells no sizes of buffers other
// than those that views point into, so buffers have room for all rows, and offsets that grow stay within the letters.
#include "text/arrow.hpp"

#include <array>
#include <stdexcept>

#include "input.hpp"

using namespace understudy;
using namespace understudy::fuzz;

namespace {

int held = 0;  // arrays, schemas and streams that are to be released

constexpr std::size_t rows = 24;

struct Buffers {
    std::vector<Exact> owned;
    std::vector<const void*> starts;

    static void release(ArrowArray* array) {
        --held;
        delete static_cast<Buffers*>(array->private_data);
        array->release = nullptr;
    }
    void add(View bytes, bool missing) {
        starts.push_back(missing ? nullptr : owned.emplace_back(bytes).view().data());
    }
};

template <class Number>
void put(std::string& out, Number value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Offsets that grow, but for those that the input makes negative or lower than the one before.
template <class Offset>
std::string offsets_from(Input& input, std::size_t letters) {
    std::string out;
    Offset last = 0;
    for (std::size_t i = 0; i <= rows; ++i) {
        const std::uint8_t choice = input.byte();
        const auto step = static_cast<Offset>(choice % 16), most = static_cast<Offset>(letters);
        last =
            choice >= 250 ? static_cast<Offset>(last - step) : std::min<Offset>(std::max<Offset>(last, 0) + step, most);
        put(out, last);
    }
    return out;
}

std::string views_from(Input& input) {
    std::string out;
    for (std::size_t i = 0; i < rows; ++i) {
        const std::uint8_t choice = input.byte();
        const auto any = static_cast<std::int32_t>(input.number());
        put(out, choice >= 250 ? any : static_cast<std::int32_t>(choice % 24));
        put(out, static_cast<std::int32_t>(0x41424344));
        put(out, choice >= 240 ? any : static_cast<std::int32_t>(choice % 3));
        put(out, choice >= 230 ? any : static_cast<std::int32_t>(choice % 40));
    }
    return out;
}

ArrowArray array_from(Input& input, View format) {
    ++held;
    auto* const buffers = new Buffers;
    const std::size_t missing = input.byte(), fewer = input.byte();
    const std::string valid(rows / 8, static_cast<char>(input.byte() < 200 ? 0xFF : 0xEF));
    const std::string letters(input.bytes());
    buffers->add(valid, missing % 3 == 0);
    if (format == "vu") {
        std::string sizes;
        buffers->add(views_from(input), missing == 255);
        for (const std::size_t half : {letters.size() / 2, letters.size()}) {
            buffers->add(View(letters).substr(0, half), missing == 254);
            put(sizes, static_cast<std::int64_t>(missing == 254 ? 0 : half));
        }
        buffers->add(sizes, missing == 253);
    } else {
        const bool wide = format == "U";
        const std::size_t size = letters.size();
        buffers->add(wide ? offsets_from<std::int64_t>(input, size) : offsets_from<std::int32_t>(input, size),
                     missing == 255);
        buffers->add(letters, missing == 254);
    }
    const std::size_t from = input.between(0, rows), count = input.between(0, rows - from);
    const std::size_t odd = input.byte();
    const auto offset = odd == 255 ? -1 : static_cast<std::int64_t>(from);
    const auto length = odd == 254 ? -5 : static_cast<std::int64_t>(count);
    // Never four: with these a buffer of letters would stand where sizes are due, which no reader can tell.
    const auto n_buffers = fewer >= 250 ? static_cast<std::int64_t>(fewer) - 252 : std::ssize(buffers->starts);
    return {length,
            static_cast<std::int64_t>(input.between(0, 2)) - 1,
            offset,
            std::min(n_buffers, std::ssize(buffers->starts)),
            0,
            odd == 253 ? nullptr : buffers->starts.data(),
            nullptr,
            nullptr,
            Buffers::release,
            buffers};
}

std::string format_from(Input& input) {
    static constexpr std::array formats{"u", "U", "vu", "u", "U", "vu", "+l", "", "i"};
    return formats[input.between(0, formats.size() - 1)];
}

struct Source : ArrowArrayStream {
    Input* input;
    std::string format;
    std::size_t chunks;
};

int get_schema(ArrowArrayStream* stream, ArrowSchema* schema) {
    Source& source = *static_cast<Source*>(stream);
    if (source.input->byte() == 255) return 5;
    ++held;
    schema->format = source.input->byte() == 255 ? nullptr : source.format.c_str();
    schema->release = [](ArrowSchema* owned) { --held, owned->release = nullptr; };
    return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* chunk) {
    Source& source = *static_cast<Source*>(stream);
    if (source.input->byte() == 255) return 5;
    if (source.chunks-- > 0) *chunk = array_from(*source.input, source.format);
    return 0;
}

// An array around another: a table of one column, lists or a dictionary.
struct Outer {
    ArrowArray inner{};
    ArrowArray* pointer = &inner;
    Buffers buffers;

    static void release(ArrowArray* array) {
        auto* const outer = static_cast<Outer*>(array->private_data);
        --held;
        outer->inner.release(&outer->inner);
        delete outer;
        array->release = nullptr;
    }
};

ArrowArray around(Input& input, ArrowArray inner, bool dictionary) {
    ++held;
    auto* const outer = new Outer;
    outer->inner = inner;
    const std::size_t missing = input.byte();
    outer->buffers.add(std::string(rows / 8, static_cast<char>(input.byte() < 200 ? 0xFF : 0xEF)), missing % 3 == 0);
    outer->buffers.add(offsets_from<std::int32_t>(input, rows), missing == 255);
    const std::size_t from = input.between(0, rows), count = input.between(0, rows - from), odd = input.byte();
    const auto& starts = outer->buffers.starts;
    const auto n_buffers = std::min(static_cast<std::int64_t>(odd % 16 == 15 ? 1 : 2), std::ssize(starts));
    return {static_cast<std::int64_t>(count),
            static_cast<std::int64_t>(input.between(0, 2)) - 1,
            static_cast<std::int64_t>(from),
            n_buffers,
            dictionary || odd == 254 ? 0 : 1,
            const_cast<const void**>(starts.data()),
            dictionary ? nullptr : &outer->pointer,
            dictionary && odd != 253 ? &outer->inner : nullptr,
            Outer::release,
            outer};
}

// The rows of a column or of one around it; a seed that ends before is a plain column, without lists.
void read_array(Input& input, const std::string& format, ArrowStrings& strings, std::vector<View>& views) {
    static constexpr std::array outers{"", "+s", "+l", "+w:2", "+w:x", "i", "I", "c"};
    ArrowSchema schema{
        input.byte() == 255 ? nullptr : format.c_str(), nullptr, nullptr, 0, 0, nullptr, nullptr, nullptr, nullptr};
    ArrowArray array = array_from(input, format);
    RowStarts starts;
    const std::size_t outer = input.between(0, outers.size() - 1);
    RowStarts* const several = input.flag() ? &starts : nullptr;
    if (outer == 0) {
        strings.read(schema, array, views, several);
    } else {
        const bool dictionary = outers[outer][0] != '+';
        ArrowSchema* children = &schema;
        const ArrowSchema whole{outers[outer],
                                nullptr,
                                nullptr,
                                0,
                                dictionary ? 0 : 1,
                                dictionary ? nullptr : &children,
                                dictionary ? &schema : nullptr,
                                nullptr,
                                nullptr};
        ArrowArray both = around(input, array, dictionary);
        strings.read(whole, both, views, several);
    }
    if (several != nullptr) {
        law(std::ranges::is_sorted(starts) && starts.front() == 0, "rows begin one after the other");
        law(starts.back() == std::ssize(views), "the last row ends where the texts do");
    }
}

void read(Input& input, ArrowStrings& strings, std::vector<View>& views) {
    const std::string format = format_from(input);
    if (input.flag()) return read_array(input, format, strings, views);
    ++held;
    const auto why = [](ArrowArrayStream*) -> const char* { return nullptr; };
    const auto release = [](ArrowArrayStream* owned) { --held, owned->release = nullptr; };
    Source source{{get_schema, get_next, why, release, nullptr}, &input, format, input.between(0, 3)};
    strings.read(source, views);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    {
        ArrowStrings strings;
        std::vector<View> views;
        try {
            read(input, strings, views);
            for (const View text : views) law(invalid_utf8(text) == View::npos, "every text is valid UTF-8");
        } catch (const std::invalid_argument&) {  // refused
        }
    }
    law(held == 0, "everything is released once");
    return 0;
}
