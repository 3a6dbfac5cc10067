"""How much faster are the tests of two metrics than swapping and computing again?

python bench/humans.py [ITEMS]
"""

from __future__ import annotations

import sys

import measure
import numpy as np

from understudy.agreement.grouping import grouped
from understudy.agreement.item_pairs import ItemPairs
from understudy.agreement.metric_tests import MetricTest, compare_metrics
from understudy.agreement.swapping import TrialPlan
from understudy.agreement.ties import calibrate, right_at

SYSTEMS, DRAWS = 15, 1000


def scores(items: int) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Human scores like MQM's, with many ties, and two metrics that know something of them."""
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(SYSTEMS, items)) + np.linspace(0, 1, SYSTEMS)[:, np.newaxis]
    human = -np.maximum(0, np.round(3 - 2 * quality + rng.normal(size=quality.shape)))
    return human, {
        name: quality + rng.normal(size=quality.shape) * noise for name, noise in {"a": 1.5, "b": 1.6}.items()
    }


def pair_test(human: np.ndarray, metrics: dict[str, np.ndarray]) -> float:
    """The p-value of two metrics as the definition says, from the calibrations on."""
    pairs = ItemPairs.within_items(np.isfinite(human))
    a, b = (right_at(pairs, human, each, calibrate(pairs, human, each).epsilon) for each in metrics.values())
    return swapped_outcomes(pairs, a, b)


def swapped_outcomes(pairs: ItemPairs, a: np.ndarray, b: np.ndarray) -> float:
    """Swap the outcomes of pairs as the definition says: a mask for each draw, accuracies by item, their means."""
    rng = np.random.default_rng(1)

    def accuracy(right: np.ndarray) -> float:
        return (np.bincount(pairs.item, right, minlength=pairs.items) / pairs.per_item).mean()

    observed = accuracy(a) - accuracy(b)
    reached = 0
    for _ in range(DRAWS):
        swap = rng.random(len(a)) < 0.5
        first, second = np.where(swap, b, a), np.where(swap, a, b)
        reached += abs(accuracy(first) - accuracy(second)) >= abs(observed) - 1e-12
    return (reached + 1) / (DRAWS + 1)


def pearson_test(human: np.ndarray, metrics: dict[str, np.ndarray], whole_items: bool) -> float:
    """Swap standardized scores, single ones or those of whole items, and correlate again."""
    a, b = ((each - each.mean()) / each.std() for each in metrics.values())
    rng = np.random.default_rng(1)

    def r(metric: np.ndarray) -> float:
        return np.corrcoef(human.ravel(), metric.ravel())[0, 1]

    observed = r(a) - r(b)
    reached = 0
    for _ in range(DRAWS):
        swap = rng.random((1, human.shape[1]) if whole_items else human.shape) < 0.5
        reached += abs(r(np.where(swap, b, a)) - r(np.where(swap, a, b))) >= abs(observed) - 1e-12
    return (reached + 1) / (DRAWS + 1)


def outcomes_only(human: np.ndarray, metrics: dict[str, np.ndarray]) -> tuple[measure.Call, measure.Call]:
    """Both pair tests once the outcomes of pairs are known, as when many metrics are compared."""
    from understudy.agreement.swapping import swap_outcomes

    pairs = ItemPairs.within_items(np.isfinite(human))
    right = np.array([calibrate(pairs, human, each).right for each in metrics.values()])
    group, weights = np.zeros(len(pairs), dtype=int), np.array([1 / len(pairs)])

    return (
        lambda: swap_outcomes(right, group, weights, TrialPlan())[1][0],
        lambda: swapped_outcomes(pairs, *right.astype(float)),
    )


def main(items: int = 1200) -> None:
    human, metrics = scores(items)
    plan = TrialPlan(DRAWS)

    def ours(statistic: str, unit: str) -> float:
        return compare_metrics(MetricTest(human, metrics, unit=unit, plan=plan), statistic)[0].p

    exact, sampled = outcomes_only(human, metrics)
    assert abs(ours("acc_eq", "pair") - pair_test(human, metrics)) < 0.06
    assert abs(ours("pearson", "pair") - pearson_test(human, metrics, whole_items=False)) < 0.06
    assert abs(exact() - sampled()) < 0.06
    jobs = [
        ("pair test of acc_eq, outcomes known", exact, sampled),
        (
            "pair test of acc_eq, with both calibrations",
            lambda: ours("acc_eq", "pair"),
            lambda: pair_test(human, metrics),
        ),
        ("item test of acc_eq, with both calibrations", lambda: ours("acc_eq", "item")),
        (
            "Pearson, swapping single scores",
            lambda: ours("pearson", "pair"),
            lambda: pearson_test(human, metrics, whole_items=False),
        ),
        (
            "Pearson, swapping whole items",
            lambda: ours("pearson", "item"),
            lambda: pearson_test(human, metrics, whole_items=True),
        ),
        (
            "tau-b by item",
            lambda: grouped("tau_b", human, metrics["a"], "item"),
            lambda: scipy_tau(human, metrics["a"]),
        ),
    ]
    rows = measure.compare(jobs)
    measure.report(
        "humans",
        "Which metric agrees better with people, against doing what the definitions say",
        [
            f"{SYSTEMS} systems x {items:,} items, {DRAWS:,} draws, one thread; the first p-value is exact, not drawn",
            "ratio: the time of the same definition in plain numpy (swap, compute again, compare), by ours;"
            " the last row: scipy.stats.kendalltau for each item",
            measure.machine(),
            measure.versions("understudy", "numpy", "scipy"),
        ],
        ["job", "faster than the definition", "time against the first row"],
        rows,
    )


def scipy_tau(human: np.ndarray, metric: np.ndarray) -> float:
    import scipy.stats

    return float(np.nanmean([scipy.stats.kendalltau(h, m).statistic for h, m in zip(human.T, metric.T, strict=True)]))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
