// What the binding files share. They alone know Python: arguments become spans, the GIL is released, numpy arrays go
// out.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "parallel/parallel.hpp"
#include "text/interner.hpp"
#include "text/token_table.hpp"
#include "text/tokenize.hpp"

namespace understudy {

namespace nb = nanobind;
using namespace nb::literals;

struct Vocabulary {
    Interner words;
    // Tables may be filled by several Python threads; a progress callback may look at what its own thread is filling.
    std::recursive_mutex mutex;
};

// A token table as Python holds it.
struct Tokens {
    std::shared_ptr<Vocabulary> vocabulary;
    TokenIds tokens;
    std::size_t vocabulary_size = 0;  // when the table was made: every id in it is below

    Ids segment(std::size_t i) const { return segment_of(tokens, i); }
};

// Above every id in both tables, whatever other threads may be adding to their vocabulary meanwhile.
inline std::size_t vocabulary_size(const Tokens& a, const Tokens& b) {
    return std::max(a.vocabulary_size, b.vocabulary_size);
}

// Where the references of each segment begin in the flat list, and where the last ones end.
using Starts = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu, nb::ro>;

template <class Number>
using Matrix = nb::ndarray<nb::numpy, Number, nb::ndim<2>, nb::c_contig>;

[[noreturn]] inline void refuse(const std::string& message) { throw nb::value_error(message.c_str()); }

// Between chunks the calling thread takes the GIL back, lets Ctrl-C through and reports how far the work is.
inline Poll make_poll(nb::object progress) {
    return [progress = std::move(progress)](std::size_t done) {
        const nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress.is_none()) progress(done);
    };
}

inline void check_starts(const Starts& starts, const Tokens& references) {
    bool good = starts.size() > 0 && starts(0) == 0 &&
                starts(starts.size() - 1) == static_cast<std::int64_t>(references.tokens.segments());
    for (std::size_t i = 0; good && i + 1 < starts.size(); ++i) good = starts(i) < starts(i + 1);
    if (!good) refuse("the starts do not fit the references, or a segment has no reference");
}

inline void check_starts(const Starts& starts, const Tokens& hypotheses, const Tokens& references) {
    check_starts(starts, references);
    const bool good =
        hypotheses.vocabulary == references.vocabulary && starts.size() == hypotheses.tokens.segments() + 1;
    if (!good) refuse("hypotheses and references do not belong to the same token table, or are not as many");
}

// Hands a filled block of rows times columns to numpy.
template <class Number>
Matrix<Number> to_matrix(std::unique_ptr<Number[]> block, std::size_t rows, std::size_t columns) {
    Number* data = block.release();
    const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<Number*>(p); });
    return Matrix<Number>(data, {rows, columns}, owner);
}

void bind_build(nb::module_& m);
void bind_character(nb::module_& m);
void bind_chrf(nb::module_& m);
void bind_tokenizers(nb::module_& m);
// The tokenizer of this name, with the data that it needs.
const Tokenizer& ready_tokenizer(std::string_view name);

void bind_lepor(nb::module_& m);
void bind_masked_sums(nb::module_& m);
void bind_meteor(nb::module_& m);
void bind_ngrams(nb::module_& m);
void bind_nist(nb::module_& m);
void bind_paraphrase(nb::module_& m);
void bind_edit(nb::module_& m);
void bind_eed(nb::module_& m);
void bind_elementary(nb::module_& m);
void bind_mbr(nb::module_& m);
void bind_resample(nb::module_& m);
void bind_ter(nb::module_& m);
void bind_words(nb::module_& m);
void bind_english(nb::module_& m);
void bind_segmenter(nb::module_& m);
void bind_rouge(nb::module_& m);
void bind_cider(nb::module_& m);
void bind_ribes(nb::module_& m);

}  // namespace understudy
