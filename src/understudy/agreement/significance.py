"""Which metric agrees better with people? Tests of every pair of metrics, by one statistic."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from understudy.agreement.grouping import by_item
from understudy.agreement.judgements import mean
from understudy.agreement.pairs import Pairs, Whole
from understudy.agreement.swapping import (
    Draws,
    standardise,
    swap_means,
    swap_outcomes,
    swap_pearson,
    swap_soft,
    swap_systems,
)
from understudy.agreement.systems import order
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
    """Two metrics, how much better the first one agrees with people, and the chance of that if they were alike."""

    first: str
    second: str
    difference: float
    p: float
    adjusted: float  # by Holm's rule, for all pairs of metrics together


@dataclass(frozen=True, eq=False)
class Trial:
    """Human scores and those of several metrics, systems times items, with what is swapped and how often."""

    human: Rows
    metrics: Mapping[str, Rows]
    documents: Whole | None = None  # number of each item's document
    unit: str = "item"
    threshold: float = 25.0
    draws: Draws = field(default_factory=Draws)

    def __post_init__(self) -> None:
        choose("unit", self.unit, UNITS)
        if self.unit == "document" and self.documents is None:
            raise InputError("the human scores name no documents; add a column 'document', or use unit 'item'")


def compare(trial: Trial, statistic: str) -> tuple[Difference, ...]:
    """Test each pair of metrics; the metric that stands first among the scores comes first.

    >>> human = np.arange(60.0).reshape(3, 20)
    >>> metrics = {"good": human + 1, "odd": human % 7}
    >>> (found,) = compare(Trial(human, metrics), "tau_b_item")
    >>> found.first, round(found.difference, 2), found.p < 0.001
    ('good', 1.6, True)
    """
    choose("statistic to test", statistic, TESTABLE)
    if len(trial.metrics) < 2:
        return ()
    differences, p_values = _test(trial, statistic)
    names = list(trial.metrics)
    one, other = np.triu_indices(len(names), 1)
    adjusted = holm(p_values.tolist())
    return tuple(
        Difference(names[a], names[b], float(d), float(p), float(q))
        for a, b, d, p, q in zip(one, other, differences, p_values, adjusted, strict=True)
    )


def _test(trial: Trial, statistic: str) -> tuple[Rows, Rows]:
    if statistic == "acc_eq":
        return _acc_eq(trial)
    if statistic == "darr":
        return _darr(trial)
    if statistic in BY_ITEM:
        return _by_item(trial, BY_ITEM[statistic])
    judged, unit = np.isfinite(trial.human), _units(trial)
    scores = np.array([np.where(judged, each, np.nan) for each in trial.metrics.values()])
    if statistic == "pearson":
        return swap_pearson(trial.human[judged], scores[:, judged], _numbered(unit[judged]), trial.draws)
    if statistic == "spa":
        complete = judged.all(axis=0)
        if not complete.any():
            return _undefined(trial)
        return swap_soft(trial.human[:, complete], scores[:, :, complete], unit[:, complete], trial.draws)
    means = np.array([mean(row[known]) for row, known in zip(trial.human, judged, strict=True)])
    return swap_systems(_with(means, statistic), scores, unit, trial.draws)


def _undefined(trial: Trial) -> tuple[Rows, Rows]:
    nothing = np.full(math.comb(len(trial.metrics), 2), math.nan)
    return nothing, nothing


def _acc_eq(trial: Trial) -> tuple[Rows, Rows]:
    pairs = Pairs.within_items(np.isfinite(trial.human))
    right = np.array([calibrate(pairs, trial.human, each).right for each in trial.metrics.values()])
    used = pairs.per_item > 0
    if trial.unit == "pair":
        sizes, group = np.unique(pairs.per_item[pairs.item], return_inverse=True)
        return swap_outcomes(right, group.reshape(-1), 1 / (sizes * used.sum()), trial.draws)
    shares = np.array([pairs.shares(each) for each in right])
    return _swap_items(trial, shares, np.broadcast_to(used, shares.shape))


def _darr(trial: Trial) -> tuple[Rows, Rows]:
    pairs = Pairs.within_items(np.isfinite(trial.human))
    found = [ranked_alike(pairs, trial.human, each, trial.threshold) for each in trial.metrics.values()]
    kept, alike = found[0][0], np.array([each for _, each in found])
    if trial.unit == "pair":
        weight = np.array([2 / max(1, kept.sum())])
        return swap_outcomes(alike[:, kept], np.zeros(kept.sum(), dtype=int), weight, trial.draws)
    count = pairs.count(kept)
    values = np.array([2 * pairs.count(each) - count for each in alike], dtype=float)
    return _swap_items(trial, values, np.broadcast_to(count, values.shape))


def _by_item(trial: Trial, statistic: str) -> tuple[Rows, Rows]:
    if trial.unit == "pair":
        raise SettingError(f"{statistic} within items is no sum over pairs; use unit 'item' or 'document'")
    values = np.array([by_item(statistic, trial.human, each) for each in trial.metrics.values()])
    defined = np.isfinite(values)
    return _swap_items(trial, np.where(defined, values, 0.0), defined)


def _swap_items(trial: Trial, values: Rows, weights: Rows) -> tuple[Rows, Rows]:
    weights = weights.astype(float)
    if trial.unit == "document" and trial.documents is not None:
        values, weights = (np.array([np.bincount(trial.documents, row) for row in each]) for each in (values, weights))
    return swap_means(values, weights, trial.draws)


def _units(trial: Trial) -> Whole:
    """The number of the unit of every score: its item's, its document's, or one of its own."""
    systems, items = trial.human.shape
    if trial.unit == "pair":
        return np.arange(systems * items).reshape(systems, items)
    each = trial.documents if trial.unit == "document" and trial.documents is not None else np.arange(items)
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
    r: Rows = (standardise(human) * standardise(metric)).mean(axis=-1)
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
    """Rank metrics as WMT does: the next rank begins at the first metric that is worse than all of the rank before.

    >>> ranks({"a": 0.9, "b": 0.8, "c": 0.7}, (Difference("a", "c", 0.2, 0.01, 0.01),))
    {'a': 1, 'b': 1, 'c': 1}
    """
    sure = [each for each in differences if each.adjusted <= level]
    worse = {(each.first, each.second) if each.difference > 0 else (each.second, each.first) for each in sure}
    ranking: dict[str, int] = {}
    cluster: list[str] = []
    rank = 1
    for name in sorted(values, key=lambda each: -values[each] if not math.isnan(values[each]) else math.inf):
        if cluster and all((other, name) in worse for other in cluster):
            rank, cluster = rank + 1, []
        cluster.append(name)
        ranking[name] = rank
    return ranking
