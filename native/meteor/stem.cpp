// Snowball's stemmer for English, after its published description (snowballstem.org, "The English (Porter2) stemming
// algorithm"), as it was up to release 2.2: later releases stem about two hundred of a hundred thousand words
// differently. A list of exceptions first, then steps that each remove or replace the longest suffix that fits.
#include "meteor/stem.hpp"

#include <array>
#include <utility>

#include "text/unicode.hpp"

namespace understudy {
namespace {

using View = std::u32string_view;

bool is_vowel(char32_t c) { return View(U"aeiouy").find(c) != View::npos; }

struct Rule {
    View suffix, replacement;
};

// The word while it is being changed. A `y` that is a consonant is written `Y`.
class Word {
public:
    explicit Word(std::u32string letters) : letters_(std::move(letters)) {}

    std::u32string stem() {
        mark_consonants();
        mark_regions();
        remove_possessive();
        remove_plural();
        if (!is_left_as_it_is()) {
            remove_past_or_participle();
            replace_final_y();
            simplify_double_suffix();
            simplify_ending();
            remove_suffix();
            remove_final_e_or_l();
        }
        if (marked_) {
            for (char32_t& c : letters_) c = c == U'Y' ? U'y' : c;
        }
        return letters_;
    }

private:
    std::size_t size() const { return letters_.size(); }
    bool ends_with(View suffix) const { return View(letters_).ends_with(suffix); }
    bool vowel_at(std::size_t at) const { return is_vowel(letters_[at]); }
    bool in_first_region(View suffix) const { return size() - suffix.size() >= first_; }
    bool in_second_region(View suffix) const { return size() - suffix.size() >= second_; }
    char32_t before(View suffix) const { return size() > suffix.size() ? letters_[size() - suffix.size() - 1] : U' '; }

    void replace(View suffix, View replacement) {
        letters_.resize(size() - suffix.size());
        letters_ += replacement;
    }

    bool vowel_before(std::size_t end) const {
        for (std::size_t at = 0; at < end; ++at) {
            if (vowel_at(at)) return true;
        }
        return false;
    }

    // The longest suffix decides, even if its condition then does not hold and nothing changes.
    const Rule* longest(std::span<const Rule> rules) const {
        const Rule* best = nullptr;
        for (const Rule& rule : rules) {
            if ((best == nullptr || rule.suffix.size() > best->suffix.size()) && ends_with(rule.suffix)) best = &rule;
        }
        return best;
    }

    // A vowel between two consonants, the second of which is not w, x or Y; or a vowel at the start and a consonant.
    bool ends_in_short_syllable(std::size_t end) const {
        if (end < 2 || vowel_at(end - 1) || !vowel_at(end - 2)) return false;
        if (end == 2) return true;
        return View(U"wxY").find(letters_[end - 1]) == View::npos && !vowel_at(end - 3);
    }

    void mark_consonants() {
        if (letters_.front() == U'\'') letters_.erase(0, 1);
        for (std::size_t at = 0; at < size(); ++at) {
            if (letters_[at] != U'y' || (at > 0 && !vowel_at(at - 1))) continue;
            letters_[at] = U'Y';
            marked_ = true;
        }
    }

    // The position after the first consonant that follows a vowel, from `at` on.
    std::size_t after_syllable(std::size_t at) const {
        while (at < size() && !vowel_at(at)) ++at;
        while (at < size() && vowel_at(at)) ++at;
        return at < size() ? at + 1 : size();
    }

    void mark_regions() {
        first_ = after_syllable(0);
        for (const View start : {View(U"gener"), View(U"commun"), View(U"arsen")}) {
            if (View(letters_).starts_with(start)) first_ = start.size();
        }
        second_ = after_syllable(first_);
    }

    void remove_possessive() {
        static constexpr std::array<Rule, 3> rules{{{U"'s'", U""}, {U"'s", U""}, {U"'", U""}}};
        if (const Rule* rule = longest(rules)) replace(rule->suffix, {});
    }

    void remove_plural() {
        static constexpr std::array<Rule, 6> rules{
            {{U"sses", U"ss"}, {U"ied", U"i"}, {U"ies", U"i"}, {U"s", U""}, {U"us", U"us"}, {U"ss", U"ss"}}};
        const Rule* rule = longest(rules);
        if (rule == nullptr) return;
        if (rule->replacement == U"i") return replace(rule->suffix, size() > rule->suffix.size() + 1 ? U"i" : U"ie");
        if (rule->suffix == U"s" && (size() < 2 || !vowel_before(size() - 2))) return;
        replace(rule->suffix, rule->replacement);
    }

    bool is_left_as_it_is() const {
        for (const View word : {View(U"inning"), View(U"outing"), View(U"canning"), View(U"herring"), View(U"earring"),
                                View(U"proceed"), View(U"exceed"), View(U"succeed")}) {
            if (letters_ == word) return true;
        }
        return false;
    }

    void remove_past_or_participle() {
        static constexpr std::array<Rule, 6> rules{
            {{U"eed", U"ee"}, {U"eedly", U"ee"}, {U"ed", U""}, {U"edly", U""}, {U"ing", U""}, {U"ingly", U""}}};
        const Rule* rule = longest(rules);
        if (rule == nullptr) return;
        if (!rule->replacement.empty()) {
            if (in_first_region(rule->suffix)) replace(rule->suffix, rule->replacement);
            return;
        }
        if (!vowel_before(size() - rule->suffix.size())) return;
        replace(rule->suffix, {});
        // NOLINTNEXTLINE(bugprone-branch-clone): Snowball has these as two rules, with one more between them
        if (ends_with(U"at") || ends_with(U"bl") || ends_with(U"iz")) {
            letters_ += U'e';
        } else if (size() >= 2 && letters_[size() - 1] == letters_[size() - 2] &&
                   View(U"bdfgmnprt").find(letters_.back()) != View::npos) {
            letters_.pop_back();
        } else if (size() == first_ && ends_in_short_syllable(size())) {
            letters_ += U'e';
        }
    }

    void replace_final_y() {
        if (size() > 2 && (letters_.back() == U'y' || letters_.back() == U'Y') && !vowel_at(size() - 2)) {
            letters_.back() = U'i';
        }
    }

    void simplify_double_suffix() {
        static constexpr std::array<Rule, 24> rules{
            {{U"tional", U"tion"}, {U"enci", U"ence"},   {U"anci", U"ance"},   {U"abli", U"able"},   {U"entli", U"ent"},
             {U"izer", U"ize"},    {U"ization", U"ize"}, {U"ational", U"ate"}, {U"ation", U"ate"},   {U"ator", U"ate"},
             {U"alism", U"al"},    {U"aliti", U"al"},    {U"alli", U"al"},     {U"fulness", U"ful"}, {U"ousli", U"ous"},
             {U"ousness", U"ous"}, {U"iveness", U"ive"}, {U"iviti", U"ive"},   {U"biliti", U"ble"},  {U"bli", U"ble"},
             {U"ogi", U"og"},      {U"fulli", U"ful"},   {U"lessli", U"less"}, {U"li", U""}}};
        const Rule* rule = longest(rules);
        if (rule == nullptr || !in_first_region(rule->suffix)) return;
        if (rule->suffix == U"ogi" && before(rule->suffix) != U'l') return;
        if (rule->suffix == U"li" && View(U"cdeghkmnrt").find(before(rule->suffix)) == View::npos) return;
        replace(rule->suffix, rule->replacement);
    }

    // Porter2's steps 2, 3 and 4 are alike but for their rules and exceptions; each reads like its paragraph there.
    void simplify_ending() {
        static constexpr std::array<Rule, 9> rules{{{U"tional", U"tion"},
                                                    {U"ational", U"ate"},
                                                    {U"alize", U"al"},
                                                    {U"icate", U"ic"},
                                                    {U"iciti", U"ic"},
                                                    {U"ical", U"ic"},
                                                    {U"ful", U""},
                                                    {U"ness", U""},
                                                    {U"ative", U""}}};
        const Rule* rule = longest(rules);
        if (rule == nullptr || !in_first_region(rule->suffix)) return;
        if (rule->suffix == U"ative" && !in_second_region(rule->suffix)) return;
        replace(rule->suffix, rule->replacement);
    }

    void remove_suffix() {
        static constexpr std::array<Rule, 18> rules{{{U"al", U""},
                                                     {U"ance", U""},
                                                     {U"ence", U""},
                                                     {U"er", U""},
                                                     {U"ic", U""},
                                                     {U"able", U""},
                                                     {U"ible", U""},
                                                     {U"ant", U""},
                                                     {U"ement", U""},
                                                     {U"ment", U""},
                                                     {U"ent", U""},
                                                     {U"ism", U""},
                                                     {U"ate", U""},
                                                     {U"iti", U""},
                                                     {U"ous", U""},
                                                     {U"ive", U""},
                                                     {U"ize", U""},
                                                     {U"ion", U""}}};
        const Rule* rule = longest(rules);
        if (rule == nullptr || !in_second_region(rule->suffix)) return;
        const char32_t last = before(rule->suffix);
        if (rule->suffix == U"ion" && last != U's' && last != U't') return;
        replace(rule->suffix, {});
    }

    void remove_final_e_or_l() {
        if (ends_with(U"e")) {
            const bool after_long = in_first_region(U"e") && !ends_in_short_syllable(size() - 1);
            if (in_second_region(U"e") || after_long) letters_.pop_back();
        } else if (ends_with(U"ll") && in_second_region(U"l")) {
            letters_.pop_back();
        }
    }

    std::u32string letters_;
    bool marked_ = false;
    std::size_t first_ = 0, second_ = 0;  // where the regions R1 and R2 of the description start
};

std::string_view exception(std::string_view word) {
    struct Exception {
        std::string_view word, stem;
    };
    static constexpr Exception exceptions[] = {
        {"skis", "ski"},     {"skies", "sky"},   {"dying", "die"},    {"lying", "lie"}, {"tying", "tie"},
        {"idly", "idl"},     {"ugly", "ugli"},   {"early", "earli"},  {"only", "onli"}, {"singly", "singl"},
        {"gently", "gentl"}, {"sky", "sky"},     {"news", "news"},    {"howe", "howe"}, {"atlas", "atlas"},
        {"bias", "bias"},    {"andes", "andes"}, {"cosmos", "cosmos"}};
    for (const Exception& each : exceptions) {
        if (each.word == word) return each.stem;
    }
    return {};
}

}  // namespace

std::string stem_english(std::string_view word) {
    if (const std::string_view stem = exception(word); !stem.empty()) return std::string(stem);
    std::u32string letters;
    for (const char* at = word.data(); at < word.data() + word.size();) letters += decode(at);
    if (letters.size() < 3) return std::string(word);
    std::string stem;
    for (const char32_t c : Word(std::move(letters)).stem()) append(stem, c);
    return stem;
}

std::vector<std::string> stem_english(std::span<const std::string> words) {
    std::vector<std::string> stems;
    stems.reserve(words.size());
    for (const std::string& word : words) stems.push_back(stem_english(word));
    return stems;
}

}  // namespace understudy
