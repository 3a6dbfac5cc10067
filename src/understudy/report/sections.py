"""What each section of the page needs, from the content: tables with their exports, and plots."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any

from understudy.report import plots
from understudy.report.anatomy import groups_of, parts_table
from understudy.report.hints import HINTS
from understudy.report.tables import Tables, written
from understudy.tables.table import Cell, Table

MOST_GROUPS = 16  # rows of a plot
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


@dataclass
class Sections:
    """Everything that the templates ask for; exports are collected as tables are shown."""

    content: dict[str, Any]
    exports: dict[str, dict[str, str]] = field(default_factory=dict)
    numbers: Any = field(default_factory=lambda: count(1))

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
        first = self.content["baseline"]
        names = [first, *(name for name in self.content["systems"] if name != first)]
        return names if self.content["comparisons"] else [first]

    def leaderboard(self, baseline: str) -> tuple[Shown, list[dict[str, Any]]]:
        """The leaderboard with a baseline, and its rows with whiskers."""
        against = f" (differences to {baseline})" if self.content["comparisons"] else ""
        shown = self.show(self.tables.leaderboard(baseline), f"Leaderboard{against}")
        rows = []
        for place, system in enumerate(self.tables.order(baseline)):
            cells = [self._leader(baseline, system, metric) for metric in range(len(self.content["metrics"]))]
            rows.append({"system": system, "line": place in shown.table.lines, "cells": cells})
        return shown, rows

    def _leader(self, baseline: str, system: str, metric: int) -> dict[str, Any]:
        own = self.tables.standing_of(baseline, system, metric)
        cell: dict[str, Any] = {
            "score": own["score"],
            "rank": own["rank"],
            "delta": own["delta"],
            "p": own["corrected_p"],
            "interval": written(own["interval"]) if own["interval"] else "",
            "whisker": self._whisker(own, metric) if own["interval"] else None,
            "standing": "",
            "colour": self.colour(system),
        }
        if own["delta"] is not None:
            better = own["delta"] if self.content["metrics"][metric]["higher_is_better"] else -own["delta"]
            apart = own["corrected_p"] < self.content["comparisons"][baseline]["alpha"]
            cell["standing"] = "alike" if not apart or not better else "better" if better > 0 else "worse"
        return cell

    def _whisker(self, own: dict[str, Any], metric: int) -> dict[str, float]:
        low, high = self._reach[metric]
        scale = (WHISKER - 12) / ((high - low) or 1.0)
        places = {"low": own["interval"][0], "high": own["interval"][1], "at": own["score"]}
        return {name: round(6 + (value - low) * scale, 1) for name, value in places.items()}

    @cached_property
    def _reach(self) -> list[tuple[float, float]]:
        """From where to where the intervals of all systems go, by metric."""
        found = []
        for metric in range(len(self.content["metrics"])):
            all_own = [self.tables.standing_of(self.baselines[0], name, metric) for name in self.content["systems"]]
            ends = [end for own in all_own for end in (*(own["interval"] or ()), own["score"])]
            found.append((min(ends), max(ends)))
        return found

    def series(self, system: str) -> int:
        """The number by which a system has its shape and colour."""
        place: int = self.content["systems"].index(system)
        return place

    def colour(self, system: str) -> str:
        """The class that gives a system its colour."""
        return plots.colour(self.series(system))

    def shape(self, system: str) -> str:
        """The mark of a system."""
        return plots.SHAPES[self.series(system) % len(plots.SHAPES)]

    def matrix(self, metric: int) -> tuple[Shown, list[tuple[str, list[tuple[str, dict[str, Any] | None]]]]]:
        """All systems against each other, with what each cell says."""
        systems = self.content["systems"]
        title = self.content["metrics"][metric]["title"]
        shown = self.show(self.tables.matrix(metric), f"{title}: every system against every other")
        return shown, [(a, [(b, None if a == b else self.tables.duel(a, b, metric)) for b in systems]) for a in systems]

    def anatomy(self, metric: int) -> list[tuple[Shown, plots.Plot]]:
        """The parts of a metric by group."""
        kind, title = (self.content["metrics"][metric][key] for key in ("kind", "title"))
        parts = list(self.content["scores"]["systems"][0]["scores"][metric]["parts"])
        found = []
        for caption, names in groups_of(kind, parts):
            table = parts_table(self.content, metric, names)
            plot = plots.dots(f"{title}: {caption}", self._parts_long(metric, names), self.content["systems"])
            found.append((self.show(table, f"{title}: {caption}"), plot))
        return found

    def _parts_long(self, metric: int, names: list[str]) -> Table:
        compared = self.content["comparisons"].get(self.content["baseline"])
        table = parts_table(self.content, metric, names)
        rows: list[tuple[Cell, ...]] = []
        for name, row in zip(names, table.rows, strict=True):
            for place, system in enumerate(self.content["systems"]):
                own = compared["metrics"][metric]["systems"][place]["parts"][name] if compared else None
                rows.append((row[0], system, row[place + 1], *(own or ("", ""))))
        return Table(("Part", "System", "Value", "Low", "High"), tuple(rows))

    def groups(self, kind: str, pair: int, metric: int) -> tuple[Shown, plots.Plot] | None:
        """The differences of a pair by document or by length."""
        if not self.content["groups"][kind]:
            return None
        name, title = (self.content["metrics"][metric][key] for key in ("name", "title"))
        a, b = self.content["pairs"][pair]
        table = self.tables.group_deltas(kind, pair, name, MOST_GROUPS)
        what = {"documents": "by document", "lengths": "by words of the reference"}[kind]
        caption = f"{title} of {a} less {b}, {what}"
        rows = tuple((f"{row[0]} ({row[1]})", a, *row[4:7]) for row in table.rows)
        long = Table((table.columns[0], "System", "Delta", "Low", "High"), rows)
        return self.show(table, caption), plots.dots(caption, long, [a])

    def frequency(self) -> tuple[Shown, plots.Plot]:
        """The F1 of words by their frequency."""
        table = self.tables.frequency()
        systems = self.content["systems"]
        rows = tuple(
            (f"{row[0]} × ({row[1]:,})", system, row[place + 2], "", "")
            for row in table.rows
            for place, system in enumerate(systems)
        )
        long = Table(("Times", "System", "F1", "Low", "High"), rows)
        caption = "Word F1 by how often the first references have the word"
        return self.show(table, caption), plots.dots(caption, long, systems)

    def spread(self, pair: int, metric: int) -> tuple[plots.Plot, plots.Plot, dict[str, Any]]:
        """The histogram of differences and the scatter of scores of a pair."""
        name, title = (self.content["metrics"][metric][key] for key in ("name", "title"))
        a, b = self.content["pairs"][pair]
        own = self.content["spread"][pair][name]
        return (
            plots.histogram(f"Segments by difference in {title}", own["histogram"], own["reach"], a, b),
            plots.scatter(f"Segments by {title} of both systems", own, a, b),
            own,
        )

    def distinctive(self, pair: int) -> Shown | None:
        """The phrases that part a pair."""
        a, b = self.content["pairs"][pair]
        table = self.tables.distinctive(pair)
        return self.show(table, f"Phrases that {a} and {b} don't share") if table.rows else None

    def hints(self) -> Shown | None:
        """How many segments have which hint."""
        table = self.tables.hints(HINTS)
        return self.show(table, "Segments with a hint") if table.rows else None
