"""How BLEU treats an order of n-grams without a match: the methods that Chen and Cherry 2014 compare."""

from __future__ import annotations

from typing import Any

from understudy.contract.arithmetic import Rows, divide, half_to_the, log, power, where

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

# What `checked_number` is to allow.
VALUE_RANGES: dict[str, dict[str, Any]] = {
    "floor": {"least": 0},  # 0 is no smoothing; above 1, as sacrebleu has it too, a miss counts more than a match
    "add-k": {"least": 0},
    "chen-cherry-4": {"least": 1},
}


def smooth(method: str, value: float, match: list[Rows], total: list[Rows], hyp_length: Rows) -> list[Rows]:
    """Make smoothed precisions of the matches and totals of each order.

    >>> smooth("exp", 0, [3.0, 1.0, 0.0, 0.0], [4.0, 3.0, 2.0, 1.0], 4.0)
    [0.75, 0.3333333333333333, 0.25, 0.25]
    """
    if method == "add-k":
        match, total = ([first, *(each + value for each in others)] for first, *others in (match, total))
    elif method == "chen-cherry-5":
        match = averaged(match)
    elif method != "none":
        match = _counted(method, value, match, total, hyp_length)
    if method.startswith("chen-cherry"):
        # They are for one segment; on sums of a corpus, where no score is given, they could exceed the total.
        match = [where(m < t, m, t) for m, t in zip(match, total, strict=True)]
    return list(map(divide, match, total))


def _counted(method: str, value: float, match: list[Rows], total: list[Rows], hyp_length: Rows) -> list[Rows]:
    """Give an order without a match a count of its own."""
    counts, missed_so_far = [], 0 * hyp_length
    for m, t in zip(match, total, strict=True):
        missed = (m == 0) & (t > 0)
        if missed is False:  # in a single row; where most orders have matches, the rest can be spared
            counts.append(m)
            continue
        missed_so_far = missed_so_far + missed
        if method == "floor":
            instead: Any = value
        elif method == "exp":
            # mteval-v13a halves the count once more for each further order without a match.
            instead = half_to_the(missed_so_far)
        else:
            # The count shrinks with each missed order by K / ln(length): shorter hypotheses get less for nothing.
            instead = power(log(where(hyp_length > 1, hyp_length, 1.0)) / value, missed_so_far)
        counts.append(where(missed, instead, m))
    return counts


def averaged(match: list[Rows]) -> list[Rows]:
    """Each count becomes the mean of its own, the one of the next order and the smoothed one of the order before.

    >>> averaged([2.0, 1.0, 0.0])[:2]
    [2.0, 1.0]
    """
    means, before = list(match), match[0] + 1
    for n in range(len(match) - 1):
        means[n] = before = (before + match[n] + match[n + 1]) / 3
    return means  # the last order was counted only for the one before it
