"""Weighted means of the factors of a score."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from understudy.contract.arithmetic import Rows, divide, exp, log, where


def weighted_geometric_mean(weights: Sequence[float], values: Sequence[Rows], counted: Sequence[Any]) -> Rows:
    """exp(sum of w_n log v_n) over the values that count, with weights rescaled to add up to 1; 0 if none counts.

    >>> float(weighted_geometric_mean((0.5, 0.5), (np.array(0.5), np.array(0.25)), (True, False)))
    0.5
    """
    weighted = weight = 0 * values[0]
    for share, value, counts in zip(weights, values, counted, strict=True):
        if share > 0:
            weighted = weighted + where(counts, share * log(value), 0.0)
            weight = weight + where(counts, share, 0.0)
    return where(weight > 0, exp(divide(weighted, weight)), 0.0)


def weighted_harmonic_mean(weights: Sequence[float], values: Sequence[Rows]) -> Rows:
    """The weighted harmonic mean of several values; 0 where one of them is 0.

    >>> float(weighted_harmonic_mean((9, 1), (np.array(5 / 7), np.array(5 / 6))).round(6))
    0.724638
    """
    above, below = 0.0, 0 * values[0]
    # Added in the same order above and below: so a mean of ones is exactly 1, and no mean exceeds 1.
    for weight, value in zip(weights, values, strict=True):
        above += weight
        below = below + _infinite_at_zero(weight, value)
    return divide(above, below)


def _infinite_at_zero(weight: float, value: Any) -> Rows:
    if type(value) is float:
        return weight / value if value > 0 else math.inf  # type: ignore[return-value]
    with np.errstate(over="ignore"):
        return where(value > 0, divide(weight, value), math.inf)
