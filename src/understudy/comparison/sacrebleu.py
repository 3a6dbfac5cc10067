"""The paired tests of sacrebleu, to the printed digit: for papers that must be repeated, not for new ones.

Its bootstrap calls a difference significant too often, and two identical systems significantly different; see
docs/explanation/significance.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from understudy.comparison.compare import Compared, Comparison, MetricComparison, Plan, _deltas, _tally
from understudy.comparison.correction import corrected, p_value
from understudy.contract.arithmetic import Rows
from understudy.contract.resampling import LEVEL, Interval
from understudy.contract.result import Result
from understudy.errors import SettingError
from understudy.scoring.evaluate import Evaluation

# Its coins come 32 to a random number; blocks of a multiple of 32 trials toss the same ones as all trials at once.
BLOCK = 64


def like_sacrebleu(evaluation: Evaluation, plan: Plan) -> Comparison:
    """Compare by sacrebleu's PairedTest: numpy's default generator, its p-values, its intervals around the mean.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> same = us.compare({"A": refs, "B": refs}, refs, compat="sacrebleu", trials=999)
    >>> same["bleu"]["B"].p  # identical systems, yet significant
    0.001
    """
    if plan.units != "segments" or plan.level != LEVEL:
        raise SettingError(f"sacrebleu draws segments at the level {LEVEL} only; leave documents and level out")
    baseline = evaluation[plan.baseline]
    others = [name for name in evaluation if name != plan.baseline]
    return Comparison(
        {
            name: _by_metric(baseline[name], {other: evaluation[other][name] for other in others}, plan)
            for name in baseline
        },
        plan,
    )


def _by_metric(base: Result, others: dict[str, Result], plan: Plan) -> MetricComparison:
    base_scores = _resampled(base, plan.resamples, np.random.default_rng(plan.seed))
    systems = {plan.baseline: Compared(plan.baseline, base.parts, {"score": _around_mean(base_scores)})}
    for name, result in others.items():
        random = np.random.default_rng(plan.seed)  # anew for every system
        if plan.test == "bootstrap":
            scores = _resampled(result, plan.resamples, random)
            differences = np.abs(scores - base_scores)
            differences = differences - differences.mean()
        else:
            differences = _swapped(base, result, plan.trials, random)
            scores = _resampled(result, plan.resamples, random)
        p = p_value(int(np.count_nonzero(differences > abs(base.score - result.score))), len(differences))
        systems[name] = Compared(
            name, result.parts, {"score": _around_mean(scores)}, None, _deltas(result, base), {}, p, None,
            *_tally(result, base),
        )  # fmt: skip
    fair = corrected([systems[name].p or 0.0 for name in others], plan.correction)
    for name, own in zip(others, fair, strict=True):
        systems[name] = replace(systems[name], corrected_p=own)
    return MetricComparison(base.metric, base.signature, systems)


def _resampled(result: Result, resamples: int, random: np.random.Generator) -> Rows:
    rows = result.require_stats().rows
    blocks = []
    for count in _blocks(resamples):
        drawn = random.choice(len(rows), size=(count, len(rows)), replace=True)
        times = np.stack([np.bincount(each, minlength=len(rows)) for each in drawn]).astype(float)
        blocks.append(result.metric.score(times @ rows)["score"])
    return np.concatenate(blocks)


def _swapped(base: Result, result: Result, trials: int, random: np.random.Generator) -> Rows:
    a, b = base.require_stats().rows, result.require_stats().rows
    blocks = []
    for count in _blocks(trials):
        heads: npt.NDArray[np.float64] = random.integers(2, size=(count, len(a)), dtype=bool).astype(float)
        first = heads @ a + (1 - heads) @ b
        second = (1 - heads) @ a + heads @ b
        blocks.append(np.abs(base.metric.score(first)["score"] - base.metric.score(second)["score"]))
    return np.concatenate(blocks)


def _blocks(choices: int) -> Iterator[int]:
    return (min(BLOCK, choices - first) for first in range(0, choices, BLOCK))


def _around_mean(scores: Rows) -> Interval:
    """Half the distance between two percentiles, on both sides of the mean of the resamples."""
    ordered, aside = np.sort(scores), len(scores) // 40
    half = (ordered[len(scores) - aside - 1] - ordered[aside]) / 2
    mean = scores.mean()
    return Interval(float(mean - half), float(mean + half), LEVEL)
