"""What a report says around its numbers: warnings, names, labels, and the papers it cites."""

import inspect
import re

import pytest

import understudy as us
from understudy.metrics import CONTENTS, metric_class
from understudy.report.messages import read_messages
from understudy.report.numbers import p_value
from understudy.report.render import sentence
from understudy.report.sections import Sections


def test_warnings_name_what_is_odd():
    refs = ["the first sentence", "the second sentence", "name"]
    systems = {"A": ["", "la deuxième phrase", "name"], "B": [text * 3 for text in refs]}
    found = us.make_report(
        systems, refs, ["la première", "la deuxième phrase", "name"], trials=9, resamples=9
    ).content.warnings
    told = [(each.text, each.severity, each.segment) for each in found]
    assert ("A: 1 of 3 segments empty", "major", 1) in told
    assert ("A: 1 of 3 segments copied from the source", "major", 2) in told
    assert any(said.text.startswith("B has 3.00 times the characters") for said in found)
    assert found[-1].text.startswith("Only one reference")  # the least severe is the last


def test_signs_of_mistakes_come_first_each_with_a_segment():
    refs = [f"The number of this sentence, which isn't long, is {n}." for n in range(40)]
    escaped = [text.replace("'", "&apos;") for text in refs]
    with pytest.warns(us.CorpusWarning, match="entities"):
        report = us.make_report({"A": escaped}, refs, metrics="bleu", resamples=9)
    (expected,) = us.check({"A": escaped}, refs)
    first = report.content.warnings[0]
    assert (first.text, first.severity, first.segment) == (str(expected), "major", expected.segment)
    assert f'href="#segment-{expected.segment}"' in report.html()


def test_a_tokenizer_that_does_not_fit_the_script_is_named():
    refs = ["猫がマットの上に座っています。", "昨日東京で地震がありました。"]
    found = us.make_report(
        {"A": refs}, refs, metrics=["bleu", "bleu:tokenizer=char", "chrf"], trials=9, resamples=9
    ).content
    assert found.warnings[0].text.startswith("BLEU: the text is mostly Japanese")
    assert found.warnings[0].severity == "critical"
    assert not any("tokenizer char" in said.text or "chrF" in said.text for said in found.warnings)
    refs = ["今天天气很好，我们去公园。", "昨天晚上下雨了。"]
    chinese = us.make_report({"A": refs}, refs, metrics=["bleu"], lang="zh", trials=9, resamples=9).content
    assert not any("tokenizer" in said.text for said in chinese.warnings)
    assert chinese.counts.tokenizer == "zh"


@pytest.mark.parametrize(("units", "warned"), [(5, True), (6, False)])
def test_too_few_documents_for_any_difference_are_named(units, warned):
    # All of k differences have the same sign with probability 2 / 2**k: 0.0625 for 5, 0.03125 for 6.
    refs = [f"number {n} is a good number" for n in range(18)]
    systems = {"A": refs, "B": ["something else"] * 18}
    documents = [f"document {n % units}" for n in range(18)]
    found = us.make_report(systems, refs, None, documents, "bleu", trials=999, resamples=999).content
    assert any("no difference, however large, can be significant" in said.text for said in found.warnings) is warned
    assert (found.difference("B", "A", 0).standing == "alike") is warned


def test_names_from_right_to_left_do_not_turn_the_sentence():
    assert sentence("كلب is better than قط صغير 2 أ: 5 of <20>") == (
        "<bdi>كلب</bdi> is better than <bdi>قط صغير 2 أ</bdi>: 5 of &lt;20&gt;"
    )
    refs = [f"number {n} is a good number" for n in range(9)]
    page = us.make_report({"كلب": refs, "B": ["", *refs[1:]]}, refs, trials=99, resamples=99).html()
    assert "<bdi>B</bdi> and <bdi>كلب</bdi> can&#x27;t be told apart</h3>" in page


def test_many_systems_are_told_apart_by_color_and_shape():
    refs = ["a cat", "a dog"]
    content = us.make_report({f"S{n}": refs for n in range(14)}, refs, trials=9, resamples=9).content
    sections = Sections(content, read_messages("en"))
    looks = {(sections.shape(name), sections.style(name)) for name in content.systems}
    assert len(looks) == 14
    assert len({sections.style(name) for name in content.systems[:12]}) == 12


def test_small_p_values_and_minus_signs():
    assert (p_value(0.0), p_value(1e-9), p_value(0.00004), p_value(0.03)) == ("<0.0001", "<0.0001", "<0.0001", "0.0300")
    refs = [f"number {n} is a good number" for n in range(12)]
    page = us.make_report({"A": refs, "B": ["number"] * 12}, refs, metrics="bleu", trials=99, resamples=99).html()
    seen = re.sub(r"<(script|style|pre)\b.*?</\1>", "", page, flags=re.DOTALL)
    assert re.search(r"−\d+\.\d\d", seen)
    assert not re.search(r">[^<]*\s-\d", seen)


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
