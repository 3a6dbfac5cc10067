"""Segment-level correlations: over all segments at once, within each item, or within each system.

A group without a correlation, because one of its columns is constant or shorter than two, is left out of the mean.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.agreement import correlation
from understudy.agreement.item_pairs import Flags, ItemPairs, Whole
from understudy.contract.arithmetic import Rows
from understudy.errors import choose

STATISTICS = {"pearson": correlation.pearson, "spearman": correlation.spearman}
STATISTICS |= {"tau_b": correlation.tau_b, "tau_c": correlation.tau_c}
GROUPINGS = ("none", "item", "system")


def grouped(statistic: str, human: Rows, metric: Rows, by: str = "none") -> float:
    """Correlate systems times items, as a whole or averaged over groups; places without a human score are left out.

    >>> human = np.array([[1.0, 5.0], [2.0, np.nan], [3.0, 4.0]])
    >>> metric = np.array([[0.1, 0.9], [0.2, 0.5], [0.3, 0.7]])
    >>> grouped("pearson", human, metric, by="item")
    1.0
    """
    choose("grouping", by, GROUPINGS)
    choose("statistic", statistic, STATISTICS)
    if by == "none":
        judged = np.isfinite(human)
        return STATISTICS[statistic](human[judged], metric[judged])
    values = by_item(statistic, human, metric) if by == "item" else by_item(statistic, human.T, metric.T)
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if defined.size else math.nan


def by_item(statistic: str, human: Rows, metric: Rows) -> Rows:
    """Correlate the systems of each item; NaN where there is no correlation.

    >>> by_item("tau_b", np.array([[1.0, 2.0], [2.0, 2.0]]), np.array([[0.1, 0.9], [0.2, 0.5]])).tolist()
    [1.0, nan]
    """
    if statistic in ("tau_b", "tau_c") and len(human) <= 64:  # quadratic in the systems, but all items at once
        return _taus(statistic, human, metric)
    judged = np.isfinite(human)
    if statistic == "pearson":
        return _pearsons(human, metric, judged)
    correlate = STATISTICS[statistic]
    groups = (np.flatnonzero(judged[:, i]) for i in range(human.shape[1]))
    return np.array(
        [correlate(human[at, i], metric[at, i]) if at.size > 1 else math.nan for i, at in enumerate(groups)]
    )


def _pearsons(human: Rows, metric: Rows, judged: Flags) -> Rows:
    """Pearson's r of every item at once."""
    count = np.maximum(judged.sum(axis=0), 1)
    parts = [np.where(judged, each, 0.0) for each in (human, metric)]
    a, b = (np.where(judged, each - each.sum(axis=0) / count, 0.0) for each in parts)
    scale = np.sqrt((a * a).sum(axis=0) * (b * b).sum(axis=0))
    varied = (_distinct(human, judged) > 1) & (_distinct(metric, judged) > 1) & (scale > 0)
    r: Rows = np.divide((a * b).sum(axis=0), scale, out=np.full(len(scale), math.nan), where=varied)
    return r.clip(-1.0, 1.0)


def _taus(statistic: str, human: Rows, metric: Rows) -> Rows:
    judged = np.isfinite(human)
    pairs = ItemPairs.within_items(judged)
    people, scores = (
        np.sign(each[pairs.first, pairs.item] - each[pairs.second, pairs.item]) for each in (human, metric)
    )
    excess = pairs.count(people * scores > 0) - pairs.count(people * scores < 0)
    if statistic == "tau_b":
        scale = np.sqrt(pairs.count(people != 0)) * np.sqrt(pairs.count(scores != 0))
    else:
        distinct = np.minimum(_distinct(human, judged), _distinct(metric, judged))
        scale = judged.sum(axis=0) ** 2 * (distinct - 1) / np.maximum(distinct, 1) / 2
    taus: Rows = np.divide(excess, scale, out=np.full(len(excess), math.nan), where=scale > 0)
    return taus


def _distinct(scores: Rows, judged: Flags) -> Whole:
    """Count the distinct values among the judged systems of each item."""
    ordered = np.sort(np.where(judged, scores, np.nan), axis=0)  # NaN comes last, and differs from everything
    distinct: Whole = np.isfinite(ordered).sum(axis=0) - (ordered[1:] == ordered[:-1]).sum(axis=0)
    return distinct
