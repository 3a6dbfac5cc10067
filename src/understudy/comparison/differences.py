"""Two systems beside each other: differences of scores, wins and losses, and how extreme a difference is."""

from __future__ import annotations

import numpy as np

from understudy.contract.arithmetic import Rows
from understudy.contract.result import Result

SLACK = 1e-12  # of the larger score: rounding must not separate what is equal


def at_least_as_large(differences: Rows, observed: float, scale: float) -> int:
    """Count the differences that are at least as large as the observed one, whatever their sign.

    >>> at_least_as_large(np.array([-2.0, 0.5, 1.0]), observed=1.0, scale=100)
    2
    """
    return int(np.count_nonzero(np.abs(differences) >= abs(observed) - SLACK * max(1.0, scale)))


def p_value(count: int, repetitions: int) -> float:
    """The share of repetitions as extreme as the observed one, itself included: never 0, and 1 for identical systems.

    >>> p_value(0, 9_999), p_value(9_999, 9_999)
    (0.0001, 1.0)
    """
    return (count + 1) / (repetitions + 1)


def sides(first: Rows, second: Rows) -> Rows:
    """Tell where the first scores are higher (1), lower (-1), or the same but for rounding (0).

    >>> sides(np.array([2.0, 0.1 + 0.2, 1.0]), np.array([1.0, 0.3, 2.0])).tolist()
    [1.0, 0.0, -1.0]
    """
    slack = SLACK * np.maximum(1.0, np.maximum(np.abs(first), np.abs(second)))
    differences = first - second
    return np.where(np.abs(differences) > slack, np.sign(differences), 0.0)


def deltas(result: Result, base: Result) -> dict[str, float]:
    """How far each part of the score is above the baseline's.

    >>> import understudy as us
    >>> deltas(us.wer(["a b"], ["a b"]), us.wer(["a c"], ["a b"]))["score"]
    -50.0
    """
    return {part: value - base.parts[part] for part, value in result.parts.items()}


def tally(result: Result, base: Result) -> tuple[int, int, int]:
    """Count the segments that the system wins, ties and loses against the baseline.

    >>> import understudy as us
    >>> refs = ["a b", "c d", "e f"]
    >>> tally(us.wer(["a b", "c d", "e g"], refs), us.wer(["a x", "c d", "e f"], refs))
    (1, 1, 1)
    """
    where = sides(result.segments, base.segments)
    above, below = int(np.count_nonzero(where > 0)), int(np.count_nonzero(where < 0))
    wins, losses = (above, below) if result.metric.higher_is_better else (below, above)
    return wins, len(where) - wins - losses, losses
