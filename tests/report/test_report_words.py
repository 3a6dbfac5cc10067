"""What a report says around its numbers: warnings, names, labels, and the papers it cites."""

import inspect
import re

import pytest

import understudy as us
from understudy.metrics import CONTENTS, metric_class
from understudy.report.plots import dots
from understudy.report.render import sentence
from understudy.report.sections import Sections
from understudy.tables.glyphs import cells
from understudy.tables.table import Table


def test_warnings_name_what_is_odd():
    refs = ["the first sentence", "the second sentence", "name"]
    systems = {"A": ["", "la deuxième phrase", "name"], "B": [text * 3 for text in refs]}
    found = us.make_report(
        systems, refs, ["la première", "la deuxième phrase", "name"], trials=9, resamples=9
    ).content.warnings
    assert "A: 1 of 3 segments is empty (the first: 1)." in found
    assert "A: 1 of 3 segments is a copy of the source (the first: 2)." in found
    assert any(said.startswith("B has 3.00 times the characters") for said in found)
    assert any(said.startswith("There is one reference only") for said in found)


def test_a_tokenizer_that_does_not_fit_the_script_is_named():
    refs = ["猫がマットの上に座っています。", "昨日東京で地震がありました。"]
    found = us.make_report(
        {"A": refs}, refs, metrics=["bleu", "bleu:tokenizer=char", "chrf"], trials=9, resamples=9
    ).content
    assert sum(said.startswith("BLEU: the text is mostly Japanese") for said in found.warnings) == 1
    assert not any("tokenizer char" in said or "chrF" in said for said in found.warnings)
    refs = ["今天天气很好，我们去公园。", "昨天晚上下雨了。"]
    chinese = us.make_report({"A": refs}, refs, metrics=["bleu"], lang="zh", trials=9, resamples=9).content
    assert not any("tokenizer" in said for said in chinese.warnings)
    assert chinese.counts.tokenizer == "zh"


@pytest.mark.parametrize(("units", "warned"), [(5, True), (6, False)])
def test_too_few_documents_for_any_difference_are_named(units, warned):
    # All of k differences have the same sign with probability 2 / 2**k: 0.0625 for 5, 0.03125 for 6.
    refs = [f"number {n} is a good number" for n in range(24)]
    systems = {"A": refs, "B": ["something else"] * 24}
    documents = [f"document {n % units}" for n in range(24)]
    found = us.make_report(systems, refs, None, documents, "bleu", trials=999, resamples=999).content
    assert any("no difference, however large, can be significant" in said for said in found.warnings) is warned
    assert (found.against["A"].verdicts[0].standing == "alike") is warned


def test_names_from_right_to_left_do_not_turn_the_sentence():
    assert sentence("كلب is better than قط صغير 2 أ: 5 of <20>") == (
        "<bdi>كلب</bdi> is better than <bdi>قط صغير 2 أ</bdi>: 5 of &lt;20&gt;"
    )
    refs = [f"number {n} is a good number" for n in range(9)]
    page = us.make_report({"كلب": refs, "B": ["", *refs[1:]]}, refs, trials=99, resamples=99).html()
    assert "</span> B and <bdi>كلب</bdi> can&#x27;t be told apart</h3>" in page


def test_more_systems_than_shapes_are_told_apart_by_colour():
    refs = ["a cat", "a dog"]
    sections = Sections(us.make_report({f"S{n}": refs for n in range(12)}, refs, trials=9, resamples=9).content)
    looks = {(sections.shape(name), sections.colour(name)) for name in sections.content.systems}
    assert len(looks) == 12


def test_a_label_keeps_its_end_and_fits():
    plot = dots(
        "Title", Table(("Part", "System", "Value", "Low", "High"), (("文書" * 20 + " (7)", "A", 1.0, "", ""),)), ["A"]
    )
    ((_, label),) = plot.labels
    assert label.endswith(" (7)") and label.startswith("文書") and cells(label) <= 26


def cited(systems, metrics):
    refs = [f"number {n} is a good number" for n in range(9)]
    systems = {name: refs if name == "A" else ["a number", *refs[1:]] for name in systems}
    page = us.make_report(systems, refs, metrics=metrics, trials=99, resamples=99).html()
    return re.findall(r"@\w+\{(\w+),", page)


@pytest.mark.parametrize("metric", CONTENTS)
def test_every_metric_has_its_paper(metric):
    bibliography = cited("A", [metric])
    assert bibliography[0] == "understudy" and len(bibliography) == 3  # the last is on the interval
    surname = re.search(r"[A-Z]\w+", inspect.getdoc(metric_class(metric)).partition("\nPaper\n")[2])[0].lower()
    assert bibliography[1].startswith(surname.replace("ć", "c"))


def test_what_is_cited_is_what_was_used():
    tests = ["riezler2005pitfalls", "koehn2004significance", "holm1979simple", "benjamini1995controlling"]
    assert cited("AB", ["bleu"])[2:] == [*tests, "kocmi2024navigating"]
    assert cited("AB", ["ter"])[2:] == [*tests, "kocmi2021ship"]
    assert cited("AB", ["wer"])[2:] == tests
