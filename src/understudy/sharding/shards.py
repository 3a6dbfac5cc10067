"""Shards of a test set, counted one after the other or far apart: their sums are those of the whole, to the last bit.

Metrics that must know all references first (NIST, CIDEr) take two passes: the surveys of all shards are added, and
every shard is then counted with the sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from understudy import _core
from understudy.contract.metric import Bound, Metric
from understudy.contract.result import Result
from understudy.errors import SettingError
from understudy.inputs.texts import References, check_segments, references, texts
from understudy.metrics.shared.information import Counts, Survey
from understudy.scoring.chunks import is_surveyed, surveyed
from understudy.scoring.evaluate import Scores, score
from understudy.sharding.accumulator import Sums, check_adds_up, sums_of
from understudy.tokens import TokenizedReferences, TokenTable

Surveys = dict[str, Counts]  # by the signature of the metric


class Counting:
    """Counts shards, all by the same metrics and with the same surveys.

    >>> from understudy.scoring.evaluate import named_metrics
    >>> metrics, refs = named_metrics(["bleu", "nist"]), [["a cat sat here"], ["the dog ran"]]
    >>> counting = Counting(metrics, add_surveys(survey(metrics, each) for each in refs))
    >>> shards = [counting.sums(["a cat was here"], refs[0]), counting.sums(["the dog ran"], refs[1])]
    >>> len(add_sums(shards)["nist"])
    2
    """

    def __init__(self, metrics: Mapping[str, Metric], surveys: Mapping[str, Counts] | None = None) -> None:
        self._metrics = dict(metrics)
        self._tables: dict[str, tuple[TokenTable, Survey]] = {}
        for name, metric in surveyed(metrics).items():
            if metric.signature not in (surveys or {}):
                check_adds_up(metric)  # says why it can't be counted
            table = TokenTable(metric.reading)
            counts = (surveys or {})[metric.signature]
            self._tables[name] = table, Survey.of(counts, _order(metric), table.vocabulary)

    def scores(self, hyps: Any, refs: Any, threads: int = 1) -> Scores:
        """Score a shard, given as to `us.score`."""
        hyps = texts(hyps, "hypotheses")  # once, as a stream can't be read again
        check_segments(len(hyps))
        refs = references(refs, len(hyps))
        plain = [metric for name, metric in self._metrics.items() if name not in self._tables]
        found = dict(score(hyps, refs, plain, threads=threads)) if plain else {}
        by_signature = {result.metric.signature: result for result in found.values()}
        by_signature |= self._surveyed(hyps, refs, threads) if self._tables else {}
        return Scores({name: by_signature[metric.signature] for name, metric in self._metrics.items()})

    def sums(self, hyps: Any, refs: Any, threads: int = 1) -> dict[str, Sums]:
        """Count a shard and keep only the sums."""
        return sums_of(self.scores(hyps, refs, threads))

    def _surveyed(self, hyps: _core.Texts, refs: References, threads: int) -> dict[str, Result]:
        found = {}
        for name, (table, known) in self._tables.items():
            metric = self._metrics[name]
            tokens = TokenizedReferences(table.add(refs.flat, threads), refs.starts)
            bound = Bound(metric, table, tokens, refs.counts, known)
            found[metric.signature] = Result(bound.stats(hyps, threads))
        return found


def survey(metrics: Mapping[str, Metric], refs: Any, threads: int = 1) -> Surveys:
    """The first pass over a shard: survey its references, for each metric that needs it.

    >>> from understudy.scoring.evaluate import named_metrics
    >>> found = survey(named_metrics(["bleu", "nist"]), ["a cat", "a dog"])
    >>> [counts["a",] for counts in found.values()]
    [2]
    """
    found: Surveys = {}
    for metric in surveyed(metrics).values():
        known = metric.bind(refs, threads=threads).survey
        if not isinstance(known, Survey):
            check_adds_up(metric)  # a metric of another package, whose survey can't be sent elsewhere
        found[metric.signature] = known.counts
    return found


def add_surveys(surveys: Any) -> Surveys:
    """Add the surveys of shards.

    >>> one = {"nist": Counter({("a",): 1})}
    >>> add_surveys([one, one])["nist"]["a",]
    2
    """
    total: Surveys = {}
    for each in surveys:
        for signature, counts in each.items():
            total.setdefault(signature, Counter()).update(counts)
    return total


def add_sums(shards: Any) -> dict[str, Sums]:
    """Add the sums of shards, which were counted by the same metrics.

    >>> import understudy as us
    >>> one = sums_of(us.score(["a cat"], ["a cat"]))
    >>> add_sums([one, one])["bleu"].sums.segments
    2
    """
    total: dict[str, Sums] = {}
    for each in shards:
        total = {name: total[name] + sums if total else sums for name, sums in each.items()}
    return total


def as_scores(sums: Mapping[str, Sums]) -> Scores:
    """The scores that sums make.

    >>> import understudy as us
    >>> as_scores(sums_of(us.score(["a cat sat here"], ["a cat sat here"])))["bleu"].score
    100.0
    """
    return Scores({name: Result(each) for name, each in sums.items()})


def check_sums(metrics: Mapping[str, Metric]) -> None:
    """Refuse a metric of which there is no sum, only scores of single segments.

    >>> from understudy.scoring.evaluate import named_metrics
    >>> check_sums(named_metrics(["bleu", "nist"]))
    """
    for metric in metrics.values():
        if not is_surveyed(metric):
            check_adds_up(metric)


def _order(metric: Metric) -> int:
    order = getattr(metric, "order", None)
    if not isinstance(order, int):
        raise SettingError(
            f"{metric.name} has no order, so its survey can't be read again; score all texts in one call"
        )
    return order
