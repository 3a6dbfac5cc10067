"""ROUGE against rouge_score and its stemmer, live and on edge cases."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer
from rouge_score.rouge_scorer import RougeScorer
from rouge_score.tokenizers import DefaultTokenizer
from strategies import corpora, repetitive, sentences, texts

import understudy as us
from understudy import _core
from understudy.lexicon.porter import IRREGULAR, STEP_2, STEP_3, STEP_4, porter_stem
from understudy.metrics.rouge.base import stem
from understudy.testing import check_metric
from understudy.tokens import Reading

ORACLES = Path(__file__).parents[2] / "oracles"
EDGE_CASES = [json.loads(line) for line in (ORACLES / "edge_cases.jsonl").read_text(encoding="utf-8").splitlines()]
NAMES = [*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum"]
SCORERS = {stemmer: RougeScorer(NAMES, use_stemmer=stemmer == "porter") for stemmer in ("none", "porter")}
close = pytest.approx
summaries = st.lists(texts, max_size=4).map("\n".join)


def ours(name, hyp, refs, **settings):
    parts = getattr(us, name).sentence(hyp, refs, **settings).parts
    return [parts[part] / 100 for part in ("precision", "recall", "score")]


# --- rouge_score ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", EDGE_CASES, ids=[case["case"] for case in EDGE_CASES])
def test_rouge_equals_what_rouge_score_gave_on_edge_cases(case):
    for name, printed in case["rouge F (best ref)"].items():
        assert ours(name, case["hyp"], case["refs"], compat="rouge_score")[2] == close(printed, abs=1e-14), name


@pytest.mark.parametrize("stemmer", SCORERS)
@given(hyp=summaries, refs=st.lists(summaries, min_size=1, max_size=3))
def test_rouge_equals_rouge_score_on_any_text(stemmer, hyp, refs):
    theirs = SCORERS[stemmer].score_multi(refs, hyp)
    for name in NAMES:
        assert ours(name, hyp, refs, compat="rouge_score", stemmer=stemmer) == close(list(theirs[name]), abs=1e-14), (
            name
        )


@given(hyp=summaries, ref=summaries)
def test_ascii_text_gets_the_same_score_by_default(hyp, ref):
    hyp, ref = (text.encode("ascii", "ignore").decode() for text in (hyp, ref))
    theirs = SCORERS["none"].score(ref, hyp)
    for name in NAMES:
        assert ours(name, hyp, ref) == close(list(theirs[name]), abs=1e-14), name


@pytest.mark.parametrize("system", ["strong", "medium", "weak"])
def test_shipped_examples_equal_rouge_score(examples, system):
    hyps, refs = examples[system], list(zip(examples["reference1"], examples["reference2"], strict=True))
    theirs = [SCORERS["porter"].score_multi(each, hyp) for hyp, each in zip(hyps, refs, strict=True)]
    for name in NAMES:
        result = getattr(us, name)(hyps, refs, compat="rouge_score")
        assert result.segments == close(np.array([100 * each[name].fmeasure for each in theirs]), abs=1e-11)
        assert result.parts["recall"] == close(100 * np.mean([each[name].recall for each in theirs]), abs=1e-11)
        assert result.parts["precision"] == close(100 * np.mean([each[name].precision for each in theirs]), abs=1e-11)


def test_of_several_longest_subsequences_the_one_of_rouge_score_counts():
    hyp, ref = "b a x\nc b y", "a b c\nb a c"
    assert ours("rougeLsum", hyp, ref) == close(list(SCORERS["none"].score(ref, hyp)["rougeLsum"]))


@given(st.lists(st.sampled_from("abc"), max_size=150), st.lists(st.sampled_from("abcd"), max_size=150))
def test_long_subsequences_equal_rouge_score(hyp, ref):
    both = " ".join(hyp), " ".join(ref)
    with_lines = both[0].replace("a b", "a \n b"), both[1].replace("c a", "c \n a")
    for name, (h, r) in {"rougeL": both, "rougeLsum": with_lines}.items():
        assert ours(name, h, r) == close(list(SCORERS["none"].score(r, h)[name]), abs=1e-14)


# --- Words and stems ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_identical_japanese_strings_score_100(name):
    text = "猫がマットの上に座っていました。"
    assert getattr(us, name)([text], [text]).score == 100
    assert getattr(us, name)([text], [text], compat="rouge_score").score == 0  # as rouge_score has it


@given(sentences)
def test_ascii_words_are_those_of_rouge_score(text):
    assert _core.tokenize(text, "ascii-words", "yes") == DefaultTokenizer(use_stemmer=False).tokenize(text)
    words = _core.tokenize(text, "ascii-words", "yes")
    assert [stem(word) for word in words] == DefaultTokenizer(use_stemmer=True).tokenize(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("don't stop_here, 50%", ["don", "t", "stop", "here", "50"]),
        ("cafe\u0301 बिल्ली می\u200cخواهم", ["cafe\u0301", "बिल्ली", "می\u200cخواهم"]),
        ("👩‍👩‍👧 loves ❤️ 🇫🇷!", ["loves"]),
        ("\u200eword\u200f a\u200bb \ufeff", ["word", "a", "b"]),
        ("ｆｕｌｌ 고양이가、猫 𠮷野", ["ｆｕｌｌ", "고양이가", "猫", "𠮷", "野"]),
    ],
)
def test_words_are_those_of_any_script(text, words):
    assert _core.tokenize(text, "words") == Reading("words")(text) == words


def test_line_ends_are_tokens_where_lines_count():
    for tokenizer in ("words", "13a", str.split):
        reading = Reading(tokenizer, lines=True)
        assert reading("a-\nb\n\nc") == ["a" if tokenizer == "words" else "a-", "\n", "b", "\n", "\n", "c"]
    assert _core.tokenize("a-\nb\n\nc", "13a", lines=True) == Reading("13a", lines=True)("a-\nb\n\nc")
    assert _core.tokenize("a-\nb", "13a") == ["ab"]


ENDINGS = [
    rule.partition(":")[0] for rule in f"{STEP_2} {STEP_3} {STEP_4} e ll ed ing eed ied ies sses s y at iz".split()
]


@given(st.text("abcdeilnostyz1é", max_size=5), st.lists(st.sampled_from(ENDINGS), max_size=3))
def test_stems_are_those_of_nltk(start, endings):
    word = start + "".join(endings)
    assert porter_stem(word) == PorterStemmer().stem(word)


def test_stems_of_the_examples_and_of_irregular_words_are_those_of_nltk(examples):
    words = {word.lower() for lines in examples.values() for line in lines for word in line.split()}
    for word in words | set(IRREGULAR):
        assert porter_stem(word) == PorterStemmer().stem(word)


# --- Laws and refusals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rouge1", "rouge2", "rouge:order=9", "rougeL", "rougeLsum"])
@pytest.mark.parametrize(
    "settings",
    [{}, {"compat": "rouge_score"}, {"tokenizer": str.split, "stemmer": "porter"}, {"normalization": "NFKC"}],
    ids=str,
)
def test_rouge_keeps_the_laws(name, settings):
    check_metric(us.make_metric(name, **settings))


def test_summaries_keep_the_laws():
    hyps = ["the cat sat\non the mat", "a\n\nb", "\n", "it slept\nthe cat slept", "one line"]
    refs = [["on the mat\nthe cat sat", "a cat"], ["a b\n", "b\na"], ["\n\n"], ["the cat\nit slept\n"], ["one\nline"]]
    for settings in ({}, {"compat": "rouge_score"}, {"tokenizer": str.split, "lowercase": False}):
        check_metric(us.make_metric("rougeLsum", **settings), [*hyps[:2], *hyps[3:]], [*refs[:2], *refs[3:]])
    assert us.rougeLsum(hyps[2:3], refs[2:3]).score == 0


@given(corpus=corpora, order=st.integers(1, 2))
def test_the_orders_that_have_a_name_are_those_of_rouge(corpus, order):
    named, other = us.make_metric(f"rouge{order}"), us.make_metric("rouge", order=order)
    assert named.stats(*corpus).rows.tolist() == other.stats(*corpus).rows.tolist()
    assert named.copy_is_best == other.copy_is_best == (order == 1)


@pytest.mark.parametrize("name", ["rouge2", "rougeL", "rougeLsum"])
@given(corpus=corpora, stemmer=st.sampled_from(["none", "porter"]))
def test_fast_equals_readable_on_any_text(name, corpus, stemmer):
    metric = us.make_metric(name, stemmer=stemmer)
    bound = metric.bind(corpus[1])
    tokens = bound.table.add(_core.Texts(corpus[0], "hypotheses"))
    rows = bound.count(tokens).rows
    for i in range(len(rows)):
        assert metric.row(tokens.words(i), bound.refs.words(i)) == rows[i].tolist()


def test_metrics_that_read_alike_split_a_text_once(examples, monkeypatch):
    calls = []
    encode = _core.encode

    def counted(segments, tokenizer, *others):
        calls.append(tokenizer)
        return encode(segments, tokenizer, *others)

    monkeypatch.setattr(_core, "encode", counted)
    us.score(examples["strong"], examples["reference1"], ["rouge1", "rouge2", "rougeL", "rougeL:stemmer=porter"])
    assert calls == ["words", "words"]


@given(repetitive, repetitive)
def test_swapping_the_texts_swaps_precision_and_recall(hyp, ref):
    for name in ("rouge1", "rouge2", "rougeL"):
        one, other = ours(name, hyp, ref), ours(name, ref, hyp)
        assert one == [other[1], other[0], other[2]]


def test_wrong_settings_are_refused():
    with pytest.raises(us.SettingError, match="unknown stemmer 'snowball'; choose none or porter"):
        us.rouge1(["a"], ["a"], stemmer="snowball")
    with pytest.raises(us.SettingError, match="unknown compat 'nltk'; choose rouge_score"):
        us.rougeL(["a"], ["a"], compat="nltk")
    with pytest.raises(us.SettingError, match="unknown metric 'rougeM'"):
        us.score(["a"], ["a"], "rougeM")
    with pytest.raises(us.SettingError, match="compat decides other settings too"):
        us.make_metric(us.make_metric("rouge1"), compat="rouge_score")
