// The segments that Python hands over: lists of strings and Arrow columns, read where they lie.
#pragma once

#include "bind/bind.hpp"
#include "text/arrow.hpp"

namespace understudy {

// Tokens one after another; those of text i are `offsets[i]` to before `offsets[i + 1]`.
struct TokenViews {
    Views tokens;
    std::vector<std::uint64_t> offsets{0};
};

// One string per segment, or several: a list of Python strings or an Arrow column, neither of them copied. Or the
// tokens of each, where the caller has split the text already.
class Texts {
public:
    // With `several`, an Arrow column may also have rows without a text, or lists of them; `starts` tells which are
    // whose.
    Texts(nb::handle source, std::string what, bool several);

    // Several strings per segment, all in one list: those of segment i are `starts[i]` to before `starts[i + 1]`.
    Texts(nb::handle strings, std::string what, const Starts& starts);

    // Columns that may have several texts a row, side by side.
    explicit Texts(const nb::typed<nb::list, Texts>& columns);

    // Some of the segments of another.
    Texts(const Texts& whole, std::size_t begin, std::size_t end);

    // Texts that are tokenized already: a list or a tuple of strings for each. `starts` is as above, or empty.
    static Texts of_tokens(nb::handle lists, std::string what, const Starts& starts);

    std::size_t size() const { return end_ - begin_; }
    const RowStarts& starts() const { return source_->starts; }

    // The text as UTF-8, which is made where Python has none yet: so it is asked for portion by portion, with the GIL.
    Views views() const;
    std::string_view view(std::size_t i) const;

    bool tokenized() const { return !source_->token_starts.empty(); }
    // The tokens of all texts, and where those of each text begin: for texts that are tokenized.
    TokenViews token_views() const;
    nb::list tokens(std::size_t i) const;

    // How much text there is in the whole of which this is a part: characters in strings, bytes in a column.
    std::size_t extent() const { return source_->extent; }

private:
    // What the parts of a whole share. Either strings or views tell the text.
    struct Source {
        std::string what;
        nb::object strings;                     // a tuple of them, if there is one
        std::vector<std::size_t> token_starts;  // where the strings of each text begin, if they are its tokens
        ArrowStrings arrow;
        std::vector<std::shared_ptr<const Source>> columns;  // whose views these are, if any
        Views views;
        RowStarts starts;
        std::size_t extent = 0;

        std::string where(std::size_t i) const;
        std::string where_text(std::size_t i) const;
        std::string_view view(std::size_t i) const;
        void hold(nb::handle list);
        void hold_tokens(nb::handle lists);
        bool read_arrow(nb::handle column, bool several);
    };

    Texts() = default;

    void take(const std::shared_ptr<Source>& own);

    std::shared_ptr<const Source> source_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

}  // namespace understudy
