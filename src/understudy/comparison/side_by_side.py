"""The rows of all systems and metrics side by side: every choice of segments is made once for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Metric, Parts
from understudy.contract.resampling import blocks, coin_sums, draw_sums, unit_rows
from understudy.contract.result import Result
from understudy.inputs.texts import StepProgress

AT_ONCE = 2_000_000  # sums held in memory at a time

SystemPair = tuple[int, int]  # two systems, by their numbers
PairValues = dict[str, dict[SystemPair, float]]  # by the metric's name


class SideBySide:
    """What is needed to resample several systems, given as one list of results for each metric: `results`."""

    def __init__(
        self,
        results: dict[str, list[Result]],
        documents: list[Any] | None,
        seed: int,
        threads: int = 1,
        step: StepProgress | None = None,
    ) -> None:
        self.results, self.seed, self.threads, self.step = results, seed, threads, step
        self._resampled: dict[int, dict[str, Parts]] = {}  # intervals and a test may ask for the same
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
        """Score every system on every resample: parts of the shape (systems, resamples), by metric."""
        if resamples in self._resampled:
            return self._resampled[resamples]
        scores: dict[str, list[Parts]] = {name: [] for name in self.results}
        for first, count in self._blocks(resamples):
            progress = self._progress("resamples", first, resamples)
            sums = draw_sums(self.rows, self.seed, count, first, self.threads, progress)
            for name, totals in self.apart(sums):
                scores[name].append(self.metric(name).score(totals))
        self._resampled[resamples] = {
            name: {part: np.concatenate([block[part] for block in each], axis=1) for part in each[0]}
            for name, each in scores.items()
        }
        return self._resampled[resamples]

    def swapped(self, trials: int) -> Iterator[tuple[str, SystemPair, Rows]]:
        """Swap outputs by the toss of a coin: the differences of every pair in some trials, by metric, block by block.

        The two pseudo-systems of a trial: where the coin shows heads a segment keeps its system, else it changes it.
        """
        everything = dict(self.apart(self.rows.sum(axis=0, keepdims=True)))
        for first, count in self._blocks(trials):
            progress = self._progress("randomization", first, trials)
            sums = coin_sums(self.rows, self.seed, count, first, self.threads, progress)
            for name, heads in self.apart(sums):
                totals = everything[name]
                for a, b in combinations(range(len(self.results[name])), 2):
                    yield name, (a, b), _swapped(self.metric(name), heads[a], heads[b], totals[a], totals[b])

    def differences(self, name: str) -> dict[SystemPair, tuple[float, float]]:
        """The observed difference of every pair by one metric, and the larger of the two scores."""
        scores = [result.score for result in self.results[name]]
        return {
            (a, b): (scores[a] - scores[b], max(abs(scores[a]), abs(scores[b])))
            for a, b in combinations(range(len(scores)), 2)
        }

    def metric(self, name: str) -> Metric:
        """The metric of this name."""
        return self.results[name][0].metric

    def _blocks(self, count: int) -> Iterator[tuple[int, int]]:
        return blocks(count, max(1, AT_ONCE // self.rows.shape[1]))

    def _progress(self, what: str, first: int, total: int) -> Any:
        step = self.step
        return None if step is None else lambda done: step(what, first + done, total)

    def apart(self, sums: Rows) -> Iterator[tuple[str, Rows]]:
        """Give each metric its own sums again, of the shape (systems, choices, columns)."""
        return ((name, np.moveaxis(sums[:, places], 1, 0)) for name, places in self.places.items())


def _swapped(metric: Metric, heads_a: Rows, heads_b: Rows, all_a: Rows, all_b: Rows) -> Rows:
    """The differences between the two pseudo-systems of every trial: heads keep their system, tails change it."""
    first = heads_a + (all_b - heads_b)
    second = all_a + all_b - first
    return metric.score(first)["score"] - metric.score(second)["score"]
