// The limits as a library that bench/limits.py loads with ctypes.PyDLL: they take lists of Python strings, as metrics
// do. The package doesn't ship it.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string_view>
#include <vector>

#include "perf/limits.hpp"

namespace {

using Views = std::vector<std::string_view>;

// The UTF-8 of each string, where Python keeps it. On an error of Python's, which the caller raises, the views are few.
Views views_of(PyObject* strings) {
    const Py_ssize_t count = PyList_Size(strings);
    Views views;
    views.reserve(count > 0 ? static_cast<std::size_t>(count) : 0);
    for (Py_ssize_t i = 0; i < count; ++i) {
        Py_ssize_t size = 0;
        const char* const text = PyUnicode_AsUTF8AndSize(PyList_GetItem(strings, i), &size);
        if (text == nullptr) break;
        views.emplace_back(text, static_cast<std::size_t>(size));
    }
    return views;
}

class WithoutGil {
public:
    WithoutGil() : state_(PyEval_SaveThread()) {}
    ~WithoutGil() { PyEval_RestoreThread(state_); }
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

private:
    PyThreadState* state_;
};

}  // namespace

#if defined(_WIN32)
#define EXPORTED extern "C" __declspec(dllexport)
#else
#define EXPORTED extern "C" __attribute__((visibility("default")))
#endif

EXPORTED std::uint64_t read_every_byte(PyObject* strings) {
    const Views views = views_of(strings);
    const WithoutGil released;
    return understudy::read_every_byte(views);
}

EXPORTED void split_and_hash(PyObject* strings, std::size_t threads, understudy::WordHashes* sum) {
    const Views views = views_of(strings);
    const WithoutGil released;
    *sum = understudy::split_and_hash(views, threads, {});
}
