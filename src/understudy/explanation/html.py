"""Explanations as HTML: a fragment with class names only, so that it may be served where no inline style is allowed.

`explanation.css` beside this file is a style for it, in light and dark; `stylesheet()` gives its text.

| class | element |
| --- | --- |
| `us-page` | `<body>` of a page of its own |
| `us-explanation` | `<section>` around everything; `data-metric` is the metric's name |
| `us-score`, `us-origin` | the heading's score; system and segment, where known |
| `us-signature` | `<details>`: the settings that aren't the defaults, with the whole signature folded in |
| `us-legend` | which marks there are, each in its own mark, and what the letters below aligned texts mean |
| `us-text` | `<div>`: hypothesis or reference as given, made of `us-label` and `us-words` |
| `us-marked` | `<div>`: a line of marked text, made of `us-label` and `us-words` |
| `us-piece` | `<span>`: a word or character; also `us-matched`, `us-clipped`, `us-substituted`, `us-deleted`, \
`us-inserted` or `us-shifted`; `data-partner` is the place of its partner, from 1, also as `<sub>` |
| `us-aligned`, `us-sides` | `<div>`: two aligned texts, made of steps; the labels before them |
| `us-step` | `<span>`: a step, also `us-hit`, `us-substitution`, `us-deletion` or `us-insertion`, made of `us-ref`, \
a small `<svg>` with the line of a pair, `us-hyp` and `us-kind` |
| `us-drawing` | `<svg>`: two texts with lines between words that match, made of `us-side-label`, `us-word` (also \
`us-tied`), `us-tie` (also `us-other` for words that differ) and `us-how` |
| `us-scroll` | `<div>`: around a drawing or table, which may be wider than the page |
| `us-formula` | `<p>`: a formula, made of `us-name` and several `us-side`, the last also `us-value`; each is MathML |
| `us-table`, `us-number`, `us-line`, `us-note` | tables, cells with numbers, rows with a line above, and notes |
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.explanation.blocks import (
    STEPS_LEGEND,
    Aligned,
    Block,
    Formula,
    Linked,
    Marked,
    Piece,
    legend,
    rounded,
    shown,
)
from understudy.explanation.drawing import drawn
from understudy.explanation.notation import mathml, parse
from understudy.tables.edits import MARKS, Step
from understudy.tables.markup import Markup, element
from understudy.tables.table import Table

if TYPE_CHECKING:
    from understudy.explanation.value import Explanation


def stylesheet() -> str:
    """The style of explanations, for a page of one's own.

    >>> ".us-explanation" in stylesheet()
    True
    """
    return Path(__file__).with_name("explanation.css").read_text(encoding="utf-8")


def fragment(explanation: Explanation) -> Markup:
    """Write an explanation as one section.

    >>> import understudy as us
    >>> fragment(us.explain("a cat", "the cat"))[:47]
    '<section class="us-explanation" data-metric="bl'
    """
    heading = element("h2", f"{explanation.title} ", element("span", rounded(explanation.score), class_="us-score"))
    parts = [heading, _signature(explanation)]
    if explanation.origin:
        parts.append(element("p", explanation.origin, class_="us-origin", dir="auto"))
    parts += [
        element("div", _label(label), element("span", text, class_="us-words", dir="auto"), class_="us-text")
        for label, text in explanation.texts
    ]
    parts += [element("p", note, class_="us-note") for note in explanation.notes]
    parts += [*_legend(explanation.blocks), *map(block, explanation.blocks)]
    return element("section", *parts, class_="us-explanation", data_metric=explanation.name)


def page(explanations: list[Explanation]) -> str:
    """Write a complete small page, with its style in it and without any script.

    >>> import understudy as us
    >>> "<script" in page([us.explain("<script>", "a cat")])
    False
    """
    title = ", ".join(dict.fromkeys(f"{each.title} {rounded(each.score)}" for each in explanations))
    head = element(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        element("title", f"understudy: {title}"),
        Markup(f"<style>{stylesheet()}</style>"),
    )
    body = element(
        "body", element("main", element("h1", "understudy explain"), *map(fragment, explanations)), class_="us-page"
    )
    return f'<!DOCTYPE html>\n<html lang="en">{head}{body}</html>'


def block(each: Block) -> Markup:
    """Write one block.

    >>> block(Formula("P", "matches / words", "{} / {}", (1, 2), 0.5))[22:74]
    '<span class="us-name"><math><mi>P</mi></math></span>'
    """
    match each:
        case Table():
            return element("div", each.html(), class_="us-scroll")
        case Marked():
            return _marked(each)
        case Linked():
            return drawn(each)
        case Aligned():
            return element("div", SIDES, *map(_step, each.alignment.steps), class_="us-aligned", dir="auto")
        case Formula():
            return _formula(each)


def _signature(explanation: Explanation) -> Markup:
    short = element("summary", element("code", explanation.spec))
    return element("details", short, element("code", explanation.signature), class_="us-signature")


def _legend(blocks: Sequence[Block]) -> list[Markup]:
    lines = []
    marks = legend(each for each in blocks if isinstance(each, Marked))  # a line says itself what it means
    if marks:
        named = [_piece(Piece(mark, mark)) for mark in marks]
        lines.append(element("p", "Marks: ", Markup(" ".join(named)), class_="us-legend"))
    if any(isinstance(each, Aligned) for each in blocks):
        lines.append(element("p", f"{STEPS_LEGEND}, ∅ no word", class_="us-legend"))
    return lines


def _label(text: str) -> Markup:
    return element("span", text, class_="us-label")


def _marked(line: Marked) -> Markup:
    words = Markup(line.joint.join(map(_piece, line.pieces)))
    return element("div", _label(line.label), element("span", words, class_="us-words", dir="auto"), class_="us-marked")


def _piece(piece: Piece) -> Markup:
    partner = None if piece.partner is None else str(piece.partner)
    below = [] if partner is None else [element("sub", partner)]
    mark = f" us-{piece.mark}" if piece.mark else ""
    title = piece.mark or None
    return element("span", shown(piece.word), *below, class_=f"us-piece{mark}", data_partner=partner, title=title)


def _step(step: Step) -> Markup:
    ref, hyp = ("∅" if word is None else shown(word) for word in (step.ref, step.hyp))
    return element(
        "span",
        element("span", ref, class_="us-ref"),
        LINE if step.kind in ("hit", "substitution") else NO_LINE,
        element("span", hyp, class_="us-hyp"),
        element("span", MARKS[step.kind].strip() or "\u00a0", class_="us-kind"),
        class_=f"us-step us-{step.kind}",
        title=step.kind,
    )


def _drawn_line(*line: Markup) -> Markup:
    return element("svg", *line, width="8", height="16", viewBox="0 0 8 16", aria_hidden="true")


LINE = _drawn_line(element("line", x1="4", y1="1", x2="4", y2="15", class_="us-tie"))
NO_LINE = _drawn_line()
SIDES = element(
    "span",
    *(element("span", "REF", class_="us-ref"), NO_LINE),
    *(element("span", "HYP", class_="us-hyp"), element("span", "\u00a0", class_="us-kind")),
    class_="us-sides",
    dir="ltr",
)


def _formula(formula: Formula) -> Markup:
    *sides, value = formula.sides
    listed = [element("span", _math(side), class_="us-side") for side in sides]
    listed.append(element("span", _math(value), class_="us-side us-value"))
    note = element("span", f" ({formula.note})", class_="us-note") if formula.note else ""
    name = element("span", _math(formula.name, bare=True), class_="us-name")
    return element("p", name, *(Markup(f" = {side}") for side in listed), note, class_="us-formula")


def _math(line: str, bare: bool = False) -> Markup:
    """A side of a formula as MathML, with the line itself for those who can't see it so."""
    return element("math", mathml(parse(line)), displaystyle=None if bare else "true", alttext=None if bare else line)
