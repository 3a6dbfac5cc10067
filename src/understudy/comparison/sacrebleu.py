"""The paired tests of sacrebleu, to the printed digit: for papers that must be repeated, not for new ones.

Its bootstrap calls a difference significant too often, and two identical systems significantly different; see
docs/explanation/significance.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from understudy.comparison.compared import Compared, Comparison, MetricComparison
from understudy.comparison.correction import corrected
from understudy.comparison.differences import deltas, p_value, tally
from understudy.comparison.plan import Plan
from understudy.contract.arithmetic import Rows
from understudy.contract.resampling import LEVEL, Interval, blocks
from understudy.contract.result import Result
from understudy.errors import SettingError, choose
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
    choose("test of sacrebleu", plan.test, TESTS)
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
        differences, scores = TESTS[plan.test](base, base_scores, result, plan, random)
        p = p_value(int(np.count_nonzero(differences > abs(base.score - result.score))), len(differences))
        systems[name] = Compared(
            name, result.parts, {"score": _around_mean(scores)}, None, deltas(result, base), {}, p, None,
            *tally(result, base),
        )  # fmt: skip
    corrected_ps = corrected([systems[name].p or 0.0 for name in others], plan.correction)
    for name, own in zip(others, corrected_ps, strict=True):
        systems[name] = replace(systems[name], corrected_p=own)
    return MetricComparison(base.metric, base.signature, systems)


def _bootstrap(
    base: Result, base_scores: Rows, result: Result, plan: Plan, random: np.random.Generator
) -> tuple[Rows, Rows]:
    scores = _resampled(result, plan.resamples, random)
    differences = np.abs(scores - base_scores)
    return differences - differences.mean(), scores


def _randomization(
    base: Result, base_scores: Rows, result: Result, plan: Plan, random: np.random.Generator
) -> tuple[Rows, Rows]:
    differences = _swapped(base, result, plan.trials, random)
    return differences, _resampled(result, plan.resamples, random)


# Differences under the null hypothesis, and resampled scores, in the order in which sacrebleu draws them.
TESTS: dict[str, Callable[[Result, Rows, Result, Plan, np.random.Generator], tuple[Rows, Rows]]] = {
    "randomization": _randomization,
    "bootstrap": _bootstrap,
}


def _resampled(result: Result, resamples: int, random: np.random.Generator) -> Rows:
    rows = result.require_stats().rows
    scores = []
    for _, count in blocks(resamples, BLOCK):
        drawn = random.choice(len(rows), size=(count, len(rows)), replace=True)
        times = np.stack([np.bincount(each, minlength=len(rows)) for each in drawn]).astype(float)
        scores.append(result.metric.score(times @ rows)["score"])
    return np.concatenate(scores)


def _swapped(base: Result, result: Result, trials: int, random: np.random.Generator) -> Rows:
    a, b = base.require_stats().rows, result.require_stats().rows
    differences = []
    for _, count in blocks(trials, BLOCK):
        heads: npt.NDArray[np.float64] = random.integers(2, size=(count, len(a)), dtype=bool).astype(float)
        first = heads @ a + (1 - heads) @ b
        second = (1 - heads) @ a + heads @ b
        differences.append(np.abs(base.metric.score(first)["score"] - base.metric.score(second)["score"]))
    return np.concatenate(differences)


def _around_mean(scores: Rows) -> Interval:
    """Half the distance between two percentiles, on both sides of the mean of the resamples."""
    ordered, aside = np.sort(scores), len(scores) // 40
    half = (ordered[len(scores) - aside - 1] - ordered[aside]) / 2
    mean = scores.mean()
    return Interval(float(mean - half), float(mean + half), LEVEL)
