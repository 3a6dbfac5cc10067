"""Formulas as MathML that can be computed again, lines between words, and signatures that are folded."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from strategies import segments
from test_explain import CASES, close, computed

import understudy as us
from understudy.explanation.blocks import Formula, Linked, Tie, rounded
from understudy.explanation.drawing import drawn
from understudy.explanation.html import block
from understudy.explanation.notation import Tree, parse
from understudy.metrics import CONTENTS, make_metric
from understudy.metrics.lepor.positions import align, reasons

REFERENCES = ["The cat is on the mat", "There is a cat on the mat"]
BETTER = "the cat the cat on the mat"
FUNCTIONS = {"exp": math.exp, "ln": math.log, "min": min, "max": max}
FLOAT = r"\d+(?:\.\d+)?(?:e[-+]?\d+)?"


def written(node: ElementTree.Element) -> str:
    """MathML as Python writes arithmetic: what a reader of the page would compute."""
    children = [written(each) for each in node]
    match node.tag:
        case "mfrac":
            return f"(({children[0]}) / ({children[1]}))"
        case "msup":
            return f"({children[0]}) ** ({children[1]})"
        case "msqrt":
            return f"({children[0]}) ** 0.5"
        case "mo":
            return {"×": "*", "−": "-"}.get(node.text, node.text)
        case "mn" | "mi":
            return node.text
    return "".join(children)


def sides(formula: Formula) -> list[ElementTree.Element]:
    """The formula's sides in HTML, without its name."""
    paragraph = ElementTree.fromstring(block(formula).replace("&nbsp;", " "))
    return [each for span in paragraph if "us-side" in span.get("class") for each in span]


@pytest.mark.parametrize(("name", "chosen"), CASES)
@settings(max_examples=3)
@given(segments)
def test_what_mathml_shows_is_the_arithmetic_of_the_text(name, chosen, segment):
    for formula in us.explain(*segment, name, **chosen).blocks:
        if isinstance(formula, Formula):
            numbers = formula.numbers.format(*map(rounded, formula.values))
            (shown,) = [side for side in sides(formula) if side.get("alttext") == numbers][-1:]
            assert close(eval(written(shown), {"__builtins__": {}}, FUNCTIONS), computed(numbers)), numbers


def leaves(tree: Tree) -> list[str]:
    return [leaf for each in tree.operands for leaf in leaves(each)] if tree.operands else [tree.head]


@pytest.mark.parametrize(("name", "chosen"), CASES)
def test_every_formula_is_taken_apart(name, chosen):
    """No operator and no bracket is left within a name or a phrase, as it would be where a line can't be read."""
    for hypothesis in (BETTER, "cat", "a dog ran", ""):
        for formula in us.explain(hypothesis, REFERENCES, name, **chosen).blocks:
            if isinstance(formula, Formula):
                for leaf in leaves(parse(formula.symbols)):
                    assert not re.search(r"[()+×/^|=]| - ", leaf), formula.symbols


@pytest.mark.parametrize(
    ("line", "mathml"),
    [
        ("a - (b - c)", "<mi>a</mi><mo>−</mo><mrow><mo>(</mo><mrow><mi>b</mi><mo>−</mo><mi>c</mi></mrow><mo>)</mo>"),
        ("(p_1 × p_2)^(1 / 2)", "<mfrac><mn>1</mn><mn>2</mn></mfrac></msup>"),
        ("100 × (S + D) / N", "<mo>×</mo><mfrac><mrow><mi>S</mi><mo>+</mo><mi>D</mi></mrow><mi>N</mi></mfrac>"),
        ("matched 2-grams / 2-grams", "<mfrac><mtext>matched 2-grams</mtext><mi>2-grams</mi></mfrac>"),
        ("gamma × fragmentation^beta", "<mi>γ</mi><mo>×</mo><msup><mi>fragmentation</mi><mi>β</mi></msup>"),
        ("|1/7 - 2/6|", "<mo>|</mo><mrow><mfrac><mn>1</mn><mn>7</mn></mfrac><mo>−</mo>"),
        ("neither (here", "<mtext>neither (here</mtext>"),
    ],
)  # fmt: skip
def test_fractions_powers_and_subscripts_are_what_they_look_like(line, mathml):
    assert mathml in block(Formula("x", line, "0", (), 0.0))


# --- Precision and recall, distances ----------------------------------------------------------------------------------


def test_meteor_tells_precision_from_recall_in_words_and_formula():
    shown = us.explain(BETTER, REFERENCES, "meteor").text()
    # By hand from the table of matches: content words weigh 0.75, function words 0.25.
    assert "P = m_hyp / t_hyp = 2.25 / 3.25 = 0.6923  (precision, of the hypothesis)" in shown
    assert "R = m_ref / t_ref = 2.25 / 2.5 = 0.9  (recall, of the reference)" in shown
    assert "the number after a word is the position of its partner in the other text" in shown


def test_lepor_shows_the_distance_with_its_numbers_and_why_a_word_goes_there():
    (table,) = [each for each in us.explain(BETTER, REFERENCES, "lepor").blocks if "Why this j" in str(each)]
    assert table.columns[3:5] == ("|i/7 - j/6|", "Distance")
    third = table.rows[2]
    assert third[:4] == ("the", 3, 5, "|3/7 - 5/6|")
    assert third[4] == pytest.approx(abs(3 / 7 - 5 / 6))
    assert third[5] == "the only one left"


@settings(max_examples=100)
@given(segments)
def test_the_reasons_of_lepor_are_those_of_its_rule(segment):
    hypothesis, references = segment
    hyp, ref = hypothesis.split(), references[0].split()
    aligned = align(hyp, ref, 2)
    for (j, k), why in zip(aligned, reasons(hyp, ref, aligned, 2).values(), strict=True):
        taken = {place for word, place in aligned if word < j}
        others = [place for place, word in enumerate(ref) if word == hyp[j] and place not in taken and place != k]
        assert why.startswith("the only one") == (not others)
        if why == "the nearest":
            assert all(abs(j - k) <= abs(j - place) for place in others)


# --- Lines ------------------------------------------------------------------------------------------------------------


def lines(svg: str) -> list[tuple[float, float]]:
    return [(float(a), float(b)) for a, b in re.findall(r'<line x1="(\S+)" y1="\S+" x2="(\S+)"', svg)]


def test_lines_lead_from_word_to_word_and_cross_where_the_order_differs():
    (linked,) = [each for each in us.explain("on the mat a cat", "a cat on the mat", "meteor").blocks
                 if isinstance(each, Linked)]  # fmt: skip
    svg = drawn(linked)
    placed = re.findall(r'<text x="(\S+)" y="(\S+)" text-anchor="middle" class="us-word us-tied">(\w+)<', svg)
    words = {(float(x), y): word for x, y, word in placed}
    found = lines(svg)
    assert len(found) == 5
    assert all(words[above, "18"] == words[below, "104"] for above, below in found)
    assert max(above - below for above, below in found) > 0 > min(above - below for above, below in found)


def test_a_line_says_by_which_module_words_match():
    html = us.explain("the cats sat", "the cat sat", "meteor").html()
    assert 'class="us-how">stem</text>' in html
    assert html.count("us-other") == 1


def test_text_from_right_to_left_is_drawn_so():
    words = ("قطة", "على")
    arabic = lines(drawn(Linked(words, words, (Tie(0, 0), Tie(1, 1)))))
    latin = lines(drawn(Linked(("cat", "on"), ("cat", "on"), (Tie(0, 0), Tie(1, 1)))))
    assert arabic[0] > arabic[1]
    assert latin[0] < latin[1]


@pytest.mark.parametrize("name", ["wer", "ter"])
def test_aligned_lines_have_labels_and_a_legend(name):
    html = us.explain("a cat sat on", "the cat sat down", name).html()
    assert ">REF<" in html
    assert ">HYP<" in html
    assert "S substitution, D deletion, I insertion" in html
    assert "S substitution, D deletion, I insertion" in us.explain("a", "b", name).text()


def test_heads_of_numbers_stand_over_their_numbers():
    html = us.explain(BETTER, REFERENCES).html()
    assert '<th scope="col" dir="auto" class="us-number">Count clip</th>' in html
    assert '<th scope="col" dir="auto">2-gram</th>' in html


# --- Signatures -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "chosen"), CASES)
def test_the_short_name_is_the_same_metric(name, chosen):
    metric, found = make_metric(name, **chosen), us.explain(BETTER, REFERENCES, name, **chosen)
    assert make_metric(found.spec) == metric
    assert found.spec == name or chosen
    assert len(found.spec) <= len(metric.signature)


@pytest.mark.parametrize("name", CONTENTS)
def test_the_signature_is_folded_or_stands_at_the_end(name):
    found = us.explain(BETTER, REFERENCES, name)
    assert found.text().splitlines()[1] == name
    assert found.text().endswith(f"\nSignature: {found.signature}")
    folded = f'<details class="us-signature"><summary><code>{name}</code></summary><code>{found.signature}</code>'
    assert folded in found.html()
