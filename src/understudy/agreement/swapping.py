"""Permutation tests of two metrics: what would the difference be if the metrics' names meant nothing?

Each test swaps the two metrics' scores on random units (items, documents, single scores, or pairs) and asks how often
the difference comes out as large as the observed one. Where it can be, no statistic is computed again from the scores:

- a mean over items, and Pearson's r, are made of sums that are linear in the mask of what is swapped, so that all
  trials are one call of `coin_sums`, shared by all pairs of metrics;
- soft pairwise accuracy alone is computed again for every trial;
- swapping the outcomes of pairs is tossing a coin for each pair of which only one metric is right: the sum is
  binomial, and where all items have equally many pairs its tail is the exact p-value.

Coins are those of `compare`: a trial depends on the random seed and its own number alone.

Deutsch, Dror and Roth 2021, "A Statistical Analysis of Summarization Evaluation Metrics using Resampling Methods".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from understudy.agreement.exact_sums import addable
from understudy.agreement.item_pairs import Flags, Whole
from understudy.agreement.system_accuracy import better, nearness, noise, random_signs
from understudy.contract.arithmetic import Rows
from understudy.contract.resampling import SEED, TRIALS, blocks, check_numbers, coin_sums, coins
from understudy.errors import choose

SIDES = ("two", "one")
SLACK = 1e-12  # equal differences may be rounded otherwise; they must count as reached
BLOCK = 1024  # trials at a time: memory stays small however many there are


@dataclass(frozen=True)
class TrialPlan:
    """How often to swap, from which random seed, and whether only a larger difference of the same sign counts."""

    trials: int = TRIALS
    seed: int = SEED
    sides: str = "two"

    def __post_init__(self) -> None:
        choose("number of sides", self.sides, SIDES)
        check_numbers(self.seed, trials=self.trials)

    def reached(self, null: Rows, observed: Rows) -> Rows:
        """How many trials reach what was observed; one that is undefined counts as if it did."""
        if self.sides == "two":
            null, observed = np.abs(null), np.abs(observed)
        reached: Rows = (~(null < observed - SLACK)).sum(axis=0).astype(float)
        return reached

    def coin_sums(self, rows: Rows) -> Iterator[Rows]:
        """Toss a coin for each row and add those that show heads: trials times columns, block by block."""
        for first, count in blocks(self.trials, BLOCK):
            yield coin_sums(rows, self.seed, count, first) if len(rows) else np.zeros((count, rows.shape[1]))

    def p_values(self, nulls: Iterator[Rows], observed: Rows) -> Rows:
        """The share of trials that reach what was observed, which counts as a trial itself."""
        reached = sum((self.reached(null, observed) for null in nulls), np.zeros(len(observed)))
        return np.where(np.isnan(observed), math.nan, (reached + 1) / (self.trials + 1))


@dataclass(frozen=True, eq=False)
class Contest:
    """The pairs of metrics to compare, by their numbers."""

    first: Whole
    second: Whole

    @classmethod
    def of_all(cls, metrics: int) -> Contest:
        """Compare each metric with each later one."""
        return cls(*np.triu_indices(metrics, 1))

    def differences(
        self, statistic: Callable[[Sequence[Rows]], Rows], sums: Sequence[Rows], masked: Sequence[Rows]
    ) -> Rows:
        """The difference of a statistic of sums after a swap; the metrics stand on the last axis of `masked`."""
        gained = [part[..., self.second] - part[..., self.first] for part in masked]
        swapped = [total[self.first] + gain for total, gain in zip(sums, gained, strict=True)]
        others = [total[self.second] - gain for total, gain in zip(sums, gained, strict=True)]
        return statistic(swapped) - statistic(others)

    def p_values(
        self, statistic: Callable[[Sequence[Rows]], Rows], units: Sequence[Rows], plan: TrialPlan
    ) -> tuple[Rows, Rows]:
        """Test the difference of a statistic of sums over units; each of `units` has metrics times units."""
        parts = [addable(part) for part in units]
        sums = [part.sum(axis=1) for part in parts]
        observed = self.differences(statistic, sums, [np.zeros(len(total)) for total in sums])
        heads = plan.coin_sums(np.concatenate(parts).T)
        nulls = (self.differences(statistic, sums, np.split(block, len(parts), axis=1)) for block in heads)
        return observed, plan.p_values(nulls, observed)


def swap_means(values: Rows, weights: Rows, plan: TrialPlan) -> tuple[Rows, Rows]:
    """Test weighted means over units, for every pair of metrics: differences and p-values.

    Both arrays have metrics times units: values that are multiplied by their weights already, and the weights.

    >>> right = np.array([[1.0] * 12, [0.0] * 12])
    >>> difference, p = swap_means(right, np.ones((2, 12)), TrialPlan(1000))
    >>> difference.tolist(), float(p[0]) < 0.01
    ([1.0], True)
    """

    def mean(sums: Sequence[Rows]) -> Rows:
        average: Rows = np.divide(sums[0], sums[1], out=np.full(sums[0].shape, math.nan), where=sums[1] > 0)
        return average

    return Contest.of_all(len(values)).p_values(mean, [values, weights], plan)


def swap_pearson(human: Rows, metrics: Rows, unit: Whole, plan: TrialPlan) -> tuple[Rows, Rows]:
    """Test Pearson's r over all scores, the metrics being standardized before they are swapped.

    `metrics` has metrics times scores; `unit` is the number of the unit to which each score belongs.

    >>> human = np.arange(20.0)
    >>> difference, p = swap_pearson(human, np.array([human, human % 2]), np.arange(20), TrialPlan(100))
    >>> round(float(difference[0]), 2), float(p[0]) < 0.05
    (0.91, True)
    """
    people, scores = standardize(human), standardize(metrics)
    count = len(human)

    def pearson(sums: Sequence[Rows]) -> Rows:
        total, squares, products = sums
        r: Rows = products / np.sqrt(count * np.maximum(squares - total**2 / count, 0.0))
        return r

    units = [_by_unit(each, unit) for each in (scores, scores**2, scores * people)]
    with np.errstate(divide="ignore", invalid="ignore"):
        return Contest.of_all(len(metrics)).p_values(pearson, units, plan)


def swap_systems(statistic: Callable[[Rows], Rows], metrics: Rows, unit: Whole, plan: TrialPlan) -> tuple[Rows, Rows]:
    """Test a statistic of the systems' mean scores, the metrics being standardized before they are swapped.

    `metrics` has metrics times systems times items, NaN where people gave no score; `unit` has systems times items;
    the statistic takes systems on its last axis.

    >>> good = np.arange(30.0).reshape(3, 10)
    >>> first = lambda means: means[..., 0]
    >>> unit = np.arange(10) + np.zeros((3, 1), int)
    >>> difference, p = swap_systems(first, np.array([good, -good]), unit, TrialPlan(100))
    >>> float(difference[0]) < -2
    True
    """
    judged = np.isfinite(metrics[0])
    count = judged.sum(axis=1)
    scores = np.zeros(metrics.shape)
    scores[:, judged] = standardize(metrics[:, judged])

    def of_means(sums: Sequence[Rows]) -> Rows:
        return statistic(np.stack([total / each for total, each in zip(sums, count, strict=True)], axis=-1))

    size = int(unit.max(initial=0)) + 1
    units = [_by_unit(scores[:, s], unit[s], size) for s in range(len(judged))]
    return Contest.of_all(len(metrics)).p_values(of_means, units, plan)


def swap_soft(human: Rows, metrics: Rows, unit: Whole, plan: TrialPlan) -> tuple[Rows, Rows]:
    """Test soft pairwise accuracy, the metrics being standardized before they are swapped.

    `metrics` has metrics times systems times items, `human` and `unit` have systems times items; none is missing.

    >>> human = np.arange(30.0).reshape(3, 10)
    >>> unit = np.arange(10) + np.zeros((3, 1), int)
    >>> difference, p = swap_soft(human, np.array([human, -human]), unit, TrialPlan(50))
    >>> round(float(difference[0]), 3), float(p[0]) < 0.05
    (0.999, True)
    """
    signs = random_signs(human.shape[1])
    people = better(addable(human) @ signs.T, noise(human))
    flat = standardize(metrics.reshape(len(metrics), -1))
    # A constant metric ties all systems, at any scale.
    scores = addable(np.nan_to_num(flat).reshape(metrics.shape))
    sums, slack = scores @ signs.T, noise(scores)
    contests = list(combinations(range(len(metrics)), 2))

    def difference(one: int, other: int, swapped: Flags) -> float:
        # In this order: transposed, the product is slow where other programs keep the machine's threads busy.
        gained = (signs @ np.where(swapped, scores[other] - scores[one], 0.0).T).T
        first, second = better(sums[one] + gained, slack), better(sums[other] - gained, slack)
        return nearness(people, first) - nearness(people, second)

    def differences(swapped: Flags) -> Rows:
        return np.array([difference(*contest, swapped) for contest in contests])

    units = int(unit.max(initial=0)) + 1
    swaps = (coins(plan.seed, number, units).astype(bool)[unit] for number in range(plan.trials))
    observed = differences(np.zeros(unit.shape, dtype=bool))
    return observed, plan.p_values((differences(swap)[np.newaxis] for swap in swaps), observed)


def swap_outcomes(right: Flags, group: Whole, weights: Rows, plan: TrialPlan) -> tuple[Rows, Rows]:
    """Test weighted sums of what each metric gets right, for every pair of metrics, by swapping single outcomes.

    `right` has metrics times outcomes; `group` is the number of each outcome's weight. Where only one weight occurs
    the p-value is exact.

    >>> right = np.array([[True] * 10, [True] * 2 + [False] * 8])
    >>> difference, p = swap_outcomes(right, np.zeros(10, dtype=int), np.array([0.1]), TrialPlan())
    >>> round(float(difference[0]), 3), float(p[0]) == 2 / 2**8
    (0.8, True)
    """
    contest = Contest.of_all(len(right))
    alone = len(weights) == 1
    only = np.array([_only_first(right if alone else right[:, group == g]) for g in range(len(weights))])
    won, lost = only[:, contest.first, contest.second], only[:, contest.second, contest.first]
    observed = weights @ (won - lost)
    p = [_outcomes_p(won[:, i], lost[:, i], weights, plan) for i in range(len(observed))]
    return observed, np.array(p)


def _only_first(right: Flags) -> Rows:
    """For each pair of metrics, how many outcomes only the first gets right."""
    yes = right.astype(np.float32) if right.shape[1] < 2**24 else right.astype(float)
    both = (yes @ yes.T).astype(float)
    only: Rows = np.diag(both)[:, np.newaxis] - both
    return only


def _outcomes_p(won: Rows, lost: Rows, weights: Rows, plan: TrialPlan) -> float:
    decided = (won + lost).astype(int)
    if np.count_nonzero(decided) <= 1:
        return binomial_tail(int(decided.sum()), int(won.sum()), plan.sides)
    # One coin for each outcome that only one metric gets right; rounded first, so that equal differences stay equal.
    counts = np.stack([won, lost], axis=1).astype(int).ravel()
    gains = np.repeat(np.tile([1.0, -1.0], len(weights)), counts)
    sizes = addable(np.repeat(np.repeat(weights, 2), counts))
    null = (2 * heads - sizes.sum() for heads in plan.coin_sums(sizes[:, np.newaxis]))
    return float(plan.p_values(null, np.array([sizes @ gains]))[0])


def binomial_tail(coins: int, heads: int, sides: str = "two") -> float:
    """The exact chance that fair coins show as many heads or more, or are as uneven as this, on two sides.

    >>> binomial_tail(10, 8, sides="one") == (45 + 10 + 1) / 2**10, binomial_tail(10, 2)
    (True, 0.109375)
    """
    if sides == "two":
        more = max(heads, coins - heads)
        return min(1.0, 2 * binomial_tail(coins, more, "one")) if 2 * more > coins else 1.0
    if 2 * heads <= coins:
        return 1.0 - (binomial_tail(coins, coins - heads + 1, "one") if heads > 0 else 0.0)
    if coins <= 1000:
        ways = sum(math.comb(coins, k) for k in range(heads, coins + 1))
        return float(ways / 2**coins)
    log_chance = math.lgamma(coins + 1) - math.lgamma(heads + 1) - math.lgamma(coins - heads + 1)
    steps = np.arange(heads, coins, dtype=float)
    ratios = np.cumprod((coins - steps) / (steps + 1))
    return math.exp(log_chance - coins * math.log(2)) * (1.0 + float(ratios.sum()))


def standardize(values: Rows) -> Rows:
    """Give numbers on the last axis mean 0 and standard deviation 1; constants become NaN.

    >>> standardize(np.array([1.0, 3.0])).tolist()
    [-1.0, 1.0]
    """
    centered = values - values.mean(axis=-1, keepdims=True)
    scale = np.sqrt((centered**2).mean(axis=-1, keepdims=True))
    constant = (values == values[..., :1]).all(axis=-1, keepdims=True)
    standard: Rows = np.divide(centered, scale, out=np.full(values.shape, math.nan), where=~constant)
    return standard


def _by_unit(values: Rows, unit: Whole, size: int = 0) -> Rows:
    return np.array([np.bincount(unit, each, minlength=size) for each in values])
