"""Which metric agrees better with people? Tests of every pair of metrics, by one statistic."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from understudy.agreement.grouping import by_item
from understudy.agreement.item_pairs import ItemPairs, Whole
from understudy.agreement.judgments import mean
from understudy.agreement.swapping import (
    TrialPlan,
    standardize,
    swap_means,
    swap_outcomes,
    swap_pearson,
    swap_soft,
    swap_systems,
)
from understudy.agreement.system_accuracy import order
from understudy.agreement.ties import calibrate, ranked_alike
from understudy.comparison.correction import holm
from understudy.contract.arithmetic import Rows
from understudy.errors import InputError, SettingError, choose

UNITS = ("item", "document", "pair")
BY_ITEM = {"pearson_item": "pearson", "spearman_item": "spearman", "tau_b_item": "tau_b", "tau_c_item": "tau_c"}
OF_SYSTEMS = ("system_pearson", "system_spearman", "system_tau_b", "accuracy")
TESTABLE = ("acc_eq", "darr", "pearson", "spa", *OF_SYSTEMS, *BY_ITEM)


@dataclass(frozen=True)
class Difference:
    """Two metrics, how much better the first one agrees with people, and the p-value of the difference."""

    first: str
    second: str
    difference: float
    p: float
    corrected_p: float  # Holm correction for multiple comparisons, over all pairs of metrics


@dataclass(frozen=True, eq=False)
class MetricTest:
    """What is tested: human scores and those of several metrics, systems times items; what is swapped, how often."""

    human: Rows
    metrics: Mapping[str, Rows]
    documents: Whole | None = None  # number of each item's document
    unit: str = "item"
    threshold: float = 25.0
    plan: TrialPlan = field(default_factory=TrialPlan)

    def __post_init__(self) -> None:
        choose("unit", self.unit, UNITS)
        if self.unit == "document" and self.documents is None:
            raise InputError("the human scores name no documents; add a column 'document', or use unit 'item'")


def compare_metrics(test: MetricTest, statistic: str) -> tuple[Difference, ...]:
    """Test each pair of metrics; the metric that stands first among the scores comes first.

    >>> human = np.arange(60.0).reshape(3, 20)
    >>> metrics = {"good": human + 1, "odd": human % 7}
    >>> (each,) = compare_metrics(MetricTest(human, metrics), "tau_b_item")
    >>> each.first, round(each.difference, 2), each.p < 0.001
    ('good', 1.6, True)
    """
    choose("statistic to test", statistic, TESTABLE)
    if len(test.metrics) < 2:
        return ()
    differences, p_values = _test(test, statistic)
    names = list(test.metrics)
    one, other = np.triu_indices(len(names), 1)
    corrected = holm(p_values.tolist())
    return tuple(
        Difference(names[a], names[b], float(d), float(p), float(q))
        for a, b, d, p, q in zip(one, other, differences, p_values, corrected, strict=True)
    )


def _test(test: MetricTest, statistic: str) -> tuple[Rows, Rows]:
    if statistic == "acc_eq":
        return _acc_eq(test)
    if statistic == "darr":
        return _darr(test)
    if statistic in BY_ITEM:
        return _by_item(test, BY_ITEM[statistic])
    judged, unit = np.isfinite(test.human), _units(test)
    scores = np.array([np.where(judged, each, np.nan) for each in test.metrics.values()])
    if statistic == "pearson":
        return swap_pearson(test.human[judged], scores[:, judged], _numbered(unit[judged]), test.plan)
    if statistic == "spa":
        complete = judged.all(axis=0)
        if not complete.any():
            return _undefined(test)
        return swap_soft(test.human[:, complete], scores[:, :, complete], unit[:, complete], test.plan)
    means = np.array([mean(row[here]) for row, here in zip(test.human, judged, strict=True)])
    return swap_systems(_with(means, statistic), scores, unit, test.plan)


def _undefined(test: MetricTest) -> tuple[Rows, Rows]:
    nothing = np.full(math.comb(len(test.metrics), 2), math.nan)
    return nothing, nothing


def _acc_eq(test: MetricTest) -> tuple[Rows, Rows]:
    pairs = ItemPairs.within_items(np.isfinite(test.human))
    right = np.array([calibrate(pairs, test.human, each).right for each in test.metrics.values()])
    used = pairs.per_item > 0
    if test.unit == "pair":
        sizes, group = np.unique(pairs.per_item[pairs.item], return_inverse=True)
        return swap_outcomes(right, group.reshape(-1), 1 / (sizes * used.sum()), test.plan)
    shares = np.array([pairs.shares(each) for each in right])
    return _swap_items(test, shares, np.broadcast_to(used, shares.shape))


def _darr(test: MetricTest) -> tuple[Rows, Rows]:
    pairs = ItemPairs.within_items(np.isfinite(test.human))
    outcomes = [ranked_alike(pairs, test.human, each, test.threshold) for each in test.metrics.values()]
    kept, alike = outcomes[0][0], np.array([each for _, each in outcomes])
    if test.unit == "pair":
        weight = np.array([2 / max(1, kept.sum())])
        return swap_outcomes(alike[:, kept], np.zeros(kept.sum(), dtype=int), weight, test.plan)
    count = pairs.count(kept)
    values = np.array([2 * pairs.count(each) - count for each in alike], dtype=float)
    return _swap_items(test, values, np.broadcast_to(count, values.shape))


def _by_item(test: MetricTest, statistic: str) -> tuple[Rows, Rows]:
    if test.unit == "pair":
        raise SettingError(f"{statistic} within items is no sum over pairs; use unit 'item' or 'document'")
    values = np.array([by_item(statistic, test.human, each) for each in test.metrics.values()])
    defined = np.isfinite(values)
    return _swap_items(test, np.where(defined, values, 0.0), defined)


def _swap_items(test: MetricTest, values: Rows, weights: Rows) -> tuple[Rows, Rows]:
    weights = weights.astype(float)
    if test.unit == "document" and test.documents is not None:
        values, weights = (np.array([np.bincount(test.documents, row) for row in each]) for each in (values, weights))
    return swap_means(values, weights, test.plan)


def _units(test: MetricTest) -> Whole:
    """The number of the unit of every score: its item's, its document's, or one of its own."""
    systems, items = test.human.shape
    if test.unit == "pair":
        return np.arange(systems * items).reshape(systems, items)
    each = test.documents if test.unit == "document" and test.documents is not None else np.arange(items)
    return np.broadcast_to(each, (systems, items))


def _numbered(units: Whole) -> Whole:
    return np.unique(units, return_inverse=True)[1].reshape(-1)


def _with(human: Rows, statistic: str) -> Callable[[Rows], Rows]:
    """A statistic of the systems' human scores and their means by a metric, which stand on the last axis."""
    if statistic == "system_pearson":
        return lambda means: _pearson(human, means)
    one, other = np.triu_indices(len(human), 1)
    people = order(human[one] - human[other], float(np.abs(human).max(initial=0.0)))
    correlate = {"system_spearman": _spearman, "system_tau_b": _tau_b, "accuracy": _accuracy}[statistic]
    return lambda means: correlate(people, order(means[..., one] - means[..., other], 1.0))


def _pearson(human: Rows, metric: Rows) -> Rows:
    r: Rows = (standardize(human) * standardize(metric)).mean(axis=-1)
    return r


# The orders of all pairs of systems, 1, 0 or -1, are all that these statistics need.


def _spearman(human: Rows, metric: Rows) -> Rows:
    # A system's rank is the number of pairs that it wins, ties counted half.
    systems = math.isqrt(2 * human.shape[-1]) + 1
    one, other = np.triu_indices(systems, 1)
    wins = (np.eye(systems)[one] - np.eye(systems)[other]) / 2
    return _pearson(human @ wins, metric @ wins)


def _tau_b(human: Rows, metric: Rows) -> Rows:
    scale = np.sqrt((human != 0).sum(axis=-1) * (metric != 0).sum(axis=-1))
    tau: Rows = np.divide(metric @ human, scale, out=np.full(scale.shape, math.nan), where=scale > 0)
    return tau


def _accuracy(human: Rows, metric: Rows) -> Rows:
    ordered = human != 0
    if not ordered.any():
        return np.full(metric.shape[:-1], math.nan)
    agree: Rows = (metric[..., ordered] == human[ordered]).mean(axis=-1)
    return agree


def ranks(values: Mapping[str, float], differences: tuple[Difference, ...], level: float = 0.05) -> dict[str, int]:
    """Rank metrics as WMT does: a rank begins at a metric that is significantly worse than all of the rank before.

    >>> ranks({"a": 0.9, "b": 0.8, "c": 0.7}, (Difference("a", "c", 0.2, 0.01, 0.01),))
    {'a': 1, 'b': 1, 'c': 1}
    """
    significant = [each for each in differences if each.corrected_p <= level]
    worse = {(each.first, each.second) if each.difference > 0 else (each.second, each.first) for each in significant}
    ranking: dict[str, int] = {}
    cluster: list[str] = []
    rank = 1
    for name in sorted(values, key=lambda each: -values[each] if not math.isnan(values[each]) else math.inf):
        if cluster and all((other, name) in worse for other in cluster):
            rank, cluster = rank + 1, []
        cluster.append(name)
        ranking[name] = rank
    return ranking
