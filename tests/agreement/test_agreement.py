"""Agreement with people against scipy, and against definitions written out as plainly as can be."""

import itertools
import math
import os
import subprocess
import sys
import warnings

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

import understudy as us
from understudy.agreement import correlation
from understudy.agreement.exact_sums import addable
from understudy.agreement.grouping import by_item, grouped
from understudy.agreement.item_pairs import ItemPairs
from understudy.agreement.metric_tests import TESTABLE, Difference, MetricTest, compare_metrics, ranks
from understudy.agreement.swapping import TrialPlan, binomial_tail
from understudy.agreement.system_accuracy import better, pair_accuracy, random_signs, soft_accuracy
from understudy.agreement.ties import acc_eq, calibrate, darr
from understudy.comparison.correction import holm
from understudy.contract.resampling import coins

SEEDS = range(12)


def scipys(name, x, y):
    """scipy's value, with its NaN for constants whatever its version says of them."""
    if len(x) < 2 or len(set(x)) < 2 or len(set(y)) < 2:
        return math.nan
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if name in ("tau_b", "tau_c"):
            return scipy.stats.kendalltau(x, y, variant=name[-1]).statistic
        return {"pearson": scipy.stats.pearsonr, "spearman": scipy.stats.spearmanr}[name](x, y).statistic


def example(seed, systems=4, items=6, levels=4, gaps=0.2, metrics=1):
    """Random scores with ties, and human scores with gaps; every system has some."""
    rng = np.random.default_rng(seed)
    human = rng.integers(0, levels, (systems, items)).astype(float) * 25
    human[rng.random(human.shape) < gaps] = np.nan
    human[:, 0] = rng.permutation(systems) * 20.0
    scores = [np.round(rng.random((systems, items)) * levels) / levels + 0.1 for _ in range(metrics)]
    return human, scores


def approximately(value):
    return pytest.approx(value, abs=1e-12, nan_ok=True)


# --- Correlations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pearson", "spearman", "tau_b", "tau_c"])
@given(st.lists(st.tuples(st.integers(-3, 3), st.sampled_from([0.1, 0.2, 0.3, 1e6, -5.0])), min_size=1, max_size=30))
def test_correlations_equal_scipys_with_ties(name, rows):
    x, y = (list(map(float, column)) for column in zip(*rows, strict=True))
    assert getattr(correlation, name)(x, y) == approximately(scipys(name, x, y))


@pytest.mark.parametrize("name", ["pearson", "spearman", "tau_b", "tau_c"])
def test_correlations_of_long_columns_equal_scipys(name):
    rng = np.random.default_rng(1)
    for size, levels in [(1000, 5), (3001, 10_000), (20_000, 300)]:
        x = rng.integers(0, levels, size).astype(float)
        y = np.round(x / 3 + rng.random(size) * levels)
        assert getattr(correlation, name)(x, y) == approximately(scipys(name, x, y))


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=25))
def test_pairs_are_counted_as_by_two_loops(rows):
    counts = [0] * 5
    for (a, b), (c, d) in itertools.combinations(rows, 2):
        product = (a > c) - (a < c), (b > d) - (b < d)
        kind = 4 if product == (0, 0) else 2 if product[0] == 0 else 3 if product[1] == 0 else None
        counts[kind if kind is not None else int(product[0] != product[1])] += 1
    columns = zip(*rows, strict=True) if rows else ([], [])
    assert list(correlation.pair_counts(*map(list, columns))) == counts


def test_a_correlation_refuses_what_is_missing_or_of_another_length():
    with pytest.raises(us.InputError, match="place 2 of a column has the value nan"):
        correlation.pearson([1, math.nan], [1, 2])
    with pytest.raises(us.InputError, match="two columns of one length"):
        correlation.tau_b([1, 2], [1, 2, 3])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["pearson", "spearman", "tau_b", "tau_c"])
@pytest.mark.parametrize("by", ["none", "item", "system"])
def test_grouped_correlations_equal_scipys_with_gaps(seed, name, by):
    human, (metric,) = example(seed)
    known = ~np.isnan(human)
    if by == "none":
        expected = scipys(name, human[known], metric[known])
    else:
        table = zip(human.T, metric.T, known.T, strict=True) if by == "item" else zip(human, metric, known, strict=True)
        groups = [scipys(name, h[k], m[k]) for h, m, k in table]
        defined = [value for value in groups if not math.isnan(value)]
        expected = sum(defined) / len(defined) if defined else math.nan
    assert grouped(name, human, metric, by) == approximately(expected)


def test_taus_of_more_systems_than_fit_the_quadratic_way_are_the_same():
    human, (metric,) = example(1, systems=70, items=3)
    wide = by_item("tau_b", human, metric)
    for i in range(3):
        known = ~np.isnan(human[:, i])
        assert wide[i] == approximately(scipys("tau_b", human[known, i], metric[known, i]))


# --- Pairwise accuracy -----------------------------------------------------------------------------------------------


def sign(value):
    return int(value > 0) - int(value < 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_pairwise_accuracy_is_the_definition(seed):
    rng = np.random.default_rng(seed)
    human, metric = rng.integers(0, 4, 7).tolist(), rng.integers(0, 4, 7).tolist()
    pairs = [(human[i] - human[j], metric[i] - metric[j]) for i, j in itertools.combinations(range(7), 2)]
    kept = [(h, m) for h, m in pairs if h != 0]
    assert pair_accuracy(human, metric) == (sum(h * m > 0 for h, m in kept), len(kept))
    assert pair_accuracy(human, metric, "mtme") == (sum(sign(h) == sign(m) for h, m in pairs), len(pairs))


def soft_by_definition(human, metric, samples=1000):
    """Signs as drawn by mt-metrics-eval; sums written out."""
    drawn = np.random.default_rng(4).random((samples, human.shape[1]), dtype=np.float32)
    signs = [[1 if value > 0.5 else -1 for value in row] for row in drawn]

    def p_value(scores, i, j):
        steps = [a - b for a, b in zip(scores[i], scores[j], strict=True)]
        observed = math.fsum(steps)
        return (
            sum(math.fsum(s * d for s, d in zip(row, steps, strict=True)) >= observed - 1e-9 for row in signs) / samples
        )

    pairs = list(itertools.combinations(range(len(human)), 2))
    return 1 - sum(abs(p_value(human, i, j) - p_value(metric, i, j)) for i, j in pairs) / len(pairs)


@pytest.mark.parametrize("seed", range(4))
def test_soft_pairwise_accuracy_is_the_definition(seed):
    human, (metric,) = example(seed, gaps=0.0, systems=3)
    assert soft_accuracy(human, metric) == approximately(soft_by_definition(human, metric))


def test_identical_systems_are_better_than_each_other_with_certainty_only_by_the_tie():
    assert better(np.array([[0.1, 0.2, 0.3], [0.1, 0.2, 0.3]]) @ random_signs(3).T, 1e-12).tolist() == [1.0]


# --- Ties ------------------------------------------------------------------------------------------------------------


def accuracy_by_definition(human, metric, epsilon):
    shares = []
    for h, m in zip(human.T, metric.T, strict=True):
        known = [i for i in range(len(h)) if not math.isnan(h[i])]
        pairs = list(itertools.combinations(known, 2))
        orders = [(sign(h[i] - h[j]), 0 if abs(m[i] - m[j]) <= epsilon else sign(m[i] - m[j])) for i, j in pairs]
        if pairs:
            shares.append(sum(a == b for a, b in orders) / len(pairs))
    return sum(shares) / len(shares)


@pytest.mark.parametrize("seed", range(40))
def test_tie_calibration_finds_what_trying_every_epsilon_finds(seed):
    human, (metric,) = example(seed, systems=5, gaps=0.25 * (seed % 2))
    metric = np.round(metric * 64) / 64  # so that differences are exact
    sizes = {0.0} | {abs(a - b) for m in metric.T for a, b in itertools.combinations(m, 2)}
    tried = {epsilon: accuracy_by_definition(human, metric, epsilon) for epsilon in sorted(sizes)}
    pairs = ItemPairs.within_items(~np.isnan(human))
    best = calibrate(pairs, human, metric)
    assert best.accuracy == approximately(max(tried.values()))
    assert tried[best.epsilon] == approximately(max(tried.values()))
    assert best.epsilon == min(e for e, value in tried.items() if value > max(tried.values()) - 1e-9)
    assert best.all_tied == approximately(accuracy_by_definition(human, metric, math.inf))
    assert acc_eq(pairs, human, metric, 0.25) == approximately(tried.get(0.25, acc_eq(pairs, human, metric, 0.25)))


def test_acc_eq_equals_mt_metrics_evals():
    """The numbers are those of tau_optimization_test.py of mt-metrics-eval (commit 0b82d96), acc_23, with gaps."""
    none = math.nan
    metric = [[0, 5, 2, 3, 2], [none, 2, 1, 5, 3], [9, 1, 5, 3, 8], [9, 3, 4, 4, 1], [none] * 5]
    human = [[1, 5, 2, 1, 1], [4, 2, 2, 1, 4], [5, 9, 2, 8, 7], [7, 6, none, 3, 2], [none] * 5]
    metric, human = np.array(metric, dtype=float).T, np.array(human, dtype=float).T
    pairs = ItemPairs.within_items(~np.isnan(human + metric))
    by_epsilon = [0.4666666666666667, 0.4916666666666668, 0.38333333333333347, 0.29166666666666674, 0.2666666666666667]
    by_epsilon += [0.2, 0.15833333333333335, 0.15833333333333335, 0.1166666666666667]
    for epsilon, expected in enumerate(by_epsilon):
        assert acc_eq(pairs, human, metric, epsilon) == approximately(expected)
    best = calibrate(pairs, human, metric)
    assert (best.accuracy, best.epsilon) == (approximately(0.4916666666666668), 1.0)


def test_rounding_noise_never_becomes_the_best_epsilon():
    human = np.array([[1.0, 1.0], [1.0, 2.0]])
    metric = np.array([[0.1 + 0.2, 0.1], [0.3, 0.9]])
    best = calibrate(ItemPairs.within_items(np.ones((2, 2), dtype=bool)), human, metric)
    assert (best.accuracy, best.epsilon, best.tied) == (1.0, 0.0, 0.5)


def test_a_metric_that_is_calibrated_into_ties_is_flagged():
    rng = np.random.default_rng(1)
    human = np.zeros((5, 40))
    human[0, 0] = 1.0  # people tie nearly everything
    metrics = {name: {f"s{i}": rng.random(40) for i in range(5)} for name in ("x", "y")}
    agreement = us.humans({f"s{i}": row for i, row in enumerate(human)}, metrics, trials=10)
    assert agreement["x"].calibrated.collapsed
    assert "Collapsed: tie calibration makes x tie" in agreement.table().text()
    assert agreement.to_dict()["metrics"][0]["collapsed"] is True


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("threshold", [0.0, 25.0, 60.0])
def test_darr_is_the_definition(seed, threshold):
    human, (metric,) = example(seed)
    better_alike = worse = 0
    for h, m in zip(human.T, metric.T, strict=True):
        for i, j in itertools.combinations(range(len(h)), 2):
            if abs(h[i] - h[j]) >= threshold and h[i] != h[j] and not math.isnan(h[i] + h[j]):
                better_alike += (h[i] - h[j]) * (m[i] - m[j]) > 0
                worse += (h[i] - h[j]) * (m[i] - m[j]) <= 0
    total = better_alike + worse
    expected = (better_alike - worse) / total if total else math.nan
    assert darr(ItemPairs.within_items(~np.isnan(human)), human, metric, threshold) == approximately(expected)


# --- Which metric agrees better? -------------------------------------------------------------------------------------


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
    for threads in ("1", "2", "4"):
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
