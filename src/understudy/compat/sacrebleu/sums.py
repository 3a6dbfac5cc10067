"""Sums of lists, and a logarithm that takes 0: what sacrebleu's formulas share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any


def my_log(num: float) -> float:
    """The natural logarithm; of 0 a number so low that its exponential is 0.

    >>> my_log(0.0)
    -9999999999
    """
    return -9999999999 if num == 0.0 else math.log(num)


def sum_of_lists(lists: Sequence[Sequence[Any]]) -> Any:
    """Add lists of numbers, place by place; a single one is given back as it is.

    >>> sum_of_lists([[1, 2], [3, 4]])
    [4, 6]
    """
    return lists[0] if len(lists) == 1 else [sum(column) for column in zip(*lists, strict=True)]
