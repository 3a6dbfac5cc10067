"""Coin tosses: seeded, counter-based, the same on every machine and for any number of threads.

Draw number i takes its own stretch of Philox's stream, so that it doesn't depend on how draws are split.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.contract.arithmetic import Rows

BATCH = 1024  # draws at a time: memory stays small however many there are
ONES = np.array([bin(byte).count("1") for byte in range(256)], dtype=np.uint16)


def tosses(seed: int, samples: int, coins: int) -> Iterator[Rows]:
    """Toss some coins many times; batches of draws times coins, 1.0 or 0.0 each.

    >>> [batch.shape for batch in tosses(1, 1100, 5)]
    [(1024, 5), (76, 5)]
    """
    for data in masks(seed, samples, coins):
        yield np.unpackbits(data, axis=1, count=coins, bitorder="little").astype(float)


def heads(seed: int, samples: int, coins: int, stream: int = 0) -> Rows:
    """How many of the coins show heads, for each draw; streams are independent of each other.

    >>> float(heads(1, 1000, 40).mean().round())
    20.0
    """
    whole, rest = divmod(coins, 8)
    counts = []
    for data in masks(seed, samples, coins, stream):
        count = ONES[data[:, :whole]].sum(axis=1, dtype=float)
        counts.append(count + (ONES[data[:, whole] & (1 << rest) - 1] if rest else 0.0))
    return np.concatenate(counts)


def addable(values: Rows) -> Rows:
    """Round numbers so little that nobody sees it, but so that any sum of them is exact, in any order.

    >>> addable(np.array([0.1, 0.2, 0.3])).tolist() == [0.1, 0.2, 0.3]
    False
    """
    largest = float(np.nansum(np.abs(values), axis=-1).max(initial=0.0))
    grid = 2.0 ** (51 - math.frexp(largest)[1])
    rounded: Rows = np.rint(values * grid) / grid
    return rounded


def masked_sums(seed: int, samples: int, values: Rows) -> Iterator[Rows]:
    """Toss a coin for each unit and add the values of those that show heads; batches of draws times columns.

    It is what `tosses` and a matrix product give, without eight bytes for each coin.

    >>> values = np.array([[1.0, 10.0], [2.0, 20.0]])
    >>> (drawn,), (plain,) = masked_sums(1, 50, values), tosses(1, 50, 2)
    >>> bool((drawn == plain @ values).all())
    True
    """
    columns = np.ascontiguousarray(values, dtype=float)
    for data in masks(seed, samples, len(columns)):
        yield _core.masked_sums(data, columns)


def masks(seed: int, samples: int, coins: int, stream: int = 0) -> Iterator[npt.NDArray[np.uint8]]:
    """Toss some coins many times; batches of draws, one bit a coin, the lowest bit of a byte first.

    >>> [batch.shape for batch in masks(1, 1100, 70)]
    [(1024, 16), (76, 16)]
    """
    generator = np.random.Philox(key=seed + (stream << 64))
    words = coins // 64 + 1
    for begin in range(0, samples, BATCH):
        drawn = generator.random_raw(min(BATCH, samples - begin) * words).astype("<u8")
        yield drawn.view(np.uint8).reshape(-1, 8 * words)
