"""GLEU against NLTK."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.gleu_score import corpus_gleu, sentence_gleu
from strategies import corpora, repetitive

import understudy as us
from understudy.metrics.gleu.metric import GLEU
from understudy.testing import check_metric

ORACLES = Path(__file__).parents[2] / "oracles"
EDGE_CASES = [json.loads(line) for line in (ORACLES / "edge_cases.jsonl").read_text(encoding="utf-8").splitlines()]
close = pytest.approx


@pytest.mark.parametrize("case", EDGE_CASES, ids=[case["case"] for case in EDGE_CASES])
def test_gleu_equals_what_nltk_gave_on_edge_cases(case):
    assert us.gleu.sentence(case["hyp"], case["refs"], tokenizer="none").fraction == close(case["nltk gleu"], abs=1e-15)


def compare_with_nltk(hyps, refs, shortest=1, order=4):
    ours = us.gleu(hyps, refs, tokenizer="none", shortest=shortest, order=order)
    tokens = [hyp.split() for hyp in hyps], [[ref.split() for ref in each] for each in refs]
    assert ours.fraction == close(corpus_gleu(tokens[1], tokens[0], shortest, order), abs=1e-15)
    segments = [sentence_gleu(each, hyp, shortest, order) for hyp, each in zip(*tokens, strict=True)]
    assert ours.segments == close(100 * np.array(segments), abs=1e-13)


@given(corpus=corpora, orders=st.tuples(st.integers(1, 6), st.integers(1, 6)).map(sorted))
def test_gleu_equals_nltk_on_any_text(corpus, orders):
    compare_with_nltk(*corpus, *orders)


@given(st.lists(st.tuples(repetitive, st.lists(repetitive, min_size=1, max_size=3)), min_size=1, max_size=5))
def test_gleu_equals_nltk_on_repetitive_text(pairs):
    compare_with_nltk([hyp for hyp, _ in pairs], [refs for _, refs in pairs])


@pytest.mark.parametrize("system", ["strong", "medium", "weak"])
def test_shipped_examples_equal_nltk(examples, system):
    compare_with_nltk(examples[system], list(zip(examples["reference1"], examples["reference2"], strict=True)))


def test_gleu_is_the_smaller_of_precision_and_recall():
    for hyp, ref in (("the cat sat", "the cat sat on the mat"), ("the cat sat on the mat", "the cat sat")):
        parts = us.gleu.sentence(hyp, ref).parts
        assert parts["score"] == min(parts["precision"], parts["recall"]) == close(100 * 6 / 18)


def test_an_empty_reference_does_not_hide_one_with_words():
    # NLTK leaves the pair without an n-gram out; the six n-grams of the other reference count.
    parts = us.gleu(["", "a b c"], [["", "a b c"], ["a b c"]]).parts
    assert (parts["match"], parts["total"]) == (6, 12)
    compare_with_nltk(["", "a b c"], [["", "a b c"], ["a b c"]])


@pytest.mark.parametrize(
    "settings",
    [{}, {"order": 1}, {"order": 7, "shortest": 3}, {"tokenizer": "char", "lowercase": True}, {"tokenizer": str.split}],
    ids=str,
)
def test_gleu_keeps_the_laws(settings):
    check_metric(GLEU(**settings))


def test_wrong_orders_are_refused():
    with pytest.raises(us.SettingError, match="order must be a whole number from 1 to 64, got 0"):
        us.gleu(["a"], ["a"], order=0)
    with pytest.raises(us.SettingError, match="shortest must be a whole number from 1 to 4, got 5"):
        us.gleu(["a"], ["a"], shortest=5)
