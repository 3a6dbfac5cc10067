"""Many p-values: corrections for multiple comparisons, and the ranking that they allow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm correction for multiple comparisons: controls the family-wise error rate.

    Holm 1979. A simple sequentially rejective multiple test procedure. NaN stays NaN and is no comparison.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    values = np.asarray(p_values, dtype=float)
    defined = np.flatnonzero(~np.isnan(values))
    order = defined[np.argsort(values[defined], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    corrected = np.full(len(values), np.nan)
    corrected[order] = np.minimum(1, np.maximum.accumulate(values[order] * factors))
    return corrected.tolist()


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini-Hochberg correction for multiple comparisons: controls the false discovery rate.

    Benjamini and Hochberg 1995. Controlling the false discovery rate.

    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    [0.03, 0.04, 0.04]
    """
    values = np.asarray(p_values, dtype=float)
    order = np.argsort(-values, kind="stable")
    factors = len(values) / np.arange(len(values), 0, -1)
    corrected = np.empty(len(values))
    corrected[order] = np.minimum(1, np.minimum.accumulate(values[order] * factors))
    return corrected.tolist()


def simes(p_values: Sequence[float]) -> float:
    """One p-value for several tests of the same question: small if one is tiny, or many are small.

    Simes 1986. An improved Bonferroni procedure for multiple tests of significance. It keeps its level for tests that
    depend positively on each other, as metrics on the same texts do.

    >>> simes([0.04, 0.03, 0.5]), simes([0.04, 0.03, 0.02])
    (0.06, 0.04)
    """
    return min(benjamini_hochberg(p_values))


@dataclass(frozen=True)
class Correction:
    """A correction for multiple comparisons: its short title, its name in notes, and the rule."""

    title: str
    note: str
    correct: Callable[[Sequence[float]], list[float]]


CORRECTIONS = {
    "holm": Correction("Holm", "Holm correction", holm),
    "bh": Correction("BH", "Benjamini-Hochberg correction", benjamini_hochberg),
}


def corrected(p_values: Sequence[float], correction: str | None) -> list[float]:
    """Correct p-values by one of the rules, or not at all.

    >>> corrected([0.01, 0.04], None)
    [0.01, 0.04]
    """
    return list(p_values) if correction is None else CORRECTIONS[correction].correct(p_values)


def clusters(ranked: Sequence[str], p_values: Mapping[frozenset[str], float], alpha: float) -> list[list[str]]:
    """Divide a ranking, best first, wherever every system above is significantly better than every one below.

    >>> pairs = {frozenset("AB"): 0.4, frozenset("AC"): 0.01, frozenset("BC"): 0.02}
    >>> clusters(["A", "B", "C"], pairs, alpha=0.05)
    [['A', 'B'], ['C']]
    """
    groups: list[list[str]] = [[]]
    for place, system in enumerate(ranked):
        above, below = ranked[:place], ranked[place:]
        if above and all(p_values[frozenset((a, b))] < alpha for a in above for b in below):
            groups.append([])
        groups[-1].append(system)
    return groups
