"""Which of two metrics agrees better with people: tests against definitions written out as plainly as can be."""

import itertools
import math
import os
import subprocess
import sys

import numpy as np
import pytest
import scipy.stats
from made_judgments import approximately, example, scipys, sign

from understudy.agreement.exact_sums import addable
from understudy.agreement.grouping import grouped
from understudy.agreement.item_pairs import ItemPairs
from understudy.agreement.metric_tests import TESTABLE, Difference, MetricTest, compare_metrics, ranks
from understudy.agreement.swapping import TrialPlan, binomial_tail
from understudy.agreement.system_accuracy import pair_accuracy
from understudy.agreement.ties import calibrate
from understudy.comparison.correction import holm
from understudy.contract.resampling import coins


def standardized(matrix, known):
    values = matrix[known]
    return (matrix - values.mean()) / values.std()


def mean_by_definition(statistic, human, metric):
    known = ~np.isnan(human)
    if statistic == "pearson":
        return scipys("pearson", human[known], metric[known])
    if statistic in ("system_pearson", "accuracy"):
        people = [h[k].mean() for h, k in zip(human, known, strict=True)]
        scores = [m[k].mean() for m, k in zip(metric, known, strict=True)]
        if statistic == "system_pearson":
            return scipys("pearson", people, scores)
        agree, pairs = pair_accuracy(people, np.round(scores, 9))
        return agree / pairs
    return grouped(statistic.removesuffix("_item"), human, metric, "item")


def swaps(mask, a, b):
    return np.where(mask, b, a), np.where(mask, a, b)


def p_by_definition(deltas, observed, sides):
    if sides == "two":
        reached = sum(not abs(delta) < abs(observed) - 1e-9 for delta in deltas)
    else:
        reached = sum(not delta < observed - 1e-9 for delta in deltas)
    return (reached + 1) / (len(deltas) + 1)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("sides", ["two", "one"])
@pytest.mark.parametrize(
    "statistic", ["pearson", "system_pearson", "accuracy", "tau_b_item", "tau_c_item", "pearson_item"]
)
@pytest.mark.parametrize("unit", ["item", "document", "pair"])
def test_swapping_scores_equals_swapping_and_computing_again(seed, sides, statistic, unit):
    if unit == "pair" and statistic.endswith("_item"):
        return
    human, (a, b) = example(seed, metrics=2)
    documents = np.array([0, 0, 1, 1, 1, 2])
    plan = TrialPlan(trials=60, seed=seed, sides=sides)
    (found,) = compare_metrics(MetricTest(human, {"a": a, "b": b}, documents, unit, plan=plan), statistic)
    known = ~np.isnan(human)
    x, y = (a, b) if statistic.endswith("_item") else (standardized(a, known), standardized(b, known))
    observed = mean_by_definition(statistic, human, x) - mean_by_definition(statistic, human, y)
    if unit == "item":
        units = np.broadcast_to(np.arange(6), human.shape)
    elif unit == "document":
        units = np.broadcast_to(documents, human.shape)
    else:
        units = np.arange(human.size).reshape(human.shape)
    if statistic == "pearson":  # only units with a human score are tossed for
        numbers = {int(each): i for i, each in enumerate(np.unique(units[known]))}
        units = np.vectorize(lambda each: numbers.get(int(each), 0))(units)
    deltas = []
    for mask in (coins(seed, number, int(units.max()) + 1) for number in range(60)):
        first, second = swaps(mask[units] > 0, x, y)
        deltas.append(mean_by_definition(statistic, human, first) - mean_by_definition(statistic, human, second))
    assert found.difference == pytest.approx(observed, abs=1e-9, nan_ok=True)
    assert found.p == pytest.approx(p_by_definition(deltas, observed, sides), nan_ok=True)


def outcomes(human, metric, statistic):
    """Whether the metric is right about each pair, with the item of the pair."""
    known = ~np.isnan(human)
    pairs = ItemPairs.within_items(known)
    epsilon = calibrate(pairs, human, metric).epsilon if statistic == "acc_eq" else 0.0
    for item, (h, m) in enumerate(zip(human.T, metric.T, strict=True)):
        for i, j in itertools.combinations(np.flatnonzero(~np.isnan(h)), 2):
            if statistic == "darr" and abs(h[i] - h[j]) < 25:
                continue
            order = 0 if abs(m[i] - m[j]) <= epsilon else sign(m[i] - m[j])
            yield item, order == sign(h[i] - h[j])


def agreement_of(items, right, statistic):
    if statistic == "darr":
        return (2 * sum(right) - len(right)) / len(right)
    shares = {item: [r for i, r in zip(items, right, strict=True) if i == item] for item in items}
    return sum(sum(each) / len(each) for each in shares.values()) / len(shares)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("statistic", ["acc_eq", "darr"])
@pytest.mark.parametrize("sides", ["two", "one"])
def test_swapping_items_of_pair_outcomes_equals_the_definition(seed, statistic, sides):
    human, (a, b) = example(seed, metrics=2)
    plan = TrialPlan(trials=80, seed=seed, sides=sides)
    (found,) = compare_metrics(MetricTest(human, {"a": a, "b": b}, plan=plan), statistic)
    items, right_a = zip(*outcomes(human, a, statistic), strict=True)
    _, right_b = zip(*outcomes(human, b, statistic), strict=True)
    observed = agreement_of(items, right_a, statistic) - agreement_of(items, right_b, statistic)
    deltas = []
    for mask in (coins(seed, number, 6) for number in range(80)):
        first = [rb if mask[i] else ra for i, ra, rb in zip(items, right_a, right_b, strict=True)]
        second = [ra if mask[i] else rb for i, ra, rb in zip(items, right_a, right_b, strict=True)]
        deltas.append(agreement_of(items, first, statistic) - agreement_of(items, second, statistic))
    assert found.difference == approximately(observed)
    assert found.p == approximately(p_by_definition(deltas, observed, sides))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("statistic", ["acc_eq", "darr"])
@pytest.mark.parametrize("sides", ["two", "one"])
def test_the_pair_test_is_exact_where_items_are_equal(seed, statistic, sides):
    """Every one of the swaps of small data is tried; the p-value is the share of them."""
    human, (a, b) = example(seed, systems=3, items=4, gaps=0.0, metrics=2)
    (found,) = compare_metrics(MetricTest(human, {"a": a, "b": b}, unit="pair", plan=TrialPlan(sides=sides)), statistic)
    items, right_a = zip(*outcomes(human, a, statistic), strict=True)
    _, right_b = zip(*outcomes(human, b, statistic), strict=True)
    observed = agreement_of(items, right_a, statistic) - agreement_of(items, right_b, statistic)
    reached = 0
    for mask in itertools.product([False, True], repeat=len(items)):
        first, second = swaps(np.array(mask), np.array(right_a), np.array(right_b))
        delta = agreement_of(items, first, statistic) - agreement_of(items, second, statistic)
        reached += abs(delta) >= abs(observed) - 1e-9 if sides == "two" else delta >= observed - 1e-9
    assert found.difference == approximately(observed)
    assert found.p == approximately(reached / 2 ** len(items))


@pytest.mark.parametrize("seed", range(3))
def test_the_pair_test_of_unequal_items_is_near_the_exact_one(seed):
    human, (a, b) = example(seed, systems=3, items=5, gaps=0.3, metrics=2)
    (found,) = compare_metrics(
        MetricTest(human, {"a": a, "b": b}, unit="pair", plan=TrialPlan(trials=20_000)), "acc_eq"
    )
    items, right_a = zip(*outcomes(human, a, "acc_eq"), strict=True)
    _, right_b = zip(*outcomes(human, b, "acc_eq"), strict=True)
    observed = agreement_of(items, right_a, "acc_eq") - agreement_of(items, right_b, "acc_eq")
    deltas = []
    for mask in itertools.product([False, True], repeat=len(items)):
        first, second = swaps(np.array(mask), np.array(right_a), np.array(right_b))
        deltas.append(agreement_of(items, first, "acc_eq") - agreement_of(items, second, "acc_eq"))
    exact = sum(abs(delta) >= abs(observed) - 1e-9 for delta in deltas) / len(deltas)
    assert found.p == pytest.approx(exact, abs=0.02)


def test_binomial_tails_equal_scipys():
    for tosses, count in [
        (0, 0),
        (1, 1),
        (10, 7),
        (999, 530),
        (1000, 430),
        (1001, 560),
        (5000, 2400),
        (100_000, 50_700),
    ]:
        assert binomial_tail(tosses, count, "one") == pytest.approx(
            scipy.stats.binom.sf(count - 1, tosses, 0.5), rel=1e-8
        )
        assert binomial_tail(tosses, count) == pytest.approx(
            scipy.stats.binomtest(count, tosses).pvalue if tosses else 1.0, rel=1e-8
        )


@pytest.mark.parametrize("statistic", TESTABLE)
def test_identical_metrics_have_a_p_value_of_one(statistic):
    human, (a,) = example(3)
    for unit in ["item", "pair"][: 1 if statistic.endswith("_item") else 2]:
        (found,) = compare_metrics(
            MetricTest(human, {"a": a, "b": a.copy()}, unit=unit, plan=TrialPlan(100)), statistic
        )
        assert (found.difference, found.p) == (0.0, 1.0)


@pytest.mark.parametrize("units", [0, 1, 7, 8, 9, 64, 100])
@pytest.mark.parametrize("trials", [1, 2100])
def test_sums_of_trials_are_those_of_the_coins_of_compare_bit_for_bit(units, trials):
    values = addable(np.random.default_rng(units).normal(size=(3, units))).T
    plain = np.array([coins(5, number, units) @ values for number in range(trials)])
    assert np.array_equal(np.concatenate(list(TrialPlan(trials, seed=5).coin_sums(values))), plain)


def test_whole_items_make_the_test_more_careful_than_pairs():
    """Pairs of one item are not independent: swapping them singly makes chance look smaller than it is."""
    rng = np.random.default_rng(5)
    truth = rng.normal(size=(10, 60))
    human = truth + rng.normal(size=truth.shape)
    shared = rng.normal(size=(10, 60))
    metrics = {"a": truth + shared, "b": truth + 1.2 * shared[::-1]}
    p = {unit: compare_metrics(MetricTest(human, metrics, unit=unit), "acc_eq")[0].p for unit in ("item", "pair")}
    assert p["pair"] < p["item"]


def test_metrics_that_are_alike_are_told_apart_as_rarely_as_promised():
    """Labels swapped at random, item by item, make two metrics alike; pairs of one item are then right together."""
    rejected = {"item": 0, "pair": 0}
    for trial in range(300):
        rng = np.random.default_rng(trial)
        human = rng.normal(size=(8, 40))
        good, bad = human + rng.normal(size=human.shape) * 0.5, rng.normal(size=human.shape)
        a, b = swaps(rng.random(40) < 0.5, good, bad)
        for unit in rejected:
            plan = TrialPlan(trials=199, seed=trial)
            rejected[unit] += (
                compare_metrics(MetricTest(human, {"a": a, "b": b}, unit=unit, plan=plan), "acc_eq")[0].p <= 0.05
            )
    assert 0.02 <= rejected["item"] / 300 <= 0.085
    assert rejected["pair"] / 300 > 0.2


def test_threads_of_the_linear_algebra_do_not_matter():
    program = """
import json, numpy as np, understudy as us
rng = np.random.default_rng(1)
human = rng.normal(size=(12, 1500))
names = [f"s{i}" for i in range(12)]
metrics = {m: dict(zip(names, human + rng.normal(size=human.shape), strict=True)) for m in "abc"}
found = us.humans(dict(zip(names, human, strict=True)), metrics, test="pearson", unit="pair", trials=300)
print(json.dumps(found.to_dict()))
"""
    printed = set()
    for threads in ("1", "4"):
        limits = {"OPENBLAS_NUM_THREADS": threads, "MKL_NUM_THREADS": threads, "OMP_NUM_THREADS": threads}
        done = subprocess.run(
            [sys.executable, "-c", program], env=os.environ | limits, capture_output=True, text=True, check=True
        )
        printed.add(done.stdout)
    assert len(printed) == 1


def test_holm_and_ranks():
    assert holm([0.01, math.nan, 0.02]) == pytest.approx([0.02, math.nan, 0.02], nan_ok=True)
    sure = [Difference("a", "b", 0.1, 0.01, 0.01), Difference("a", "c", 0.2, 0.01, 0.01)]
    assert ranks({"c": 0.1, "b": 0.2, "a": 0.3}, tuple(sure)) == {"a": 1, "b": 2, "c": 2}
