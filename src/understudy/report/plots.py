"""Plots as places and sizes, worked out from tables; the templates draw them as SVG.

Systems are told apart by the shape of their mark as well as by its colour, and every plot has its numbers in words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from understudy.report.spread import Spread
from understudy.tables.glyphs import cells
from understudy.tables.table import Table

# Drawn around (0, 0): circle, square, triangle, diamond, cross, star; then again from the first.
SHAPES = (
    "M-4.5,0a4.5,4.5 0 1,0 9,0a4.5,4.5 0 1,0 -9,0z",
    "M-4,-4h8v8h-8z",
    "M0,-5.2L5,4H-5z",
    "M0,-5.8L5.8,0L0,5.8L-5.8,0z",
    "M-5,-3L-3,-5L0,-2L3,-5L5,-3L2,0L5,3L3,5L0,2L-3,5L-5,3L-2,0z",
    "M0,-6L1.6,-1.6L6,0L1.6,1.6L0,6L-1.6,1.6L-6,0L-1.6,-1.6z",
)
WIDTH, LABEL, RIGHT, ROW, AXIS = 640, 212, 24, 30, 26
TICKS = 5
LETTERS = 26  # that a label has room for, in a wide font


def colour(series: int) -> str:
    """The class that gives a series its colour; where shapes come again, they have another one.

    >>> colour(0), colour(6), colour(7)
    ('s0', 's1', 's2')
    """
    return f"s{(series + series // len(SHAPES)) % len(SHAPES)}"


@dataclass(frozen=True)
class Mark:
    """One number in a plot, with its interval if there is one."""

    x: float
    y: float
    low: float | None
    high: float | None
    series: int
    words: str

    @property
    def shape(self) -> str:
        """The path to draw."""
        return SHAPES[max(0, self.series) % len(SHAPES)]

    @property
    def style(self) -> str:
        """The class that gives its colour: that of the series, or none in particular."""
        return colour(self.series) if self.series >= 0 else "plainly"


@dataclass(frozen=True)
class Plot:
    """A plot, ready to be drawn."""

    title: str
    words: str  # all its numbers as a sentence
    height: float
    ticks: list[tuple[float, str]]
    zero: float | None = None
    rules: list[float] = field(default_factory=list)  # lines between rows
    labels: list[tuple[float, str]] = field(default_factory=list)  # of rows; of the tallest bar in a histogram
    marks: list[Mark] = field(default_factory=list)
    paths: dict[str, str] = field(default_factory=dict)  # of boxes, by whose they are
    width: float = WIDTH
    left: float = LABEL


def ticks(low: float, high: float, count: int = TICKS) -> list[float]:
    """Round numbers that cover a range.

    >>> ticks(0, 100), ticks(0.2, 0.9)
    ([0.0, 20.0, 40.0, 60.0, 80.0, 100.0], [0.2, 0.4, 0.6, 0.8, 1.0])
    """
    span = (high - low) or 1.0
    power = 10.0 ** math.floor(math.log10(span / count))
    size = next(step * power for step in (1, 2, 5, 10) if step * power * count >= span * 0.999)
    first = math.floor(low / size + 1e-9)
    last = max(math.ceil(high / size - 1e-9), first + 1)
    return [round(number * size, 10) for number in range(first, last + 1)]


def dots(title: str, table: Table, series: Sequence[str]) -> Plot:
    """Draw a row for each label and a mark for each series: the table has label, series, value, low, high.

    >>> table = Table(("Part", "System", "Value", "Low", "High"), (("brevity", "A", 0.5, 0.4, 0.6),))
    >>> plot = dots("Parts", table, ["A"])
    >>> plot.labels, plot.marks[0].x > LABEL, plot.words
    ([(21.0, 'brevity')], True, 'brevity: A 0.50 [0.40, 0.60].')
    """
    numbers = [cell for row in table.rows for cell in row[2:5] if isinstance(cell, (int, float))]
    low, high = (min(numbers), max(numbers)) if numbers else (0.0, 1.0)
    signed = low < 0 or table.columns[2] == "Delta"
    from_zero = signed or low < 0.4 * high or low == high
    places = ticks(min(low, 0.0) if from_zero else low, max(high, 0.0) if signed else high)

    def across(number: Any) -> float:
        share = (float(number) - places[0]) / ((places[-1] - places[0]) or 1.0)
        return round(LABEL + share * (WIDTH - LABEL - RIGHT), 1)

    labels = list(dict.fromkeys(str(row[0]) for row in table.rows))
    tall = ROW + 5 * max(0, len(series) - 2)
    marks = []
    for row in table.rows:
        label, name, value, *ends = row
        own = list(series).index(str(name))
        y = 6 + tall * (labels.index(str(label)) + (own + 1) / (len(series) + 1))
        own = own if len(series) > 1 or not signed else -1  # a difference belongs to no system
        low_end, high_end = (None if end == "" else across(end) for end in ends)
        marks.append(Mark(across(value), round(y, 1), low_end, high_end, own, _said(row)))
    height = 6 + tall * len(labels) + AXIS
    return Plot(
        title,
        " ".join(
            f"{label}: {', '.join(_said(row) for row in table.rows if str(row[0]) == label)}." for label in labels
        ),
        height,
        [(across(place), f"{place:g}") for place in places],
        across(0) if signed else None,
        labels=[(round(6 + tall * (i + 0.5), 1), shortened(label, LETTERS)) for i, label in enumerate(labels)],
        marks=marks,
        rules=[round(6 + tall * i, 1) for i in range(1, len(labels))] if len(series) > 1 else [],
    )


def shortened(text: str, most: int) -> str:
    """Leave out the middle of a text that is too wide for its place: names often differ at the end.

    >>> shortened("the document about the theatre (10)", 20)
    'the docume…atre (10)'
    """
    if cells(text) <= most:
        return text
    begin, end = "", ""
    for left, right in zip(text, reversed(text), strict=True):
        if cells(begin + left + end) < most:
            begin += left
        if cells(begin + right + end) < most:
            end = right + end
    return f"{begin}…{end}"


def _said(row: Sequence[Any]) -> str:
    _, name, value, *ends = row
    interval = f" [{ends[0]:.2f}, {ends[1]:.2f}]" if len(ends) == 2 and "" not in ends else ""
    return f"{name} {value:.2f}{interval}"


def histogram(title: str, counts: Sequence[int], reach: float, a: str, b: str) -> Plot:
    """Draw bars of counts over differences from -reach to reach.

    >>> plot = histogram("Differences", [0, 3, 1], 6.0, "A", "B")
    >>> plot.words, plot.zero
    ('A minus B: -2.0 to +2.0: 3 segments; +2.0 to +6.0: 1 segments.', 220.0)
    """
    left, width, height = 10.0, 430.0, 300.0
    wide = (width - left) / len(counts)
    boxes: list[Box] = []
    said = []
    for place, count in enumerate(counts):
        if count:
            begin, end = (-reach + 2 * reach * (place + more) / len(counts) for more in (0, 1))
            tall = (height - AXIS - 22) * count / max(counts)
            side = "alike" if begin < 0 < end else "first" if begin >= 0 else "second"
            boxes.append((side, left + place * wide + 1, height - AXIS - tall, wide - 2, tall))
            said.append(f"{begin:+.1f} to {end:+.1f}: {count} segments")
    middle = left + (width - left) / 2
    marks = [(left, f"{-reach:+.1f}"), (middle, "0"), (width, f"{reach:+.1f}")]
    words = f"{a} minus {b}: {'; '.join(said)}."
    top = next((box for box in boxes if box[4] == max(each[4] for each in boxes)), None)
    labels = [(top[1] + wide / 2 - 1, f"{max(counts):,}")] if top else []
    return Plot(title, words, height, marks, middle, labels=labels, paths=_paths(boxes), width=width, left=left)


def scatter(title: str, spread: Spread, a: str, b: str, across: int = 20) -> Plot:
    """Draw segments by their two scores, as squares whose area is the number of segments.

    >>> spread = Spread(5, 1, 0, 9.0, [], (0, 100), [(0, 1, 4), (1, 1, 2)])
    >>> plot = scatter("Segments", spread, "A", "B")
    >>> list(plot.paths), plot.words
    (['first', 'alike'], 'Of 6 segments 5 lie above the diagonal, where A scores higher, and 0 below it, where B does.')
    """
    cells, (low, high) = spread.cells, spread.range
    left, size = 56.0, 380.0
    unit = size / across
    most = max((count for _, _, count in cells), default=1)
    boxes: list[Box] = []
    for x, y, count in cells:
        wide = max(3.0, unit * 0.94 * math.sqrt(count / most))
        side = "alike" if x == y else "first" if y > x else "second"
        boxes.append((side, left + (x + 0.5) * unit - wide / 2, 10 + size - (y + 0.5) * unit - wide / 2, wide, wide))
    words = (
        f"Of {spread.higher + spread.equal + spread.lower} segments {spread.higher} lie above the"
        f" diagonal, where {a} scores higher, and {spread.lower} below it, where {b} does."
    )
    digits = max(0, 1 - math.floor(math.log10((high - low) / 4)))  # so that no two ticks read the same
    marks = [(left + size * share, f"{low + (high - low) * share:.{digits}f}") for share in (0, 0.25, 0.5, 0.75, 1)]
    return Plot(title, words, 10 + size + 44, marks, paths=_paths(boxes), width=left + size + 20, left=left)


Box = tuple[str, float, float, float, float]  # whose it is, left, top, width, height


def _paths(boxes: Sequence[Box]) -> dict[str, str]:
    """Draw all boxes of one kind in one go: a page may hold thousands."""
    paths: dict[str, str] = {}
    for side, x, y, width, height in boxes:
        corner = f"M{x:.1f} {y:.1f}h{width:.1f}v{height:.1f}h{-width:.1f}z"
        paths[side] = paths.get(side, "") + corner
    return paths
