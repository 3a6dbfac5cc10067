"""System-level agreement: pairwise accuracy and soft pairwise accuracy.

Kocmi et al. 2021, "To Ship or Not to Ship"; Thompson et al. 2024, "Improving Statistical Significance in Human
Evaluation of Automatic Metrics via Soft Pairwise Accuracy".
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.agreement.exact_sums import addable
from understudy.contract.arithmetic import Rows
from understudy.errors import choose

RULES = ("kocmi", "mtme")
SPA_TRIALS, SPA_SEED = 1000, 4  # those of mt-metrics-eval, whose numbers are in the papers


class PairAccuracy(NamedTuple):
    """System pairs that the metric orders as people do, and all pairs that count; sums over test sets pool them."""

    agree: int
    pairs: int

    @property
    def accuracy(self) -> float:
        """The share, NaN without pairs."""
        return self.agree / self.pairs if self.pairs else math.nan


def pair_accuracy(human: npt.ArrayLike, metric: npt.ArrayLike, rule: str = "kocmi") -> PairAccuracy:
    """Count the pairs of systems that the metric orders as people do.

    `kocmi` leaves out pairs that people tie and counts a metric's tie as wrong; `mtme` keeps them, and a tie agrees
    with a tie.

    >>> pair_accuracy([1.0, 2.0, 2.0], [0.1, 0.3, 0.2])
    PairAccuracy(agree=2, pairs=2)
    >>> pair_accuracy([1.0, 2.0, 2.0], [0.1, 0.3, 0.2], rule="mtme")
    PairAccuracy(agree=2, pairs=3)
    """
    choose("rule of pairwise accuracy", rule, RULES)
    people, scores = (_signs(np.asarray(each, dtype=float)) for each in (human, metric))
    kept = people != 0 if rule == "kocmi" else np.ones(people.shape, dtype=bool)
    return PairAccuracy(int((people == scores)[kept].sum()), int(kept.sum()))


def soft_accuracy(human: Rows, metric: Rows, trials: int = SPA_TRIALS, seed: int = SPA_SEED) -> float:
    """Soft pairwise accuracy: how close the metric's p-value for each pair of systems is to that of people.

    Items must be complete: every system has both scores on each.

    >>> human = np.array([[5.0, 4.0, 5.0], [1.0, 2.0, 1.0]])
    >>> soft_accuracy(human, human / 5)
    1.0
    """
    if human.shape[0] < 2 or not human.shape[1]:
        return math.nan
    signs = random_signs(human.shape[1], trials, seed)
    return nearness(*(better(addable(each) @ signs.T, noise(each)) for each in (human, metric)))


def nearness(human: Rows, metric: Rows) -> float:
    """Soft pairwise accuracy of the p-values of all pairs of systems.

    >>> nearness(np.array([0.0, 0.5]), np.array([0.25, 0.5]))
    0.875
    """
    return float(1 - np.abs(human - metric).mean())


def random_signs(items: int, trials: int = SPA_TRIALS, seed: int = SPA_SEED) -> Rows:
    """Draw a sign for each item, many times, as mt-metrics-eval does; the first row changes no sign.

    >>> random_signs(4, trials=2).tolist()
    [[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, -1.0]]
    """
    drawn = np.rint(np.random.default_rng(seed).random((trials, items), dtype=np.float32)).astype(float)
    return np.concatenate([np.ones((1, items)), 2 * drawn - 1])


def better(sums: Rows, slack: float) -> Rows:
    """For each pair of systems, the one-sided p-value that the first is better: signs flipped at random, item by item.

    `sums` has systems times signs; the first sum of each system is that of its scores as they are.

    >>> better(np.array([[5.0, 4.0, 5.0], [1.0, 2.0, 1.0]]) @ random_signs(3).T, slack=1e-9) < 0.2
    array([ True])
    """
    reached = []
    for a, b in combinations(range(len(sums)), 2):
        differences = sums[a] - sums[b]
        reached.append(np.count_nonzero(differences[1:] >= differences[0] - slack))
    shares: Rows = np.array(reached, dtype=float) / (sums.shape[1] - 1)
    return shares


def noise(scores: Rows) -> float:
    """How far apart sums may be that differ only by the rounding of single scores.

    >>> noise(np.array([[3.0, -1.0], [2.0, 1.0]]))
    4e-12
    """
    return 1e-12 * float(np.abs(scores).sum(axis=-1).max(initial=0.0))


def _signs(scores: Rows) -> Rows:
    one, other = np.triu_indices(len(scores), 1)
    return order(scores[one] - scores[other], float(np.abs(scores).max(initial=0.0)))


def order(differences: Rows, scale: float) -> Rows:
    """The signs of differences, where rounding noise of numbers of this scale is taken for a tie.

    >>> order(np.array([0.1 + 0.2 - 0.3, 0.5]), 0.3).tolist()
    [0.0, 1.0]
    """
    signs: Rows = np.where(np.abs(differences) <= 1e-12 * scale, 0.0, np.sign(differences))
    return signs
