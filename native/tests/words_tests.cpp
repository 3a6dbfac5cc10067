// METEOR's normalizer, stems and synonyms on their own, run under the sanitizers.
#include <algorithm>
#include <atomic>
#include <iostream>
#include <memory>
#include <random>
#include <thread>

#include "meteor/stem.hpp"
#include "meteor/synonyms.hpp"
#include "text/tokenizers/java.hpp"
#include "text/tokenizers/meteor_normalizer.hpp"

using namespace understudy;

namespace {

using View = std::string_view;

std::atomic<int> failed = 0;

void check(View got, View expected, View on) {
    if (got == expected) return;
    ++failed;
    std::cout << "on '" << on << "': got '" << got << "', expected '" << expected << "'\n";
}

std::string normalized(View text, MeteorLanguage language = MeteorLanguage::en, bool punctuation = true) {
    // A copy without a terminator or a byte to spare, so that a read past the end is seen.
    const std::unique_ptr<char[]> exact(new char[text.size()]);
    std::ranges::copy(text, exact.get());
    MeteorScratch scratch;
    std::string out;
    normalize_meteor({exact.get(), text.size()}, language, punctuation, scratch, out);
    return out;
}

void check_tokens() {
    set_prefixes(MeteorLanguage::en, {"Mr", "e.g"}, {"No"});
    set_prefixes(MeteorLanguage::en, {"Dr"}, {});  // changes nothing
    set_prefixes(MeteorLanguage::fr, {}, {});
    set_prefixes(MeteorLanguage::de, {"Dr"}, {});
    const auto words = [](View text, View expected, MeteorLanguage language = MeteorLanguage::en,
                          bool punctuation = true) {
        // Several spaces count as one, because the splitter follows.
        std::string joined;
        const std::string line = normalized(text, language, punctuation);
        tokenizers::Java::split(line, [&](View word) { (joined += joined.empty() ? "" : " ") += word; });
        check(joined, expected, text);
    };
    words("", "");
    words(" \t ", "");
    words("Mr. Smith met Dr. No.", "mr. smith met dr . no .");
    words("No. 5 no. X", "no. 5 no . x");
    words("The U.S. is, e.g. here.", "the us is , eg here .");
    words("a,b,c a-b-c -- ---", "a , b,c a b-c - --");
    words("it's dogs' 'tis 3's '' x", "it 's dogs ' ' tis 3 's \" x");
    words("wait...what..", "wait ... what ..");
    words("DOTMULTI.DOTMULTI.x DOTMULTI", ".. ..x .");
    words("\x01 a \x02. \x03", "a \x02 .");
    words("x\u00A0y\u2013z \u201Cq\u201D \u2019", "x y - z \" q \" '");
    words("\u0130S \u039F\u0394\u039F\u03A3", "i\u0307s \u03BF \u03B4 \u03BF \u03C3");
    words("L'homme 3'x", "l' homme 3 ' x", MeteorLanguage::fr);
    words("Dr. X's", "dr. x ' s", MeteorLanguage::de);
    words("(a) b-c, d... 5.5!", "a b c d 5 5", MeteorLanguage::en, false);
}

void check_random_tokens() {
    static const std::vector<std::string> pieces = {"a",
                                                    "B",
                                                    "5",
                                                    ".",
                                                    ",",
                                                    "-",
                                                    "'",
                                                    "`",
                                                    "\u2019",
                                                    "\u201C",
                                                    "\u2013",
                                                    " ",
                                                    " ",
                                                    "\t",
                                                    "\v",
                                                    "\u00A0",
                                                    "\u00E9",
                                                    "\u0416",
                                                    "\U0001F600",
                                                    "DOTMULTI",
                                                    "Mr",
                                                    "\x01",
                                                    std::string(1, 0),
                                                    "s"};
    std::mt19937 random(1);
    MeteorScratch scratch;  // one for all: nothing may be left over from the text before
    std::string out;
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (std::size_t left = random() % 12; left > 0; --left) text += pieces[random() % pieces.size()];
        for (const bool punctuation : {true, false}) {
            normalize_meteor(text, MeteorLanguage::en, punctuation, scratch, out);
            check(out, normalized(text, MeteorLanguage::en, punctuation), text);
        }
    }
}

void check_prefixes_set_by_several_threads() {
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([] {
            set_prefixes(MeteorLanguage::ru, {"x"}, {});
            if (normalized("x. Y.", MeteorLanguage::ru) != "x. y .") ++failed;
        });
    }
    for (std::thread& thread : threads) thread.join();
}

void check_stems() {
    const std::pair<View, View> stems[] = {{"", ""},
                                           {"y", "y"},
                                           {"''s'", ""},
                                           {"'''", "'"},
                                           {"generously", "generous"},
                                           {"skies", "sky"},
                                           {"added", "ad"},
                                           {"hoping", "hope"},
                                           {"hopping", "hop"},
                                           {"ties", "tie"},
                                           {"cries", "cri"},
                                           {"gas", "gas"},
                                           {"kiwis", "kiwi"},
                                           {"sayings", "say"},
                                           {"yelling", "yell"},
                                           {"relational", "relat"},
                                           {"inning", "inning"},
                                           {"proceeds", "proceed"},
                                           {"\u00E9ed", "\u00E9ed"},
                                           {"caf\u00E9s", "caf\u00E9"},
                                           {"controlling", "control"},
                                           {"YYy", "YYi"}};
    for (const auto& [word, stem] : stems) check(stem_english(word), stem, word);
    std::mt19937 random(2);
    for (int i = 0; i < 20000; ++i) {
        std::string word;
        for (std::size_t left = random() % 9; left > 0; --left) word += "aeiouysldngtY'"[random() % 14];
        if (stem_english(word).size() > word.size() + 1) check("longer", "no longer", word);
    }
}

void check_synonyms() {
    const Synonyms synonyms("3 a_cappella car auto\n4 box car\n1 man\n\nmice mouse box\n");
    const auto synsets_of = [&](View word) {
        std::vector<std::int32_t> synsets;
        synonyms.look_up(word, synsets);
        std::string text;
        for (const std::int32_t synset : synsets) text += std::to_string(synset) + " ";
        return text;
    };
    check(synsets_of("car"), "3 7 ", "car");
    check(synsets_of("cars"), "3 7 ", "cars");
    check(synsets_of("boxes"), "7 ", "boxes");
    check(synsets_of("mice"), "7 ", "mice");
    check(synsets_of("men"), "8 ", "men");
    check(synsets_of(""), "", "");
    check(synsets_of("cass"), "", "cass");
    for (const View damaged : {"x a\n", "-5 a\n", "99999999999 a\n", "2147483647 a\n1 b\n", " a\n"}) {
        try {
            Synonyms table(damaged);
            check("read", "refused", damaged);
        } catch (const std::invalid_argument&) {
        }
    }
    check(std::to_string(Synonyms("").contains("a")), "0", "an empty table");
    const std::vector<std::string> words{"cars", "nothing", "men"};
    const SynsetLists lists = synonyms.look_up(words);
    check(lists.starts == std::vector<std::int64_t>{0, 2, 2, 3} ? "" : "wrong", "", "starts of several words");
    check(lists.synsets == std::vector<std::int32_t>{3, 7, 8} ? "" : "wrong", "", "synsets of several words");
    std::vector<std::int32_t> both;
    Synonyms("3 car\n4 box\n\nx car\ny none\nx box\n").look_up("x", both);
    check(std::to_string(both.size()), "2", "a form with its bases on two lines");
}

}  // namespace

int main() {
    check_tokens();
    check_random_tokens();
    check_prefixes_set_by_several_threads();
    check_stems();
    check_synonyms();
    std::cout << "words of METEOR: " << failed << " failed\n";
    return failed == 0 ? 0 : 1;
}
