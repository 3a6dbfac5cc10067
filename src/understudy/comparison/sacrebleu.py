"""The paired tests of sacrebleu, to the printed digit: for papers that must be repeated, not for new ones.

Its bootstrap calls a difference significant too often, and two identical systems significantly different; see
docs/explanation/significance.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from understudy.comparison.compared import Compared, Comparison, MetricComparison
from understudy.comparison.correction import corrected
from understudy.comparison.differences import deltas, p_value, tally
from understudy.comparison.plan import Plan
from understudy.comparison.side_by_side import SideBySide
from understudy.contract.arithmetic import Rows
from understudy.contract.resampling import LEVEL, Interval, blocks
from understudy.contract.result import Result
from understudy.errors import SettingError, choose
from understudy.scoring.evaluate import Evaluation

# Its coins come 32 to a random number; blocks of a multiple of 32 trials toss the same ones as all trials at once.
BLOCK = 64
AT_ONCE = 2_000_000  # choices held in memory at a time

Scores = dict[str, Rows]  # by metric, of the shape (systems, repetitions)


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
    names = [plan.baseline, *(name for name in evaluation if name != plan.baseline)]
    results = {metric: [evaluation[name][metric] for name in names] for metric in evaluation[plan.baseline]}
    # It seeds its generator anew for every system and metric, so all of them share every choice.
    systems = SideBySide(results, None, plan.seed)
    resampled = _resampled(systems, plan.resamples, np.random.default_rng(plan.seed))
    differences, others = TESTS[plan.test](systems, resampled, plan)
    return Comparison(
        {
            metric: _by_metric(names, each, [resampled[metric][0], *others[metric][1:]], differences[metric], plan)
            for metric, each in results.items()
        },
        plan,
    )


def _by_metric(
    names: list[str], results: list[Result], scores: list[Rows], differences: Rows, plan: Plan
) -> MetricComparison:
    base, *others = results
    real = [abs(base.score - result.score) for result in others]
    p_values = [
        p_value(int(np.count_nonzero(own > delta)), len(own)) for own, delta in zip(differences, real, strict=True)
    ]
    systems = {plan.baseline: Compared(plan.baseline, base.parts, {"score": _around_mean(scores[0])})}
    each = zip(names[1:], others, scores[1:], p_values, corrected(p_values, plan.correction), strict=True)
    for name, result, own, p, corrected_p in each:
        systems[name] = Compared(
            name, result.parts, {"score": _around_mean(own)}, None, deltas(result, base), {}, p, corrected_p,
            *tally(result, base),
        )  # fmt: skip
    return MetricComparison(base.metric, base.signature, systems)


def _bootstrap(systems: SideBySide, resampled: Scores, plan: Plan) -> tuple[Scores, Scores]:
    return {metric: _centered(scores) for metric, scores in resampled.items()}, resampled


def _randomization(systems: SideBySide, resampled: Scores, plan: Plan) -> tuple[Scores, Scores]:
    random = np.random.default_rng(plan.seed)  # whose coins are tossed before the other systems are resampled
    return _swapped(systems, plan.trials, random), _resampled(systems, plan.resamples, random)


# Differences to the baseline under the null hypothesis, and the resampled scores of the other systems.
TESTS: dict[str, Callable[[SideBySide, Scores, Plan], tuple[Scores, Scores]]] = {
    "randomization": _randomization,
    "bootstrap": _bootstrap,
}


def _centered(scores: Rows) -> Rows:
    differences = np.abs(scores[1:] - scores[0])
    centered: Rows = differences - differences.mean(axis=1, keepdims=True)
    return centered


def _resampled(systems: SideBySide, resamples: int, random: np.random.Generator) -> Scores:
    segments = len(systems.rows)
    scores: dict[str, list[Rows]] = {metric: [] for metric in systems.results}
    for count in _blocks(resamples, segments):
        drawn = random.choice(segments, size=(count, segments), replace=True)
        times = np.stack([np.bincount(each, minlength=segments) for each in drawn]).astype(float)
        for metric, sums in systems.apart(times @ systems.rows):
            scores[metric].append(systems.metric(metric).score_alone(sums))
    return {metric: np.concatenate(each, axis=1) for metric, each in scores.items()}


def _swapped(systems: SideBySide, trials: int, random: np.random.Generator) -> Scores:
    """How far the baseline and each system are apart after their segments were swapped by the toss of coins."""
    segments = len(systems.rows)
    totals = dict(systems.apart(systems.rows.sum(axis=0, keepdims=True)))
    differences: dict[str, list[Rows]] = {metric: [] for metric in systems.results}
    for count in _blocks(trials, segments):
        heads = random.integers(2, size=(count, segments), dtype=bool).astype(float)
        for name, sums in systems.apart(heads @ systems.rows):
            score = systems.metric(name).score_alone
            first = sums[0] + (totals[name][1:] - sums[1:])
            second = totals[name][0] + totals[name][1:] - first
            differences[name].append(np.abs(score(first) - score(second)))
    return {name: np.concatenate(each, axis=1) for name, each in differences.items()}


def _blocks(repetitions: int, segments: int) -> Iterator[int]:
    """How many repetitions at a time: enough to make products of matrices worth their threads, within memory."""
    return (count for _, count in blocks(repetitions, BLOCK * max(1, AT_ONCE // (BLOCK * segments))))


def _around_mean(scores: Rows) -> Interval:
    """Half the distance between two percentiles, on both sides of the mean of the resamples."""
    ordered, aside = np.sort(scores), len(scores) // 40
    half = (ordered[len(scores) - aside - 1] - ordered[aside]) / 2
    mean = scores.mean()
    return Interval(float(mean - half), float(mean + half), LEVEL)
