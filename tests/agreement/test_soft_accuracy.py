"""Tests of metrics by statistics of systems, and soft pairwise accuracy, against swapping and computing again."""

import itertools
import math

import numpy as np
import pytest
import scipy.stats

import understudy as us
from understudy.agreement.metric_tests import Difference, MetricTest, compare_metrics, ranks
from understudy.agreement.swapping import TrialPlan
from understudy.contract.resampling import coins

SIGNS = 2 * np.rint(np.random.default_rng(4).random((1000, 5), dtype=np.float32)) - 1  # those of mt-metrics-eval


def example(seed):
    """Four systems and six items; one score of one item is missing."""
    rng = np.random.default_rng(seed)
    human = rng.integers(0, 5, (4, 6)) * 25.0
    human[1, 3] = np.nan
    return human, rng.integers(0, 6, (4, 6)) / 8, rng.integers(0, 6, (4, 6)) / 8


def soft_accuracy(human, metric):
    """Thompson et al. 2024 in plain words, on the items that have all scores."""
    kept = [i for i in range(6) if not np.isnan(human[:, i]).any()]
    distance = []
    for i, j in itertools.combinations(range(4), 2):
        shares = []
        for scores in (human[:, kept], metric[:, kept]):
            steps = scores[i] - scores[j]
            shares.append(np.mean((SIGNS * steps).sum(axis=1) >= steps.sum() - 1e-9))
        distance.append(abs(shares[0] - shares[1]))
    return 1 - sum(distance) / len(distance)


def of_means(correlate):
    def correlation(human, metric):
        known = ~np.isnan(human)
        people = [row[k].mean() for row, k in zip(human, known, strict=True)]
        scores = [round(row[k].mean(), 9) for row, k in zip(metric, known, strict=True)]
        return correlate(people, scores).statistic if len(set(scores)) > 1 else math.nan

    return correlation


DEFINITIONS = {
    "spa": soft_accuracy,
    "system_spearman": of_means(scipy.stats.spearmanr),
    "system_tau_b": of_means(scipy.stats.kendalltau),
}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("statistic", DEFINITIONS)
@pytest.mark.parametrize("unit", ["item", "document", "pair"])
@pytest.mark.parametrize("sides", ["two", "one"])
def test_statistics_of_systems_are_tested_as_by_swapping_and_computing_again(seed, statistic, unit, sides):
    human, a, b = example(seed)
    documents, define = np.array([0, 0, 1, 1, 2, 2]), DEFINITIONS[statistic]
    trial = MetricTest(human, {"a": a, "b": b}, documents, unit, plan=TrialPlan(40, seed, sides))
    (found,) = compare_metrics(trial, statistic)
    known = ~np.isnan(human)
    if statistic == "spa":
        known = known & known.all(axis=0)
    x, y = ((each - each[known].mean()) / each[known].std() for each in (a, b))
    cells = {"item": np.tile(np.arange(6), (4, 1)), "document": np.tile(documents, (4, 1))}
    units = cells.get(unit, np.arange(24).reshape(4, 6))
    observed, reached = define(human, x) - define(human, y), 0
    for mask in (coins(seed, number, int(units.max()) + 1) for number in range(40)):
        swap = mask[units] > 0
        delta = define(human, np.where(swap, y, x)) - define(human, np.where(swap, x, y))
        reached += not (abs(delta) < abs(observed) - 1e-9 if sides == "two" else delta < observed - 1e-9)
    assert found.difference == pytest.approx(observed, abs=1e-9)
    assert found.p == pytest.approx((reached + 1) / 41)


def test_a_constant_metric_is_tested_by_its_soft_accuracy_too():
    human, a, _ = example(1)
    names = [f"s{i}" for i in range(4)]
    scores = {"a": a, "flat": np.full((4, 6), 0.5)}
    metrics = {name: dict(zip(names, each, strict=True)) for name, each in scores.items()}
    agreement = us.humans(dict(zip(names, human, strict=True)), metrics, test="spa", trials=20)
    (found,) = agreement.differences
    assert found.difference == pytest.approx(agreement["a"]["spa"] - agreement["flat"]["spa"])


def test_a_metric_is_ranked_lower_only_if_the_tested_difference_says_so():
    values = {"a": 0.9, "b": 0.7}
    assert ranks(values, (Difference("a", "b", 0.1, 0.01, 0.01),)) == {"a": 1, "b": 2}
    assert ranks(values, (Difference("b", "a", -0.1, 0.01, 0.01),)) == {"a": 1, "b": 2}
    # A system's score is a corpus score in the table but a mean in the test, and these may disagree.
    assert ranks(values, (Difference("a", "b", -0.1, 0.01, 0.01),)) == {"a": 1, "b": 1}
    assert ranks(values, (Difference("b", "a", 0.1, 0.01, 0.01),)) == {"a": 1, "b": 1}
