"""Results as records that say all about themselves, so that any two can be compared later."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from understudy import __version__
from understudy.contract.resampling import Interval
from understudy.contract.result import Result
from understudy.errors import InputError

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
    def read(cls, values: Mapping[str, Any]) -> Record:
        """Make a record of plain values, or say what is wrong with them.

        >>> Record.read({"schema": 99})
        Traceback (most recent call last):
        understudy.errors.InputError: written in a later form, schema 99; install a later understudy
        """
        schema = values.get("schema")
        if isinstance(schema, int) and schema > SCHEMA:
            raise InputError(f"written in a later form, schema {schema}; install a later understudy")
        for each in fields(cls):
            if each.name not in values:
                raise InputError(f"without {each.name!r}, so not a result of understudy")
            if not KINDS[each.name](values[each.name]):
                raise InputError(f"with {values[each.name]!r:.40} as {each.name!r}, so not a result of understudy")
        own = {each.name: values[each.name] for each in fields(cls)}
        lists = {name: tuple(own[name]) for name in ("references_sha256", "columns", "totals")}
        interval = own["interval"] and Interval(**own["interval"])
        return cls(**own | lists | {"interval": interval, "score": float(own["score"])})

    def to_dict(self) -> dict[str, Any]:
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


# Whether a plain value may be the value of a field.
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
    digest = hashlib.sha256()
    for line in lines:
        digest.update(b"\xff\n" if line is None else line.encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()
