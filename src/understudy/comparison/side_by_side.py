"""The rows of all systems and metrics side by side: every choice of segments is made once for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.comparison.correction import at_least_as_large
from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Metric, Parts
from understudy.contract.resampling import coin_sums, draw_sums, unit_rows
from understudy.contract.result import Result
from understudy.scoring.chunks import Step

AT_ONCE = 2_000_000  # sums held in memory at a time

Counts = dict[tuple[int, int], int]  # for each pair of systems, of choices as extreme as the real difference


class SideBySide:
    """What is needed to resample several systems, given as one list of results for each metric."""

    def __init__(
        self,
        results: dict[str, list[Result]],
        documents: list[Any] | None,
        seed: int,
        threads: int = 1,
        step: Step | None = None,
    ) -> None:
        self.results, self.seed, self.threads, self.step = results, seed, threads, step
        distinct: dict[bytes, int] = {}  # lengths of references are often the same for all systems
        columns: list[Rows] = []
        self.places: dict[str, npt.NDArray[np.int64]] = {}  # of each system's columns, by metric
        for name, each in results.items():
            places = []
            for result in each:
                for column in np.ascontiguousarray(unit_rows(result.require_stats().rows, documents).T):
                    places.append(distinct.setdefault(blake2b(column).digest(), len(columns)))
                    if places[-1] == len(columns):
                        columns.append(column)
            self.places[name] = np.array(places).reshape(len(each), -1)
        self.rows = np.ascontiguousarray(np.stack(columns, axis=1))

    def resampled(self, resamples: int) -> dict[str, Parts]:
        """Score every system on every resample: parts of the shape (systems, resamples)."""
        blocks: dict[str, list[Parts]] = {name: [] for name in self.results}
        for first, count in self._blocks(resamples):
            watch = self._watch("resamples", first, resamples)
            sums = draw_sums(self.rows, self.seed, count, first, self.threads, watch)
            for name, totals in self._apart(sums):
                blocks[name].append(self._metric(name).score(totals))
        return {
            name: {part: np.concatenate([block[part] for block in found], axis=1) for part in found[0]}
            for name, found in blocks.items()
        }

    def bootstrapped(self, resampled: dict[str, Parts]) -> dict[str, Counts]:
        """Count, for every pair, the resamples whose difference is as far from the real one as that is from none."""
        counts: dict[str, Counts] = {}
        for name, parts in resampled.items():
            counts[name] = {}
            for (a, b), (observed, scale) in self._differences(name).items():
                shifted = parts["score"][a] - parts["score"][b] - observed
                counts[name][a, b] = at_least_as_large(shifted, observed, scale)
        return counts

    def randomised(self, trials: int) -> dict[str, Counts]:
        """Count, for every pair, the trials in which swapping made as large a difference as the real one."""
        real = {name: self._differences(name) for name in self.results}
        counts: dict[str, Counts] = {name: dict.fromkeys(pairs, 0) for name, pairs in real.items()}
        everything = dict(self._apart(self.rows.sum(axis=0, keepdims=True)))
        for first, count in self._blocks(trials):
            watch = self._watch("randomisation", first, trials)
            sums = coin_sums(self.rows, self.seed, count, first, self.threads, watch)
            for name, heads in self._apart(sums):
                totals = everything[name]
                for (a, b), (observed, scale) in real[name].items():
                    differences = _swapped(self._metric(name), heads[a], heads[b], totals[a], totals[b])
                    counts[name][a, b] += at_least_as_large(differences, observed, scale)
        return counts

    def _differences(self, name: str) -> dict[tuple[int, int], tuple[float, float]]:
        """The real difference of every pair, and the larger of the two scores."""
        scores = [result.score for result in self.results[name]]
        return {
            (a, b): (scores[a] - scores[b], max(abs(scores[a]), abs(scores[b])))
            for a, b in combinations(range(len(scores)), 2)
        }

    def _metric(self, name: str) -> Metric:
        return self.results[name][0].metric

    def _blocks(self, choices: int) -> Iterator[tuple[int, int]]:
        size = max(1, AT_ONCE // self.rows.shape[1])
        return ((first, min(size, choices - first)) for first in range(0, choices, size))

    def _watch(self, what: str, first: int, total: int) -> Any:
        step = self.step
        return None if step is None else lambda done: step(what, first + done, total)

    def _apart(self, sums: Rows) -> Iterator[tuple[str, Rows]]:
        """Give each metric its own sums again, of the shape (systems, choices, columns)."""
        return ((name, np.moveaxis(sums[:, places], 1, 0)) for name, places in self.places.items())


def _swapped(metric: Metric, heads_a: Rows, heads_b: Rows, all_a: Rows, all_b: Rows) -> Rows:
    """The differences between the two pseudo-systems of every trial: heads keep their system, tails change it."""
    first = heads_a + (all_b - heads_b)
    second = all_a + all_b - first
    return metric.score(first)["score"] - metric.score(second)["score"]
