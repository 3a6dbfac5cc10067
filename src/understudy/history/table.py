"""Saved results as ranked tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from understudy.tables.table import Cell, Table

if TYPE_CHECKING:
    from understudy.history.leaderboard import Place


def table(boards: Mapping[tuple[str, str], list[Place]], digits: int = 2) -> Table:
    """List the records of every test set and metric, best first, with the change against the best.

    >>> table({}).columns
    ('Test set', 'Metric', 'Rank', 'System', 'Score', 'Interval', 'Change', 'Time')
    """
    rows: list[tuple[Cell, ...]] = []
    lines: list[int] = []
    for (test_set, metric), places in boards.items():
        lines += [len(rows)] if rows else []
        for each in places:
            interval = each.record.interval
            ends = "" if interval is None else f"{interval:.{digits}f}"
            cells = (each.rank, each.record.system, each.record.score, ends, each.change, each.record.time)
            rows.append((test_set, metric, *cells))
    notes = dict.fromkeys(
        f"{each.record.metric}  {each.record.signature}" for places in boards.values() for each in places
    )
    head = ("Test set", "Metric", "Rank", "System", "Score", "Interval", "Change", "Time")
    return Table(head, tuple(rows), tuple(notes), digits, tuple(lines))


def long_table(boards: Mapping[tuple[str, str], list[Place]]) -> Table:
    """List one record a row, numbers in full: the form for other programs.

    >>> long_table({}).columns[:4]
    ('test_set', 'metric', 'rank', 'system')
    """
    rows: list[tuple[Cell, ...]] = []
    for (test_set, _), places in boards.items():
        for each in places:
            own, interval = each.record, each.record.interval
            ends: tuple[Cell, Cell] = ("", "") if interval is None else (interval.low, interval.high)
            rows.append((test_set, own.signature, each.rank, own.system, own.score, *ends, each.change, own.time))
    head = ("test_set", "metric", "rank", "system", "score", "low", "high", "change", "time")
    return Table(head, tuple(rows))
