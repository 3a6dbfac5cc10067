"""chrF against sacrebleu, NLTK and the original programs."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.chrf_score import sentence_chrf
from strategies import corpora, is_stable, repetitive, sentences, single_corpora

import understudy as us
from understudy.metrics import make_metric
from understudy.testing import check_metric

ORACLES = Path(__file__).parents[2] / "oracles"
EDGE_CASES = [json.loads(line) for line in (ORACLES / "edge_cases.jsonl").read_text(encoding="utf-8").splitlines()]
NAMES = [case["case"] for case in EDGE_CASES]
SETTINGS = [
    {},
    {"word_order": 2},
    {"word_order": 2, "eps_smoothing": True},
    {"eps_smoothing": True},
    {"char_order": 3, "word_order": 1, "beta": 3},
    {"whitespace": True, "beta": 1},
    {"char_order": 9, "word_order": 4, "whitespace": True, "eps_smoothing": True},
    {"char_order": 0, "word_order": 2},
    {"beta": 0, "lowercase": True},
]


def same(ours: float, theirs: float) -> bool:
    return math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-12)


# --- The original programs on 37 hand-made pairs ------------------------------------------------------------------


@pytest.mark.parametrize("case", EDGE_CASES, ids=NAMES)
def test_chrf_equals_the_original_programs_on_edge_cases(case):
    hyps, refs = [case["hyp"]], [case["refs"]]
    assert same(us.chrf(hyps, refs).score, case["sacrebleu chrF2"])
    assert same(us.chrf(hyps, refs, word_order=2).score, case["chrF2++"])
    assert same(us.chrf(hyps, refs, word_order=2, eps_smoothing=True).score, case["chrF2++ eps"])


# --- sacrebleu, live ------------------------------------------------------------------------------------------------


def compare_with_sacrebleu(hyps, refs, **settings):
    theirs = sacrebleu.CHRF(**settings)
    streams = [list(stream) for stream in zip(*refs, strict=True)]
    ours = us.chrf(hyps, refs, **settings)
    assert same(ours.score, theirs.corpus_score(hyps, streams).score)
    segments = [theirs.sentence_score(hyp, each).score for hyp, each in zip(hyps, refs, strict=True)]
    assert all(map(same, ours.segments, segments))
    rows = make_metric("chrf", **settings).stats(hyps, refs).rows
    orders = rows.shape[1] // 3
    counts = theirs._extract_corpus_statistics(hyps, streams)
    assert rows.reshape(-1, 3, orders).transpose(0, 2, 1).reshape(len(rows), -1).tolist() == counts


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@given(corpus=single_corpora)
def test_chrf_equals_sacrebleu_on_any_text(settings, corpus):
    compare_with_sacrebleu(corpus[0], [[ref] for ref in corpus[1]], **settings)


@given(corpus=single_corpora.filter(lambda corpus: all(map(is_stable, [*corpus[0], *corpus[1]]))))
def test_lowercased_chrf_equals_sacrebleu_on_any_text(corpus):
    compare_with_sacrebleu(corpus[0], [[ref] for ref in corpus[1]], lowercase=True, word_order=2)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@given(data=st.data(), count=st.integers(2, 4))
def test_several_references_equal_sacrebleu(settings, data, count):
    text = st.one_of(repetitive, sentences)
    pair = st.tuples(text, st.lists(text, min_size=count, max_size=count))
    pairs = data.draw(st.lists(pair, min_size=1, max_size=4))
    compare_with_sacrebleu([hyp for hyp, _ in pairs], [refs for _, refs in pairs], **settings)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("system", ["strong", "medium", "weak"])
def test_chrf_equals_sacrebleu_on_the_examples(examples, system, settings):
    both = list(zip(examples["reference1"], examples["reference2"], strict=True))
    compare_with_sacrebleu(examples[system], [[ref] for ref in examples["reference1"]], **settings)
    compare_with_sacrebleu(examples[system], both, **settings)


@pytest.mark.parametrize("length", [62, 63, 64, 65, 127, 128, 129, 192, 256, 320, 384, 448, 511, 512, 513, 2000])
@pytest.mark.parametrize("alphabet", ["ab", "abcdefgh ", "猫がマット上に 座"])
def test_texts_of_any_length_equal_sacrebleu(length, alphabet):
    rng = np.random.default_rng(length)
    hyps, refs = (["".join(rng.choice(list(alphabet), size=size)) for size in (length, length + 9, 5)] for _ in "12")
    compare_with_sacrebleu(hyps, [[ref, other] for ref, other in zip(refs, refs[::-1], strict=True)], word_order=2)


# --- NLTK and chrF++.py ---------------------------------------------------------------------------------------------


@given(pair=st.tuples(repetitive, repetitive).filter(all))
def test_segment_scores_equal_nltk(pair):
    hyp, ref = pair
    ours = us.chrf([hyp], [ref], beta=3, eps_smoothing=True).segments[0] / 100
    # It leaves out orders that the reference is too short for.
    theirs = sentence_chrf(ref, hyp, max_len=min(6, len("".join(ref.split()))), beta=3.0)
    orders = min(6, len("".join(ref.split())))
    assert ours * 6 / orders == pytest.approx(theirs, abs=1e-9)


# --- Rules of our own -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec",
    [
        *("chrf", "chrf++", "chrf:word_order=1", "chrf:eps_smoothing=yes", "chrf++:eps_smoothing=yes,beta=1"),
        *("chrf:whitespace=yes,lowercase=yes", "chrf++:normalization=NFC,lowercase=ascii", "chrf:char_order=1"),
        "chrf:char_order=12,word_order=5,beta=0.5",
    ],
)
def test_the_laws_hold(spec):
    check_metric(make_metric(spec))


@given(corpus=corpora)
def test_the_laws_hold_on_any_text(corpus):
    check_metric(make_metric("chrf++"), *corpus)


def test_chrf_plus_plus_is_chrf_with_two_orders_of_words(examples):
    hyps, refs = examples["strong"], examples["reference1"]
    both = us.score(hyps, refs, ["chrf", "chrf++"])
    assert both["chrf++"].score == us.chrf(hyps, refs, word_order=2).score != both["chrf"].score


def test_the_first_of_equally_good_references_counts():
    stats = make_metric("chrf").stats(["ab"], [["abcd", "abef", "ab" * 4]])
    assert stats.rows.tolist() == make_metric("chrf").stats(["ab"], ["abcd"]).rows.tolist()


def test_white_space_at_the_ends_counts_if_white_space_does():
    assert us.chrf([" a b "], ["a b"]).score == 100
    ours = us.chrf([" a b "], ["a b"], whitespace=True).score
    assert same(ours, sacrebleu.CHRF(whitespace=True).sentence_score(" a b ", ["a b"]).score)
    assert ours < 100


def test_empty_text_scores_zero():
    for hyp, ref in (("", ""), ("a", ""), ("", "a"), (" \t", "\n")):
        assert us.chrf([hyp], [ref]).score == 0


def test_a_copy_of_a_letter_depends_on_the_smoothing():
    assert us.chrf(["a"], ["a"]).score == 100
    assert us.chrf(["a"], ["a"], eps_smoothing=True).score == pytest.approx(100 / 6)
    assert us.chrf(["a"], ["a"], word_order=2, eps_smoothing=True).score == pytest.approx(25)


def test_the_parts_make_the_score(examples):
    parts = us.chrf(examples["medium"], examples["reference1"]).parts
    mean = sum(parts[f"precision_char_{n}"] for n in range(1, 7)) / 6
    assert parts["precision"] == pytest.approx(mean)
    precision, recall = parts["precision"], parts["recall"]
    assert parts["score"] == pytest.approx(5 * precision * recall / (4 * precision + recall))
    assert parts["precision_char_2"] == 100 * parts["match_char_2"] / parts["hyp_char_2"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"char_order": 0}, "char_order and word_order are both 0"),
        ({"char_order": 2.0}, "char_order must be a whole number"),
        ({"word_order": -1}, "word_order must be a whole number from 0 to 64, got -1"),
        ({"word_order": True}, "word_order must be a whole number"),
        ({"beta": -1}, "beta must be a number from 0 to 1,000, got -1"),
        ({"beta": math.nan}, "beta must be a number from 0"),
        ({"whitespace": "maybe"}, "whitespace must be yes or no"),
        ({"eps_smoothing": 1}, "eps_smoothing must be yes or no"),
        ({"lowercase": "all"}, "unknown lowercase"),
        ({"tokenizer": "13a"}, "unknown setting of chrf 'tokenizer'"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, message):
    with pytest.raises(us.SettingError, match=message):
        us.chrf(["a"], ["a"], **settings)
