"""All pairs, the choice among candidates, and scores from outside."""

import importlib.metadata
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

import understudy as us
from understudy.decoding.pairwise import BLOCK
from understudy.inputs.texts import texts as native
from understudy.metrics import metric_class
from understudy.metrics.bleu.metric import BLEU
from understudy.metrics.shared.expected import Expected, shared_with_average
from understudy.tokens import Reading, TokenTable

METRICS = ["bleu", "wer", "hlepor", "chrf", "ter", "cer:lowercase=yes"]
several = st.lists(texts, min_size=1, max_size=4)


@pytest.mark.parametrize("metric", METRICS)
@given(groups=st.lists(st.tuples(several, several), min_size=1, max_size=3), threads=st.integers(1, 3))
def test_every_pair_is_scored_as_a_single_segment(metric, groups, threads):
    hyps, refs = [list(each) for each in zip(*groups, strict=True)]
    name, _, settings = metric.partition(":")
    sentence = getattr(us, name).sentence
    kwargs = dict([settings.split("=")]) if settings else {}
    for found, (hyp_group, ref_group) in zip(us.pairwise(metric, hyps, refs, threads=threads), groups, strict=True):
        assert found.tolist() == [[sentence(hyp, ref, **kwargs).score for ref in ref_group] for hyp in hyp_group]
        assert np.array_equal(us.pairwise(metric, hyp_group, ref_group), found)


def test_pairs_beyond_one_block_are_all_there():
    words = [" ".join(f"w{i} w{i % 7} w{i % 3}".split()) for i in range(300)]
    matrix = us.pairwise("wer", words, words)
    assert matrix.size > BLOCK
    assert np.all(np.diag(matrix) == 0)
    assert matrix[299, 3] == us.wer.sentence(words[299], words[3]).score


def test_a_metric_with_a_survey_learns_from_all_references():
    refs = ["a b c", "a b d", "e f g"]
    expected = us.nist(refs, refs).segments
    assert np.diag(us.pairwise("nist", refs, refs)).tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("hyps", "refs", "message"),
    [
        (["a"], [["a"]], "only one of hypotheses and references is in groups"),
        ([["a"], ["b"]], [["a"]], "2 groups of hypotheses but 1 of references"),
        ([["a"], []], [["a"], ["b"]], "group 2 of the hypotheses is empty"),
        ([["a"], "b"], [["a"], ["b"]], "group 2 of the hypotheses is str"),
        ([], ["a"], "group 1 of the hypotheses is empty"),
        ("a", ["a"], "one bare string"),
        (["a", 3], ["a"], "segment 2 of the hypotheses is not a string but int"),
    ],
)
def test_groups_that_make_no_sense_are_refused(hyps, refs, message):
    with pytest.raises(us.InputError, match=message):
        us.pairwise("wer", hyps, refs)


@pytest.mark.parametrize("metric", ["bleu", "wer", "hlepor"])
@given(candidates=several, data=st.data())
def test_the_choice_has_the_best_expected_score(metric, candidates, data):
    weights = data.draw(st.lists(st.integers(1, 5), min_size=len(candidates), max_size=len(candidates)))
    choice = us.mbr(candidates, metric, weights)
    sentence = getattr(us, metric).sentence
    expected = [
        sum(weight * sentence(hyp, ref).score for ref, weight in zip(candidates, weights, strict=True)) / sum(weights)
        for hyp in candidates
    ]
    assert choice.scores == pytest.approx(expected)
    best = (min if metric == "wer" else max)(choice.scores)
    assert choice.scores[choice.index] == best
    assert choice.index == choice.scores.tolist().index(best)
    assert choice.text == candidates[choice.index]
    assert us.mbr([candidates, candidates], metric, [weights, weights])[1].index == choice.index


@given(groups=st.lists(several, min_size=1, max_size=3), order=st.integers(1, 4), data=st.data())
def test_what_texts_share_with_their_average_is_as_the_twin_counts(groups, order, data):
    shares = [data.draw(st.lists(st.floats(0, 1), min_size=len(each), max_size=len(each))) for each in groups]
    starts = np.cumsum([0, *map(len, groups)])
    flat = np.array([share for each in shares for share in each])
    tokens = TokenTable(Reading("13a")).add(native([text for each in groups for text in each], "texts"))
    for threads in (1, 2):
        found = Expected.of(tokens, starts, flat, order, threads).match
        for n in range(1, order + 1):
            expected = [
                match
                for each, share in zip(groups, shares, strict=True)
                for match in shared_with_average([Reading("13a")(text) for text in each], share, n)
            ]
            assert found[:, n - 1].tolist() == expected


@pytest.mark.parametrize("metric", ["bleu", "chrf"])
@given(candidate=texts, others=several)
def test_the_average_of_copies_is_the_text_itself(metric, candidate, others):
    score = us.mbr_aggregated([candidate] * 4, metric).scores
    assert score == pytest.approx([getattr(us, metric).sentence(candidate, candidate).score] * 4)
    # All weight on one candidate: it is the reference.
    weights = [1.0] + [0.0] * len(others)
    against_one = us.mbr_aggregated([candidate, *others], metric, weights).scores
    expected = [getattr(us, metric).sentence(each, candidate).score for each in [candidate, *others]]
    assert against_one == pytest.approx(expected)
    assert us.mbr_aggregated([others, [candidate]], metric)[1].index == 0


@pytest.mark.parametrize("settings", ["whitespace=yes", "word_order=2", "eps_smoothing=yes,lowercase=yes"])
@given(candidate=texts, others=several)
def test_chrf_against_an_average_of_one_text_is_plain_chrf(settings, candidate, others):
    metric = f"chrf:{settings}"
    weights = [1.0] + [0.0] * len(others)
    found = us.mbr_aggregated([candidate, *others], metric, weights).scores
    assert found == pytest.approx(us.pairwise(metric, [candidate, *others], [candidate])[:, 0])


def test_only_metrics_with_an_average_can_be_aggregated():
    with pytest.raises(us.SettingError, match="WER has no score against an average text; use mbr, or bleu or chrf"):
        us.mbr_aggregated(["a", "b"], "wer")
    assert us.mbr_aggregated(["a", "b"], "bleu").signature.startswith("aggregated(bleu:")


@pytest.mark.parametrize("weights", [[1], [1, -1], [0, 0], [1, float("nan")], [[1, 1]]])
def test_weights_that_make_no_sense_are_refused(weights):
    with pytest.raises(us.InputError, match="weight"):
        us.mbr(["a", "b"], "wer", weights)


# --- From outside ---------------------------------------------------------------------------------------------------


def test_scores_from_outside_stand_beside_the_others():
    evaluation = us.evaluate({"A": ["a b", "c"], "B": ["a x", "c"]}, ["a b", "c"], "wer")
    grades = {"A": [90.0, 80.5], "B": [10.25, 30.0]}
    both = evaluation.add({name: us.scores_from("judge", values, maximum=100) for name, values in grades.items()})
    assert {system: list(scores) for system, scores in both.items()} == {"A": ["wer", "judge"], "B": ["wer", "judge"]}
    assert both["A"]["judge"].score == 85.25
    assert both["B"]["judge"].segments.tolist() == [10.25, 30.0]
    assert both["B"]["judge"].fraction == pytest.approx(0.20125)


@given(values=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20))
def test_scores_from_outside_keep_their_mean_and_their_values(values):
    result = us.scores_from("judge", values)
    assert result.segments == pytest.approx(values, abs=1e-9)
    assert result.score == pytest.approx(sum(values) / len(values), abs=1e-9)
    backwards = us.scores_from("judge", values[::-1])
    assert backwards.score == result.score


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], "shape"),
        ([[1.0]], "shape"),
        (["x"], "not all numbers"),
        ([1.0, float("nan")], "segment 2 of judge has the score nan"),
        ([2.0], "judge contains 2, above its maximum of 1"),
    ],
)
def test_scores_that_are_none_are_refused(values, message):
    with pytest.raises(us.InputError, match=message):
        us.scores_from("judge", values, maximum=1.0)


def test_results_that_do_not_fit_the_evaluation_are_refused():
    evaluation = us.evaluate({"A": ["a"], "B": ["b"]}, ["a"], "wer")
    one = us.scores_from("judge", [1.0])
    for results, message in [
        ({"A": one}, "results for"),
        ({"A": one, "B": us.scores_from("other", [1.0])}, "different metrics"),
        ({"A": one, "B": us.scores_from("judge", [1.0, 2.0])}, "2 scores for 'B', which has 1 segments"),
        ({"A": us.wer(["a"], ["a"]), "B": us.wer(["b"], ["a"])}, "has a result named 'wer' already"),
    ]:
        with pytest.raises(us.InputError, match=message):
            evaluation.add(results)


@dataclass(frozen=True)
class Elsewhere(BLEU):
    """BLEU under the name of another package."""

    name = "elsewhere"
    title = "Elsewhere"


def offered(monkeypatch, name, value):
    entry = importlib.metadata.EntryPoint(name, value, "understudy.metrics")
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [entry] if group == entry.group else [])


def test_a_metric_may_come_from_another_package(monkeypatch, capsys):
    offered(monkeypatch, "elsewhere", "test_pairs:Elsewhere")
    scores = us.score(["a b c d e"], ["a b c d x"], ["bleu", "elsewhere:order=2"])
    assert scores["elsewhere"].signature.startswith("elsewhere:order=2")
    assert metric_class("elsewhere") is Elsewhere
    from understudy.cli import main

    assert main(["metrics"]) == 0
    assert "elsewhere  BLEU under the name of another package." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("bleu", "test_pairs:Elsewhere", "offers a metric named 'bleu', which exists already"),
        ("other", "test_pairs:Elsewhere", "is not a metric of that name"),
        ("other", "test_pairs:METRICS", "is not a metric of that name"),
    ],
)
def test_what_is_no_new_metric_is_refused(monkeypatch, name, value, message):
    offered(monkeypatch, name, value)
    with pytest.raises(us.SettingError, match=message):
        metric_class("other")
