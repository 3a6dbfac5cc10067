"""RIBES against RIBES.py 1.03.1 and examples worked by hand."""

import json
import math
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import corpora, repetitive

import understudy as us
from understudy.inputs.texts import texts
from understudy.metrics.ribes.metric import RIBES
from understudy.testing import HYPOTHESES, REFERENCES, check_metric

ORACLES = Path(__file__).parents[2] / "oracles"
EDGE_CASES = [json.loads(line) for line in (ORACLES / "edge_cases.jsonl").read_text(encoding="utf-8").splitlines()]
PLAIN = {"tokenizer": "none", "lowercase": "no"}
close = pytest.approx


@pytest.mark.parametrize("case", EDGE_CASES, ids=[case["case"] for case in EDGE_CASES])
def test_ribes_equals_what_ribes_py_gave_on_edge_cases(case):
    printed = case["RIBES.py (ref0: nkt,p,bp)"]
    parts = us.ribes.sentence(case["hyp"], case["refs"][0], **PLAIN).parts
    if isinstance(printed, str):  # it stops at an empty reference
        assert printed.startswith("EXC")
        assert parts["score"] == 0
        return
    order, precision, brevity = printed
    assert [parts["order"] / 100, parts["precision"] / 100, parts["brevity"]] == close(printed, abs=1e-14)
    assert parts["score"] / 100 == close(order * precision**0.25 * brevity**0.1, abs=1e-14)


def test_ribes_worked_by_hand():
    # "two" stands twice; "two chairs" and "two clever" make it certain. Ranks 5 6 0 1 2: 4 of 10 pairs ascend.
    hyp, ref = "two chairs and two clever boys", "two clever boys sat in two chairs"
    assert RIBES().alignment(hyp, ref) == [(0, 5), (1, 6), (3, 0), (4, 1), (5, 2)]
    expected = 0.4 * (5 / 6) ** 0.25 * math.exp(1 - 7 / 6) ** 0.1
    assert us.ribes.sentence(hyp, ref).fraction == close(expected, abs=1e-14)


def test_words_before_a_word_are_looked_at_first():
    # The middle x is certain by the word before it and by the one after it, which are at different places.
    assert RIBES().alignment("a x b", "a x x b")[1] == (1, 1)
    assert RIBES().alignment("c x b", "a x x b")[0] == (1, 2)


def test_a_single_word_has_an_order_only_if_the_reference_has_no_other():
    assert us.ribes.sentence("cat", "cat").score == 100
    assert us.ribes.sentence("cat cow", "cat").fraction == close(0.5**0.25)
    assert us.ribes.sentence("cat", "the cat").score == 0
    assert us.ribes.sentence("cat", "the cat").parts["precision"] == 0


def test_the_best_reference_counts():
    hyp, refs = "a cat sat here", ["here sat a cat", "a cat sat here", "no"]
    assert us.ribes.sentence(hyp, refs).score == 100
    assert us.ribes([hyp, hyp], [refs, refs[:1]]).score == close((100 + us.ribes.sentence(hyp, refs[0]).score) / 2)


def test_alpha_and_beta_are_exponents():
    parts = us.ribes.sentence("a cat sat x", "a cat sat here now", alpha=1, beta=2).parts
    assert parts["score"] == close(100 * 0.75 * math.exp(1 - 5 / 4) ** 2)


@pytest.mark.parametrize(
    "settings",
    [{}, {"alpha": 0, "beta": 1}, {"tokenizer": str.split}],
    ids=str,
)
def test_ribes_keeps_the_laws(settings):
    check_metric(RIBES(**settings))


def test_ribes_keeps_the_laws_on_characters():
    check_metric(RIBES(tokenizer="char", lowercase=False), HYPOTHESES[:-5], REFERENCES[:-5])  # the last are long


@given(corpus=st.one_of(corpora, st.lists(repetitive, min_size=2, max_size=8).map(lambda each: (each[:1], [each[1:]]))))
def test_fast_equals_readable_on_any_text(corpus):
    metric = RIBES(**PLAIN)
    bound = metric.bind(corpus[1])
    tokens = bound.table.add(texts(corpus[0], "hypotheses"))
    rows = bound.count(tokens).rows
    for i in range(len(rows)):
        assert metric.row(tokens.words(i), bound.refs.words(i)) == rows[i].tolist()


def test_wrong_exponents_are_refused():
    for name, value in {"alpha": -1, "beta": "x"}.items():
        with pytest.raises(us.SettingError, match=f"{name} must be a number from 0 to 100, got {value!r}"):
            us.ribes(["a"], ["a"], **{name: value})


# --- Long texts -------------------------------------------------------------------------------------------------------

LONG = """
import resource
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
import understudy as us
half = 100_000
words = [f"w{n}" for n in range(2 * half)]
print(us.ribes([" ".join(words[half:] + words[:half])], [" ".join(words)], tokenizer="none").score)
"""


def test_a_line_of_two_hundred_thousand_words_ends():
    # Two halves exchanged: of 2h words, pairs within a half are in order, 2 h (h - 1) / 2 of 2h (2h - 1) / 2.
    # Comparing all words with all would take minutes of processor time, and 60 s are allowed.
    printed = subprocess.run([sys.executable, "-c", LONG], capture_output=True, text=True, check=True).stdout
    assert float(printed) == pytest.approx(100 * (100_000 - 1) / (200_000 - 1), rel=1e-12)


def test_long_texts_are_aligned_as_the_readable_twin_does():
    chance = random.Random(5)
    hyp, ref = ([f"w{chance.randrange(600)}" for _ in range(1500)] for _ in range(2))
    ref[200:700] = hyp[500:1000]  # long equal runs too
    metric = RIBES(tokenizer="none")
    assert metric.stats([" ".join(hyp)], [" ".join(ref)]).rows[0].tolist() == metric.row(hyp, [ref])
