"""Scores of groups of segments, such as documents or domains, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from understudy.contract.resampling import LEVEL, RESAMPLES, SEED, Interval
from understudy.contract.result import Result
from understudy.scoring.evaluate import Evaluation
from understudy.scoring.table import as_json as scores_as_json
from understudy.scoring.table import titled
from understudy.tables.table import Cell, Table

ALL = "(all)"


@dataclass(frozen=True, eq=False)
class Groups:
    """An evaluation, and the label of each of its segments."""

    evaluation: Evaluation
    name: str  # of the labels: domain, document
    labels: Sequence[str]
    threads: int = 1

    def results(self) -> Iterator[tuple[str, str, list[Result]]]:
        """Every group and system with its results, one a metric; the last group is all segments.

        >>> import understudy as us
        >>> groups = Groups(us.evaluate({"A": ["a cat", "a dog"]}, ["a cat", "a dog"]), "domain", ["news", "chat"])
        >>> [group for group, _, _ in groups.results()]
        ['news', 'chat', '(all)']
        """
        split = {
            system: [result.by(self.labels) for result in found.values()] for system, found in self.evaluation.items()
        }
        for group in dict.fromkeys(self.labels):
            for system, parts in split.items():
                yield group, system, [part[group] for part in parts]
        for system, found in self.evaluation.items():
            yield ALL, system, list(found.values())

    def interval(self, result: Result) -> Interval | None:
        """The interval of a score; one segment alone can't be resampled, so it has none."""
        return result.interval(threads=self.threads) if result.totals.segments > 1 else None


def table(groups: Groups, digits: int = 2) -> Table:
    """List groups and systems against metrics, with intervals.

    >>> import understudy as us
    >>> found = table(Groups(us.evaluate({"A": ["a cat", "a dog"]}, ["a cat", "a dog"], "chrf"), "domain", ["x", "y"]))
    >>> found.columns, found.rows[0]
    (('domain', 'System', 'Segments', 'chrF', '95 %'), ('x', 'A', 1, 100.0, ''))
    """
    titles = titled(groups.evaluation)
    rows: list[tuple[Cell, ...]] = []
    for group, system, results in groups.results():
        cells = [cell for result in results for cell in (result.score, _written(groups.interval(result), digits))]
        rows.append((group, system, results[0].totals.segments, *cells))
    columns = [column for title in titles for column in (title, f"{title} {LEVEL:.0%}".replace("%", " %"))]
    if len(titles) == 1:
        columns[1] = columns[1].removeprefix(f"{next(iter(titles))} ")
    notes = [f"{title}  {result.signature}" for title, result in titles.items()]
    notes.append(f"interval: percentiles of {RESAMPLES:,} bootstrap resamples of the group's segments, seed {SEED}")
    lines = (len(rows) - len(groups.evaluation),)
    return Table((groups.name, "System", "Segments", *columns), tuple(rows), tuple(notes), digits, lines)


def _written(interval: Interval | None, digits: int) -> str:
    return "" if interval is None else f"{interval:.{digits}f}"


def long_table(groups: Groups) -> Table:
    """List one score a row, with its interval and signature: the form for other programs.

    >>> import understudy as us
    >>> long_table(Groups(us.evaluate({"A": ["a cat"]}, ["a cat"]), "domain", ["x"])).columns
    ('domain', 'system', 'segments', 'metric', 'score', 'low', 'high')
    """
    rows: list[tuple[Cell, ...]] = []
    for group, system, results in groups.results():
        for result in results:
            interval = groups.interval(result)
            ends: tuple[Cell, ...] = ("", "") if interval is None else (interval.low, interval.high)
            rows.append((group, system, result.totals.segments, result.signature, result.score, *ends))
    return Table((groups.name, "system", "segments", "metric", "score", "low", "high"), tuple(rows))


def as_json(groups: Groups) -> dict[str, Any]:
    """Give everything as plain values, ready for `json.dumps`.

    >>> import understudy as us
    >>> as_json(Groups(us.evaluate({"A": ["a cat"]}, ["a cat"], "chrf"), "domain", ["x"]))["groups"][0]["score"]
    100.0
    """
    found = [
        {
            "group": group,
            "system": system,
            "segment_count": result.totals.segments,
            "metric": result.metric.name,
            "signature": result.signature,
            "score": result.score,
            "interval": None if interval is None else [interval.low, interval.high],
        }
        for group, system, results in groups.results()
        for result in results
        for interval in [groups.interval(result)]
    ]
    return {**scores_as_json(groups.evaluation), "by": groups.name, "groups": found}
