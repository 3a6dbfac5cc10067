// METEOR's tables of paraphrases, for Python.
#include <nanobind/stl/filesystem.h>

#include <system_error>

#include "bind/bind.hpp"
#include "meteor/paraphrase.hpp"
#include "meteor/paraphrase_compiler.hpp"

namespace understudy {
namespace {

using WordIds = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu, nb::ro>;

Ids span_of(const WordIds& ids) { return {ids.data(), ids.size()}; }

using NewIds = nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<1>, nb::c_contig>;

NewIds ids_of(const Paraphrases& table, const std::vector<std::string>& words) {
    std::unique_ptr<std::uint32_t[]> ids(new std::uint32_t[words.size()]);
    for (std::size_t i = 0; i < words.size(); ++i) ids[i] = table.word(words[i]);
    std::uint32_t* data = ids.release();
    const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::uint32_t*>(p); });
    return NewIds(data, {words.size()}, owner);
}

Matrix<std::uint32_t> candidates(const Paraphrases& table, const WordIds& hypothesis, const WordIds& reference) {
    std::vector<std::uint32_t> numbers;  // four for each candidate
    {
        const nb::gil_scoped_release release;
        table.visit(span_of(hypothesis), span_of(reference),
                    [&](auto... starts_and_lengths) { (numbers.push_back(starts_and_lengths), ...); });
    }
    std::unique_ptr<std::uint32_t[]> block(new std::uint32_t[numbers.size()]);
    std::copy(numbers.begin(), numbers.end(), block.get());
    return to_matrix(std::move(block), numbers.size() / 4, 4);
}

nb::bytes source_of(const Paraphrases& table) {
    return nb::bytes(table.header().source.data(), table.header().source.size());
}

void feed(ParaphraseCompiler& compiler, const nb::bytes& piece) {
    const std::string_view text(piece.c_str(), piece.size());
    const nb::gil_scoped_release release;
    compiler.feed(text);
}

void finish(ParaphraseCompiler& compiler, const std::filesystem::path& path, const nb::bytes& source) {
    std::array<std::uint8_t, 32> digest;
    if (source.size() != digest.size()) refuse("the SHA-256 of the source has 32 bytes");
    std::copy_n(reinterpret_cast<const std::uint8_t*>(source.c_str()), digest.size(), digest.begin());
    const nb::gil_scoped_release release;
    compiler.finish(path, digest);
}

void raise_as_os_error(const std::exception_ptr& error, void*) {
    try {
        std::rethrow_exception(error);
    } catch (const std::system_error& failure) {
        errno = failure.code().value();
        PyErr_SetFromErrno(PyExc_OSError);
    }
}

}  // namespace

void bind_paraphrase(nb::module_& m) {
    nb::register_exception_translator(raise_as_os_error);

    nb::class_<Paraphrases>(m, "Paraphrases", "A compiled table of paraphrases, mapped into memory.")
        .def(nb::init<const std::filesystem::path&>(), "path"_a, nb::call_guard<nb::gil_scoped_release>(),
             nb::sig("def __init__(self, path: str | os.PathLike[str]) -> None"))
        .def("ids", &ids_of, "words"_a, "The numbers of words in the table; 4294967295 if it does not have the word.")
        .def("candidates", &candidates, "hypothesis"_a, "reference"_a,
             "All candidates in METEOR's order: start and length in the reference, start and length in the hypothesis.")
        .def_prop_ro("source", &source_of, "The SHA-256 of the file that was compiled.")
        .def_prop_ro("pairs", [](const Paraphrases& table) { return table.header().pairs; });

    nb::class_<ParaphraseCompiler>(m, "ParaphraseCompiler",
                                   "Compiles METEOR's table of paraphrases to a file that can be mapped into memory.")
        .def(nb::init<>())
        .def("feed", &feed, "piece"_a, "Take the next piece of the text.")
        .def("finish", &finish, "path"_a, "source"_a,
             nb::sig("def finish(self, path: str | os.PathLike[str], source: bytes) -> None"),
             "Write the file; source is the SHA-256 of what was compiled.");
    m.attr("PARAPHRASE_VERSION") = ParaphraseHeader::expected_version;
}

}  // namespace understudy
