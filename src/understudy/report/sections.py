"""What each section of the page needs, from the content: tables with their exports, and plots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from understudy.report import plots
from understudy.report.anatomy import groups_of, parts_table
from understudy.report.content import Bounds, Content, Difference, Pair, Score
from understudy.report.hints import HINTS
from understudy.report.spread import Spread, spread_of
from understudy.report.tables import Tables, written
from understudy.tables.table import Cell, Table

MOST_PAIRS = 15  # pairs times metrics that have plots; with more, only the pairs with the baseline
GROUPS = {"documents": ("Document", "by document"), "lengths": ("Words", "by words of the reference")}
WHISKER = 110  # width


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
                [(text, value, number) for text, value, number in zip(cells, row, self.table.numbers, strict=True)],
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
    interval: str
    whisker: Whisker | None
    colour: str


@dataclass(frozen=True)
class LeaderRow:
    """One system in the leaderboard."""

    system: str
    line: bool  # above it
    cells: list[Leader]


@dataclass
class Sections:
    """Everything that the templates ask for; exports are collected as tables are shown."""

    content: Content
    exports: dict[str, dict[str, str]] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @cached_property
    def tables(self) -> Tables:
        """The tables of the content."""
        return Tables(self.content)

    def show(self, table: Table, caption: str) -> Shown:
        """Put a table on the page, with its exports."""
        shown = Shown(next(self.numbers), table, caption)
        self.exports[str(shown.number)] = {
            "caption": caption, "md": table.markdown(), "tex": table.latex(), "csv": table.csv(),
        }  # fmt: skip
        return shown

    @property
    def baselines(self) -> list[str]:
        """The systems that can be the baseline, the one that was asked for first."""
        first = self.content.baseline
        names = [first, *(name for name in self.content.systems if name != first)]
        return names if self.content.against else [first]

    @property
    def pairs(self) -> list[Pair]:
        """The pairs that are shown: with many, only those with the baseline."""
        few = len(self.content.pairs) * len(self.content.metrics) <= MOST_PAIRS
        return self.content.pairs if few else [each for each in self.content.pairs if each.b == self.content.baseline]

    def leaderboard(self, baseline: str) -> tuple[Shown, list[LeaderRow]]:
        """The leaderboard with a baseline, and its rows with whiskers."""
        against = f" (differences to {baseline})" if self.content.against else ""
        shown = self.show(self.tables.leaderboard(baseline), f"Leaderboard{against}")
        rows = []
        for place, system in enumerate(self.tables.order()):
            cells = [self._leader(baseline, system, metric) for metric in range(len(self.content.metrics))]
            rows.append(LeaderRow(system, place in shown.table.lines, cells))
        return shown, rows

    def _leader(self, baseline: str, system: str, metric: int) -> Leader:
        own = self.content.scores[system][metric]
        return Leader(
            own,
            self.content.difference(system, baseline, metric),
            written(own.interval) if own.interval else "",
            self._whisker(own.score, own.interval, metric) if own.interval else None,
            self.colour(system),
        )

    def _whisker(self, score: float, interval: Bounds, metric: int) -> Whisker:
        low, high = self._reach[metric]
        scale = (WHISKER - 12) / ((high - low) or 1.0)
        return Whisker(*(round(6 + (value - low) * scale, 1) for value in (*interval, score)))

    @cached_property
    def _reach(self) -> list[Bounds]:
        """From where to where the intervals of all systems go, by metric."""
        reach = []
        for metric in range(len(self.content.metrics)):
            scores = [self.content.scores[name][metric] for name in self.content.systems]
            ends = [end for own in scores for end in (*(own.interval or ()), own.score)]
            reach.append((min(ends), max(ends)))
        return reach

    def series(self, system: str) -> int:
        """The number by which a system has its shape and colour."""
        return self.content.systems.index(system)

    def colour(self, system: str) -> str:
        """The class that gives a system its colour."""
        return plots.colour(self.series(system))

    def shape(self, system: str) -> str:
        """The mark of a system."""
        return plots.SHAPES[self.series(system) % len(plots.SHAPES)]

    def matrix(self, metric: int) -> tuple[Shown, list[tuple[str, list[tuple[str, Difference | None]]]]]:
        """All systems against each other, with what each cell says."""
        systems = self.content.systems
        title = self.content.metrics[metric].title
        shown = self.show(self.tables.matrix(metric), f"{title}: every system against every other")
        return shown, [(a, [(b, self.content.difference(a, b, metric)) for b in systems]) for a in systems]

    def anatomy(self, metric: int) -> list[tuple[Shown, plots.Plot]]:
        """The parts of a metric by group."""
        facts = self.content.metrics[metric]
        parts = list(self.content.scores[self.content.systems[0]][metric].parts)
        shown = []
        for caption, names in groups_of(facts.kind, parts):
            table = parts_table(self.content, metric, names)
            title = f"{facts.title}: {caption}"
            plot = plots.dots(title, self._parts_long(metric, names), self.content.systems)
            shown.append((self.show(table, title), plot))
        return shown

    def _parts_long(self, metric: int, names: list[str]) -> Table:
        table = parts_table(self.content, metric, names)
        rows: list[tuple[Cell, ...]] = []
        for name, row in zip(names, table.rows, strict=True):
            for place, system in enumerate(self.content.systems):
                interval = self.content.scores[system][metric].part_intervals.get(name)
                rows.append((row[0], system, row[place + 1], *(interval or ("", ""))))
        return Table(("Part", "System", "Value", "Low", "High"), tuple(rows))

    def groups(self, kind: str, pair: Pair, metric: int) -> tuple[Shown, plots.Plot] | None:
        """The differences of a pair by document or by length."""
        groups = self.content.documents if kind == "documents" else self.content.lengths
        if not groups:
            return None
        differences = (pair.documents if kind == "documents" else pair.lengths)[metric]
        what, by = GROUPS[kind]
        table = self.tables.group_deltas(groups, differences, what, (pair.a, pair.b), metric)
        caption = f"{self.content.metrics[metric].title} of {pair.a} minus {pair.b}, {by}"
        rows = tuple((f"{row[0]} ({row[1]})", pair.a, *row[4:7]) for row in table.rows)
        long = Table((table.columns[0], "System", "Delta", "Low", "High"), rows)
        return self.show(table, caption), plots.dots(caption, long, [pair.a])

    def frequency(self) -> tuple[Shown, plots.Plot]:
        """The F1 of words by their frequency."""
        table = self.tables.frequency()
        systems = self.content.systems
        rows = tuple(
            (f"{row[0]} × ({row[1]:,})", system, row[place + 2], "", "")
            for row in table.rows
            for place, system in enumerate(systems)
        )
        long = Table(("Times", "System", "F1", "Low", "High"), rows)
        caption = "Word F1 by how often the first references have the word"
        return self.show(table, caption), plots.dots(caption, long, systems)

    def spread(self, pair: Pair, metric: int) -> tuple[plots.Plot, plots.Plot, Spread]:
        """The histogram of differences and the scatter of scores of a pair."""
        title = self.content.metrics[metric].title
        own = spread_of(self.content, pair.a, pair.b, metric)
        return (
            plots.histogram(f"Segments by difference in {title}", own.histogram, own.reach, pair.a, pair.b),
            plots.scatter(f"Segments by {title} of both systems", own, pair.a, pair.b),
            own,
        )

    def distinctive(self, pair: Pair) -> Shown | None:
        """The phrases that tell a pair apart."""
        table = self.tables.distinctive(pair)
        return self.show(table, f"Phrases that {pair.a} and {pair.b} don't share") if table.rows else None

    def hints(self) -> Shown | None:
        """How many segments have which hint."""
        table = self.tables.hints(HINTS)
        return self.show(table, "Segments with a hint") if table.rows else None
