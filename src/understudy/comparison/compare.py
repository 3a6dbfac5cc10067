"""Is one system really better than another? Scores with intervals, differences with tests, a ranking with lines.

Two systems are compared on the rows we have. A randomisation trial swaps the outputs of the two for a random half of
the segments; were they equally good, the real difference would be one like any other. A bootstrap resample draws the
test set again from itself; how much the scores vary is how sure we are of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from understudy.comparison.correction import CORRECTIONS, clusters, corrected, p_value, sides
from understudy.comparison.side_by_side import SideBySide
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
from understudy.inputs.texts import check_threads
from understudy.scoring.chunks import Step
from understudy.scoring.evaluate import Evaluation, _Named, evaluate

if TYPE_CHECKING:
    from understudy.tables.table import Table

Test = Literal["randomization", "bootstrap"]
Correction = Literal["holm", "bh"]


@dataclass(frozen=True)
class Plan:
    """How systems are compared; printed with every comparison, and all that is needed to repeat it."""

    baseline: str
    test: str = "randomization"
    trials: int = TRIALS
    resamples: int = RESAMPLES
    seed: int = SEED
    correction: str | None = "holm"
    level: float = LEVEL
    units: str = "segments"
    unit_count: int = 0
    compat: str | None = None

    @property
    def alpha(self) -> float:
        """The p-value below which a difference is called significant."""
        return round(1 - self.level, 12)


@dataclass(frozen=True)
class Compared:
    """One system by one metric, beside the baseline; what only a comparison has is None for the baseline itself."""

    system: str
    parts: Mapping[str, float]
    intervals: Mapping[str, Interval]
    rank: int | None = None
    deltas: Mapping[str, float] = field(default_factory=dict)
    delta_intervals: Mapping[str, Interval] = field(default_factory=dict)
    p: float | None = None
    corrected_p: float | None = None
    wins: int | None = None
    ties: int | None = None
    losses: int | None = None

    @property
    def score(self) -> float:
        """The score of all segments together."""
        return self.parts["score"]

    @property
    def interval(self) -> Interval:
        """The interval of the score."""
        return self.intervals["score"]

    @property
    def delta(self) -> float | None:
        """How far the score is above the baseline's, or below it if negative."""
        return self.deltas.get("score")

    @property
    def delta_interval(self) -> Interval | None:
        """The interval of the difference to the baseline."""
        return self.delta_intervals.get("score")


@dataclass(frozen=True)
class Pair:
    """Any two systems: the difference of their scores and how likely chance makes one as large."""

    a: str
    b: str
    delta: float  # of a, against b
    p: float
    corrected_p: float


@dataclass(frozen=True)
class MetricComparison(Mapping[str, Compared]):
    """All systems by one metric, by the system's name."""

    metric: Metric
    signature: str
    systems: Mapping[str, Compared]
    pairs: tuple[Pair, ...] = ()
    clusters: tuple[tuple[str, ...], ...] = ()

    def __getitem__(self, system: str) -> Compared:
        return self.systems[system]

    def __iter__(self) -> Iterator[str]:
        return iter(self.systems)

    def __len__(self) -> int:
        return len(self.systems)


@dataclass(frozen=True)
class Comparison(_Named[MetricComparison]):
    """Several systems by several metrics: by the metric's name, then by the system's."""

    plan: Plan

    def table(self, digits: int = 2) -> Table:
        """List every system by every metric, best first, with intervals, p-values and lines between clusters."""
        from understudy.comparison.table import table

        return table(self, digits)

    def as_json(self) -> dict[str, Any]:
        """Give everything as plain values, ready for `json.dumps`."""
        from understudy.comparison.table import as_json

        return as_json(self)

    def __repr__(self) -> str:
        return self.table().text()


def compare(
    systems: Mapping[str, Any],
    refs: Any = None,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    baseline: str | None = None,
    test: Test = "randomization",
    trials: int = TRIALS,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    documents: Sequence[Any] | None = None,
    correction: Correction | None = "holm",
    level: float = LEVEL,
    compat: str | None = None,
    lang: str | None = None,
    threads: int = 1,
    step: Step | None = None,
) -> Comparison:
    """Compare systems, given by name, with a baseline: the first one unless named.

    `test` is a two-sided randomisation test of `trials` trials, or a centred two-sided bootstrap; intervals are
    percentiles of `resamples` bootstrap resamples. With one name of a document per segment, documents are swapped and
    drawn instead of segments. p-values are corrected for all comparisons by one metric. An `Evaluation` takes the
    place of texts and references where scores from outside are to be compared too. `compat="sacrebleu"` gives the
    p-values and intervals of its paired tests, with their faults.

    >>> import understudy as us
    >>> refs = [f"number {n} is a good number" for n in range(40)]
    >>> worse = [f"number {n} is good" if n % 2 else f"number {n} is a good number" for n in range(40)]
    >>> found = us.compare({"A": refs, "B": worse, "C": refs}, refs, metrics="chrf", trials=999)
    >>> found["chrf"]["B"].p, found["chrf"]["C"].p, found["chrf"].clusters
    (0.001, 1.0, (('A', 'C'), ('B',)))
    """
    check_threads(threads)
    check_numbers(seed, level, trials=trials, resamples=resamples)
    choose("test", test, ("randomization", "bootstrap"))
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
        from understudy.comparison.sacrebleu import like_sacrebleu

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
    step: Step | None = None,
) -> dict[str, Comparison]:
    """Compare with every system as baseline in turn: what `compare` gives for each, from the same random choices.

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
    systems: Mapping[str, Any], refs: Any, metrics: Any, lang: str | None, threads: int, step: Step | None
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
    segments = {result.totals.segments for found in evaluation.values() for result in found.values()}
    if len(segments) != 1:
        raise InputError(f"the results have {sorted(segments)} segments; all must be of one test set")
    (count,) = segments
    if count < 2:
        raise InputError("one segment alone can't be resampled; give a test set of several")
    return count


def _compared(
    evaluation: Evaluation, plans: list[Plan], documents: list[Any] | None, threads: int, step: Step | None
) -> list[Comparison]:
    """Compare by plans that differ in the baseline alone."""
    plan = plans[0]
    first = next(iter(evaluation.values()))
    results = {name: [found[name] for found in evaluation.values()] for name in first}
    side_by_side = SideBySide(results, documents, plan.seed, threads, step)
    resampled = side_by_side.resampled(plan.resamples)
    bootstrap = plan.test == "bootstrap"
    counts = side_by_side.bootstrapped(resampled) if bootstrap else side_by_side.randomised(plan.trials)
    choices = plan.resamples if bootstrap else plan.trials
    p_values = {name: {pair: p_value(n, choices) for pair, n in counts[name].items()} for name in results}
    names = list(evaluation)
    return [
        Comparison(
            {name: _by_metric(names, each, resampled[name], p_values[name], own) for name, each in results.items()}, own
        )
        for own in plans
    ]


def _by_metric(
    names: list[str], results: list[Result], resampled: Parts, p_values: dict[tuple[int, int], float], plan: Plan
) -> MetricComparison:
    metric = results[0].metric
    fair = corrected(list(p_values.values()), plan.correction)
    pairs = tuple(
        Pair(names[a], names[b], results[a].score - results[b].score, p, own)
        for ((a, b), p), own in zip(p_values.items(), fair, strict=True)
    )
    better = sorted(range(len(names)), key=lambda i: -results[i].score if metric.higher_is_better else results[i].score)
    found = clusters(
        [names[i] for i in better], {frozenset((pair.a, pair.b)): pair.corrected_p for pair in pairs}, plan.alpha
    )
    ranks = {name: rank for rank, cluster in enumerate(found, 1) for name in cluster}
    base = names.index(plan.baseline)
    raw = {i: p_values[min(i, base), max(i, base)] for i in range(len(names)) if i != base}
    against = dict(zip(raw, corrected(list(raw.values()), plan.correction), strict=True))
    systems = {}
    for i, name in enumerate(names):
        parts = {part: values[i] for part, values in resampled.items()}
        systems[name] = Compared(name, results[i].parts, _intervals(parts, plan.level), ranks[name])
        if i != base:
            differences = {part: values[i] - values[base] for part, values in resampled.items()}
            wins, ties, losses = _tally(results[i], results[base])
            systems[name] = replace(
                systems[name], deltas=_deltas(results[i], results[base]),
                delta_intervals=_intervals(differences, plan.level), p=raw[i], corrected_p=against[i],
                wins=wins, ties=ties, losses=losses,
            )  # fmt: skip
    return MetricComparison(metric, results[0].signature, systems, pairs, tuple(map(tuple, found)))


def _intervals(parts: Parts, level: float) -> dict[str, Interval]:
    bounds = percentiles(np.stack(list(parts.values())), level)
    return {part: Interval(low, high, level) for part, (low, high) in zip(parts, bounds, strict=True)}


def _deltas(result: Result, base: Result) -> dict[str, float]:
    return {part: value - base.parts[part] for part, value in result.parts.items()}


def _tally(result: Result, base: Result) -> tuple[int, int, int]:
    """Count the segments that the system wins, ties and loses against the baseline."""
    where = sides(result.segments, base.segments)
    above, below = int(np.count_nonzero(where > 0)), int(np.count_nonzero(where < 0))
    wins, losses = (above, below) if result.metric.higher_is_better else (below, above)
    return wins, len(where) - wins - losses, losses
