"""The table of contents: names of metrics, their other spellings, and what each metric says about itself."""

import inspect
import re
from dataclasses import fields

import pytest

import understudy as us
from understudy.contract.about import About
from understudy.metrics import ALIASES, CONTENTS, about, make_metric, metric_class


@pytest.mark.parametrize("name", CONTENTS)
def test_names_are_taken_in_any_case(name):
    for spelling in (name, name.upper(), name.lower(), name.title()):
        assert make_metric(spelling) == make_metric(name)
        assert metric_class(spelling).name == name


@pytest.mark.parametrize(("spelling", "meaning"), ALIASES.items())
def test_another_spelling_makes_the_same_metric(spelling, meaning):
    assert make_metric(spelling) == make_metric(spelling.upper()) == make_metric(meaning)
    assert spelling not in CONTENTS


def test_names_that_python_cannot_write_have_a_twin():
    twins = {meaning for name, meaning in ALIASES.items() if name.isidentifier()}
    assert all(name.isidentifier() or name in twins for name in CONTENTS)
    assert us.chrfpp(["a cat sat"], ["a cat sits"]).signature.startswith("chrf++:")


def test_a_spelling_that_stands_for_settings_takes_others_too_but_not_the_same():
    assert make_metric("rouge3:stemmer=porter", lowercase="no") == make_metric(
        "rouge", order=3, stemmer="porter", lowercase="no"
    )
    for wrong in ("rouge3:order=4", "ROUGE3:order=3"):
        with pytest.raises(us.SettingError, match=r"rouge3 is rouge:order=3, got order=. too; leave it out"):
            make_metric(wrong.replace("ROUGE", "rouge"))
    with pytest.raises(us.SettingError, match="rouge3 is rouge:order=3, got order=4 too"):
        us.rouge3(["a"], ["a"], order=4)


def test_a_wrong_name_is_refused_with_a_near_one():
    with pytest.raises(us.SettingError, match=r"unknown metric 'bleuu'; .*did you mean 'bleu'"):
        make_metric("bleuu")


@pytest.mark.parametrize("name", CONTENTS)
def test_every_metric_says_whom_to_cite_and_what_explains_it(name):
    cls = metric_class(name)
    assert re.match(r"@\w+\{\w+,\n", cls.about.citation)
    parts = make_metric(name).stats(["a cat sat on it"], ["a cat sits on it"]).totals().parts()
    for title, pattern in cls.about.part_groups:
        assert any(re.fullmatch(pattern, part) for part in parts), title
    assert {each.name for each in fields(cls)} <= cls.about.harmless | cls.about.files
    assert "about" in vars(cls) or "about" in vars(inspect.getmro(cls)[1]) or name.startswith("rouge")


def test_a_metric_that_says_nothing_has_the_defaults():
    assert about("comet22") == us.Metric.about == About()
