"""Reports of very little, of very much, and of what does not belong together."""

import re

import pytest

import understudy as us
from understudy.report.messages import read_messages
from understudy.report.tables import Tables


def test_one_system_has_intervals_but_no_verdict(examples):
    found = us.make_report({"A": examples["weak"]}, examples["reference1"], trials=99, resamples=99)
    own = us.bleu(examples["weak"], examples["reference1"]).interval(resamples=99)
    assert found.content.scores["A"][0].interval == (own.low, own.high)
    assert 'id="verdict"' not in found.html()


def test_one_segment_has_no_interval_and_says_so():
    found = us.make_report({"A": ["a cat"], "B": ["a dog"]}, ["a cat"])
    assert any("can't be resampled" in said.text for said in found.content.warnings)
    assert Tables(found.content, read_messages("en")).leaderboard("A").columns == ("System", "BLEU", "chrF")
    assert "95 % interval" not in found.html()


@pytest.mark.parametrize("metrics", [["bleu", "nist", "lepor", "meteor"], ["ciderD", "ribes", "rougeL", "gleu"]])
def test_empty_texts_and_every_kind_of_metric_make_a_page(metrics):
    found = us.make_report(
        {"A": ["", "a cat"], "B": ["a dog", ""]}, ["", "a cat"], metrics=metrics, trials=9, resamples=9
    )
    assert found.html().count("data-plot=") >= 4


def test_every_pair_of_many_systems_is_looked_at():
    refs = [f"number {n} is good" for n in range(4)]
    found = us.make_report({f"s{n}": refs for n in range(8)}, refs, baseline="s3", trials=9, resamples=9).content
    pairs = [(pair.a, pair.b) for pair in found.pairs]
    assert pairs[:7] == [(f"s{n}", "s3") for n in (0, 1, 2, 4, 5, 6, 7)]
    assert len({frozenset(pair) for pair in pairs}) == 28


@pytest.mark.parametrize(
    ("change", "error", "expected"),
    [
        ({"sources": ["one"]}, us.InputError, "there are 1 sources but 2 segments; give one source per segment"),
        (
            {"documents": ["one"]},
            us.InputError,
            "there are 2 segments but the documents of 1; give one name per segment",
        ),
        ({"documents": ["one", "one"]}, us.InputError, "all segments belong to one document"),
        ({"baseline": "C"}, us.SettingError, "unknown baseline 'C'; choose A or B"),
        ({"ui_lang": "xx"}, us.SettingError, "unknown ui_lang 'xx'; choose"),
        ({"trials": 0}, us.SettingError, "trials must be a whole number from 1"),
        ({"references": ["a cat"]}, us.InputError, "there are 2 hypotheses but references for 1 segments"),
        ({"systems": ["a cat", "a dog"]}, us.InputError, "the systems are list"),
        ({"systems": {1: ["a cat", "a dog"]}}, us.InputError, "a system is named 1, a int; name systems by strings"),
        ({"sources": "a cat"}, us.InputError, "the sources are one bare string"),
    ],
)
def test_what_does_not_belong_together_is_refused(change, error, expected):
    given = {"systems": {"A": ["a cat", "a dog"], "B": ["a cow", "a dog"]}, "references": ["a cat", "a dog"]} | change
    with pytest.raises(error, match=re.escape(expected)):
        us.make_report(**given)
