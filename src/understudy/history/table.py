"""Saved results as ranked tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from understudy import __version__
from understudy.history.records import Place
from understudy.tables.table import Cell, Table

SCHEMA = 1

Places = Mapping[tuple[str, str], list[Place]]


def table(places: Places, digits: int = 2) -> Table:
    """List the records of every test set and metric, best first, with the change against the best.

    >>> table({}).columns
    ('Test set', 'Metric', 'Rank', 'System', 'Score', 'Interval', 'Change', 'Time')
    """
    rows: list[tuple[Cell, ...]] = []
    lines: list[int] = []
    for (test_set, metric), found in places.items():
        lines += [len(rows)] if rows else []
        for each in found:
            interval = each.record.interval
            written = "" if interval is None else f"[{interval.low:.{digits}f}, {interval.high:.{digits}f}]"
            cells = (each.rank, each.record.system, each.record.score, written, each.change, each.record.time)
            rows.append((test_set, metric, *cells))
    notes = dict.fromkeys(
        f"{each.record.metric}  {each.record.signature}" for found in places.values() for each in found
    )
    head = ("Test set", "Metric", "Rank", "System", "Score", "Interval", "Change", "Time")
    return Table(head, tuple(rows), tuple(notes), digits, tuple(lines))


def long_table(places: Places) -> Table:
    """List one record a row, numbers in full: the form for other programs.

    >>> long_table({}).columns[:4]
    ('test_set', 'metric', 'rank', 'system')
    """
    rows: list[tuple[Cell, ...]] = []
    for (test_set, _), found in places.items():
        for each in found:
            own, interval = each.record, each.record.interval
            ends: tuple[Cell, Cell] = ("", "") if interval is None else (interval.low, interval.high)
            rows.append((test_set, own.signature, each.rank, own.system, own.score, *ends, each.change, own.time))
    head = ("test_set", "metric", "rank", "system", "score", "low", "high", "change", "time")
    return Table(head, tuple(rows))


def as_json(places: Places) -> dict[str, Any]:
    """Give the ranking as plain values, ready for `json.dumps`.

    >>> as_json({})["boards"]
    []
    """
    boards = [
        {
            "test_set": test_set,
            "metric": metric,
            "places": [{"rank": each.rank, "change": each.change, **each.record.written()} for each in found],
        }
        for (test_set, metric), found in places.items()
    ]
    return {"schema": SCHEMA, "understudy": __version__, "boards": boards}
