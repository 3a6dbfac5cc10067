"""Shards of a test set, counted one after the other or far apart: their sums are those of the whole, to the last bit.

Metrics that must know all references first (NIST, CIDEr) take two passes: the surveys of all shards are added, and
every shard is then counted with the sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from understudy.contract.metric import Metric
from understudy.contract.stats import Totals
from understudy.contract.survey import Counts
from understudy.errors import InputError
from understudy.inputs.texts import check_segments, check_threads, check_tokenized, references, texts
from understudy.scoring.chunks import SurveyedTables, surveyed
from understudy.scoring.evaluate import Scores, by_reading, count_all
from understudy.sharding.accumulator import check_adds_up, totals_of

Surveys = dict[str, Counts]  # by the signature of the metric


class Counting:
    """Counts shards, all by the same metrics and with the same surveys.

    >>> from understudy.scoring.evaluate import named_metrics
    >>> from understudy.sharding.accumulator import add_totals
    >>> metrics, refs = named_metrics(["bleu", "nist"]), [["a cat sat here"], ["the dog ran"]]
    >>> counting = Counting(metrics, add_surveys(survey(metrics, each) for each in refs))
    >>> shards = [counting.totals(["a cat was here"], refs[0]), counting.totals(["the dog ran"], refs[1])]
    >>> add_totals(shards)["nist"].segments
    2
    """

    def __init__(self, metrics: Mapping[str, Metric], surveys: Mapping[str, Counts] | None = None) -> None:
        self._metrics = dict(metrics)
        for metric in surveyed(metrics).values():
            if metric.signature not in (surveys or {}):
                check_adds_up(metric)  # says why it can't be counted
        self._surveyed = {
            reading: SurveyedTables.of(alike, surveys or {})
            for reading, alike in by_reading(metrics).items()
            if surveyed(alike)
        }

    def scores(self, hyps: Any, refs: Any, threads: int = 1) -> Scores:
        """Score a shard, given as to `us.score`."""
        check_threads(threads)
        hypotheses = texts(hyps, "hypotheses", tokens=True)
        check_segments(len(hypotheses))
        aligned = references(refs, len(hypotheses), tokens=True)
        check_tokenized({"": hypotheses}, aligned.flat.tokenized)
        metrics = self._metrics
        if aligned.flat.tokenized:
            metrics = {name: metric.for_tokens for name, metric in metrics.items()}
            if self._surveyed and metrics != self._metrics:
                raise InputError("these surveys are of text, but the shard is tokenized; survey tokens for it")
        return count_all(metrics, {"": hypotheses}, aligned, threads, surveyed=self._surveyed)[""]

    def totals(self, hyps: Any, refs: Any, threads: int = 1) -> dict[str, Totals]:
        """Count a shard and keep only the totals."""
        return totals_of(self.scores(hyps, refs, threads))


def survey(metrics: Mapping[str, Metric], refs: Any, threads: int = 1) -> Surveys:
    """The first pass over a shard: survey its references, for each metric that needs it.

    >>> from understudy.scoring.evaluate import named_metrics
    >>> surveys = survey(named_metrics(["bleu", "nist"]), ["a cat", "a dog"])
    >>> [counts["a",] for counts in surveys.values()]
    [2]
    """
    aligned = references(refs, tokens=True)
    for metric in surveyed(metrics).values():
        _check_shardable(metric)
    bound = [metric.bind(aligned, threads=threads) for metric in surveyed(metrics).values()]
    return {each.metric.signature: each.survey.counts for each in bound}


def add_surveys(shards: Iterable[Mapping[str, Counts]]) -> Surveys:
    """Add the surveys of shards.

    >>> one = {"nist": Counter({("a",): 1})}
    >>> add_surveys([one, one])["nist"]["a",]
    2
    """
    total: Surveys = {}
    for shard in shards:
        for signature, counts in shard.items():
            total.setdefault(signature, Counter()).update(counts)
    return total


def check_sums(metrics: Mapping[str, Metric]) -> None:
    """Refuse a metric that can't be counted in shards: it has scores of single segments only, or its survey stays here.

    >>> from understudy.scoring.evaluate import named_metrics
    >>> check_sums(named_metrics(["bleu", "nist"]))
    """
    for metric in metrics.values():
        _check_shardable(metric)


def _check_shardable(metric: Metric) -> None:
    if not metric.needs_survey or type(metric).survey_from is Metric.survey_from:
        check_adds_up(metric)
