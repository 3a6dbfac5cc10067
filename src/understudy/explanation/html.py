"""Explanations as HTML: a fragment with class names only, so that it may be served where no inline style is allowed.

`explanation.css` beside this file is a style for it, in light and dark; `stylesheet()` gives its text.

| class | element |
| --- | --- |
| `us-page` | `<body>` of a page of its own |
| `us-explanation` | `<section>` around everything; `data-metric` is the metric's name |
| `us-score`, `us-signature`, `us-origin` | the heading's score; the signature; system and segment, where known |
| `us-legend` | which marks there are, each in its own mark |
| `us-text` | `<div>`: hypothesis or reference as given, made of `us-label` and `us-words` |
| `us-marked` | `<div>`: a line of marked text, made of `us-label` and `us-words` |
| `us-piece` | `<span>`: a word or character; also `us-matched`, `us-clipped`, `us-substituted`, `us-deleted`, \
`us-inserted` or `us-shifted`; `data-partner` is the place of its partner, from 1, also as `<sub>` |
| `us-aligned` | `<div>`: two aligned texts, made of steps |
| `us-step` | `<span>`: a step, also `us-hit`, `us-substitution`, `us-deletion` or `us-insertion`, made of `us-ref`, \
`us-hyp` and `us-kind` |
| `us-formula` | `<p>`: a formula, made of `us-name` and several `us-side`, the last also `us-value` |
| `us-table`, `us-number`, `us-line`, `us-note` | tables, cells with numbers, rows with a line above, and notes |
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from understudy.explanation.blocks import Aligned, Block, Formula, Marked, Piece, legend, rounded, shown
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
    parts = [heading, element("p", element("code", explanation.signature), class_="us-signature")]
    if explanation.origin:
        parts.append(element("p", explanation.origin, class_="us-origin", dir="auto"))
    parts += [
        element("div", _label(label), element("span", text, class_="us-words", dir="auto"), class_="us-text")
        for label, text in explanation.texts
    ]
    parts += [element("p", note, class_="us-note") for note in explanation.notes]
    marks = legend(explanation.blocks)
    if marks:
        named = [_piece(Piece(mark, mark)) for mark in marks]
        parts.append(element("p", "Marks: ", Markup(" ".join(named)), class_="us-legend"))
    parts += map(block, explanation.blocks)
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

    >>> block(Formula("P", "matches / words", "{} / {}", (1, 2), 0.5))[:44]
    '<p class="us-formula"><span class="us-name">'
    """
    match each:
        case Table():
            return each.html()
        case Marked():
            return _marked(each)
        case Aligned():
            return element("div", *map(_step, each.alignment.steps), class_="us-aligned", dir="auto")
        case Formula():
            return _formula(each)


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
        element("span", hyp, class_="us-hyp"),
        element("span", MARKS[step.kind].strip() or "\u00a0", class_="us-kind"),
        class_=f"us-step us-{step.kind}",
        title=step.kind,
    )


def _formula(formula: Formula) -> Markup:
    *sides, value = formula.sides
    listed = [element("span", side, class_="us-side") for side in sides]
    listed.append(element("span", value, class_="us-side us-value"))
    note = element("span", f" ({formula.note})", class_="us-note") if formula.note else ""
    return element("p", element("span", formula.name, class_="us-name"), *_equals(listed), note, class_="us-formula")


def _equals(sides: list[Markup]) -> list[Markup]:
    return [Markup(f" = {side}") for side in sides]
