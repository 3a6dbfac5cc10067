"""Try an idea, keep the better one: saved records, ranked where they are comparable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from understudy import __version__
from understudy.errors import InputError, unknown
from understudy.history.records import Record
from understudy.history.table import table
from understudy.tables.table import Table

SCHEMA = 1


@dataclass(frozen=True)
class Place:
    """Where a record stands among those of its test set and metric."""

    rank: int
    record: Record
    change: float  # of the score, against the best


@dataclass(frozen=True)
class Leaderboard(Mapping[tuple[str, str], list[Place]]):
    """Records ranked by test set and metric, best first."""

    places: dict[tuple[str, str], list[Place]]

    def __getitem__(self, key: tuple[str, str]) -> list[Place]:
        return self.places[key]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def table(self, digits: int = 2) -> Table:
        """List the records of every test set and metric, best first, with the change against the best."""
        return table(self, digits)

    def to_dict(self) -> dict[str, Any]:
        """Give the ranking as plain values, ready for `json.dumps`."""
        boards = [
            {
                "test_set": test_set,
                "metric": metric,
                "places": [{"rank": each.rank, "change": each.change, **each.record.to_dict()} for each in places],
            }
            for (test_set, metric), places in self.items()
        ]
        return {"schema": SCHEMA, "understudy": __version__, "boards": boards}


def leaderboard(records: Sequence[Record], test_set: str | None = None, metric: str | None = None) -> Leaderboard:
    """Rank records by test set and metric, best first; what is not comparable is refused, not ranked.

    A result that was saved twice counts once.

    >>> import understudy as us
    >>> texts = {"A": ["a cat sat here"], "B": ["a cat was here"]}
    >>> records = [Record.of(n, us.chrf(t, texts["A"]), "tiny", t, {"ref": texts["A"]}) for n, t in texts.items()]
    >>> [(place.rank, place.record.system) for place in leaderboard(records)["tiny", "chrf"]]
    [(1, 'A'), (2, 'B')]
    """
    chosen = _chosen(records, test_set, metric)
    groups: dict[tuple[str, str], list[Record]] = {}
    for record in chosen:
        groups.setdefault((record.test_set, record.metric), []).append(record)
    return Leaderboard({key: list(_ranked(group)) for key, group in groups.items()})


def _chosen(records: Sequence[Record], test_set: str | None, metric: str | None) -> list[Record]:
    if test_set is not None:
        names = dict.fromkeys(record.test_set for record in records)
        if test_set not in names:
            raise unknown("test set", test_set, names)
        records = [record for record in records if record.test_set == test_set]
    if metric is not None:
        names = dict.fromkeys(record.metric for record in records)
        signatures = {record.signature for record in records}
        if metric not in names and metric not in signatures:
            raise unknown("metric", metric, names)
        records = [record for record in records if metric in (record.metric, record.signature)]
    return list(records)


def _ranked(group: list[Record]) -> Iterator[Place]:
    _check_comparable(group)
    latest: dict[tuple[str, str], Record] = {}
    for record in group:
        before = latest.get((record.system, record.hypotheses_sha256))
        interval = before.interval if before and record.interval is None else record.interval
        latest[record.system, record.hypotheses_sha256] = replace(record, interval=interval)
    sign = -1 if group[0].higher_is_better else 1
    ordered = sorted(latest.values(), key=lambda record: sign * record.score)
    best, rank = ordered[0].score, 1
    for place, record in enumerate(ordered, 1):
        if record.score != ordered[place - 2].score:
            rank = place
        yield Place(rank, record, record.score - best)


def _check_comparable(group: list[Record]) -> None:
    first = group[0]
    for record in group[1:]:
        where = f"{first.metric} of {first.system!r} and of {record.system!r} on {first.test_set!r} can't be ranked"
        if record.signature != first.signature:
            raise InputError(
                f"{where}: the signatures differ, {first.signature} and {record.signature};"
                " score them alike, or choose one signature with --metric"
            )
        if record.references_sha256 != first.references_sha256 or record.segments != first.segments:
            raise InputError(
                f"{where}: the references are not the same texts; score both with the same, or give the test sets"
                " different names with --test-set"
            )
