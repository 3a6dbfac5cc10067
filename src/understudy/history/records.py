"""Try an idea, keep the better one: results as records that say all about themselves, and the ranking of them."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from understudy import __version__
from understudy.contract.resampling import Interval
from understudy.contract.result import Result
from understudy.errors import InputError, unknown

SCHEMA = 1


@dataclass(frozen=True)
class Record:
    """One score of one system on one test set."""

    system: str
    test_set: str
    metric: str
    score: float
    signature: str
    higher_is_better: bool
    segments: int
    hypotheses_sha256: str
    references_sha256: tuple[str, ...]
    columns: tuple[str, ...]  # of the statistics
    totals: tuple[float, ...]  # their sums over all segments, from which the score can be made again
    interval: Interval | None = None
    time: str = ""
    understudy: str = __version__
    schema: int = SCHEMA

    @classmethod
    def of(
        cls,
        system: str,
        result: Result,
        test_set: str,
        hypotheses: Sequence[str],
        references: Mapping[str, Sequence[str | None]],
        interval: Interval | None = None,
        time: str = "",
    ) -> Record:
        """Make the record of a result.

        >>> import understudy as us
        >>> record = Record.of("A", us.bleu(["a cat"], ["a cat"]), "tiny", ["a cat"], {"ref": ["a cat"]})
        >>> record.metric, record.segments, record.hypotheses_sha256 == record.references_sha256[0]
        ('bleu', 1, True)
        """
        metric = result.metric
        return cls(
            system, test_set, metric.name, result.score, result.signature, metric.higher_is_better,
            result.totals.segments, sha256(hypotheses), tuple(sorted(map(sha256, references.values()))), metric.columns,
            tuple(result.totals.values.tolist()), interval, time,
        )  # fmt: skip

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Record:
        """Make a record of what was written, or say what is wrong with it.

        >>> Record.read({"schema": 99})
        Traceback (most recent call last):
        understudy.errors.InputError: written in a later form, schema 99; install a later understudy
        """
        schema = written.get("schema")
        if isinstance(schema, int) and schema > SCHEMA:
            raise InputError(f"written in a later form, schema {schema}; install a later understudy")
        for each in fields(cls):
            if each.name not in written:
                raise InputError(f"without {each.name!r}, so not a result of understudy")
            if not KINDS[each.name](written[each.name]):
                raise InputError(f"with {written[each.name]!r:.40} as {each.name!r}, so not a result of understudy")
        known = {each.name: written[each.name] for each in fields(cls)}
        lists = {name: tuple(known[name]) for name in ("references_sha256", "columns", "totals")}
        interval = known["interval"] and Interval(**known["interval"])
        return cls(**known | lists | {"interval": interval, "score": float(known["score"])})

    def written(self) -> dict[str, Any]:
        """Give the record as plain values, ready for `json.dumps`."""
        return asdict(self)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _list_of(kind: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list | tuple) and all(map(kind, value))


def _interval(value: Any) -> bool:
    names = {each.name for each in fields(Interval)}
    return value is None or (isinstance(value, dict) and set(value) == names and all(map(_number, value.values())))


# Whether what was written may be the value of a field.
KINDS: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("system", "test_set", "metric", "signature", "hypotheses_sha256", "time", "understudy"), _text),
    **dict.fromkeys(("segments", "schema"), _whole),
    **dict.fromkeys(("references_sha256", "columns"), _list_of(_text)),
    "score": _number,
    "totals": _list_of(_number),
    "higher_is_better": lambda value: isinstance(value, bool),
    "interval": _interval,
}


def sha256(lines: Iterable[str | None]) -> str:
    r"""The hash of a text as a file would have it, with a line feed after every segment: what `sha256sum` prints.

    A missing reference counts as a byte that no text has.

    >>> sha256(["a", "b"]) == hashlib.sha256(b"a\nb\n").hexdigest()
    True
    """
    found = hashlib.sha256()
    for line in lines:
        found.update(b"\xff\n" if line is None else line.encode("utf-8", "surrogatepass") + b"\n")
    return found.hexdigest()


@dataclass(frozen=True)
class Place:
    """Where a record stands among those of its test set and metric."""

    rank: int
    record: Record
    change: float  # of the score, against the best


def leaderboard(
    records: Sequence[Record], test_set: str | None = None, metric: str | None = None
) -> dict[tuple[str, str], list[Place]]:
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
    return {key: list(_ranked(group)) for key, group in groups.items()}


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
        known = before.interval if before and record.interval is None else record.interval
        latest[record.system, record.hypotheses_sha256] = replace(record, interval=known)
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
