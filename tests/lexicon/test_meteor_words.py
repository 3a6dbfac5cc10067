"""What METEOR reads and knows of words, against METEOR 1.5 itself, PyStemmer and readable twins."""

import importlib.util
import json
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import Stemmer
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import is_stable, sentences

import understudy as us
from understudy import _core
from understudy.lexicon import data
from understudy.lexicon.snowball import SNOWBALL, stem_english, stemmer
from understudy.lexicon.words import Lexicon, PlainSynonyms, resources, synonyms
from understudy.tokens.builtin.meteor import LANGUAGES, METEOR, prefixes

RECORDS = (Path(__file__).parents[1] / "oracles" / "meteor_tokens.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
PIECES = (
    "a B The é É Ж ж 5 19 2.5 . .. ... , - -- – — ' '' ` ‘ ’ “ ” \" ! $ DOTMULTI DOT Mr No pp e.g U.S z.B etc".split()
)
PIECES += "s S t İ ΣΑΣ σ ß 𠀀 😀 1гг núm M p r.m ſ ꙮ ᴀ ĳ _ / a,b,c a-b-c 1,000 o'clock 'tis 1's ẞ Ａ × ÷".split()
PIECES += [
    "D.O.T.M.U.L.T.I.",
    " ",
    " ",
    " ",
    "\u00a0",
    "\u3000",
    "\u2009",
    "\u2028",
    "\u200b",
    "\v",
    "\f",
    "\t",
    "\x01",
    "\x1f",
    "\x85",
]
lines = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
ENDINGS = ["", *"ed ing ly s ies ational ful ize ion 's eed edly ingly ogi ement y ative able ll ' ied sses".split()]
STARTS = ["", "'", "y", "gener", "commun", "arsen"]
word_like = st.tuples(
    st.sampled_from(STARTS), st.text("aeiouybdglnrstvwxzY'é", max_size=6), st.sampled_from(ENDINGS)
).map("".join)


def jar() -> Path | None:
    package = importlib.util.find_spec("pycocoevalcap")
    if package is None or package.submodule_search_locations is None or shutil.which("java") is None:
        return None
    return Path(next(iter(package.submodule_search_locations))) / "meteor" / "meteor-1.5.jar"


needs_jar = pytest.mark.skipif(jar() is None, reason="needs Java and the package pycocoevalcap, which has METEOR 1.5")


# --- Tokens -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", METEOR)
def test_tokens_equal_what_meteor_wrote(name):
    lang, _, end = name.removeprefix("meteor-").partition("-")
    for record in map(json.loads, RECORDS):
        default = record[f"en-{end}" if end else "en"]
        expected = record.get(name.removeprefix("meteor-"), default)
        assert " ".join(_core.tokenize(record["text"], name)) == expected, (lang, record["text"])


@pytest.mark.parametrize("name", METEOR)
@given(text=st.one_of(lines, sentences).filter(is_stable))
def test_native_tokens_equal_the_readable_twin(name, text):
    assert _core.tokenize(text, name) == METEOR[name](text)


def jar_tokens(texts: list[str], lang: str, folder: Path) -> list[str]:
    (folder / "hyp").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8", newline="")
    (folder / "ref").write_text("x\n" * len(texts))
    command = ["java", "-Dfile.encoding=UTF-8", "-jar", jar(), "hyp", "ref", "-l", lang, "-norm", "-m", "exact"]
    subprocess.run([*command, "-writeAlignments", "-f", "out"], cwd=folder, check=True, capture_output=True)
    written = (folder / "out-align.out").read_text(encoding="utf-8").split("Alignment\t")[1:]
    return [each.partition("\n")[2].partition("\nx\nLine2Start")[0] for each in written]


@needs_jar
@pytest.mark.parametrize("lang", LANGUAGES)
def test_tokens_equal_those_of_meteor_on_any_text(lang, tmp_path):
    @settings(max_examples=1, database=None)
    @given(st.lists(lines, min_size=300, max_size=300))
    def compare(texts):
        assert [" ".join(_core.tokenize(text, f"meteor-{lang}")) for text in texts] == jar_tokens(texts, lang, tmp_path)

    compare()


def test_only_what_java_takes_for_blanks_parts_words():
    for code in range(0x3001):
        text = f"a{chr(code)}b"
        parts = 2 if chr(code) in " \t\n\r\f" else 1
        assert len(_core.tokenize(text, "java")) == parts, hex(code)


def test_a_long_run_of_stops_takes_no_longer_than_its_length():
    assert _core.tokenize("." * 1_000_000, "meteor-en") == ["." * 1_000_000]
    assert len(_core.tokenize("DOTMULTI." + "." * 1_000_000, "meteor-en")) == 2


def test_prefixes_are_those_of_the_jar():
    counts = {lang: tuple(map(len, prefixes(lang))) for lang in LANGUAGES}
    assert counts == {"en": (90, 3), "cz": (0, 0), "fr": (145, 0), "es": (110, 0), "de": (298, 0), "ru": (247, 0)}


@needs_jar
def test_data_files_are_those_of_the_jar():
    with zipfile.ZipFile(jar()) as archive:
        names = {"en": "english", "cz": "czech", "fr": "french", "es": "spanish", "de": "german", "ru": "russian"}
        for lang, name in names.items():
            listed = archive.read(f"nonbreaking/{name}.prefixes").decode().splitlines()
            words = {line.partition("#")[0].strip() for line in listed if not line.startswith("#")} - {""}
            assert words == set().union(*prefixes(lang))
        assert archive.read("function/english.words").decode().split() == list(data.lines("function-words-en.txt"))
        pairs = archive.read("synonym/english.synsets").decode().splitlines()
        table = {word: set(map(int, ids.split())) for word, ids in zip(pairs[::2], pairs[1::2], strict=True)}
        assert PlainSynonyms().lemmas == table
        pairs = archive.read("synonym/english.exceptions").decode().splitlines()
        listed = {(form, base) for base, forms in zip(pairs[::2], pairs[1::2], strict=True) for form in forms.split()}
        assert {(form, base) for form, bases in PlainSynonyms().bases.items() for base in bases} == listed


# --- Stems ------------------------------------------------------------------------------------------------------------


def test_stems_of_all_words_of_wordnet_equal_those_of_pystemmer():
    words = sorted({word for lemma in PlainSynonyms().lemmas for word in lemma.split("_")})
    assert len(words) > 80_000
    forms = [word + ending for word in words[::7] for ending in ("s", "ed", "ing", "'s", "ly")]
    for group in (words, forms):
        assert _core.stem_english(group) == Stemmer.Stemmer("english").stemWords(group)


@given(st.one_of(word_like, st.text(max_size=8)))
@example("YYy")
@example("''s'")
@example("éed")
@example("sayyed")
def test_stems_equal_those_of_pystemmer_and_of_the_readable_twin(word):
    assert _core.stem_english([word]) == [stem_english(word)] == [Stemmer.Stemmer("english").stemWord(word)]


def test_other_languages_are_stemmed_by_pystemmer():
    for lang, name in SNOWBALL.items():
        words = "mangeaient häusern книгами corriendo huisje talossa 'tis".split()
        assert stemmer(lang)(words) == Stemmer.Stemmer(name).stemWords(words)


def test_a_language_without_stemmer_is_refused():
    with pytest.raises(us.SettingError, match="no stemmer for lang 'cz'; choose modules without stem"):
        stemmer("cz")


def run(program: str, folder: Path) -> str:
    program = f"import sys; sys.path.insert(0, {str(folder)!r}); {program}"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stderr


def test_a_missing_pystemmer_is_an_error_that_says_how_to_install_it(tmp_path):
    (tmp_path / "Stemmer.py").write_text("raise ImportError('as if it were not there')")
    message = run("from understudy.lexicon.snowball import stemmer; stemmer('fr')", tmp_path)
    assert "SettingError: stems of french need the package PyStemmer" in message
    assert "pip install 'understudy[stemmers]', or choose modules without stem" in message


def test_a_pystemmer_of_another_generation_is_refused(tmp_path):
    (tmp_path / "Stemmer.py").write_text("")
    (tmp_path / "PyStemmer-3.1.0.dist-info").mkdir()
    (tmp_path / "PyStemmer-3.1.0.dist-info" / "METADATA").write_text("Name: PyStemmer\nVersion: 3.1.0\n")
    message = run("from understudy.lexicon.snowball import stemmer; stemmer('fr')", tmp_path)
    assert "SettingError: PyStemmer 3.1.0 is installed, which stems otherwise than METEOR 1.5" in message


# --- Synonyms ---------------------------------------------------------------------------------------------------------


def synsets_of(word: str) -> list[int]:
    return synonyms().look_up([word])[1].tolist()


def test_synsets_equal_those_of_the_readable_twin():
    plain = PlainSynonyms()
    words = [*sorted(plain.lemmas)[::5], *plain.bases]
    words += [
        word + ending for word in sorted(plain.lemmas)[::50] for ending in "s es ed ing er est men ies ss".split()
    ]
    words += ["", "s", "as", "és", "glass", "猫s"]
    starts, synsets = synonyms().look_up(words)
    for i, word in enumerate(words):
        assert synsets[starts[i] : starts[i + 1]].tolist() == sorted(plain.of(word)), word


def test_numbers_of_synsets_leave_the_part_of_speech_out():
    assert all(1740 in synsets_of(word) for word in ("entity", "breathe", "able"))


def test_irregular_forms_have_the_synsets_of_all_their_bases():
    assert set(synsets_of("mice")) >= set(synsets_of("mouse"))
    assert set(synsets_of("auspices")) >= set(synsets_of("auspex")) | set(synsets_of("auspice"))
    assert (
        set(synsets_of("lay")) >= set(synsets_of("lie")) - set(synsets_of("lay")) or "lay" not in PlainSynonyms().bases
    )


def test_a_damaged_table_is_refused():
    with pytest.raises(ValueError, match="the table of synonyms is damaged: 'x' is no number"):
        _core.Synonyms(b"5 a b\nx c\n")


# --- The lexicon ------------------------------------------------------------------------------------------------------


def test_numbers_of_stems_hold_from_call_to_call():
    lexicon, numbers = Lexicon("en"), {}
    first = lexicon.look_up(["running", "cats", "the"], numbers)
    second = lexicon.look_up(["cat", "runs", "dog"], numbers)
    assert second.stems.tolist()[:2] == first.stems.tolist()[1::-1]
    assert second.stems[2] not in first.stems
    assert first.stems.dtype == np.int32
    assert (first.synset_starts.dtype, first.synsets.dtype) == (np.int64, np.int32)


def test_numbers_of_stems_are_the_same_for_all_threads():
    lexicon = Lexicon("en", synonym=False)
    words = [f"word{number}" for number in range(20_000)]
    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(lambda _: lexicon.look_up(words).stems.tolist(), range(4))
    assert len(set(first)) == len(words)
    assert all(each == first for each in others)


def test_words_in_capitals_and_words_joined_by_underscores_have_the_synonyms_that_meteor_finds():
    # METEOR 1.5 without -norm: automobile/car and motor_vehicle/automotive_vehicle match, Automobile/car doesn't.
    assert set(synsets_of("automobile")) & set(synsets_of("car"))
    assert set(synsets_of("motor_vehicle")) & set(synsets_of("automotive_vehicle"))
    assert not synsets_of("Automobile")


def test_words_are_told_from_function_words_and_measured_as_java_does():
    facts = Lexicon("en").look_up(["the", "Cat", "—", "😀", "é", "", "THE"])
    assert facts.function.tolist() == [True, False, True, False, False, False, True]
    assert facts.utf16.tolist() == [3, 3, 1, 2, 1, 0, 3]


def test_what_is_not_wanted_is_not_looked_up():
    facts = Lexicon("en", stem=False, synonym=False, function_words=["cats"]).look_up(["cat", "cats", "cat"])
    assert facts.stems.tolist() == [0, 1, 0]
    assert (facts.synset_starts.tolist(), facts.synsets.tolist()) == ([0, 0, 0, 0], [])
    assert facts.function.tolist() == [False, True, False]


def test_nothing_can_be_looked_up():
    facts = Lexicon("en").look_up([])
    assert (len(facts.stems), facts.synset_starts.tolist(), len(facts.synsets)) == (0, [0], 0)


def test_resources_are_named_with_a_hash_of_their_content():
    # The hash is that of the file: sha256sum wordnet-3.0.txt.gz.
    assert Lexicon("en").resources == resources(stem=True, synonym=True)
    assert resources(True, True)["stemmer"] == "snowball-2.2"
    assert resources(True, True)["synonyms"] == f"wordnet-3.0-{data.wordnet_hash()}"
    assert resources(True, True)["function_words"] == "en93-49ea8045"
    assert list(Lexicon("cz", stem=False, synonym=False).resources) == ["function_words"]
    assert resources(False, False, ["b", "a"]) == resources(False, False, ["a", "b"])
    assert resources(False, False, ["a"])["function_words"].startswith("own1-")


def test_synonyms_of_other_languages_are_refused():
    with pytest.raises(us.SettingError, match="synonyms for English only, not for lang 'fr'; choose modules without"):
        Lexicon("fr")
