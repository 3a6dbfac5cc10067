"""What each section of the page needs: tables with their exports, whiskers on one axis, and where plots are drawn."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from understudy.report.anatomy import groups_of, part_name, parts_table
from understudy.report.content import Content, Difference, Score
from understudy.report.messages import Messages
from understudy.report.numbers import typeset
from understudy.report.tables import Tables
from understudy.tables.table import Cell, Table

WHISKER, EDGE = 88, 6  # width of the axis, and what is free on both sides
COLORS, SHAPES = 12, 6
EDITING = (0.0, 30.0)  # edits per 100 words up to which a segment needs no editing, and little


@dataclass(frozen=True)
class Shown:
    """A table on the page: its number, by which its exports are found, and its caption."""

    number: int
    table: Table
    caption: str

    @property
    def rows(self) -> list[tuple[bool, list[tuple[str, Cell, bool]]]]:
        """For each row: whether a line is above it, and its cells as text, value, and whether it is a number."""
        return [
            (
                place in self.table.lines,
                [
                    (typeset(text) if number else text, value, number)
                    for text, value, number in zip(cells, row, self.table.numbers, strict=True)
                ],
            )
            for place, (cells, row) in enumerate(zip(self.table.written(), self.table.rows, strict=True))
        ]


@dataclass(frozen=True)
class Whisker:
    """Where a score and the ends of its interval lie."""

    low: float
    high: float
    at: float


@dataclass(frozen=True)
class Leader:
    """One cell of the leaderboard: a system by a metric, beside the baseline."""

    own: Score
    difference: Difference | None
    whisker: Whisker | None


@dataclass(frozen=True)
class LeaderRow:
    """One system in the leaderboard."""

    system: str
    line: bool  # above it
    cells: list[Leader]


@dataclass(frozen=True)
class Axis:
    """The common axis of the whiskers of one metric: numbers, and where they lie."""

    low: float
    high: float
    ticks: list[tuple[float, str]]

    def across(self, value: float) -> float:
        """Where a value lies."""
        return round(EDGE + (value - self.low) * (WHISKER - 2 * EDGE) / (self.high - self.low), 1)


@dataclass(frozen=True)
class PartPlot:
    """A group of parts of a metric: its table, and the parts to draw with their labels."""

    shown: Shown
    parts: list[str]
    labels: list[str]  # the names of the parts for people


@dataclass(frozen=True)
class Editing:
    """How many segments of a single system need no, little and much editing, by an error rate."""

    metric: int
    none: int
    little: int
    much: int


@dataclass
class Sections:
    """Everything that the templates ask for; exports are collected as tables are shown."""

    content: Content
    t: Messages
    exports: dict[str, dict[str, str]] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @cached_property
    def tables(self) -> Tables:
        """The tables of the content."""
        return Tables(self.content, self.t)

    def show(self, table: Table, caption: str) -> Shown:
        """Put a table on the page, with its exports."""
        shown = Shown(next(self.numbers), table, caption)
        self.exports[str(shown.number)] = {"md": table.markdown(), "tex": table.latex(), "csv": table.csv()}
        return shown

    @property
    def baselines(self) -> list[str]:
        """The systems that can be the baseline; without a comparison only the given one."""
        return self.content.systems if self.content.against else [self.content.baseline]

    def leaderboard(self, baseline: str) -> tuple[Shown, list[LeaderRow]]:
        """The leaderboard with a baseline, and its rows with whiskers."""
        caption = (
            self.t("leaderboard.against", baseline=baseline) if self.content.against else self.t("nav.leaderboard")
        )
        shown = self.show(self.tables.leaderboard(baseline), caption)
        self.exports[str(shown.number)]["csv"] = self.tables.leaderboard_values(baseline).csv()
        if self.content.against:
            self.exports[str(shown.number)]["tex"] = self.content.against[baseline].latex
        rows = []
        for place, system in enumerate(self.tables.order()):
            cells = [self._leader(baseline, system, metric) for metric in range(len(self.content.metrics))]
            rows.append(LeaderRow(system, place in shown.table.lines, cells))
        return shown, rows

    def _leader(self, baseline: str, system: str, metric: int) -> Leader:
        own = self.content.scores[system][metric]
        whisker = None
        if own.interval is not None:
            whisker = Whisker(*(self.axes[metric].across(value) for value in (*own.interval, own.score)))
        return Leader(own, self.content.difference(system, baseline, metric), whisker)

    @cached_property
    def axes(self) -> list[Axis]:
        """The axis of each metric, on which all systems have their whiskers."""
        return [self._axis(metric) for metric in range(len(self.content.metrics))]

    def _axis(self, metric: int) -> Axis:
        scores = [own[metric] for own in self.content.scores.values()]
        ends = [end for own in scores for end in (*(own.interval or ()), own.score)]
        low, high = min(ends), max(ends)
        if low == high:
            low, high = low - 0.5, high + 0.5
        axis = Axis(low, high, [])
        axis.ticks.extend((axis.across(value), typeset(f"{value:g}")) for value in _ticks(low, high))
        return axis

    def series(self, system: str) -> int:
        """The number by which a system has its shape and color."""
        return self.content.systems.index(system)

    def style(self, system: str) -> str:
        """The class that gives a system its color."""
        return f"s{self.series(system) % COLORS}"

    def shape(self, system: str) -> str:
        """The id of the mark of a system; where colors come again, it has another shape."""
        place = self.series(system)
        return f"shape-{(place + place // COLORS) % SHAPES}"

    def matrix(self, metric: int) -> tuple[Shown, list[tuple[str, list[tuple[str, Difference | None]]]]]:
        """All systems against each other, best first, with what each cell says."""
        order = self.tables.order()
        caption = self.t("matrix.caption", metric=self.content.metrics[metric].title)
        shown = self.show(self.tables.matrix(metric), caption)
        return shown, [(a, [(b, self.content.difference(a, b, metric)) for b in order]) for a in order]

    def anatomy(self, metric: int) -> list[PartPlot]:
        """The parts of a metric by group."""
        facts = self.content.metrics[metric]
        parts = list(self.content.scores[self.content.systems[0]][metric].parts)
        plots = []
        for caption, names in groups_of(facts.kind, parts):
            table = parts_table(self.content, metric, names, self.t)
            shown = self.show(table, f"{facts.title}: {self.t.term(caption)}")
            plots.append(PartPlot(shown, names, [part_name(name, self.t) for name in names]))
        return plots

    def frequency(self) -> Shown:
        """The F1 of words by their frequency."""
        return self.show(self.tables.frequency(), self.t("frequency.caption"))

    def hints(self) -> Shown | None:
        """How many segments have which hint."""
        table = self.tables.hints()
        return self.show(table, self.t("hints.caption")) if table.rows else None

    @cached_property
    def editing(self) -> Editing | None:
        """How much editing the segments of the first system need, by the first error rate among the metrics."""
        for place, metric in enumerate(self.content.metrics):
            if not metric.higher_is_better:
                scores = self.content.scores[self.content.systems[0]][place].segments
                none = sum(score <= EDITING[0] for score in scores)
                little = sum(EDITING[0] < score <= EDITING[1] for score in scores)
                return Editing(place, none, little, len(scores) - none - little)
        return None


def _ticks(low: float, high: float) -> list[float]:
    """Two or three round numbers within a range."""
    size = 10.0 ** math.floor(math.log10(high - low))
    for step in (5 * size, 2 * size, size, size / 2, size / 5, size / 10):
        places = [round(n * step, 10) for n in range(math.ceil(low / step), math.floor(high / step) + 1)]
        if len(places) >= 2:
            return [places[0], places[-1]]
    return [low, high]
