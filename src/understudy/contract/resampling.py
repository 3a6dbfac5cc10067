"""Which rows do we add? Random choices of segments or documents, for confidence intervals and significance tests.

Every choice depends on the seed, its kind and its own number alone: numpy's Philox generator with these as counter. So
all systems and metrics share it, nothing is stored, and the result is the same for any number of threads.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Parts
from understudy.contract.stats import Stats
from understudy.errors import InputError, SettingError
from understudy.inputs.texts import Progress

SEED = 12345
LEVEL = 0.95
RESAMPLES = 1_000
TRIALS = 10_000
COINS, DRAWS = 1, 2  # the kinds of choices
MOST = 10_000_000  # choices that anybody could want


@dataclass(frozen=True)
class Interval:
    """A confidence interval: where a number would fall again, were the test set drawn again.

    >>> interval = Interval(31.5, 35.5, 0.95)
    >>> interval, f"{interval:.2f}"
    (Interval(low=31.5, high=35.5, level=0.95), '[31.50, 35.50]')
    """

    low: float
    high: float
    level: float

    def __contains__(self, number: float) -> bool:
        return self.low <= number <= self.high

    def __format__(self, spec: str) -> str:
        """Both ends by the same specification, such as `.2f`."""
        return f"[{self.low:{spec}}, {self.high:{spec}}]" if spec else str(self)


def percentile_interval(values: Rows, level: float = LEVEL) -> Interval:
    """Leave out the same share of resamples on both sides.

    >>> percentile_interval(np.arange(101.0), level=0.5)
    Interval(low=25.0, high=75.0, level=0.5)
    """
    ((low, high),) = percentiles(values[np.newaxis], level)
    return Interval(low, high, level)


def percentiles(values: Rows, level: float) -> list[list[float]]:
    """Find the two ends for every row of resamples.

    >>> percentiles(np.array([[1.0, 2.0, 3.0], [4.0, 4.0, 4.0]]), level=0.5)
    [[1.5, 2.5], [4.0, 4.0]]
    """
    aside = (1 - level) / 2
    return np.quantile(values, [aside, 1 - aside], axis=1).T.tolist()  # type: ignore[no-any-return]


def coins(seed: int, number: int, units: int) -> npt.NDArray[np.uint8]:
    """Toss a coin for each unit: one trial of a randomization test.

    >>> coins(seed=1, number=0, units=8).tolist()
    [1, 1, 0, 1, 1, 1, 0, 1]
    """
    words = np.random.Philox(key=seed, counter=[0, number, 0, COINS]).random_raw(-(-units // 64))
    return np.unpackbits(words.astype("<u8").view(np.uint8), count=units, bitorder="little")


def draws(seed: int, number: int, units: int) -> npt.NDArray[np.int64]:
    """Draw as many units as there are, with replacement: one resample of a bootstrap.

    >>> draws(seed=1, number=0, units=8).tolist()
    [3, 6, 5, 7, 0, 6, 7, 6]
    """
    words = np.random.Philox(key=seed, counter=[0, number, 0, DRAWS]).random_raw(-(-units // 2))
    halves = words.astype("<u8").view(np.uint32)[:units].astype(np.uint64)
    return (halves * np.uint64(units) >> np.uint64(32)).astype(np.int64)


def blocks(count: int, size: int) -> Iterator[tuple[int, int]]:
    """Divide random repetitions into blocks: the number of the first one and how many there are.

    >>> list(blocks(5, size=2))
    [(0, 2), (2, 2), (4, 1)]
    """
    return ((first, min(size, count - first)) for first in range(0, count, size))


def coin_sums(
    rows: Rows, seed: int, count: int, first: int = 0, threads: int = 1, progress: Progress | None = None
) -> Rows:
    """Add, for each trial, the rows for which the coin shows heads: what `coins(...) @ rows` gives, many at once.

    >>> coin_sums(np.eye(8), seed=1, count=1)[0].astype(int).tolist()
    [1, 1, 0, 1, 1, 1, 0, 1]
    """
    return _core.coin_sums(np.ascontiguousarray(rows), seed, first, count, threads, progress)


def draw_sums(
    rows: Rows, seed: int, count: int, first: int = 0, threads: int = 1, progress: Progress | None = None
) -> Rows:
    """Add, for each resample, the rows that were drawn: what `rows[draws(...)].sum(axis=0)` gives, many at once.

    >>> draw_sums(np.eye(8), seed=1, count=1)[0].astype(int).tolist()
    [1, 0, 0, 1, 0, 1, 3, 2]
    """
    return _core.draw_sums(np.ascontiguousarray(rows), seed, first, count, threads, progress)


def unit_rows(rows: Rows, documents: Sequence[Any] | None) -> Rows:
    """Add the rows of each document, in order of first appearance; without documents each segment is a unit.

    >>> unit_rows(np.array([[1.0], [2.0], [3.0]]), ["a", "b", "a"]).tolist()
    [[4.0], [2.0]]
    """
    if documents is None:
        return rows
    places: dict[Any, int] = {}
    units = np.array([places.setdefault(name, len(places)) for name in documents])
    order = np.argsort(units, kind="stable")
    starts = np.searchsorted(units[order], np.arange(len(places)))
    return np.add.reduceat(rows[order], starts, axis=0)


def check_documents(documents: Sequence[Any] | None, segments: int) -> list[Any] | None:
    """Refuse names of documents that don't belong to the segments.

    >>> check_documents(["a", "a", "b"], 3)
    ['a', 'a', 'b']
    """
    if documents is None:
        return None
    if isinstance(documents, (str, bytes)):
        raise InputError(f"the documents are one bare string, {documents!r:.80}; give one name per segment")
    if not isinstance(documents, Iterable):
        raise InputError(f"the documents are {type(documents).__name__}, {documents!r:.80}; give one name per segment")
    listed = list(documents)
    if len(listed) != segments:
        raise InputError(f"there are {segments} segments but the documents of {len(listed)}; give one name per segment")
    for number, name in enumerate(listed, 1):
        if name is None or not isinstance(name, Hashable) or (isinstance(name, str) and not name.strip()):
            raise InputError(f"segment {number} has {name!r} for its document; name the document of every segment")
    if len(set(listed)) < 2:
        raise InputError(
            f"all segments belong to one document, {listed[0]!r}; there is nothing to resample, leave documents out"
        )
    return listed


def check_numbers(seed: int, level: float = LEVEL, **counts: int) -> None:
    """Refuse seeds, levels and counts that make no sense.

    >>> check_numbers(seed=0, level=0.95, trials=10_000)
    """
    if type(seed) is not int or not 0 <= seed < 2**64:
        raise SettingError(f"seed must be a whole number from 0 to 2^64 - 1, got {seed!r}")
    if not isinstance(level, float) or not 0 < level < 1:
        raise SettingError(f"level must be a number between 0 and 1, such as 0.95, got {level!r}")
    for name, count in counts.items():
        if type(count) is not int or not 1 <= count <= MOST:
            raise SettingError(f"{name} must be a whole number from 1 to {MOST:,}, got {count!r}")


def resampled_parts(
    stats: Stats, resamples: int, seed: int, documents: Sequence[Any] | None = None, threads: int = 1
) -> Parts:
    """Score one system on many resamples of the test set.

    >>> import understudy as us
    >>> result = us.bleu(["a cat sat here", "a dog ran"], ["a cat sat here", "the dog ran"])
    >>> resampled_parts(result.stats, 3, seed=1)["hyp_length"].tolist()
    [7.0, 8.0, 6.0]
    """
    rows = unit_rows(stats.rows, check_documents(documents, len(stats)))
    return stats.metric.score(draw_sums(rows, seed, resamples, threads=threads))
