"""EED against the numbers that torchmetrics prints, live where it is installed."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, repetitive, sentences

import understudy as us
from understudy.metrics.eed.metric import EED
from understudy.testing import check_metric

ORACLES = Path(__file__).parents[2] / "oracles"
PRINTED = [json.loads(line) for line in (ORACLES / "eed.jsonl").read_text(encoding="utf-8").splitlines()]
close = pytest.approx


@pytest.mark.parametrize("case", PRINTED, ids=[f"{case['rules']}: {case['hyp']}" for case in PRINTED])
def test_eed_equals_what_torchmetrics_printed(case):
    settings = case.get("settings", {})
    ours = us.eed.sentence(case["hyp"], case["refs"], rules=case["rules"], **settings)
    assert ours.fraction == close(case["torchmetrics"], abs=1e-12)


@given(corpora, st.sampled_from(["en", "ja"]))
@settings(max_examples=40, deadline=None)
def test_eed_equals_torchmetrics_on_any_text(corpus, rules):
    reason = "torchmetrics and torch are not installed; the numbers that it printed are compared above"
    pytest.importorskip("torch", reason=reason)
    text = pytest.importorskip("torchmetrics.functional.text", reason=reason)
    hyps, refs = corpus
    score, segments = text.extended_edit_distance(hyps, refs, language=rules, return_sentence_level_score=True)
    ours = us.eed(hyps, refs, rules=rules)
    assert ours.fraction == close(float(score), abs=1e-6)  # it counts in 32 bits
    assert ours.segments / 100 == close(segments.tolist(), abs=1e-6)


def test_a_copy_is_charged_for_the_place_before_its_first_character():
    parts = us.eed.sentence("the cat", "the cat").parts
    assert parts["distance"] == 0
    assert parts["score"] == close(100 * 0.3 / 9.3)


@pytest.mark.parametrize("options", [{}, {"rules": "ja"}, {"rules": "none", "rho": 0, "lowercase": True}], ids=str)
def test_eed_keeps_the_laws(options):
    check_metric(EED(**options))


@given(
    st.lists(
        st.tuples(sentences | repetitive, st.lists(sentences | repetitive, min_size=1, max_size=2)),
        min_size=1,
        max_size=3,
    ),
    st.tuples(*[st.floats(0, 3)] * 4),
)
@settings(max_examples=50, deadline=None)
def test_native_rows_equal_the_readable_ones(pairs, costs):
    metric = EED(*costs)
    stats = metric.stats([hyp for hyp, _ in pairs], [refs for _, refs in pairs])
    for row, (hyp, refs) in zip(stats.rows, pairs, strict=True):
        assert row.tolist() == metric.row(metric.reading(hyp), [metric.reading(ref) for ref in refs])


def test_wrong_settings_are_refused():
    with pytest.raises(us.SettingError, match="unknown rules 'de'; choose en, ja or none"):
        us.eed(["a"], ["a"], rules="de")
    with pytest.raises(us.SettingError, match="rho must be a number from 0 to 1,000, got -1"):
        us.eed(["a"], ["a"], rho=-1)
