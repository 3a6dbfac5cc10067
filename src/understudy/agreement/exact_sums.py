"""Numbers whose sums are exact in any order, so that equal differences stay equal however they were added."""

from __future__ import annotations

import math

import numpy as np

from understudy.contract.arithmetic import Rows


def addable(values: Rows) -> Rows:
    """Round numbers so little that nobody sees it, but so that any sum of them is exact, in any order.

    >>> addable(np.array([0.1, 0.2, 0.3])).tolist() == [0.1, 0.2, 0.3]
    False
    """
    largest = float(np.nansum(np.abs(values), axis=-1).max(initial=0.0))
    grid = 2.0 ** (51 - math.frexp(largest)[1])
    rounded: Rows = np.rint(values * grid) / grid
    return rounded
