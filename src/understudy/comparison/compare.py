"""Is one system really better than another? Scores with intervals, differences with tests, a ranking with lines.

Two systems are compared on the rows we have. A randomization trial swaps the outputs of the two for a random half of
the segments; were they equally good, the observed difference would be one like any other. A bootstrap resample draws
the test set again from itself; how much the scores vary from one resample to the next gives the confidence intervals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from understudy.comparison.compared import Compared, Comparison, MetricComparison, Pair
from understudy.comparison.correction import CORRECTIONS, clusters, corrected
from understudy.comparison.differences import deltas, tally
from understudy.comparison.plan import Plan
from understudy.comparison.sacrebleu import like_sacrebleu
from understudy.comparison.side_by_side import SideBySide, SystemPair
from understudy.comparison.tests import find_test
from understudy.contract.metric import Metric, Parts
from understudy.contract.resampling import (
    LEVEL,
    RESAMPLES,
    SEED,
    TRIALS,
    Interval,
    check_documents,
    check_numbers,
    percentiles,
)
from understudy.contract.result import Result
from understudy.errors import InputError, SettingError, choose, unknown
from understudy.inputs.arguments import check_names, check_step, strict
from understudy.inputs.texts import StepProgress, check_threads
from understudy.scoring.evaluate import Evaluation, evaluate

CorrectionName = Literal["holm", "bh"]


@strict
def compare(
    systems: Mapping[str, Any],
    refs: Any = None,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    baseline: str | None = None,
    test: str = "randomization",
    trials: int = TRIALS,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    documents: Sequence[Any] | None = None,
    correction: CorrectionName | None = "holm",
    level: float = LEVEL,
    compat: str | None = None,
    lang: str | None = None,
    threads: int = 1,
    step: StepProgress | None = None,
) -> Comparison:
    """Compare systems, given by name, with a baseline: the first one unless named.

    `test` is "randomization", two-sided, of `trials` trials, "bootstrap", centered and two-sided, or a test that was
    registered; confidence intervals are percentiles of `resamples` bootstrap resamples. With one name of a document per
    segment, documents are swapped and drawn instead of segments. p-values are corrected for multiple comparisons by one
    metric. An `Evaluation` takes the place of texts and references where scores from outside are to be compared too.
    `compat="sacrebleu"` gives the p-values and intervals of its paired tests, with their faults.

    >>> import understudy as us
    >>> refs = [f"number {n} is a good number" for n in range(40)]
    >>> worse = [f"number {n} is good" if n % 2 else f"number {n} is a good number" for n in range(40)]
    >>> chrf = us.compare({"A": refs, "B": worse, "C": refs}, refs, metrics="chrf", trials=999)["chrf"]
    >>> chrf["B"].p, chrf["C"].p, chrf.clusters
    (0.001, 1.0, (('A', 'C'), ('B',)))
    """
    check_threads(threads)
    check_numbers(seed, level, trials=trials, resamples=resamples)
    find_test(test)
    check_names(baseline=baseline)
    check_step(step)
    if correction is not None:
        choose("correction", correction, CORRECTIONS)
    if compat is not None:
        choose("compat", compat, ("sacrebleu",))
    if baseline is not None and isinstance(systems, Mapping) and baseline not in systems:
        raise unknown("baseline", baseline, systems)
    evaluation = _evaluated(systems, refs, metrics, lang, threads, step)
    segments = _check_systems(evaluation)
    listed = check_documents(documents, segments)
    plan = Plan(
        baseline or next(iter(evaluation)), test, trials, resamples, seed, correction, level,
        "segments" if listed is None else "documents", segments if listed is None else len(set(listed)), compat,
    )  # fmt: skip
    if compat == "sacrebleu":
        return like_sacrebleu(evaluation, plan)
    return _compared(evaluation, [plan], listed, threads, step)[0]


def compare_each_way(
    evaluation: Evaluation,
    *,
    trials: int = TRIALS,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    documents: Sequence[Any] | None = None,
    threads: int = 1,
    step: StepProgress | None = None,
) -> dict[str, Comparison]:
    """Compare with every system as baseline in turn: what `compare` gives for each, from the same random seed.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> each = compare_each_way(us.evaluate({"A": refs, "B": refs[:8] + ["no"]}, refs), trials=99)
    >>> each["A"]["bleu"]["B"].delta == -each["B"]["bleu"]["A"].delta
    True
    """
    check_threads(threads)
    check_numbers(seed, LEVEL, trials=trials, resamples=resamples)
    segments = _check_systems(evaluation)
    listed = check_documents(documents, segments)
    units, count = ("segments", segments) if listed is None else ("documents", len(set(listed)))
    plans = [
        Plan(name, trials=trials, resamples=resamples, seed=seed, units=units, unit_count=count) for name in evaluation
    ]
    return dict(zip(evaluation, _compared(evaluation, plans, listed, threads, step), strict=True))


def _evaluated(
    systems: Mapping[str, Any], refs: Any, metrics: Any, lang: str | None, threads: int, step: StepProgress | None
) -> Evaluation:
    if not isinstance(systems, Evaluation):
        return evaluate(systems, refs, "bleu" if metrics is None else metrics, lang, threads, step)
    if refs is not None or metrics is not None or lang is not None:
        raise SettingError("an evaluation is scored already; leave refs, metrics and lang out, or give the texts")
    return systems


def _check_systems(evaluation: Evaluation) -> int:
    """Refuse what can't be compared; give the number of segments."""
    if len(evaluation) < 2:
        raise InputError(f"there is nothing to compare {list(evaluation)} with; give at least two systems")
    evaluation.check_alike()
    segments = {result.totals.segments for scores in evaluation.values() for result in scores.values()}
    if len(segments) != 1:
        raise InputError(f"the results have {sorted(segments)} segments; all must be of one test set")
    (count,) = segments
    if count < 2:
        raise InputError("one segment alone can't be resampled; give a test set of several")
    return count


def _compared(
    evaluation: Evaluation, plans: list[Plan], documents: list[Any] | None, threads: int, step: StepProgress | None
) -> list[Comparison]:
    """Compare by plans that differ in the baseline alone."""
    plan = plans[0]
    first = next(iter(evaluation.values()))
    results = {name: [scores[name] for scores in evaluation.values()] for name in first}
    side_by_side = SideBySide(results, documents, plan.seed, threads, step)
    resampled = side_by_side.resampled(plan.resamples)
    p_values = find_test(plan.test).p_values(side_by_side, plan)
    names = list(evaluation)
    return [
        Comparison(
            {name: _by_metric(names, each, resampled[name], p_values[name], own) for name, each in results.items()}, own
        )
        for own in plans
    ]


def _by_metric(
    names: list[str], results: list[Result], resampled: Parts, p_values: dict[SystemPair, float], plan: Plan
) -> MetricComparison:
    metric = results[0].metric
    fair = corrected(list(p_values.values()), plan.correction)
    pairs = tuple(
        Pair(names[a], names[b], results[a].score - results[b].score, p, own)
        for ((a, b), p), own in zip(p_values.items(), fair, strict=True)
    )
    better = sorted(range(len(names)), key=lambda i: -results[i].score if metric.higher_is_better else results[i].score)
    groups = clusters(
        [names[i] for i in better], {frozenset((pair.a, pair.b)): pair.corrected_p for pair in pairs}, plan.alpha
    )
    ranks = {name: rank for rank, cluster in enumerate(groups, 1) for name in cluster}
    base = names.index(plan.baseline)
    raw = {i: p_values[min(i, base), max(i, base)] for i in range(len(names)) if i != base}
    against = dict(zip(raw, corrected(list(raw.values()), plan.correction), strict=True))
    systems = {}
    for i, name in enumerate(names):
        parts = {part: values[i] for part, values in resampled.items()}
        systems[name] = Compared(name, results[i].parts, _intervals(parts, plan.level), ranks[name])
        if i != base:
            differences = {part: values[i] - values[base] for part, values in resampled.items()}
            wins, ties, losses = tally(results[i], results[base])
            systems[name] = replace(
                systems[name], deltas=deltas(results[i], results[base]),
                delta_intervals=_intervals(differences, plan.level), p=raw[i], corrected_p=against[i],
                wins=wins, ties=ties, losses=losses,
            )  # fmt: skip
    return MetricComparison(metric, results[0].signature, systems, pairs, tuple(map(tuple, groups)))


def _intervals(parts: Parts, level: float) -> dict[str, Interval]:
    bounds = percentiles(np.stack(list(parts.values())), level)
    return {part: Interval(low, high, level) for part, (low, high) in zip(parts, bounds, strict=True)}
