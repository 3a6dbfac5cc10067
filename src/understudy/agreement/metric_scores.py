"""The scores of metrics, brought to the systems and items that people judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

import numpy as np

from understudy.agreement.item_pairs import Flags, Whole
from understudy.agreement.judgments import SEGMENT, Judgments, column, mean
from understudy.contract import signature as settings
from understudy.contract.arithmetic import Rows
from understudy.contract.result import Result
from understudy.errors import FormatError, InputError, SettingError
from understudy.formats.records import Record
from understudy.metrics import CONTENTS, make_metric, metric_class
from understudy.scoring.evaluate import Evaluation, Scores

ByMetric = Mapping[str, Mapping[str, Any]]  # by metric, then by system
OVER = ("judged", "all")  # the segments over which a system is scored


@dataclass(frozen=True, eq=False)
class SystemScores:
    """Scores from outside of one system: those of its segments, and one of the whole system beside them.

    >>> SystemScores([0.5, 0.7], 0.62).system
    0.62
    """

    segments: Any  # numbers in the order of the segments, or by item
    system: float | None = None


@dataclass(frozen=True, eq=False)
class MetricColumn:
    """One metric's scores of systems times items and of systems, with the sign flipped if lower is better."""

    name: str
    signature: str
    segment_signature: str
    segments: Rows | None
    systems: Rows
    flipped: bool  # because lower is better


def by_metric(metrics: Any) -> ByMetric:
    """Read what a caller gives: results by system, or scores by metric and then by system.

    >>> by_metric({"judge": {"A": [1.0, 2.0], "B": [2.0, 2.0]}})["judge"]["B"]
    [2.0, 2.0]
    """
    if not isinstance(metrics, Mapping) or not metrics:
        raise InputError(
            f"the metrics are {type(metrics).__name__}; give an Evaluation, or a mapping from each metric's name to a"
            " mapping from each system's name to its scores"
        )
    values = list(metrics.values())
    if not all(isinstance(each, Mapping) and each for each in values):
        raise InputError("each metric needs a mapping from each system's name to its scores")
    if not all(isinstance(each, Scores) for each in values):
        return metrics
    Evaluation(dict(metrics)).check_alike()
    return {name: {system: scores[name] for system, scores in metrics.items()} for name in values[0]}


def metric_columns(
    metrics: ByMetric,
    human: Judgments,
    lower: Collection[str] = (),
    higher: Collection[str] = (),
    over: str = "judged",
) -> list[MetricColumn]:
    """Bring every metric's scores to the systems and items that were judged; a system's score is over these or all.

    >>> human = Judgments.of({"A": [5, None], "B": [3, 4]})
    >>> metric_columns({"judge": {"A": [1.0, 2.0], "B": [2.0, 4.0]}}, human)[0].systems.tolist()
    [1.0, 3.0]
    """
    short = _short_names(metrics)
    for direction, names in {"lower": lower, "higher": higher}.items():
        for name in names:
            if name not in short and name not in short.values():
                raise SettingError(
                    f"{direction} is better for {name!r}, but there is no such metric; they are {', '.join(metrics)}"
                )
    directions = {name: _direction(name, short[name], lower, higher) for name in metrics}
    return [_column(short[name], name, dict(scores), human, directions[name], over) for name, scores in metrics.items()]


def _direction(name: str, short: str, lower: Collection[str], higher: Collection[str]) -> str | None:
    """What a caller says of a metric's direction, if anything."""
    is_lower, is_higher = (name in names or short in names for names in (lower, higher))
    if is_lower and is_higher:
        raise SettingError(f"{short} is named as a metric for which lower and for which higher is better; choose one")
    return "lower" if is_lower else "higher" if is_higher else None


def _short_names(metrics: ByMetric) -> dict[str, str]:
    """Name metrics without their settings, or with those that are not the usual ones, where that tells them apart."""
    plain, unusual = ({name: shorten(name) for name in metrics} for shorten in (_plain, _unusual))
    alike = Counter(plain.values())
    short = {name: unusual[name] if alike[plain[name]] > 1 else plain[name] for name in metrics}
    return short if len(set(short.values())) == len(short) else {name: name for name in metrics}


def _plain(name: str) -> str:
    return name.partition(":")[0]


def _unusual(name: str) -> str:
    if ":" not in name or _plain(name) not in CONTENTS:
        return name
    usual = make_metric(_plain(name))
    defaults = [settings.read(each.signature)[1] for each in (usual, usual.sentence)]
    own = {
        key: value
        for key, value in settings.read(name)[1].items()
        if key not in ("references", "version") and all(each.get(key) != value for each in defaults)
    }
    return f"{_plain(name)}:{','.join(f'{key}={value}' for key, value in own.items())}" if own else _plain(name)


def _column(
    name: str, full: str, scores: dict[str, Any], human: Judgments, direction: str | None, over: str
) -> MetricColumn:
    for system in human.systems:
        if system not in scores:
            raise InputError(
                f"{name} has no scores of system {system!r}, which people judged; score it, or leave it out by name"
                f" (the metric has {', '.join(scores)})"
            )
    by_system = [scores[system] for system in human.systems]
    flipped = _lower(name, by_system[0], direction)
    sign = -1.0 if flipped else 1.0
    signature = by_system[0].signature if isinstance(by_system[0], Result) else full
    of_segments = by_system[0].segment_signature if isinstance(by_system[0], Result) else full
    segments, systems = [], []
    for system, each, judged in zip(human.systems, by_system, human.judged, strict=True):
        scored = _System(name, system, each, human.items if human.per_segment else None)
        segments.append(scored.segments())
        systems.append(scored.score(judged, over))
    per_segment = sign * np.array(segments) if human.per_segment else None
    return MetricColumn(name, signature, of_segments, per_segment, sign * np.array(systems), flipped)


def _lower(name: str, example: Any, direction: str | None) -> bool:
    if isinstance(example, Result):
        own = "higher" if example.metric.higher_is_better else "lower"
        if direction not in (None, own):
            raise SettingError(
                f"{own} is better for {name}; only for scores from outside can you say that {direction} is better"
            )
        return own == "lower"
    base = name.partition(":")[0]
    return direction == "lower" or (direction is None and base in CONTENTS and not metric_class(base).higher_is_better)


@dataclass(frozen=True, eq=False)
class _System:
    """What one metric says of one system, in any of the forms in which scores are given."""

    metric: str
    system: str
    scores: Any  # a Result, SystemScores, numbers in the order of the segments, numbers by item, or one number
    items: tuple[str, ...] | None  # None where people judged whole systems

    def _of_segments(self) -> _System:
        """The same without the score of the whole system."""
        return replace(self, scores=self.scores.segments) if isinstance(self.scores, SystemScores) else self

    def segments(self) -> Rows:
        """The scores of the judged items, NaN where there is none."""
        if self.items is None:
            return np.empty(0)
        if isinstance(self.scores, SystemScores):
            return self._of_segments().segments()
        if isinstance(self.scores, Mapping):
            scores = (self.scores.get(item) for item in self.items)
            return np.array([np.nan if each is None else each for each in scores], dtype=float)
        values = self.scores.segments if isinstance(self.scores, Result) else self._numbers()
        if values.ndim != 1:
            raise InputError(
                f"{self.metric} has one score for all of system {self.system!r}, but people judged segments;"
                " give segment scores"
            )
        return np.asarray(values[self._places(len(values))])

    def score(self, judged: Flags, over: str) -> float:
        """The system's score over what people judged of it, or over all; a corpus score stays one: rows are added.

        A score of the whole system that stands beside those of segments is taken as it is.
        """
        if isinstance(self.scores, SystemScores):
            return self._of_segments().score(judged, over) if self.scores.system is None else self.scores.system
        if isinstance(self.scores, Result):
            if self.items is None or over == "all":
                return self.scores.score
            if self.scores.metric.segments_only:
                return mean(self.segments()[judged])
            chosen = self._places(self.scores.totals.segments)[judged]
            return float(self.scores.require_stats()[chosen].totals().parts()["score"])
        values = self._of_system() if self.items is None or over == "all" else self.segments()[judged]
        finite = values[np.isfinite(values)]
        if not finite.size:
            raise InputError(
                f"{self.metric} has no score of system {self.system!r} where people judged it; give one, or leave the"
                " system out by name"
            )
        return mean(finite)

    def _of_system(self) -> Rows:
        if isinstance(self.scores, Mapping):
            return column(self._what(), list(self.scores.values()))
        return np.atleast_1d(self._numbers())

    def _numbers(self) -> Rows:
        return column(self._what(), self.scores)

    def _what(self) -> str:
        return f"scores by {self.metric} of {self.system!r}"

    def _places(self, length: int) -> Whole:
        """Where the judged items stand: they are numbered by line, from 1."""
        for item in self.items or ():
            if not (item.isdecimal() and 1 <= int(item) <= length):
                raise InputError(
                    f"people judged segment {item!r}, but {self.metric} has the segments 1 to {length} of system"
                    f" {self.system!r}; number segments by their line, from 1"
                )
        places = np.array([int(item) - 1 for item in self.items or ()], dtype=np.int64)
        for line, times in Counter(places.tolist()).items():
            if times > 1:
                alike = [item for item in self.items or () if int(item) == line + 1]
                raise InputError(f"people judged the segments {alike}, which are one line; number each line in one way")
        return places


def name_systems(
    texts: Mapping[str, list[str]], judged: Collection[str], without: Collection[str] = ()
) -> dict[str, list[str]]:
    """Name files after the systems that people judged: the file's own name, or that without its extension.

    >>> list(name_systems({"A.txt": ["a cat"], "B.txt": ["a dog"]}, ["A", "B", "refA"], without=["refA"]))
    ['A', 'B']
    """
    named: dict[str, list[str]] = {}
    for file, lines in texts.items():
        name = file if file in judged else PurePath(file).stem
        if name not in judged:
            raise InputError(f"people judged no system named {name!r} or {file!r}, but {', '.join(judged)}")
        if name in named:
            raise InputError(f"two files are named like system {name!r}; give one of them")
        if name not in without:
            named[name] = lines
    if not named:
        raise InputError("all systems are left out; keep at least two")
    return named


def scores_by_metric(records: Iterable[Record]) -> dict[str, dict[str, Any]]:
    """Read a table of metric scores: system, metric, score, and perhaps the segment.

    A line whose segment is empty has the score of the whole system, which stands beside those of its segments.

    >>> lines = [{"system": "A", "segment": "1", "metric": "comet", "score": "0.5"}]
    >>> scores_by_metric([Record(line, "f:2") for line in lines])
    {'comet': {'A': {'1': 0.5}}}
    """
    segments: dict[tuple[str, str], dict[str, float | None]] = {}
    systems: dict[tuple[str, str], float | None] = {}
    order: dict[tuple[str, str], None] = {}
    for record in records:
        for name in ("system", "metric", "score"):
            if name not in record.cells:
                raise FormatError(
                    f"{record.place}: scores of metrics need a column {name!r}; there are {', '.join(record.cells)}"
                )
        column = next((name for name in SEGMENT if name in record.cells), None)
        key, score = (record.text("metric"), record.text("system")), record.number("score")
        whole = column is None or str(record.cells[column] or "").strip() == ""
        place: dict[Any, float | None] = systems if whole else segments.setdefault(key, {})
        at = key if whole or column is None else record.text(column)
        if at in place:
            of = f"system {key[1]!r}" + ("" if whole else f", segment {at!r}")
            raise FormatError(f"{record.place}: {key[0]} has a score of {of} already; leave one of them out")
        place[at] = score
        order[key] = None
    metrics: dict[str, dict[str, Any]] = {}
    for key in order:
        both = SystemScores(segments[key], systems[key]) if key in segments and key in systems else None
        metrics.setdefault(key[0], {})[key[1]] = both or segments.get(key) or systems[key]
    return metrics
