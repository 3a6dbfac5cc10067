"""Scores that grow: batches of segments are added as they come, from a training loop, a stream or other machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from understudy import __version__
from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Metric, Stats, Totals
from understudy.contract.result import Result
from understudy.errors import InputError, SettingError, UnderstudyError
from understudy.metrics import make_metric
from understudy.scoring.chunks import is_surveyed
from understudy.scoring.evaluate import Scores, named_metrics, score

SCHEMA = 1


class Sums(Stats):
    """What is left of rows once they are added: a score and its parts, but nothing of single segments."""

    def __init__(self, sums: Totals, counts: str) -> None:
        for name, value in {"metric": sums.metric, "sums": sums, "counts": counts}.items():
            object.__setattr__(self, name, value)

    sums: Totals

    def __len__(self) -> int:
        return self.sums.segments

    @property
    def rows(self) -> Rows:
        """There are none left."""
        raise InputError(
            "only the sums of the segments were kept, so there are no scores of segments and no intervals;"
            " score all texts in one call to get them"
        )

    def added(self) -> Rows:
        """The sums themselves."""
        return self.sums.values

    def written(self) -> dict[str, Any]:
        """Give the sums as plain values; `read_sums` takes them back."""
        return {
            "signature": self.metric.signature,
            "columns": list(self.metric.columns),
            "references": self.counts,
            "totals": self.sums.values.tolist(),
        }

    def __add__(self, other: Stats) -> Sums:
        return Sums(self.sums + other.totals(), _joined(self.counts, other.counts))


class Running:
    """The scores of one system whose segments arrive in batches. Only sums are kept, however many there are.

    >>> import understudy as us
    >>> running = us.Running(["bleu", "chrf"])
    >>> running.update(["a cat sat here", "it was black"], ["a cat sat here", "it is black"])
    >>> running.update(["all slept"], ["all of them slept"])
    >>> running.segments, round(running.compute()["bleu"].score, 2)
    (3, 59.08)
    """

    def __init__(self, metrics: str | Metric | Iterable[str | Metric] = "bleu", lang: str | None = None) -> None:
        self._metrics = named_metrics(metrics, lang)
        for metric in self._metrics.values():
            check_adds_up(metric)
        self._sums: dict[str, Sums] = {}

    @property
    def segments(self) -> int:
        """How many segments there were so far."""
        return len(next(iter(self._sums.values()))) if self._sums else 0

    def update(self, hyps: Any, refs: Any, threads: int = 1) -> None:
        """Score some more segments, given as to `us.score`."""
        self._add(sums_of(score(hyps, refs, list(self._metrics.values()), threads=threads)))

    def merge(self, other: Running) -> None:
        """Add what another one has counted, of other segments by the same metrics."""
        if other is self:
            raise InputError("these are the same sums, which would be counted twice; merge those of other segments")
        if self._metrics != other._metrics:
            here, there = (", ".join(each.signature for each in one._metrics.values()) for one in (self, other))
            raise InputError(f"sums of different metrics can't be added: {here} and {there}; use the same for both")
        if other._sums:
            self._add(other._sums)

    def compute(self) -> Scores:
        """Give the scores of all segments so far."""
        if not self._sums:
            raise InputError("there are no segments to score yet; call update first")
        return Scores({name: Result(sums) for name, sums in self._sums.items()})

    def _add(self, sums: Mapping[str, Sums]) -> None:
        # All at once: an interrupt must not leave some metrics ahead of others.
        (self._sums,) = added({"": self._sums} if self._sums else {}, {"": sums}).values()

    def written(self) -> dict[str, Any]:
        """Give everything as plain values, ready for `json.dumps`; `Running.read` takes them back."""
        return {
            "schema": SCHEMA,
            "understudy": __version__,
            "segments": self.segments,
            "metrics": [
                self._sums[name].written()
                if self._sums
                else {
                    "signature": metric.signature,
                    "columns": list(metric.columns),
                    "references": None,
                    "totals": None,
                }
                for name, metric in self._metrics.items()
            ],
        }

    @classmethod
    def read(cls, written: Any) -> Running:
        """Make the same again of what was written, or say what is wrong with it.

        >>> import understudy as us
        >>> running = us.Running("bleu")
        >>> running.update(["a cat sat here"], ["a cat sat here"])
        >>> us.Running.read(running.written()).compute()["bleu"].score
        100.0
        """
        if not isinstance(written, Mapping) or not isinstance(written.get("schema"), int):
            raise InputError("these are no statistics of understudy: there is no schema in them")
        if written["schema"] > SCHEMA:
            raise InputError(f"written in a later form, schema {written['schema']}; install a later understudy")
        if written.get("understudy") != __version__:
            raise InputError(
                f"written by understudy {written.get('understudy')!s:.20}, and this is {__version__};"
                " count all segments with one version"
            )
        try:
            segments, entries = written["segments"], list(written["metrics"])
            found = cls([make_metric(str(entry["signature"])) for entry in entries])
            if type(segments) is not int or (segments == 0 and any(entry["totals"] is not None for entry in entries)):
                raise ValueError
            if segments:
                rows = zip(found._metrics.items(), entries, strict=True)
                found._sums = {name: read_sums(metric, entry, segments) for (name, metric), entry in rows}
        except UnderstudyError:
            raise
        except (KeyError, TypeError, ValueError, OverflowError):
            raise InputError("these statistics are damaged or not of understudy; count them again") from None
        return found


def check_adds_up(metric: Metric) -> None:
    """Refuse a metric whose segments can't be counted batch by batch.

    >>> from understudy.metrics import make_metric
    >>> check_adds_up(make_metric("nist"))
    Traceback (most recent call last):
    understudy.errors.SettingError: nist must know all references before the first segment, so it can't be ...
    """
    if is_surveyed(metric):
        raise SettingError(
            f"{metric.name} must know all references before the first segment, so it can't be counted batch by batch;"
            " leave it out, or score all texts in one call"
        )
    if metric.segments_only:
        raise SettingError(f"{metric.signature} is defined for single segments only, so there is no sum to keep")


def adds_up(metric: Metric) -> bool:
    """Whether segments can be counted batch by batch, and their sums make a score.

    >>> from understudy.metrics import make_metric
    >>> adds_up(make_metric("bleu")), adds_up(make_metric("nist"))
    (True, False)
    """
    return not is_surveyed(metric) and not metric.segments_only


def added(one: Mapping[str, Mapping[str, Sums]], other: Mapping[str, Mapping[str, Sums]]) -> dict[str, dict[str, Sums]]:
    """Add the sums of several systems, by system and metric; nothing is known at the beginning.

    >>> import understudy as us
    >>> sums = {"A": sums_of(us.score(["a cat"], ["a cat"]))}
    >>> added(sums, sums)["A"]["bleu"].sums.segments
    2
    """
    return {
        system: {name: one[system][name] + each if one else each for name, each in found.items()}
        for system, found in other.items()
    }


def sums_of(found: Mapping[str, Result]) -> dict[str, Sums]:
    """Keep only the sums of results.

    >>> import understudy as us
    >>> sums_of(us.score(["a cat"], ["a cat"]))["bleu"].sums.segments
    1
    """
    return {name: Sums(result.stats.totals(), result.stats.counts) for name, result in found.items()}


def read_sums(metric: Metric, entry: Mapping[str, Any], segments: int) -> Sums:
    """Make sums of what was written; whatever does not fit the metric is a ValueError, a KeyError or a TypeError.

    >>> import understudy as us
    >>> sums = sums_of(us.score(["a cat"], ["a cat"]))["bleu"]
    >>> read_sums(sums.metric, sums.written(), 1).totals().values.tolist() == sums.totals().values.tolist()
    True
    """
    totals: Rows = np.array(entry["totals"], dtype=float)
    known = tuple(entry["columns"]) == metric.columns and totals.shape == (len(metric.columns),)
    if not known or not np.isfinite(totals).all() or type(segments) is not int or segments < 0:
        raise ValueError
    low, high = _range(str(entry["references"]))
    if not 0 <= low <= high:
        raise ValueError
    return Sums(Totals(metric, totals, segments), str(entry["references"]))


def _joined(one: str, other: str) -> str:
    """The numbers of references per segment of both: `1` and `2-3` make `1-3`."""
    if one == other:
        return one
    lows, highs = zip(_range(one), _range(other), strict=True)
    return f"{min(lows)}-{max(highs)}"


def _range(counts: str) -> tuple[int, int]:
    low, _, high = counts.partition("-")
    return int(low), int(high or low)
