#include "bind/texts.hpp"

namespace understudy {
namespace {

// Refuses texts as the package does elsewhere.
[[noreturn]] void refuse_input(const std::string& message) {
    const nb::object error = nb::module_::import_("understudy.errors").attr("InputError");
    PyErr_SetObject(error.ptr(), nb::str(message.data(), message.size()).ptr());
    throw nb::python_error();
}

// The first characters of a Python string, for a message.
std::string short_text(nb::handle text) { return nb::cast<std::string>(text[nb::slice(0, 80)]); }

std::string type_of(nb::handle item) {
    return nb::cast<std::string>(nb::str(nb::handle((PyObject*)Py_TYPE(item.ptr())).attr("__name__")));
}

// A tuple of our own holds every item, whatever other threads do to the list.
nb::object to_tuple(nb::handle list) {
    nb::object items = nb::steal(PySequence_Tuple(list.ptr()));
    if (!items.is_valid()) throw nb::python_error();
    return items;
}

// What a capsule of Arrow's PyCapsule interface points to.
template <class Struct>
Struct& struct_in(nb::handle capsule, const char* name) {
    void* const pointer =
        PyCapsule_IsValid(capsule.ptr(), name) == 1 ? PyCapsule_GetPointer(capsule.ptr(), name) : nullptr;
    if (pointer == nullptr) {
        throw std::invalid_argument("it has no capsule '" + std::string(name) + "' but " +
                                    short_text(nb::repr(capsule)) +
                                    "; convert it with pyarrow.array(...) or to a list");
    }
    return *static_cast<Struct*>(pointer);
}

PyObject* item_of(const nb::object& strings, std::size_t i) {
    return PyTuple_GetItem(strings.ptr(), static_cast<Py_ssize_t>(i));
}

// What a list holds, to be read soon: where one thread runs at a time the list itself, for ten thousand copies would
// wake the garbage collector. A class of one's own is asked for its items, as Python does.
nb::object to_read(nb::handle list) {
#ifndef Py_GIL_DISABLED
    if (PyList_CheckExact(list.ptr())) return nb::borrow(list);
#endif
    return to_tuple(list);
}

nb::handle item_to_read(const nb::object& items, std::size_t i) {
    PyObject* const item =
        PyList_CheckExact(items.ptr()) ? PyList_GetItem(items.ptr(), static_cast<Py_ssize_t>(i)) : item_of(items, i);
    if (item == nullptr) throw nb::python_error();  // the items of another text made the list shorter
    return item;
}

}  // namespace

Texts::Texts(nb::handle source, std::string what, bool several) {
    const auto own = std::make_shared<Source>();
    own->what = std::move(what);
    if (!own->read_arrow(source, several)) own->hold(source);
    take(own);
}

Texts::Texts(nb::handle strings, std::string what, const Starts& starts) {
    const auto own = std::make_shared<Source>();
    own->what = std::move(what);
    own->starts.assign(starts.data(), starts.data() + starts.size());
    own->hold(strings);
    take(own);
}

Texts Texts::of_tokens(nb::handle lists, std::string what, const Starts& starts) {
    const auto own = std::make_shared<Source>();
    own->what = std::move(what);
    own->starts.assign(starts.data(), starts.data() + starts.size());
    own->hold_tokens(lists);
    Texts texts;
    texts.take(own);
    return texts;
}

Texts::Texts(const nb::typed<nb::list, Texts>& columns) {
    const auto own = std::make_shared<Source>();
    for (const nb::handle column : columns) own->columns.push_back(nb::cast<const Texts&>(column).source_);
    const std::size_t count = own->columns.empty() ? 0 : own->columns.front()->starts.size();
    for (const auto& column : own->columns) {
        if (count == 0 || column->starts.size() != count)
            refuse("the columns are not as long as each other, or have no starts");
    }
    own->starts.assign(1, 0);
    for (std::size_t row = 0; row + 1 < count; ++row) {
        for (const auto& column : own->columns) {
            const auto [begin, end] = std::pair(column->starts[row], column->starts[row + 1]);
            own->views.insert(own->views.end(), column->views.begin() + begin, column->views.begin() + end);
        }
        own->starts.push_back(std::ssize(own->views));
    }
    take(own);
}

void Texts::take(const std::shared_ptr<Source>& own) {
    end_ = !own->token_starts.empty() ? own->token_starts.size() - 1
           : own->strings.is_valid()  ? nb::len(own->strings)
                                      : own->views.size();
    for (const std::string_view view : own->views) own->extent += view.size();
    source_ = own;
}

Texts::Texts(const Texts& whole, std::size_t begin, std::size_t end)
    : source_(whole.source_), begin_(whole.begin_ + begin), end_(whole.begin_ + end) {
    if (begin > end || end > whole.size()) throw nb::index_error();
}

TokenViews Texts::token_views() const {
    if (!tokenized()) refuse("these texts are not tokenized");
    TokenViews views;
    const std::vector<std::size_t>& starts = source_->token_starts;
    views.tokens.reserve(starts[end_] - starts[begin_]);
    views.offsets.reserve(size() + 1);
    for (std::size_t i = begin_; i < end_; ++i) {
        for (std::size_t token = starts[i]; token < starts[i + 1]; ++token) {
            if (token + 16 < starts[end_]) prefetch(item_of(source_->strings, token + 16));
            views.tokens.push_back(source_->view(token));
        }
        views.offsets.push_back(views.tokens.size());
    }
    return views;
}

nb::list Texts::tokens(std::size_t i) const {
    if (!tokenized()) refuse("these texts are not tokenized");
    if (i >= size()) throw nb::index_error();
    nb::list listed;
    const std::vector<std::size_t>& starts = source_->token_starts;
    for (std::size_t token = starts[begin_ + i]; token < starts[begin_ + i + 1]; ++token) {
        listed.append(nb::handle(item_of(source_->strings, token)));
    }
    return listed;
}

Views Texts::views() const {
    if (tokenized()) refuse("these texts are tokenized");
    if (!source_->strings.is_valid()) {
        const auto first = source_->views.begin();
        return {first + static_cast<std::ptrdiff_t>(begin_), first + static_cast<std::ptrdiff_t>(end_)};
    }
    Views views;
    views.reserve(size());
    for (std::size_t i = begin_; i < end_; ++i) {
        if (i + 16 < end_) prefetch(item_of(source_->strings, i + 16));
        views.push_back(source_->view(i));
    }
    return views;
}

std::string_view Texts::view(std::size_t i) const {
    if (i >= size()) throw nb::index_error();
    return source_->view(begin_ + i);
}

// The text of the string i, which may be one of its tokens.
std::string Texts::Source::where(std::size_t i) const {
    if (!token_starts.empty()) {
        const auto after = std::upper_bound(token_starts.begin(), token_starts.end(), i);
        return "a token of " + where_text(static_cast<std::size_t>(after - token_starts.begin()) - 1);
    }
    return where_text(i);
}

std::string Texts::Source::where_text(std::size_t i) const {
    if (starts.empty()) return "segment " + std::to_string(i + 1) + " of the " + what;
    const auto after = std::upper_bound(starts.begin(), starts.end(), static_cast<std::int64_t>(i));
    return "a reference of segment " + std::to_string(after - starts.begin());
}

void Texts::Source::hold(nb::handle list) {
    strings = to_tuple(list);
    const std::size_t count = nb::len(strings);
    for (std::size_t i = 0; i < count; ++i) {
        if (i + 16 < count) prefetch(item_of(strings, i + 16));
        const nb::handle item = item_of(strings, i);
        if (!PyUnicode_Check(item.ptr())) {
            refuse_input(where(i) + " is not a string but " + type_of(item) + ": " + short_text(nb::repr(item)) +
                         (PyBytes_Check(item.ptr()) ? "; decode it first, for example with .decode('utf-8')"
                          : item.is_none()          ? "; give a text for every segment, '' if it is empty"
                                                    : "; give one string per segment"));
        }
        extent += static_cast<std::size_t>(PyUnicode_GetLength(item.ptr()));
    }
}

void Texts::Source::hold_tokens(nb::handle lists) {
    const nb::object texts = to_tuple(lists);
    const std::size_t count = nb::len(texts);
    token_starts.assign(1, 0);
    std::vector<nb::object> of_texts;
    for (std::size_t i = 0; i < count; ++i) {
        const nb::handle text = item_of(texts, i);
        if (!PyList_Check(text.ptr()) && !PyTuple_Check(text.ptr())) {
            refuse_input(where_text(i) + " is not a list of tokens but " + type_of(text) + ": " +
                         short_text(nb::repr(text)) +
                         "; give a list of strings for each text, or plain strings without Tokens");
        }
        of_texts.push_back(to_read(text));
        token_starts.push_back(token_starts.back() + nb::len(of_texts.back()));
    }
    strings = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(token_starts.back())));
    if (!strings.is_valid()) throw nb::python_error();
    Py_ssize_t place = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t tokens = token_starts[i + 1] - token_starts[i];
        for (std::size_t k = 0; k < tokens; ++k) {
            const nb::handle token = item_to_read(of_texts[i], k);
            if (!PyUnicode_Check(token.ptr())) {
                refuse_input("a token of " + where_text(i) + " is not a string but " + type_of(token) + ": " +
                             short_text(nb::repr(token)) + "; give strings");
            }
            extent += static_cast<std::size_t>(PyUnicode_GetLength(token.ptr())) + 1;
            PyTuple_SetItem(strings.ptr(), place++, token.inc_ref().ptr());
        }
        of_texts[i].reset();
    }
}

std::string_view Texts::Source::view(std::size_t i) const {
    if (!strings.is_valid()) return views[i];
    PyObject* const item = item_of(strings, i);
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(item, &size);
    if (text == nullptr) {
        if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) throw nb::python_error();
        PyErr_Clear();
        refuse_input(where(i) + " holds a lone surrogate, which is no character: " +
                     short_text(nb::module_::import_("builtins").attr("ascii")(nb::handle(item))) +
                     "; read the text again with the right encoding");
    }
    return {text, static_cast<std::size_t>(size)};
}

bool Texts::Source::read_arrow(nb::handle column, bool several) {
    RowStarts* const rows = several ? &starts : nullptr;
    try {
        if (nb::hasattr(column, "__arrow_c_stream__")) {
            const nb::object capsule = column.attr("__arrow_c_stream__")();
            auto& stream = struct_in<ArrowArrayStream>(capsule, "arrow_array_stream");
            const nb::gil_scoped_release release;  // a stream may wait for threads that need the GIL, as DuckDB's do
            arrow.read(stream, views, rows);
            return true;
        }
        if (nb::hasattr(column, "__arrow_c_array__")) {
            const nb::object pair = column.attr("__arrow_c_array__")();
            if (!nb::isinstance<nb::tuple>(pair) || nb::len(pair) != 2) {
                throw std::invalid_argument("its __arrow_c_array__ gives no pair of capsules but " +
                                            short_text(nb::repr(pair)) +
                                            "; convert it with pyarrow.array(...) or to a list");
            }
            auto& schema = struct_in<ArrowSchema>(nb::object(pair[0]), "arrow_schema");
            arrow.read(schema, struct_in<ArrowArray>(nb::object(pair[1]), "arrow_array"), views, rows);
            return true;
        }
    } catch (const std::invalid_argument& error) {
        refuse_input("the column of the " + what + " can't be used: " + error.what());
    }
    return false;
}

}  // namespace understudy
