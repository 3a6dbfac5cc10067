"""Agreement with people against scipy, and against definitions written out as plainly as can be."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_judgments import SEEDS, approximately, example, scipys, sign

import understudy as us
from understudy.agreement import correlation
from understudy.agreement.grouping import by_item, grouped
from understudy.agreement.item_pairs import ItemPairs
from understudy.agreement.system_accuracy import better, pair_accuracy, random_signs, soft_accuracy
from understudy.agreement.ties import acc_eq, calibrate, darr

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
