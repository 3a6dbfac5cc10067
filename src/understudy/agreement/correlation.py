"""Correlations of two columns of numbers. A column whose values are all equal has none: NaN.

A value that is missing (NaN) is refused: which pairs to leave out is for the caller to decide and to say.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.contract.arithmetic import Rows
from understudy.errors import InputError

Whole = npt.NDArray[np.int64]


class PairCounts(NamedTuple):
    """How many pairs of places are ordered alike, ordered otherwise, or tied in one column or in both."""

    concordant: int
    discordant: int
    tied_first: int  # in the first column only
    tied_second: int
    tied_both: int


def pearson(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Pearson's r.

    >>> round(pearson([1, 2, 3], [1, 2, 4]), 4)
    0.982
    """
    a, b = (each - each.mean() if each.size else each for each in _columns(x, y))
    # Sums, not dot products: these would be rounded otherwise for another number of threads.
    scale = math.sqrt(float((a * a).sum()) * float((b * b).sum()))
    # What is left of a constant column is rounding noise.
    if not scale or _constant(x) or _constant(y):
        return math.nan
    return min(1.0, max(-1.0, float((a * b).sum()) / scale))


def spearman(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Spearman's rho: Pearson's r of the ranks, tied values having their average rank.

    >>> spearman([1, 2, 3], [10, 20, 40])
    1.0
    """
    a, b = _columns(x, y)
    return pearson(average_ranks(a), average_ranks(b))


def tau_b(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Kendall's tau-b: each column's own ties count against it.

    >>> round(tau_b([1, 2, 2, 3], [1, 2, 3, 4]), 4)
    0.9129
    """
    return tau_b_of(pair_counts(x, y))


def tau_b_of(counts: PairCounts) -> float:
    """Kendall's tau-b from the counts of pairs.

    >>> tau_b_of(PairCounts(3, 1, 0, 0, 2))
    0.5
    """
    ordered = counts.concordant + counts.discordant
    scale = math.sqrt(ordered + counts.tied_first) * math.sqrt(ordered + counts.tied_second)
    return (counts.concordant - counts.discordant) / scale if scale else math.nan


def tau_c(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Stuart's tau-c: for columns with different numbers of distinct values.

    >>> tau_c([1, 2, 2, 3], [1, 2, 3, 4])
    0.9375
    """
    a, b = _columns(x, y)
    counts = pair_counts(a, b)
    distinct = min(np.unique(a).size, np.unique(b).size)
    if distinct < 2:
        return math.nan
    return 2 * (counts.concordant - counts.discordant) / (a.size**2 * (distinct - 1) / distinct)


def pair_counts(x: npt.ArrayLike, y: npt.ArrayLike) -> PairCounts:
    """Count the pairs of places by how both columns order them, in time n log n.

    >>> pair_counts([1, 2, 2, 3], [1, 2, 3, 4])
    PairCounts(concordant=5, discordant=0, tied_first=1, tied_second=0, tied_both=0)
    """
    a, b = (_dense_ranks(each) for each in _columns(x, y))
    pairs = a.size * (a.size - 1) // 2
    both = _tied_pairs(a * (b.max(initial=0) + 1) + b)
    first, second = _tied_pairs(a) - both, _tied_pairs(b) - both
    # Within a tie of the first column the second one rises, so that no tied pair counts as an inversion.
    discordant = _inversions(b[np.lexsort((b, a))])
    return PairCounts(pairs - first - second - both - discordant, discordant, first, second, both)


def average_ranks(x: npt.ArrayLike) -> Rows:
    """Rank from 1 on; tied values share the average of their ranks.

    >>> average_ranks([3.0, 1.0, 3.0]).tolist()
    [2.5, 1.0, 2.5]
    """
    _, places, counts = np.unique(np.asarray(x, dtype=float), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: Rows = (last - (counts - 1) / 2)[places.reshape(-1)]
    return ranks


def _columns(x: npt.ArrayLike, y: npt.ArrayLike) -> tuple[Rows, Rows]:
    a, b = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if a.ndim != 1 or a.shape != b.shape:
        raise InputError(f"two columns of one length are needed, got shapes {a.shape} and {b.shape}")
    for column in (a, b):
        missing = np.flatnonzero(~np.isfinite(column))
        if missing.size:
            raise InputError(
                f"place {missing[0] + 1} of a column has the value {column[missing[0]]}; a correlation needs numbers:"
                " leave out the places where either column has none"
            )
    return a, b


def _constant(x: npt.ArrayLike) -> bool:
    values = np.asarray(x, dtype=float)
    return bool((values == values[0]).all())


def _dense_ranks(x: Rows) -> Whole:
    return np.unique(x, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _tied_pairs(ranks: Whole) -> int:
    counts = np.unique(ranks, return_counts=True)[1].astype(np.int64)
    return int((counts * (counts - 1) // 2).sum())


def _inversions(ranks: Whole) -> int:
    """Count the pairs whose larger rank stands first, from the highest bit of the ranks to the lowest.

    Two ranks are told apart by the highest bit in which they differ: among ranks whose higher bits are alike, kept in
    their order, every one before a zero is an inversion.
    """
    inversions = 0
    for bit in reversed(range(int(ranks.max(initial=0)).bit_length())):
        higher = ranks >> (bit + 1)
        ranks = ranks[np.argsort(higher, kind="stable")]
        higher, ones = ranks >> (bit + 1), ranks >> bit & 1
        before = np.cumsum(ones) - ones
        begins = np.flatnonzero(np.r_[True, higher[1:] != higher[:-1]])
        in_group = before - np.repeat(before[begins], np.diff(np.r_[begins, ranks.size]))
        inversions += int(in_group[ones == 0].sum())
    return inversions
