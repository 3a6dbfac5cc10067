"""Groups of segments that were scored apart, such as language pairs: their table, macro average and ranks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from understudy import __version__
from understudy.contract.resampling import LEVEL, RESAMPLES, SEED, Interval, percentile_interval, resampled_parts
from understudy.contract.result import Result
from understudy.contract.stats import Stats
from understudy.scoring.evaluate import Evaluation
from understudy.scoring.groups import ALL
from understudy.tables.table import Cell, Table

MACRO = "(macro average)"


@dataclass(frozen=True, eq=False)
class Number:
    """A score, with its interval and its rank where it has any."""

    score: float
    interval: Interval | None
    rank: float | None


@dataclass(frozen=True, eq=False)
class GroupScores:
    """Evaluations by group, in each of which a system may be missing."""

    name: str  # of the labels
    evaluations: Mapping[str, Evaluation]
    macro: bool = False  # whether averages over groups and ranks are asked for
    threads: int = 1

    @cached_property
    def systems(self) -> list[str]:
        """All systems, of whatever group."""
        return list(dict.fromkeys(name for each in self.evaluations.values() for name in each))

    @cached_property
    def metrics(self) -> list[str]:
        """The names of the metrics, the same in all groups."""
        return list(next(iter(next(iter(self.evaluations.values())).values())))

    @cached_property
    def complete(self) -> list[str]:
        """The systems that have all groups: only these have averages."""
        return [name for name in self.systems if all(name in each for each in self.evaluations.values())]

    def result(self, group: str, system: str, metric: str) -> Result | None:
        """The result of a system in a group; None if it lacks the group."""
        scores = self.evaluations[group].get(system)
        return None if scores is None else scores[metric]

    def number(self, group: str, system: str, metric: str) -> Number | None:
        """The score of a system in a group, with interval and rank."""
        own = self.result(group, system, metric)
        if own is None:
            return None
        interval = own.interval(threads=self.threads) if own.totals.segments > 1 else None
        return Number(own.score, interval, float(self.rank(group, system, metric)))

    def rank(self, group: str, system: str, metric: str) -> int:
        """One more than the number of systems with a better score in the group.

        >>> import understudy as us
        >>> texts = {"A": ["a cat"], "B": ["a dog"], "C": ["a cat"]}
        >>> both = GroupScores("pair", {"x": us.evaluate(texts, ["a cat"], "chrf")})
        >>> [both.rank("x", name, "chrf") for name in "ABC"]
        [1, 3, 1]
        """
        results = {name: own[metric] for name, own in self.evaluations[group].items()}
        sign = 1 if results[system].metric.higher_is_better else -1
        return 1 + sum(sign * each.score > sign * results[system].score for each in results.values())

    def average(self, system: str, metric: str) -> Number | None:
        """The mean of a system's scores over groups, each of which counts the same; None if it lacks a group.

        The interval is of a bootstrap in which every group is drawn again by itself.
        """
        if system not in self.complete:
            return None
        results = [each[system][metric] for each in self.evaluations.values()]
        rank = float(np.mean([self.rank(group, system, metric) for group in self.evaluations]))
        interval = None
        if all(each.totals.segments > 1 for each in results):
            drawn = [
                resampled_parts(each.require_stats(), RESAMPLES, SEED + place, threads=self.threads)["score"]
                for place, each in enumerate(results)
            ]
            interval = percentile_interval(np.mean(drawn, axis=0), LEVEL)
        return Number(float(np.mean([each.score for each in results])), interval, rank)

    def pooled(self, system: str, metric: str) -> Number | None:
        """The score of all segments together; None if it lacks a group, or groups were not scored alike."""
        if system not in self.complete:
            return None
        results = [each[system][metric] for each in self.evaluations.values()]
        if len({each.metric for each in results}) > 1 or results[0].metric.needs_survey:
            return None
        rows = np.concatenate([each.require_stats().rows for each in results])
        whole = Result(Stats(results[0].metric, rows, results[0].counted.counts))
        return Number(whole.score, whole.interval(threads=self.threads) if len(rows) > 1 else None, None)

    def lines(self) -> list[tuple[str, str, int | None, list[Number | None]]]:
        """Every group and system with its segments and numbers, one a metric; then all segments, then averages.

        >>> import understudy as us
        >>> one, two = (us.evaluate({name: ["a cat"]}, ["a cat"], "chrf") for name in "AB")
        >>> [line[:3] for line in GroupScores("pair", {"x": one, "y": two}).lines()][1]
        ('x', 'B', None)
        """
        lines: list[tuple[str, str, int | None, list[Number | None]]] = []
        for group in self.evaluations:
            for system in self.systems:
                first = self.result(group, system, self.metrics[0])
                numbers = [self.number(group, system, metric) for metric in self.metrics]
                lines.append((group, system, None if first is None else first.totals.segments, numbers))
        for system in self.systems:
            own = [self.result(group, system, self.metrics[0]) for group in self.evaluations]
            segments = sum(each.totals.segments for each in own if each is not None)
            lines.append((ALL, system, segments, [self.pooled(system, metric) for metric in self.metrics]))
        if self.macro:
            for system in self.systems:
                lines.append((MACRO, system, None, [self.average(system, metric) for metric in self.metrics]))
        return lines

    @property
    def signatures(self) -> list[tuple[str, str]]:
        """The title and signature of each metric, with the groups where not all have the same."""
        listed = []
        for metric in self.metrics:
            by_signature: dict[str, list[str]] = {}
            title = ""
            for group, evaluation in self.evaluations.items():
                result = next(iter(evaluation.values()))[metric]
                title = result.metric.title
                by_signature.setdefault(result.signature, []).append(group)
            for signature, groups in by_signature.items():
                listed.append((title if len(by_signature) == 1 else f"{title} of {', '.join(groups)}", signature))
        return listed

    @property
    def titles(self) -> list[str]:
        """What tables call the metrics."""
        first = next(iter(next(iter(self.evaluations.values())).values()))
        titles = [first[metric].metric.title for metric in self.metrics]
        return titles if len(set(titles)) == len(titles) else self.metrics


def table(scores: GroupScores, digits: int = 2) -> Table:
    """List groups and systems against metrics, with intervals and, if averages are asked for, ranks.

    >>> import understudy as us
    >>> one, two = (us.evaluate({name: ["a cat"]}, ["a cat"], "chrf") for name in "AB")
    >>> table(GroupScores("pair", {"x": one, "y": two}, macro=True)).rows[1]
    ('x', 'B', '', '', '', '')
    """
    percent = f"{LEVEL:.0%}".replace("%", " %")
    heads = [
        head for title in scores.titles for head in [title, f"{title} {percent}", *[f"{title} rank"] * scores.macro]
    ]
    rows: list[tuple[Cell, ...]] = []
    for group, system, segments, numbers in scores.lines():
        cells = [cell for number in numbers for cell in _cells(number, digits, scores.macro)]
        rows.append((group, system, "" if segments is None else segments, *cells))
    groups = len(scores.systems)
    lines = tuple(range(groups, len(rows), groups))
    return Table((scores.name, "System", "Segments", *heads), tuple(rows), _notes(scores), digits, lines)


def _cells(number: Number | None, digits: int, with_rank: bool) -> list[Cell]:
    if number is None:
        return [""] * (3 if with_rank else 2)
    interval = "" if number.interval is None else f"{number.interval:.{digits}f}"
    rank: Cell = "" if number.rank is None else f"{number.rank:g}"
    return [number.score, interval, *([rank] if with_rank else [])]


def _notes(scores: GroupScores) -> tuple[str, ...]:
    notes = [f"{title}  {signature}" for title, signature in scores.signatures]
    notes.append(f"interval: percentiles of {RESAMPLES:,} bootstrap resamples of the group's segments, seed {SEED}")
    if scores.macro:
        notes.append(
            f"{MACRO}: the mean over {len(scores.evaluations)} groups, each resampled by itself; its rank is the"
            " mean of the ranks in all groups"
        )
    lacking = [name for name in scores.systems if name not in scores.complete]
    for name in lacking:
        missing = [group for group, each in scores.evaluations.items() if name not in each]
        notes.append(f"{name} lacks {', '.join(missing)}, so it has no score of all groups")
    if len(scores.signatures) > len(scores.metrics):
        notes.append(f"{ALL}: blank where the groups were not scored alike, as by other tokenizers")
    return tuple(notes)


def long_table(scores: GroupScores) -> Table:
    """List one score a row: the form for other programs; what is missing has no row.

    >>> import understudy as us
    >>> long_table(GroupScores("pair", {"x": us.evaluate({"A": ["a cat"]}, ["a cat"], "chrf")})).columns
    ('pair', 'system', 'segments', 'metric', 'score', 'low', 'high', 'rank')
    """
    rows: list[tuple[Cell, ...]] = []
    for each in as_json(scores)["groups"]:
        low, high = each["interval"] or ("", "")
        count, rank = ("" if each[key] is None else each[key] for key in ("segment_count", "rank"))
        rows.append((each["group"], each["system"], count, each["metric"], each["score"], low, high, rank))
    return Table((scores.name, "system", "segments", "metric", "score", "low", "high", "rank"), tuple(rows))


def as_json(scores: GroupScores) -> dict[str, Any]:
    """Give everything as plain values, ready for `json.dumps`; what is missing has no entry.

    >>> import understudy as us
    >>> as_json(GroupScores("pair", {"x": us.evaluate({"A": ["a cat"]}, ["a cat"], "chrf")}))["groups"][0]["score"]
    100.0
    """
    entries = [
        {
            "group": group,
            "system": system,
            "segment_count": segments,
            "metric": metric,
            "signature": None if (own := _own(scores, group, system, metric)) is None else own.signature,
            "score": number.score,
            "interval": None if number.interval is None else [number.interval.low, number.interval.high],
            "rank": number.rank,
        }
        for group, system, segments, numbers in scores.lines()
        for metric, number in zip(scores.metrics, numbers, strict=True)
        if number is not None
    ]
    return {"schema": 1, "understudy": __version__, "by": scores.name, "groups": entries}


def _own(scores: GroupScores, group: str, system: str, metric: str) -> Result | None:
    return scores.result(group, system, metric) if group in scores.evaluations else None
