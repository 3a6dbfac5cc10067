"""Pairwise accuracy with ties (acc_eq), tie calibration, and WMT's tau on relative rankings (daRR).

Deutsch, Foster and Freitag 2023, "Ties Matter"; Ma et al. 2018 and 2019, "Results of the WMT Metrics Shared Task".
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from understudy.agreement.item_pairs import Flags, ItemPairs
from understudy.contract.arithmetic import Rows

COLLAPSED = 0.95  # with so many pairs tied, the accuracy tells how often people tie, not what the metric knows


@dataclass(frozen=True, eq=False)
class Calibrated:
    """The best accuracy that any epsilon gives, the smallest such epsilon, and which pairs are right at it."""

    accuracy: float
    epsilon: float
    tied: float  # share of pairs that the metric ties at epsilon
    all_tied: float  # accuracy of a metric that ties everything
    right: Flags

    @property
    def collapsed(self) -> bool:
        """Whether the metric has been calibrated into saying "tie" nearly always."""
        return self.tied >= COLLAPSED


def acc_eq(pairs: ItemPairs, human: Rows, metric: Rows, epsilon: float) -> float:
    """The share of pairs that the metric orders, or ties, as people do, averaged over items.

    >>> human, metric = np.array([[3.0], [3.0], [1.0]]), np.array([[0.9], [0.8], [0.1]])
    >>> pairs = ItemPairs.within_items(np.ones((3, 1), dtype=bool))
    >>> round(acc_eq(pairs, human, metric, 0.0), 3), acc_eq(pairs, human, metric, 0.2)
    (0.667, 1.0)
    """
    return _mean(pairs, right_at(pairs, human, metric, epsilon))


def right_at(pairs: ItemPairs, human: Rows, metric: Rows, epsilon: float) -> Flags:
    """Tell which pairs the metric orders, or ties, as people do; it ties what differs by no more than epsilon.

    >>> pairs = ItemPairs.within_items(np.ones((2, 1), dtype=bool))
    >>> right_at(pairs, np.array([[1.0], [1.0]]), np.array([[0.1], [0.3]]), 0.25).tolist()
    [True]
    """
    difference = pairs.differences(metric)
    order = np.where(np.abs(difference) <= epsilon, 0.0, np.sign(difference))
    right: Flags = order == np.sign(pairs.differences(human))
    return right


def calibrate(pairs: ItemPairs, human: Rows, metric: Rows) -> Calibrated:
    """Find the epsilon of the best accuracy, exactly: all epsilons that matter in one pass over sorted differences.

    A pair that becomes a tie, because epsilon has reached its difference, turns right if people tie it too, and turns
    wrong if it was right before; nothing else changes.

    >>> human, metric = np.array([[3.0], [3.0], [1.0]]), np.array([[0.9], [0.8], [0.1]])
    >>> best = calibrate(ItemPairs.within_items(np.ones((3, 1), dtype=bool)), human, metric)
    >>> best.accuracy, round(best.epsilon, 3), best.collapsed
    (1.0, 0.1, False)
    """
    difference, people = pairs.differences(metric), np.sign(pairs.differences(human))
    size, tie = np.abs(difference), people == 0
    if not len(pairs):
        return Calibrated(math.nan, math.nan, math.nan, math.nan, tie)
    right = np.sign(difference) == people
    epsilon = _best_epsilon(size, np.subtract(tie, right, dtype=float) / pairs.per_item[pairs.item])
    tied = size <= epsilon
    right = np.where(tied, tie, right)
    return Calibrated(_mean(pairs, right), epsilon, float(tied.mean()), _mean(pairs, tie), right)


def _best_epsilon(size: Rows, change: Rows) -> float:
    """Which epsilon gains most, if each pair brings its change once epsilon has reached its size."""
    order = np.argsort(size)
    sizes, gains = size[order], np.cumsum(change[order])
    last = np.r_[sizes[1:] != sizes[:-1], True]  # only there have all pairs of one size become ties
    epsilons, gains = np.r_[0.0, sizes[last]], np.r_[0.0, gains[last]]
    # Sums of fractions are rounded: of epsilons that are equally good, the smallest is meant.
    return float(epsilons[np.argmax(gains >= gains.max() - 1e-9)])


def ranked_alike(pairs: ItemPairs, human: Rows, metric: Rows, threshold: float = 25.0) -> tuple[Flags, Flags]:
    """Tell which pairs are far enough apart for people, and which of these the metric orders strictly alike.

    >>> pairs = ItemPairs.within_items(np.ones((3, 1), dtype=bool))
    >>> kept, alike = ranked_alike(pairs, np.array([[90.0], [60.0], [50.0]]), np.array([[2.0], [1.0], [2.0]]))
    >>> kept.tolist(), alike.tolist()
    ([True, True, False], [True, False, False])
    """
    people = pairs.differences(human)
    # Means of several judgments are rounded: a difference of 25 may come out a hair below.
    kept = (np.abs(people) >= threshold * (1 - 1e-12)) & (people != 0)
    return kept, kept & (np.sign(people) == np.sign(pairs.differences(metric)))


def darr(pairs: ItemPairs, human: Rows, metric: Rows, threshold: float = 25.0) -> float:
    """WMT's tau on relative rankings: pairs that people set apart by a threshold, pooled; a metric's tie is wrong.

    >>> pairs = ItemPairs.within_items(np.ones((3, 1), dtype=bool))
    >>> darr(pairs, np.array([[90.0], [60.0], [50.0]]), np.array([[2.0], [1.0], [2.0]]))
    0.0
    """
    kept, alike = ranked_alike(pairs, human, metric, threshold)
    return float((2 * alike.sum() - kept.sum()) / kept.sum()) if kept.any() else math.nan


def _mean(pairs: ItemPairs, which: Flags) -> float:
    """Average over the items that have pairs."""
    return float(pairs.shares(which)[pairs.per_item > 0].mean())
