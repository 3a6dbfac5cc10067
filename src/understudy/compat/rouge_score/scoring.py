"""Scores, and their means over many texts with confidence intervals by the bootstrap."""

from __future__ import annotations

import abc
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from understudy.contract.resampling import draw_sums
from understudy.errors import InputError, SettingError

__all__ = ["AggregateScore", "BaseScorer", "BootstrapAggregator", "Score", "fmeasure"]

SEED = 12345


class Score(NamedTuple):
    """Precision, recall and F, from 0 to 1."""

    precision: float
    recall: float
    fmeasure: float


class AggregateScore(NamedTuple):
    """The lower end of an interval, the median of all resamples, and the upper end; each is a score."""

    low: Any
    mid: Any
    high: Any


class BaseScorer(abc.ABC):
    """What a scorer of your own is derived from."""

    @abc.abstractmethod
    def score(self, target: str, prediction: str) -> dict[str, Score]:
        """Score a prediction against a target, by type of score."""


class BootstrapAggregator:
    """Means of scores with intervals, by bootstrap resampling with a seed: the same scores give the same numbers.

    >>> aggregator = BootstrapAggregator(n_samples=100)
    >>> for precision in (0.0, 1.0):
    ...     aggregator.add_scores({"rouge1": Score(precision, 0.5, 0.5)})
    >>> aggregator.aggregate()["rouge1"].mid
    Score(precision=0.5, recall=0.5, fmeasure=0.5)
    """

    def __init__(self, confidence_interval: float = 0.95, n_samples: int = 1000) -> None:
        if not 0 <= confidence_interval <= 1:
            raise SettingError(f"confidence_interval must be from 0 to 1, got {confidence_interval!r}")
        if n_samples <= 0:
            raise SettingError(f"n_samples must be positive, got {n_samples!r}")
        self._n_samples = n_samples
        self._confidence_interval = confidence_interval
        self._scores: dict[str, list[Any]] = {}

    def add_scores(self, scores: Mapping[str, Any]) -> None:
        """Add the scores of one more text: named tuples by type of score."""
        if not isinstance(scores, Mapping):
            raise InputError(f"scores are given by type, as RougeScorer gives them; got {scores!r:.80}")
        for name, score in scores.items():
            self._scores.setdefault(name, []).append(score)

    def aggregate(self) -> dict[str, AggregateScore]:
        """The interval of every type of score."""
        return {name: self._interval(scores) for name, scores in self._scores.items()}

    def _interval(self, scores: list[Any]) -> AggregateScore:
        matrix = np.array(scores, dtype=np.float64)
        means = draw_sums(matrix, SEED, self._n_samples) / len(matrix)
        aside = (1 - self._confidence_interval) / 2
        ends = np.quantile(means, [aside, 0.5, 1 - aside], axis=0).tolist()
        return AggregateScore(*(type(scores[0])(*end) for end in ends))


def fmeasure(precision: float, recall: float) -> float:
    """The harmonic mean of precision and recall; 0 if both are.

    >>> fmeasure(0.5, 1.0)
    0.6666666666666666
    """
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0
