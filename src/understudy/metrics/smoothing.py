"""What BLEU does about an order of n-grams without a match: the methods that Chen and Cherry 2014 compare."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from understudy.arithmetic import divide

Array = npt.NDArray[np.float64]

# The value each method takes where none is given; None if it takes none.
# Methods 6 and 7 of the paper are not here: 6 divides by precisions that may be 0, 7 doesn't say how 4 feeds 5.
DEFAULT_VALUES: dict[str, float | None] = {
    "none": None,
    "floor": 0.1,
    "add-k": 1.0,
    "exp": None,
    "chen-cherry-4": 5.0,
    "chen-cherry-5": None,
}

VALUE_RANGES: dict[str, Callable[[float], bool]] = {
    "floor": lambda value: 0 < value <= 1,
    "add-k": lambda value: 0 < value < math.inf,
    "chen-cherry-4": lambda value: 1 <= value < math.inf,
}


def smooth(method: str, value: float, match: Array, total: Array, hyp_length: Array) -> Array:
    """Make smoothed precisions of matches and totals, whose first axis is the order.

    >>> smooth("exp", 0, np.array([3.0, 1, 0, 0]), np.array([4.0, 3, 2, 1]), np.array(4.0)).tolist()
    [0.75, 0.3333333333333333, 0.25, 0.25]
    """
    missed = (match == 0) & (total > 0)
    if method == "floor":
        match = np.where(missed, value, match)
    elif method == "add-k":
        match, total = np.array(match), np.array(total)
        match[1:] += value
        total[1:] += value
    elif method == "exp":
        # mteval-v13a halves the count once more for each further order without a match.
        match = np.where(missed, np.ldexp(1.0, -np.cumsum(missed, axis=0)), match)
    elif method == "chen-cherry-4":
        # The count shrinks with each missed order by K / ln(length): shorter hypotheses get less for nothing.
        share = np.log(np.maximum(hyp_length, 1.0)) / value
        match = np.where(missed, share ** np.cumsum(missed, axis=0), match)
    elif method == "chen-cherry-5":
        match = _averaged(match)
    # Methods 4 and 5 are for one segment; on sums of a corpus, where no score is given, they could exceed the total.
    return divide(np.minimum(match, total), total)


def _averaged(match: Array) -> Array:
    """Each count becomes the mean of its own, the one of the next order and the smoothed one of the order before."""
    averaged, before = np.array(match), match[0] + 1
    for n in range(len(match) - 1):
        averaged[n] = before = (before + match[n] + match[n + 1]) / 3
    return averaged  # the last order was counted only for the one before it
