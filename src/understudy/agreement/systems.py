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

from understudy.agreement.coins import addable
from understudy.arithmetic import Rows
from understudy.errors import choose

RULES = ("kocmi", "mtme")
SPA_SAMPLES, SPA_SEED = 1000, 4  # those of mt-metrics-eval, whose numbers are in the papers


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


def soft_accuracy(human: Rows, metric: Rows, samples: int = SPA_SAMPLES, seed: int = SPA_SEED) -> float:
    """Soft pairwise accuracy: how near the metric's certainty about each pair of systems is to people's.

    Items must be complete: every system has both scores on each.

    >>> human = np.array([[5.0, 4.0, 5.0], [1.0, 2.0, 1.0]])
    >>> soft_accuracy(human, human / 5)
    1.0
    """
    if human.shape[0] < 2 or not human.shape[1]:
        return math.nan
    signs = random_signs(human.shape[1], samples, seed)
    return nearness(better(human, signs), better(metric, signs))


def nearness(human: Rows, metric: Rows) -> float:
    """Soft pairwise accuracy of the p-values of all pairs of systems.

    >>> nearness(np.array([0.0, 0.5]), np.array([0.25, 0.5]))
    0.875
    """
    return float(1 - np.abs(human - metric).mean())


def random_signs(items: int, samples: int = SPA_SAMPLES, seed: int = SPA_SEED) -> Rows:
    """Draw a sign for each item, many times: those that mt-metrics-eval draws, which serve all metrics and people.

    >>> random_signs(3, samples=2).tolist()
    [[1.0, 1.0, 1.0], [-1.0, -1.0, 1.0]]
    """
    return 2 * np.rint(np.random.default_rng(seed).random((samples, items), dtype=np.float32)).astype(float) - 1


def better(scores: Rows, signs: Rows) -> Rows:
    """For each pair of systems, the one-sided p-value that the first is better: signs flipped at random, item by item.

    >>> better(np.array([[5.0, 4.0, 5.0], [1.0, 2.0, 1.0]]), random_signs(3)) < 0.2
    array([ True])
    """
    scores = addable(scores)
    flipped, total = scores @ signs.T, scores.sum(axis=1)
    # What is equal but for the rounding of single scores must count as reached.
    slack = 1e-12 * np.abs(scores).sum(axis=1).max(initial=0.0)
    pairs = combinations(range(len(scores)), 2)
    reached = [np.count_nonzero(flipped[a] - flipped[b] >= total[a] - total[b] - slack) for a, b in pairs]
    return np.array(reached) / len(signs)


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
