"""Tokenizers against the programs that define them, and against their readable twins."""

import json
import unicodedata
from collections import Counter
from pathlib import Path

import jiwer
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_char import TokenizerChar
from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International
from sacrebleu.tokenizers.tokenizer_none import NoneTokenizer
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh
from strategies import is_stable, sentences

import understudy as us
from understudy import _core
from understudy.inputs.texts import texts
from understudy.metrics import CONTENTS
from understudy.tokens import TOKENIZERS, Reading, TokenTable, TokenTables

ORACLES = Path(__file__).parents[1] / "oracles"
STRINGS = [json.loads(line) for line in (ORACLES / "tokenizers.jsonl").read_text(encoding="utf-8").splitlines()]
SACREBLEU = {
    "13a": Tokenizer13a(),
    "intl": TokenizerV14International(),
    "zh": TokenizerZh(),
    "char": TokenizerChar(),
    "none": NoneTokenizer(),
}
# All of the planes in which Unicode has characters, and some of those that are empty or private.
PLACES = [*range(0xD800), *range(0xE000, 0x40000), *range(0x40000, 0x110000, 97), *range(0xE0000, 0xE1000)]
CHARACTERS = [chr(c) for c in PLACES]
PYTHON_LETTERS = [chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) not in ("Cs", "Cn")]


@pytest.mark.parametrize("name", SACREBLEU)
@pytest.mark.parametrize("record", STRINGS, ids=range(len(STRINGS)))
def test_tokens_equal_what_sacrebleu_printed(name, record):
    assert _core.tokenize(record["text"], name) == record[f"sacrebleu {name}"].split()


@pytest.mark.parametrize("record", STRINGS, ids=range(len(STRINGS)))
def test_tokens_equal_what_mteval_printed(record):
    # mteval read these texts from SGML, escaped; it undoes that itself, as 13a does. Our intl, as sacrebleu's, doesn't.
    escaped = record["text"].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert _core.tokenize(escaped, "13a") == record["mteval-v13a -c"].split()
    assert _core.tokenize(escaped, "13a", "ascii") == record["mteval-v13a (lc)"].split()
    unescaped = escaped
    for entity, character in {"quot": '"', "amp": "&", "lt": "<", "gt": ">", "apos": "'"}.items():
        unescaped = unescaped.replace(f"&{entity};", character)
    assert _core.tokenize(unescaped, "intl") == record["mteval-v13a -c intl"].split()
    assert _core.tokenize(unescaped, "intl", "yes") == record["mteval intl (lc)"].split()


@given(text=sentences)
def test_words_equal_those_of_the_default_transform_of_jiwer_on_any_text(text):
    (words,) = jiwer.wer_default(text) or [[]]
    assert _core.tokenize(text, "jiwer") == words


@pytest.mark.parametrize("name", SACREBLEU)
@given(text=sentences)
def test_tokens_equal_sacrebleu_on_any_text(name, text):
    # sacrebleu's metrics strip the end of a line before they tokenize it, and split the result at white space.
    assert _core.tokenize(text, name) == SACREBLEU[name](text.rstrip()).split()


@pytest.mark.parametrize("name", SACREBLEU)
def test_tokens_equal_sacrebleu_on_the_examples(name, examples):
    for lines in examples.values():
        for line in lines:
            assert _core.tokenize(line, name) == SACREBLEU[name](line.rstrip()).split()


@pytest.mark.parametrize("lowercase", ["no", "yes", "ascii"])
@pytest.mark.parametrize("name", TOKENIZERS)
@given(text=sentences.filter(is_stable))
def test_native_tokens_equal_the_readable_twin(name, lowercase, text):
    assert _core.tokenize(text, name, lowercase) == Reading(name, lowercase)(text)


def test_punctuation_symbols_and_numbers_are_those_of_the_regex_module():
    # intl parts "a" from a following P or S, and keeps "5" and a following P together unless more follows.
    of = {kind: set(regex.findall(rf"\p{{{kind}}}", "".join(CHARACTERS))) for kind in "PSN"}
    for c in CHARACTERS:
        if c.isspace():
            continue
        # P and S stand alone between letters; a stop after a number keeps to it, after anything else it parts.
        assert (_core.tokenize(f"a{c}a", "intl") == ["a", c, "a"]) == (c in of["P"] or c in of["S"]), hex(ord(c))
        assert (_core.tokenize(f"{c}.", "intl") == [f"{c}."]) == (c in of["N"]), hex(ord(c))


def test_white_space_is_that_of_python():
    for c in CHARACTERS:
        assert _core.tokenize(f"a{c}b", "none") == f"a{c}b".split(), hex(ord(c))


def test_lower_case_is_that_of_python_for_every_character_it_knows():
    for c in PYTHON_LETTERS:
        assert _core.tokenize(f"x{c}x", "none", "yes") == f"x{c}x".lower().split(), hex(ord(c))


@given(st.text(st.sampled_from("ΣσαΑ'.\u00ad\u0345 ʰİß"), max_size=12))
def test_the_final_sigma_is_that_of_python(text):
    assert _core.tokenize(text, "none", "yes") == text.lower().split()


def test_the_published_quirk_of_zh_is_kept():
    assert _core.tokenize("“x”→𠀀𠀁", "zh") == ["“", "x", "”", "→", "𠀀𠀁"]


# --- The token table ------------------------------------------------------------------------------------------------


@given(st.lists(sentences, max_size=20), st.integers(1, 4))
def test_a_table_holds_the_tokens_of_every_segment(lines, threads):
    table = TokenTable(Reading("13a"))
    tokens = table.add(texts(lines, "lines"), threads)
    assert [tokens.words(i) for i in range(len(tokens))] == [_core.tokenize(line, "13a") for line in lines]
    assert len(tokens.ids) == tokens.offsets[-1]


def test_ids_do_not_depend_on_the_number_of_threads(examples):
    lines = [line for _ in range(30) for column in examples.values() for line in column]
    ids = []
    for threads in (1, 2, 3, 7):
        table = TokenTable(Reading("13a"))
        ids.append((table.add(texts(lines, "lines"), threads).ids.tolist(), len(table.vocabulary)))
    assert all(each == ids[0] for each in ids)


def test_metrics_that_read_alike_share_one_tokenization(examples):
    calls = []

    def counted(text):
        calls.append(text)
        return text.split()

    metrics = [us.make_metric("bleu", tokenizer=counted, order=n) for n in (1, 2, 4)]
    us.score(examples["strong"], examples["reference1"], metrics)
    assert len(calls) == 200


def test_metrics_of_different_families_share_one_tokenization_where_they_read_alike(examples):
    calls = []

    def counted(text):
        calls.append(text)
        return text.split()

    metrics = [us.make_metric(name, tokenizer=counted, lowercase=False) for name in ("bleu", "nist", "wer", "hlepor")]
    us.score(examples["strong"], examples["reference1"], metrics)
    assert len(calls) == 200


def split_texts(monkeypatch, examples, *metrics):
    """The tokenizers that split a text, in the order in which they did."""
    calls = []
    encode = _core.encode

    def counted(segments, tokenizer, *others):
        calls.append(tokenizer)
        return encode(segments, tokenizer, *others)

    monkeypatch.setattr(_core, "encode", counted)
    us.score(examples["strong"], examples["reference1"], metrics)
    return calls


def test_metrics_that_differ_in_case_split_a_text_once(examples, monkeypatch):
    # BLEU keeps the case, NIST lowers A to Z and hLEPOR all letters: one split of the references and one of the system.
    assert split_texts(monkeypatch, examples, "bleu", "nist", "hlepor", "wer:tokenizer=13a") == ["13a", "13a"]


def test_one_call_splits_a_text_once_for_each_tokenizer(examples, monkeypatch):
    assert split_texts(monkeypatch, examples, "bleu", "nist", "wer", "lepor", "hlepor") == 2 * ["13a"] + 2 * ["none"]


def test_all_metrics_together_split_a_text_once_for_each_tokenizer(examples, monkeypatch):
    # ROUGE-Lsum alone reads line ends as tokens, and so splits its words anew.
    expected = {"13a": 2, "none": 2, "letters": 2, "meteor-en": 2, "words": 4}
    assert Counter(split_texts(monkeypatch, examples, *CONTENTS)) == expected


def all_words(tokens):
    return [tokens.words(i) for i in range(len(tokens))]


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@given(lines=st.lists(sentences, max_size=4))
def test_lower_case_made_word_by_word_is_that_of_the_text(tokenizer, lines):
    readings = [Reading(tokenizer, lowercase) for lowercase in ("ascii", "yes", "no")]
    segments = texts(lines, "lines")
    for reading, tokens in TokenTables(readings).add(segments).items():
        assert all_words(tokens) == all_words(TokenTable(reading).add(segments))


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_no_letter_and_no_entity_is_lowered_differently_word_by_word(tokenizer):
    changing = [f"x{c}.{c}" for c in PYTHON_LETTERS if c != c.lower()]
    for text in [*changing, "&QUOT;", "&Amp;lt;", "<SKIPPED>", "&amp;QUOT;", "ΑΣ.Α ΑΣ", "JOHN'S Mr. No. 5 Etc. x"]:
        test_lower_case_made_word_by_word_is_that_of_the_text.hypothesis.inner_test(tokenizer, [text])


def test_words_are_lowered_without_splitting_where_that_is_safe(examples):
    written = TokenTable(Reading("13a"))
    lowered = TokenTable(Reading("13a", "yes"))
    assert lowered.lower(written.add(texts(examples["strong"], "lines"))) is not None
    assert lowered.lower(written.add(texts(["ΑΣ"], "lines"))) is None


# --- Other ways to read ---------------------------------------------------------------------------------------------


def by_dashes(text):
    return text.split("-")


def test_a_function_can_be_the_tokenizer_and_is_stamped():
    result = us.bleu(["a-b-c-d e"], ["a-b-c-d e"], tokenizer=by_dashes)
    assert result.parts["hyp_length"] == 4
    assert "tokenizer=custom(by_dashes)" in result.signature
    with pytest.raises(us.SettingError, match="is a function of the caller; pass the function itself"):
        us.make_metric(result.signature)


def test_a_tokenizer_may_give_a_string_and_must_not_give_numbers():
    assert us.bleu(["a-b-c-d"], ["a-b-c-d"], tokenizer=lambda text: text.replace("-", " ")).parts["hyp_length"] == 4
    with pytest.raises(
        us.InputError, match=r"tokenizer custom\(<lambda>\) must give valid strings; for 'a' it gave \[1\]"
    ):
        us.bleu(["a"], ["a"], tokenizer=lambda text: [1])
    with pytest.raises(us.InputError, match=r"must give valid strings; for 'a' it gave \['\\ud800'\]"):
        us.bleu(["a"], ["a"], tokenizer=lambda text: ["\ud800"])


def test_two_functions_of_one_name_are_not_taken_for_one():
    two = [
        us.make_metric("bleu", tokenizer=lambda text: list(text)),
        us.make_metric("bleu", tokenizer=lambda text: [text]),
    ]
    with pytest.raises(
        us.SettingError, match=r"custom\(<lambda>\).* stands for two tokenizers; give the functions diff"
    ):
        us.score(["a"], ["a"], two)


def test_normalization_is_a_setting_and_off_by_default():
    hyps, refs = ["cafe\u0301 noir et un the\u0301"], ["café noir et un thé"]
    assert us.bleu(hyps, refs).score < 50
    assert us.bleu(hyps, refs, normalization="NFC").score == 100
    assert "normalization=NFC" in us.bleu(hyps, refs, normalization="NFC").signature
    assert "normalization" not in us.bleu(hyps, refs).signature
    assert us.bleu(["ＡＢＣ １２３ x y"], ["ABC 123 x y"], normalization="NFKC").score == 100


def test_an_empty_token_is_a_token_like_any_other():
    table = TokenTable(Reading(lambda text: text.split(" ")))
    tokens = table.add(texts([" ", "", "a  b"], "lines"))
    assert all_words(tokens) == [["", ""], [""], ["a", "", "b"]]
    assert len(table.vocabulary) == 3


def test_every_native_tokenizer_has_a_readable_twin() -> None:
    assert sorted(traits.name for traits in _core.tokenizers()) == sorted(TOKENIZERS)


def test_tokens_by_character_are_single_characters() -> None:
    by_character = [traits.name for traits in _core.tokenizers() if traits.by_character]
    assert sorted(by_character) == ["all-characters", "char", "letters"]
    for name in by_character:
        assert all(len(token) == 1 for token in _core.tokenize("Ünder 我买了, 😀!", name))


def test_an_unknown_native_tokenizer_is_answered_with_the_names() -> None:
    with pytest.raises(ValueError, match="no native tokenizer is called 'x'; choose one of none, ascii, char, 13a"):
        _core.tokenize("a", "x")
