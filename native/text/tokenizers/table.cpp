#include "text/tokenizers/table.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "text/keep.hpp"
#include "text/tokenizers/13a.hpp"
#include "text/tokenizers/all_characters.hpp"
#include "text/tokenizers/ascii.hpp"
#include "text/tokenizers/ascii_words.hpp"
#include "text/tokenizers/char.hpp"
#include "text/tokenizers/intl.hpp"
#include "text/tokenizers/java.hpp"
#include "text/tokenizers/jiwer.hpp"
#include "text/tokenizers/letters.hpp"
#include "text/tokenizers/meteor.hpp"
#include "text/tokenizers/mixed.hpp"
#include "text/tokenizers/none.hpp"
#include "text/tokenizers/ptb.hpp"
#include "text/tokenizers/tercom.hpp"
#include "text/tokenizers/words.hpp"
#include "text/tokenizers/zh.hpp"

namespace understudy {
namespace {

// Of this file alone, as are all functions that compilers make for it: those with one caller become part of it.
struct Sink : Keep {};

template <class Splitter>
void split_into(View text, TokenizeScratch& scratch, const Keep& keep) {
    const Sink sink{keep};  // a copy, whose members stay in registers
    if constexpr (requires { Splitter::split(text, scratch, sink); }) {
        Splitter::split(text, scratch, sink);
    } else {
        Splitter::split(text, sink);
    }
}

template <class Splitter>
constexpr Tokenizer row{Splitter::traits, &split_into<Splitter>};

using namespace tokenizers;
using enum MeteorLanguage;

// A new one comes last: the files of native/fuzz/corpus/tokenize name a tokenizer by its place.
constexpr Tokenizer table[] = {
    row<None>,
    row<Ascii>,
    row<Char>,
    row<Mteval13a>,
    row<Intl>,
    row<Zh>,
    row<Letters>,
    row<Mixed>,
    row<Words>,
    row<Tercom>,
    row<Java>,
    row<AsciiWords>,
    row<Meteor<en, true>>,
    row<Meteor<cz, true>>,
    row<Meteor<fr, true>>,
    row<Meteor<es, true>>,
    row<Meteor<de, true>>,
    row<Meteor<ru, true>>,
    row<Meteor<en, false>>,
    row<Meteor<cz, false>>,
    row<Meteor<fr, false>>,
    row<Meteor<es, false>>,
    row<Meteor<de, false>>,
    row<Meteor<ru, false>>,
    row<Jiwer>,
    row<AllCharacters>,
    row<Ptb>,
};

std::string names() {
    std::string listed;
    for (const Tokenizer& each : table) (listed += listed.empty() ? "" : ", ") += each.traits.name;
    return listed;
}

}  // namespace

std::span<const Tokenizer> all_tokenizers() { return table; }

const Tokenizer& tokenizer_named(View name) {
    const auto has_name = [&](const Tokenizer& each) { return each.traits.name == name; };
    const auto* const tokenizer = std::ranges::find_if(table, has_name);
    if (tokenizer != std::end(table)) return *tokenizer;
    throw std::invalid_argument("no native tokenizer is called '" + std::string(name) + "'; choose one of " + names());
}

}  // namespace understudy
