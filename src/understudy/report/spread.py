"""How the segment scores of two systems lie: a histogram of their differences, and one against the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from understudy.comparison.differences import sides
from understudy.contract.arithmetic import Rows
from understudy.scoring.evaluate import Evaluation

BARS = 21  # odd, so that equal scores have a bar of their own in the middle
CELLS = 20  # on each side


def spread_of(found: Evaluation, a: str, b: str) -> dict[str, Any]:
    """Count segments by the difference of their scores, and by the two scores, for every metric.

    >>> import understudy as us
    >>> found = us.evaluate({"A": ["a cat", "a dog"], "B": ["a cow", "a dog"]}, ["a cat", "a dog"], "chrf")
    >>> spread_of(found, "A", "B")["chrf"]["equal"]
    1
    """
    return {name: _of_metric(found[a][name].segments, found[b][name].segments) for name in found[a]}


def _of_metric(first: Rows, second: Rows) -> dict[str, Any]:
    differences = first - second
    where = sides(first, second)
    reach = float(np.abs(differences).max()) or 1.0
    counts, _ = np.histogram(differences, bins=BARS, range=(-reach, reach))
    low, high = float(min(first.min(), second.min())), float(max(first.max(), second.max()))
    if low == high:
        low, high = low - 0.5, high + 0.5
    cells, _, _ = np.histogram2d(second, first, bins=CELLS, range=((low, high), (low, high)))
    return {
        "higher": int(np.count_nonzero(where > 0)),
        "equal": int(np.count_nonzero(where == 0)),
        "lower": int(np.count_nonzero(where < 0)),
        "reach": reach,
        "histogram": counts.tolist(),
        "range": [low, high],
        "cells": [[int(x), int(y), int(cells[x, y])] for x, y in np.argwhere(cells)],
    }
