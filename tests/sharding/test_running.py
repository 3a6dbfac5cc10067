"""Scores that grow: any batches give the number of the whole, also through JSON and from other processes."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import texts

import understudy as us
from understudy.metrics import CONTENTS, metric_class
from understudy.sharding.accumulator import check_adds_up

COUNTED_WHOLE = {"nist", "cider", "ciderD"}
METRICS = [name for name in CONTENTS if name not in COUNTED_WHOLE]
pairs = st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=3)), min_size=1, max_size=6)


def columns(segments):
    return [hyp for hyp, _ in segments], [refs for _, refs in segments]


def test_the_metrics_that_must_see_all_references_first_are_these():
    for name in CONTENTS:
        if name in COUNTED_WHOLE:
            with pytest.raises(us.SettingError, match=f"{name} must know all references"):
                us.Running(name)
        else:
            check_adds_up(metric_class(name)())


@settings(max_examples=20)
@given(pairs, st.data())
def test_any_batches_give_the_score_of_the_whole(segments, data):
    whole = us.score(*columns(segments), METRICS)
    shards = [us.Running(METRICS), us.Running(METRICS)]
    begin = 0
    while begin < len(segments):
        end = data.draw(st.integers(begin + 1, len(segments)))
        shard = data.draw(st.integers(0, 1))
        shards[shard].update(*columns(segments[begin:end]))
        shards[shard] = us.Running.from_dict(json.loads(json.dumps(shards[shard].to_dict())))
        begin = end
    first, second = shards
    first.merge(second)
    assert first.segments == len(segments)
    for name, result in first.compute().items():
        assert (result.parts, result.signature) == (whole[name].parts, whole[name].signature)


def test_what_needs_single_segments_is_refused():
    running = us.Running()
    with pytest.raises(us.InputError, match="no segments to score yet"):
        running.compute()
    running.update(["a cat"], ["a cat"])
    result = running.compute()["bleu"]
    with pytest.raises(us.InputError, match="only the sums of the segments were kept"):
        _ = result.segments
    with pytest.raises(us.InputError, match="only the sums of the segments were kept"):
        result.interval()
    with pytest.raises(us.SettingError, match="single segments only"):
        us.Running("bleu:smoothing=chen-cherry-4")


def test_a_batch_that_is_refused_leaves_the_sums_as_they_were():
    running = us.Running(["bleu", "wer"])
    running.update(["a cat"], ["a cat"])
    before = running.to_dict()
    with pytest.raises(us.InputError):
        running.update(["a", "b"], ["a"])
    assert running.to_dict() == before


def test_sums_of_different_metrics_are_not_added():
    with pytest.raises(us.InputError, match=r"different metrics.*tokenizer=13a.*tokenizer=char"):
        us.Running("bleu").merge(us.Running("bleu:tokenizer=char"))


def test_sums_are_not_added_to_themselves():
    running = us.Running("bleu")
    running.update(["a cat"], ["a cat"])
    with pytest.raises(us.InputError, match="the same sums, which would be counted twice"):
        running.merge(running)
    assert running.segments == 1


def _sums():
    running = us.Running("bleu")
    running.update(["a cat"], ["a cat"])
    return running.to_dict()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda w: [], "no schema"),
        (lambda w: w | {"schema": 2}, "later form, schema 2; install a later understudy"),
        (lambda w: w | {"metrics": [{"signature": "bleu"}]}, "damaged"),
        (lambda w: w | {"segments": "many"}, "damaged"),
        (lambda w: w | {"segments": -1}, "damaged"),
        (lambda w: w | {"segments": None}, "damaged"),
        (lambda w: w | {"segments": 0}, "damaged"),
        (lambda w: w | {"understudy": "0.0.1"}, "written by understudy 0.0.1, and this is .*; count all segments with"),
        (lambda w: w | {"metrics": [w["metrics"][0] | {"totals": [1.0]}]}, "damaged"),
        (lambda w: w | {"metrics": [w["metrics"][0] | {"references": "2-1"}]}, "damaged"),
        (lambda w: w | {"metrics": [w["metrics"][0] | {"totals": [float("nan")] * 14}]}, "damaged"),
        (lambda w: w | {"metrics": [w["metrics"][0] | {"signature": "blue"}]}, "did you mean"),
    ],
)
def test_damaged_statistics_are_refused(change, message):
    assert us.Running.from_dict(_sums()).segments == 1
    with pytest.raises(us.UnderstudyError, match=message):
        us.Running.from_dict(change(_sums()))
