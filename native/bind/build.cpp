// What the module was built with.
#include <string>

#include "bind/bind.hpp"

namespace understudy {
namespace {

std::string compiler() {
#if defined(_MSC_FULL_VER)
    return "MSVC " + std::to_string(_MSC_FULL_VER);
#elif defined(__clang__)
    return std::string("Clang ") + __clang_version__;
#elif defined(__GNUC__)
    return std::string("GCC ") + __VERSION__;
#else
    return "unknown";
#endif
}

std::string standard_library() {
#if defined(_LIBCPP_VERSION)
    return "libc++ " + std::to_string(_LIBCPP_VERSION);
#elif defined(__GLIBCXX__)
    return "libstdc++ " + std::to_string(__GLIBCXX__);
#elif defined(_MSVC_STL_VERSION)
    return "MSVC STL " + std::to_string(_MSVC_STL_VERSION);
#else
    return "unknown";
#endif
}

std::string python_interface() {
#if defined(Py_GIL_DISABLED)
    return "free-threaded";
#elif defined(Py_LIMITED_API)
    return "stable ABI";
#else
    return "this version of Python";
#endif
}

// The instructions that the compiler was allowed to use; nothing is chosen when the program runs.
std::string instructions() {
    std::string all;
    const auto add = [&](const char* name) { all += (all.empty() ? "" : " ") + std::string(name); };
#if defined(__SSE2__) || defined(_M_X64)
    add("sse2");
#endif
#if defined(__SSE4_2__)
    add("sse4.2");
#endif
#if defined(__AVX2__)
    add("avx2");
#endif
#if defined(__AVX512F__)
    add("avx512f");
#endif
#if defined(__ARM_NEON) || defined(_M_ARM64)
    add("neon");
#endif
    return all;
}

}  // namespace

void bind_build(nb::module_& m) {
    m.def(
        "build",
        [] {
            nb::typed<nb::dict, std::string, std::string> facts;
            facts["compiler"] = nb::cast(compiler());
            facts["standard_library"] = nb::cast(standard_library());
            facts["python"] = nb::cast(python_interface());
            facts["instructions"] = nb::cast(instructions());
            return facts;
        },
        "What this module was built with.");
}

}  // namespace understudy
