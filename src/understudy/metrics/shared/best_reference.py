"""Several references: the choice for metrics that keep the best one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def best_of(scores: npt.NDArray[np.float64], starts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Choose the best reference of every segment, the first of equals; return its index in the flat list.

    `scores` has one number for each reference, higher is better; those of segment i are `starts[i]` to `starts[i + 1]`.

    >>> best_of(np.array([0.5, 0.9, 0.9, 0.2]), np.array([0, 3, 4])).tolist()
    [1, 3]
    """
    if len(starts) == 2:  # a single segment, for which the rest is slow
        return np.array([scores.argmax()])
    best = np.maximum.reduceat(scores, starts[:-1])
    at_best = np.flatnonzero(scores == np.repeat(best, np.diff(starts)))
    return at_best[np.searchsorted(at_best, starts[:-1])]
