"""Two texts with lines between the words that match, as SVG: class names only, no style, no script."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from understudy.explanation.blocks import Linked, Tie, shown
from understudy.tables.glyphs import cells
from understudy.tables.markup import Markup, element

# In pixels. A cell is what a character of a terminal takes, half of a Chinese one: a little wide for most fonts.
CELL, GAP, LABEL, MARGIN = 9, 14, 48, 4
TOP, BOTTOM, HEIGHT = 18, 104, 116  # the base lines of reference and hypothesis, and the whole
ABOVE, BELOW = 26, 88  # where lines end

Span = tuple[float, float]  # from left to right


def drawn(block: Linked) -> Markup:
    """Draw the reference above the hypothesis.

    >>> drawn(Linked(("a", "cat"), ("cat",), (Tie(1, 0),))).count("<line")
    1
    """
    ref, hyp = _spans(block.ref), _spans(block.hyp)
    width = max(LABEL + GAP, *(end for _, end in (*ref, *hyp))) + MARGIN if (*ref, *hyp) else LABEL + GAP
    if _is_right_to_left((*block.ref, *block.hyp)):
        ref, hyp = ([(width - end, width - begin) for begin, end in spans] for spans in (ref, hyp))
        label, anchor = width, "end"
    else:
        label, anchor = 0.0, "start"
    tied_ref = {tie.ref + i for tie in block.ties for i in range(tie.ref_length)}
    tied_hyp = {tie.hyp + i for tie in block.ties for i in range(tie.hyp_length)}
    parts = [
        element("text", "REF", x=_px(label), y=_px(TOP), text_anchor=anchor, class_="us-side-label"),
        element("text", "HYP", x=_px(label), y=_px(BOTTOM), text_anchor=anchor, class_="us-side-label"),
        *(line for tie in block.ties for line in _line(tie, ref, hyp)),
        *_words(block.ref, ref, TOP, tied_ref),
        *_words(block.hyp, hyp, BOTTOM, tied_hyp),
    ]
    name = f"Reference and hypothesis, {len(block.ties)} lines between words that match"
    size = {"width": _px(width), "height": _px(HEIGHT), "viewBox": f"0 0 {_px(width)} {HEIGHT}"}
    svg = element("svg", *parts, class_="us-drawing", role="img", aria_label=name, direction="ltr", **size)
    return element("div", svg, class_="us-scroll")


def _spans(words: Sequence[str]) -> list[Span]:
    spans, left = [], float(LABEL)
    for word in words:
        width = max(2, cells(shown(word))) * CELL
        spans.append((left, left + width))
        left += width + GAP
    return spans


def _words(words: Sequence[str], spans: Sequence[Span], y: float, tied: set[int]) -> list[Markup]:
    return [
        element(
            "text", shown(word), x=_px(_middle(span)), y=_px(y), text_anchor="middle",
            class_="us-word us-tied" if place in tied else "us-word",
        )
        for place, (word, span) in enumerate(zip(words, spans, strict=True))
    ]  # fmt: skip


def _line(tie: Tie, ref: Sequence[Span], hyp: Sequence[Span]) -> list[Markup]:
    """A line from the middle of one side to that of the other; how they match stands on it, if it isn't plain."""
    above = (ref[tie.ref][0] + ref[tie.ref + tie.ref_length - 1][1]) / 2
    below = (hyp[tie.hyp][0] + hyp[tie.hyp + tie.hyp_length - 1][1]) / 2
    kind = "us-tie us-other" if tie.label else "us-tie"
    line = element("line", x1=_px(above), y1=_px(ABOVE), x2=_px(below), y2=_px(BELOW), class_=kind)
    if not tie.label:
        return [line]
    x, y = _px((above + below) / 2), _px((ABOVE + BELOW) / 2)
    return [line, element("text", tie.label, x=x, y=y, text_anchor="middle", class_="us-how")]


def _middle(span: Span) -> float:
    return (span[0] + span[1]) / 2


def _px(value: float) -> str:
    return f"{value:g}"


def _is_right_to_left(words: Sequence[str]) -> bool:
    strong = (unicodedata.bidirectional(character) for word in words for character in word)
    return next((kind != "L" for kind in strong if kind in ("L", "R", "AL")), False)
