"""CharacTER against the package of the original program, live."""

import json
from pathlib import Path

import pytest
from cer import calculate_cer
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import repetitive, sentences

import understudy as us
from understudy.metrics.character.metric import CharacTER
from understudy.testing import check_metric

ORACLES = Path(__file__).parents[2] / "oracles"
EDGE_CASES = [json.loads(line) for line in (ORACLES / "edge_cases.jsonl").read_text(encoding="utf-8").splitlines()]
FEW_WORDS = st.lists(st.sampled_from("a bb ccc dddd eeeee é 猫 cats cat".split()), max_size=9).map(" ".join)
close = pytest.approx


def compare_with_cer(hyp, ref):
    ours = us.character.sentence(hyp, ref).fraction
    if not ref.split():  # the original divides by zero
        assert ours == (1 if hyp.split() else 0)
    else:
        assert ours == close(calculate_cer(hyp.split(), ref.split()), abs=1e-12)


@given(st.tuples(FEW_WORDS, FEW_WORDS) | st.tuples(repetitive, repetitive) | st.tuples(sentences, sentences))
@settings(max_examples=150)
def test_character_equals_the_original_on_any_text(pair):
    compare_with_cer(*pair)


@pytest.mark.parametrize("system", ["strong", "weak"])
def test_shipped_examples_equal_the_original(examples, system):
    ours = us.character(examples[system], examples["reference1"]).segments / 100
    pairs = zip(examples[system], examples["reference1"], strict=True)
    assert ours == close([calculate_cer(hyp.split(), ref.split()) for hyp, ref in pairs], abs=1e-12)


def test_a_shift_that_saves_nothing_is_made_where_the_original_rounds_so():
    # 5/6 - 2/6 leaves more than 2/6, so that the original makes one more shift.
    hyp, ref = "ccc ffffff ggggggg a", "ggggggg a ggggggg ccc ffffff ccc"
    compare_with_cer(hyp, ref)
    assert us.character.sentence(hyp, ref).parts["shifts"] == 2


def test_of_two_phrases_that_change_places_the_first_counts():
    parts = us.character.sentence("eeeee dddd eeeee a ccc", "eeeee ccc dddd eeeee a").parts
    assert (parts["edits"], parts["shifts"]) == (0, 1)
    assert parts["shift_cost"] == close(10 / 3)


@pytest.mark.parametrize("options", [{}, {"tokenizer": "13a", "lowercase": True}], ids=str)
def test_character_keeps_the_laws(options):
    check_metric(CharacTER(**options))


@given(st.lists(st.tuples(FEW_WORDS, st.lists(FEW_WORDS, min_size=1, max_size=3)), min_size=1, max_size=4))
@settings(max_examples=60)
def test_native_rows_equal_the_readable_ones(pairs):
    metric = CharacTER()
    stats = metric.stats([hyp for hyp, _ in pairs], [refs for _, refs in pairs])
    for row, (hyp, refs) in zip(stats.rows, pairs, strict=True):
        assert row.tolist() == metric.row(hyp.split(), [ref.split() for ref in refs])


def test_a_segment_whose_shifts_would_take_forever_is_refused():
    hyp, ref = " ".join(["a", "b"] * 1500), " ".join(["b", "a"] * 1500)
    with pytest.raises(us.InputError, match="segment 2 has 3000 words .* split it into sentences"):
        us.character(["a", hyp], ["a", ref])
