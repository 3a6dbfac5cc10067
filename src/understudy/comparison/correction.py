"""From resampled scores to p-values, and from many p-values to a ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from understudy.contract.arithmetic import Rows

SLACK = 1e-12  # of the larger score: rounding must not part what is equal


def at_least_as_large(differences: Rows, observed: float, scale: float) -> int:
    """Count the differences that are at least as large as the observed one, whatever their sign.

    >>> at_least_as_large(np.array([-2.0, 0.5, 1.0]), observed=1.0, scale=100)
    2
    """
    return int(np.count_nonzero(np.abs(differences) >= abs(observed) - SLACK * max(1.0, scale)))


def sides(first: Rows, second: Rows) -> Rows:
    """Tell where the first scores are higher (1), lower (-1), or the same but for rounding (0).

    >>> sides(np.array([2.0, 0.1 + 0.2, 1.0]), np.array([1.0, 0.3, 2.0])).tolist()
    [1.0, 0.0, -1.0]
    """
    slack = SLACK * np.maximum(1.0, np.maximum(np.abs(first), np.abs(second)))
    differences = first - second
    return np.where(np.abs(differences) > slack, np.sign(differences), 0.0)


def p_value(count: int, choices: int) -> float:
    """The share of choices that were as extreme, the real one counted too: never 0, and 1 for identical systems.

    >>> p_value(0, 9_999), p_value(9_999, 9_999)
    (0.0001, 1.0)
    """
    return (count + 1) / (choices + 1)


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct for several comparisons: one wrong rejection among all of them is as rare as the level says.

    Holm 1979. A simple sequentially rejective multiple test procedure. NaN stays NaN and is no comparison.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    values = np.asarray(p_values, dtype=float)
    known = np.flatnonzero(~np.isnan(values))
    order = known[np.argsort(values[known], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    corrected = np.full(len(values), np.nan)
    corrected[order] = np.minimum(1, np.maximum.accumulate(values[order] * factors))
    return corrected.tolist()


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Correct for several comparisons: the share of wrong ones among the rejections is as small as the level says.

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


CORRECTIONS = {"holm": holm, "bh": benjamini_hochberg}


def corrected(p_values: Sequence[float], correction: str | None) -> list[float]:
    """Correct p-values by one of the rules, or not at all.

    >>> corrected([0.01, 0.04], None)
    [0.01, 0.04]
    """
    return list(p_values) if correction is None else CORRECTIONS[correction](p_values)


def clusters(ranked: Sequence[str], p_values: Mapping[frozenset[str], float], alpha: float) -> list[list[str]]:
    """Part a ranking, best first, wherever every system above is significantly better than every one below.

    >>> pairs = {frozenset("AB"): 0.4, frozenset("AC"): 0.01, frozenset("BC"): 0.02}
    >>> clusters(["A", "B", "C"], pairs, alpha=0.05)
    [['A', 'B'], ['C']]
    """
    found: list[list[str]] = [[]]
    for place, system in enumerate(ranked):
        above, below = ranked[:place], ranked[place:]
        if above and all(p_values[frozenset((a, b))] < alpha for a in above for b in below):
            found.append([])
        found[-1].append(system)
    return found
