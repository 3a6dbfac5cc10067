"""sacrebleu's paired tests and bootstrap intervals: its random draws, its p-values, its means, digit by digit."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from understudy import _core
from understudy.compat.sacrebleu.metrics.base import Metric, Score, Signature
from understudy.contract.arithmetic import Rows
from understudy.contract.resampling import blocks

__all__ = ["PairedTest", "Result", "estimate_ci"]

sacrelogger = logging.getLogger("sacrebleu")

BLOCK = 64  # draws at once; coins come 32 to a random number, so that blocks toss the same ones as all at once


class Result:
    """A system's score; of a paired test its p-value, of a bootstrap its mean and half its interval."""

    def __init__(
        self, score: float, p_value: float | None = None, mean: float | None = None, ci: float | None = None
    ) -> None:
        self.score = score
        self.p_value = p_value
        self.mean = mean
        self.ci = ci

    def __repr__(self) -> str:
        return ",".join(f"{name}={value!s}" for name, value in self.__dict__.items())


def estimate_ci(scores: Any) -> tuple[Any, Any]:
    """The mean of bootstrap scores, and half the distance between their 2.5 % and 97.5 % marks.

    >>> [float(each) for each in estimate_ci(np.array([1.0, 2.0, 3.0]))]
    [2.0, 1.0]
    """
    ordered = np.sort(scores)
    aside = len(ordered) // 40
    return ordered.mean(), 0.5 * (ordered[len(ordered) - aside - 1] - ordered[aside])


def _compute_p_value(stats: Any, real_difference: float) -> float:
    """The share of statistics above the real difference, with one added to both counts."""
    return (np.sum(stats > real_difference).item() + 1) / (len(stats) + 1)  # type: ignore[no-any-return]


def _seed() -> tuple[str, int | None]:
    """The seed of the environment, as it is written and as a number; `none` asks for another one each time."""
    written = os.environ.get("SACREBLEU_SEED", "12345").lower()
    return written, None if written == "none" else int(written)


def _drawn_sums(stats: Any, samples: int, random: np.random.Generator) -> Iterator[Any]:
    """Sums of as many segments as there are, drawn with replacement, one resample after the other, in float32."""
    rows = np.asarray(stats, dtype=np.float32)
    whole = bool((rows == np.floor(rows)).all())
    for _, count in blocks(samples, BLOCK):
        drawn = random.choice(len(rows), size=(count, len(rows)), replace=True)
        if whole:  # their sums are exact in any order
            times = np.stack([np.bincount(each, minlength=len(rows)) for each in drawn]).astype(float)
            yield from np.einsum("ij,jk->ik", times, rows.astype(float)).astype(np.float32)
        else:
            yield from (rows[each].sum(0) for each in drawn)


def _bootstrap_resample(stats: Any, metric: Metric, n_samples: int = 1000) -> tuple[str, list[Score]]:
    """The seed as it is written, and the scores of resamples."""
    written, seed = _seed()
    sums = _drawn_sums(stats, n_samples, np.random.default_rng(seed))
    return written, [metric._compute_score_from_stats(each) for each in sums]


def _swapped_differences(base: Rows, system: Rows, metric: Metric, trials: int, random: np.random.Generator) -> Rows:
    """Absolute differences of two systems that swap segments at random."""
    both = np.concatenate([base, system], axis=1)
    total, width = both.sum(axis=0), base.shape[1]
    differences = []
    for _, count in blocks(trials, BLOCK):
        heads = random.integers(2, size=(count, len(base)), dtype=bool)
        sums = _core.masked_sums(np.packbits(heads, axis=1, bitorder="little"), both)
        others = total - sums
        first = sums[:, :width] + others[:, width:]
        second = others[:, :width] + sums[:, width:]
        pairs = zip(first.tolist(), second.tolist(), strict=True)
        differences += [abs(metric._score_of_sums(a) - metric._score_of_sums(b)) for a, b in pairs]
    return np.array(differences)


class PairedTest:
    """Compare systems with the first one: `ar` is approximate randomization, `bs` the paired bootstrap.

    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> from understudy.compat.sacrebleu.metrics import CHRF
    >>> signatures, scores = PairedTest([("A", refs), ("B", refs[::-1])], {"CHRF": CHRF()}, [refs], "bs", 99)()
    >>> scores["System"], scores["chrF2"][1].p_value < 0.05, signatures["chrF2"].format(short=True)
    (['A', 'B'], True, '#:1|bs:99|rs:12345|c:mixed|e:yes|nc:6|nw:0|s:no|v:2.6.0')
    """

    _DEFAULT_SAMPLES = {"ar": 10000, "bs": 1000}  # noqa: RUF012

    def __init__(
        self,
        named_systems: Sequence[tuple[str, Sequence[str]]],
        metrics: Mapping[str, Metric],
        references: Sequence[Sequence[str | None]] | None,
        test_type: str = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
    ) -> None:
        if test_type not in self._DEFAULT_SAMPLES:
            raise AssertionError(f"Unknown test type {test_type!r}")
        self.test_type = test_type
        self._seed = _seed()[1]
        self.n_jobs = n_jobs  # one thread is enough: nothing is launched
        self.references = references
        self.named_systems = named_systems
        self.n_ar_confidence = n_ar_confidence or self._DEFAULT_SAMPLES["bs"]
        self.n_samples = n_samples if n_samples > 0 else self._DEFAULT_SAMPLES[test_type]
        self.n_systems = len(named_systems) - 1
        self.metrics: dict[str, Metric] = {}
        self._signatures: dict[str, Signature] = {}
        self._baseline_info: dict[str, tuple[Rows, Result]] = {}
        for name, metric in metrics.items():
            self._add_baseline(name, metric)

    def _add_baseline(self, key: str, metric: Metric) -> None:
        name, hypotheses = self.named_systems[0]
        sacrelogger.info(f"Pre-computing {key} statistics for {name!r}")
        stats, score = self._counted(metric, hypotheses)
        result = Result(score.score)
        resamples = self.n_samples if self.test_type == "bs" else self.n_ar_confidence
        if resamples > 0:
            _, scores = _bootstrap_resample(stats, metric, resamples)
            result.mean, result.ci = estimate_ci(np.array([each.score for each in scores]))
        self._baseline_info[score.name] = (stats, result)
        self.metrics[score.name] = metric
        signature = metric.get_signature()
        signature.update("seed", str(self._seed).lower())
        signature.update(self.test_type, self.n_samples)
        if self.n_ar_confidence > 0:
            signature.update("bs", self.n_ar_confidence)
        self._signatures[score.name] = signature

    def _counted(self, metric: Metric, hypotheses: Sequence[str]) -> tuple[Rows, Any]:
        stats = metric._statistics(hypotheses, self.references)
        return stats, metric._score_of_all(stats)

    def __call__(self) -> tuple[dict[str, Signature], dict[str, list[Any]]]:
        """Run the test: signatures, and results of all systems, by the name of the metric."""
        scores: dict[str, list[Any]] = {"System": [name for name, _ in self.named_systems]}
        scores |= {name: [result] for name, (_, result) in self._baseline_info.items()}
        for system, hypotheses in self.named_systems[1:]:
            for name, metric in self.metrics.items():
                sacrelogger.info(f"Computing {name} for {system!r} and extracting sufficient statistics")
                scores[name].append(self._tested(name, metric, hypotheses))
        return self._signatures, scores

    def _tested(self, name: str, metric: Metric, hypotheses: Sequence[str]) -> Result:
        base, of_base = self._baseline_info[name]
        stats, score = self._counted(metric, hypotheses)
        random = np.random.default_rng(self._seed or None)  # seeded anew: all systems and metrics get the same draws
        run = self._by_bootstrap if self.test_type == "bs" else self._by_randomization
        differences, resampled = run(base, stats, metric, random)
        result = Result(score.score, _compute_p_value(differences, abs(of_base.score - score.score)))
        if resampled is not None:
            result.mean, result.ci = estimate_ci(resampled)
        return result

    def _by_bootstrap(self, base: Rows, stats: Rows, metric: Metric, random: np.random.Generator) -> tuple[Any, Any]:
        sacrelogger.info(f" > Performing paired bootstrap resampling test (# resamples: {self.n_samples})")
        width = base.shape[1]
        sums = list(_drawn_sums(np.concatenate([base, stats], axis=1), self.n_samples, random))
        of_base, of_system = (
            np.array([metric._score_of_sums(each[columns]) for each in sums])
            for columns in (slice(width), slice(width, None))
        )
        differences = np.abs(of_system - of_base)
        return differences - differences.mean(), of_system

    def _by_randomization(
        self, base: Rows, stats: Rows, metric: Metric, random: np.random.Generator
    ) -> tuple[Any, Any]:
        sacrelogger.info(f" > Performing approximate randomization test (# trials: {self.n_samples})")
        differences = _swapped_differences(base, stats, metric, self.n_samples, random)
        if self.n_ar_confidence <= 0:
            return differences, None
        sacrelogger.info(
            f" > Performing bootstrap resampling for confidence interval (# resamples: {self.n_ar_confidence})"
        )
        sums = _drawn_sums(stats, self.n_ar_confidence, random)
        return differences, np.array([metric._score_of_sums(each) for each in sums])
