"""Running scores: batches of segments are added as they come, from a training loop, a stream or other machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from understudy import __version__
from understudy.contract.metric import Metric
from understudy.contract.result import Result
from understudy.contract.stats import Totals
from understudy.errors import InputError, SettingError, UnderstudyError
from understudy.inputs.arguments import strict
from understudy.metrics import make_metric
from understudy.scoring.evaluate import Metrics, Scores, evaluate, requested

SCHEMA = 1


class Running:
    """The scores of one system whose segments arrive in batches. Only sums are kept, however many there are.

    >>> import understudy as us
    >>> running = us.Running(["bleu", "chrf"])
    >>> running.update(["a cat sat here", "it was black"], ["a cat sat here", "it is black"])
    >>> running.update(["all slept"], ["all of them slept"])
    >>> running.segments, round(running.compute()["bleu"].score, 2)
    (3, 59.08)
    """

    @strict
    def __init__(self, metrics: Metrics = "bleu", lang: str | None = None) -> None:
        # One batch need not have as many references as a signature states.
        self._request = requested(requested(metrics, lang).metrics.values())
        for metric in self._request.metrics.values():
            check_adds_up(metric)
        self._totals: dict[str, Totals] = {}

    @property
    def segments(self) -> int:
        """How many segments there were so far."""
        return next(iter(self._totals.values())).segments if self._totals else 0

    @strict
    def update(self, hyps: Any, refs: Any, threads: int = 1) -> None:
        """Score one more batch of segments, given as to `us.score`."""
        batch = evaluate({"": hyps}, refs, self._request, threads=threads, checks=False)
        self._add(totals_of(batch[""]))

    @strict
    def merge(self, other: Running) -> None:
        """Add what another one has counted, of other segments by the same metrics."""
        if other is self:
            raise InputError("these are the same sums, which would be counted twice; merge those of other segments")
        if self._request.metrics != other._request.metrics:
            here, there = (", ".join(each.signature for each in one._request.metrics.values()) for one in (self, other))
            raise InputError(f"sums of different metrics can't be added: {here} and {there}; use the same for both")
        if other._totals:
            self._add(other._totals)

    def compute(self) -> Scores:
        """The scores of all segments so far."""
        if not self._totals:
            raise InputError("there are no segments to score yet; call update first")
        return as_scores(self._totals)

    def _add(self, totals: Mapping[str, Totals]) -> None:
        # All at once: an interrupt must not leave some metrics ahead of others.
        self._totals = add_totals([self._totals, totals])

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for `json.dumps`; `Running.from_dict` takes them back."""
        nothing = {"references": None, "totals": None}
        return {
            "schema": SCHEMA,
            "understudy": __version__,
            "segments": self.segments,
            "metrics": [
                self._totals[name].to_dict()
                if self._totals
                else {"signature": metric.signature, "columns": list(metric.columns), **nothing}
                for name, metric in self._request.metrics.items()
            ],
        }

    @classmethod
    @strict
    def from_dict(cls, values: Any) -> Running:
        """Make the same again of what `to_dict` gave, or say what is wrong with it.

        >>> import understudy as us
        >>> running = us.Running("bleu")
        >>> running.update(["a cat sat here"], ["a cat sat here"])
        >>> us.Running.from_dict(running.to_dict()).compute()["bleu"].score
        100.0
        """
        _check_frame(values)
        try:
            return cls._read(values["segments"], list(values["metrics"]))
        except UnderstudyError:
            raise
        except (KeyError, TypeError, ValueError, OverflowError):
            raise InputError("these statistics are damaged or not of understudy; count them again") from None

    @classmethod
    def _read(cls, segments: Any, entries: list[Any]) -> Running:
        running = cls([make_metric(str(entry["signature"])) for entry in entries])
        if type(segments) is not int or (segments == 0 and any(entry["totals"] is not None for entry in entries)):
            raise ValueError
        if segments:
            metrics = zip(running._request.metrics.items(), entries, strict=True)
            running._totals = {name: Totals.from_dict(metric, entry, segments) for (name, metric), entry in metrics}
        return running


def _check_frame(values: Any) -> None:
    if not isinstance(values, Mapping) or not isinstance(values.get("schema"), int):
        raise InputError("these are not statistics of understudy: there is no schema in them; count them again")
    if values["schema"] > SCHEMA:
        raise InputError(f"written in a later form, schema {values['schema']}; install a later understudy")
    if values.get("understudy") != __version__:
        raise InputError(
            f"written by understudy {values.get('understudy')!s:.20}, and this is {__version__};"
            " count all segments with one version"
        )


def check_adds_up(metric: Metric) -> None:
    """Refuse a metric whose segments can't be counted batch by batch.

    >>> from understudy.metrics import make_metric
    >>> check_adds_up(make_metric("nist"))
    Traceback (most recent call last):
    understudy.errors.SettingError: nist must know all references before the first segment, so it can't be ...
    """
    if metric.needs_survey:
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
    return metric.reads_text and not metric.needs_survey and not metric.segments_only


def totals_of(scores: Mapping[str, Result]) -> dict[str, Totals]:
    """Keep only the totals of results.

    >>> import understudy as us
    >>> totals_of(us.score(["a cat"], ["a cat"]))["bleu"].segments
    1
    """
    return {name: result.totals for name, result in scores.items()}


def add_totals(shards: Iterable[Mapping[str, Totals]]) -> dict[str, Totals]:
    """Add the totals of shards or batches, by the name of the metric.

    >>> import understudy as us
    >>> one = totals_of(us.score(["a cat"], ["a cat"]))
    >>> add_totals([one, one])["bleu"].segments
    2
    """
    total: dict[str, Totals] = {}
    for shard in shards:
        total = {name: total[name] + each if total else each for name, each in shard.items()}
    return total


def as_scores(totals: Mapping[str, Totals]) -> Scores:
    """The scores that totals make.

    >>> import understudy as us
    >>> as_scores(totals_of(us.score(["a cat sat here"], ["a cat sat here"])))["bleu"].score
    100.0
    """
    return Scores({name: Result(each) for name, each in totals.items()})
