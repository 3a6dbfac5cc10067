"""Pairs of systems on one item: what tau by item, daRR's tau and acc_eq are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from understudy.contract.arithmetic import Rows, divide

Whole = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

NOISE = 1e-9  # of the range: a smaller difference is a rounding error, and would make a senseless epsilon the best one


@dataclass(frozen=True, eq=False)
class ItemPairs:
    """All pairs of systems that have both been judged on an item.

    >>> pairs = ItemPairs.within_items(np.array([[True, True], [True, True], [True, False]]))
    >>> list(zip(pairs.first.tolist(), pairs.second.tolist(), pairs.item.tolist()))
    [(0, 1, 0), (0, 1, 1), (0, 2, 0), (1, 2, 0)]
    """

    first: Whole
    second: Whole
    item: Whole
    items: int
    both: Flags  # pairs of systems times items: whether both have been judged

    @classmethod
    def within_items(cls, judged: Flags) -> ItemPairs:
        """List the pairs of a table of systems times items, one pair of systems after the other."""
        systems, items = judged.shape
        one, other = np.triu_indices(systems, 1)
        both = judged[one] & judged[other]
        pair, item = np.nonzero(both)
        return cls(one[pair], other[pair], item, items, both)

    def __len__(self) -> int:
        return len(self.item)

    def differences(self, scores: Rows) -> Rows:
        """Subtract the second system's score from the first one's, with rounding noise taken for a tie."""
        one, other = np.triu_indices(len(scores), 1)
        differences: Rows = (scores[one] - scores[other])[self.both]
        finite = scores[np.isfinite(scores)]
        width = float(finite.max() - finite.min()) if finite.size else 0.0
        differences[np.abs(differences) <= NOISE * width] = 0.0
        return differences

    @cached_property
    def per_item(self) -> Whole:
        """How many pairs each item has."""
        return self.count(np.ones(len(self), dtype=bool))

    def count(self, which: Flags) -> Whole:
        """Count pairs by item."""
        return np.bincount(self.item[which], minlength=self.items)

    def shares(self, which: Flags) -> Rows:
        """The share of pairs by item; 0 for an item without pairs."""
        return divide(self.count(which), self.per_item)
