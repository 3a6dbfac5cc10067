"""N-grams that a text shares with the average of a group: they make minimum Bayes risk decoding linear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.contract.arithmetic import Rows
from understudy.metrics.shared.ngrams import ngrams


@dataclass(frozen=True, eq=False)
class Expected:
    """For each text (row) and each n (column): its own n-grams, those of the average text, and what both share."""

    own: Rows
    average: Rows
    match: Rows

    @classmethod
    def of(
        cls,
        tokens: _core.Tokens,
        groups: npt.NDArray[np.int64],
        shares: npt.NDArray[np.float64],
        order: int,
        threads: int,
    ) -> Expected:
        """Count all groups: group g has the texts `groups[g]` to `groups[g + 1]`, with shares adding to 1."""
        lengths = np.diff(tokens.offsets.astype(np.int64))
        own = np.maximum(lengths[:, np.newaxis] - np.arange(order), 0).astype(float)
        weighted = own * shares[:, np.newaxis]
        means = [weighted[begin:end].sum(axis=0) for begin, end in pairwise(groups.tolist())]
        average = np.repeat(np.array(means).reshape(-1, order), np.diff(groups), axis=0)
        return cls(own, average, _core.expected_matches(tokens, groups, shares, order, threads))


def shared_with_average(texts: Sequence[list[str]], shares: Sequence[float], n: int) -> list[float]:
    """How many n-grams each text shares with the average of them all, readably.

    >>> shared_with_average([["a", "a", "b"], ["a", "c"]], [0.5, 0.5], 1)
    [2.0, 1.5]
    """
    expected: Counter[tuple[str, ...]] = Counter()
    for text, share in zip(texts, shares, strict=True):
        for gram, count in ngrams(text, n).items():
            expected[gram] += share * count  # type: ignore[assignment]
    return [float(sum(min(count, expected[gram]) for gram, count in ngrams(text, n).items())) for text in texts]
