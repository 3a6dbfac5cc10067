"""Agreement of metrics with people: everything of this package at once, as one value."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from numbers import Real
from typing import Any

import numpy as np

from understudy.agreement.agreement import Agreement, MetricAgreement
from understudy.agreement.correlation import pearson, spearman, tau_b, tau_c
from understudy.agreement.grouping import GROUPINGS, STATISTICS, grouped
from understudy.agreement.item_pairs import ItemPairs
from understudy.agreement.judgments import Judgments, names_left_out
from understudy.agreement.metric_scores import OVER, MetricColumn, by_metric, metric_columns
from understudy.agreement.metric_tests import TESTABLE, UNITS, Difference, MetricTest, compare_metrics
from understudy.agreement.rated import RatedSet, rated_set
from understudy.agreement.swapping import TrialPlan
from understudy.agreement.system_accuracy import RULES, pair_accuracy, soft_accuracy
from understudy.agreement.ties import calibrate, darr
from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Metric
from understudy.contract.resampling import SEED, TRIALS
from understudy.errors import InputError, SettingError, choose, unknown
from understudy.inputs.arguments import check_names, strict
from understudy.inputs.texts import check_threads

MISSING_RULES = ("error", "drop")
DEGENERATE_RULES = ("keep", "drop")
RAW = ("da", "esa")  # layouts on the scale of 0 to 100 on which daRR's threshold of 25 is defined
SYSTEM_LEVEL = {"pearson": pearson, "spearman": spearman, "tau_b": tau_b, "tau_c": tau_c}


@strict
def humans(
    human: Any,
    metrics: Any,
    *,
    without: str | Collection[str] = (),
    only: str | Collection[str] = (),
    domain: str | None = None,
    documents: Sequence[str] | None = None,
    domain_labels: Sequence[str] | None = None,
    missing: str = "error",
    lower: Collection[str] = (),
    higher: Collection[str] = (),
    over: str = "judged",
    reference_names: str | Collection[str] = (),
    degenerate: str = "keep",
    lang: str | None = None,
    threads: int = 1,
    reference: str | None = None,
    accuracy: str = "kocmi",
    threshold: float | None = None,
    test: str | None = "auto",
    unit: str = "item",
    trials: int = TRIALS,
    seed: int = SEED,
    sides: str = "two",
) -> Agreement:
    """Measure how metrics agree with people, and test the differences between metrics.

    `human` is a mapping from each system to its human scores, one for each segment (None where there is none) or one
    in all; or a table, which is the path of a file, a data frame or a list of mappings: `system`, `segment`, `score`.
    `metrics` is an `Evaluation`, or a mapping from each metric's name to a mapping from each system to its scores; or,
    where a table has the columns `hypothesis` and `references` too, names of metrics, which are computed.

    `documents` and `domain_labels` label the segments of a mapping. `over="all"` scores systems over all segments
    instead of those that were judged. `lower` and `higher` say in which direction scores from outside are better.
    `reference_names` chooses among the references of a table. `degenerate="drop"` leaves out outputs that repeat one
    token or are four times as long as their reference.

    >>> import understudy as us
    >>> human = {"A": [90, 80, 85], "B": [60, None, 50], "C": [20, 30, 40]}
    >>> scores = {"comet": {"A": [0.9, 0.8, 0.8], "B": [0.7, 0.8, 0.6], "C": [0.5, 0.2, 0.3]}}
    >>> agreement = us.humans(human, scores)
    >>> agreement["comet"]["accuracy"], agreement["comet"]["acc_eq"]
    (1.0, 1.0)
    """
    choose("rule for missing scores", missing, MISSING_RULES)
    choose("rule of pairwise accuracy", accuracy, RULES)
    choose("unit", unit, UNITS)
    choose("segments of systems' scores", over, OVER)
    choose("rule for degenerate outputs", degenerate, DEGENERATE_RULES)
    check_names(domain=domain, reference=reference, lang=lang)
    lists = {"without": without, "only": only, "lower": lower, "higher": higher, "reference_names": reference_names}
    for name, systems_or_metrics in lists.items():
        if not isinstance(systems_or_metrics, Collection):
            raise SettingError(f"{name} must be a list of names, got {systems_or_metrics!r:.80}")
    if threshold is not None and not (isinstance(threshold, Real) and 0 <= threshold < math.inf):
        raise SettingError(f"threshold must be a distance of human scores from 0 on, such as 25, got {threshold!r}")
    check_threads(threads)
    plan = TrialPlan(trials, seed, sides)
    rated = rated_set(human)
    texts_only = {"reference_names": reference_names, "lang": lang, "degenerate": degenerate != "keep"}
    if isinstance(rated, RatedSet):
        rated = _selected(rated, reference_names, without, only)
        rated.warn()
        rated = rated.drop(rated.degenerate) if degenerate == "drop" else rated
        if _names_metrics(metrics):
            metrics, rated = rated.evaluate(metrics, lang, threads, over), rated.numbered()
        human, reference = rated.judgments, reference or ", ".join(rated.references)
        without, only = (), ()
    elif any(texts_only.values()):
        name = next(name for name, value in texts_only.items() if value)
        raise SettingError(f"{name} is for a table with hypotheses and references; these are human scores alone")
    scores = by_metric(metrics)
    judged = rated if isinstance(rated, Judgments) else Judgments.of(human)
    judged = judged.labeled("documents", documents).labeled("domains", domain_labels)
    judged = judged.without(names_left_out(without))
    judged = judged.only(names_left_out(only)) if only else judged
    judged = judged if domain is None else judged.in_domain(domain)
    judged.check()
    columns = metric_columns(scores, judged, lower, higher, over)
    facts = [*judged.facts, *_whose(judged, without, domain), *_gaps(judged, columns, missing)]
    judged = _complete(judged, columns)
    judged.check()
    columns = metric_columns(scores, judged, lower, higher, over)
    flipped = [each.name for each in columns if each.flipped]
    facts += [f"Lower is better, sign flipped: {', '.join(flipped)}"] * bool(flipped)
    facts += ["Scores of systems: over all segments, judged or not"] * (over == "all")
    facts.append(f"Reference: {reference or 'not specified'}")
    distance = threshold if threshold is not None else 25.0 if judged.layout in RAW else None
    measured = {each.name: _measure(judged, each, accuracy, distance) for each in columns}
    statistic = _tested(test, judged, columns, distance)
    differences: tuple[Difference, ...] = ()
    if statistic is not None:
        segment_scores = {each.name: each.segments for each in columns if each.segments is not None}
        metric_test = MetricTest(judged.scores, segment_scores, judged.document_numbers, unit, distance or 0.0, plan)
        differences = compare_metrics(metric_test, statistic)
    segments = len(judged.items) if judged.per_segment else 0
    return Agreement(measured, judged.systems, segments, tuple(facts), statistic, unit, plan, differences)


def _selected(
    rated: RatedSet, references: str | Collection[str], without: str | Collection[str], only: str | Collection[str]
) -> RatedSet:
    """Choose references and systems; a name that is only a reference's may be left out too."""
    leave, keep = names_left_out(without), names_left_out(only)
    for name in (*leave, *keep):
        if name not in rated.judgments.systems and name not in rated.references:
            raise unknown("system", name, rated.judgments.systems)
    chosen = rated.chosen(names_left_out(references))
    dropped = [name for name in chosen.judgments.systems if name in leave or (keep and name not in keep)]
    gone = [name for name in rated.judgments.systems if name not in chosen.judgments.systems] + dropped
    chosen = chosen.without(dropped)
    facts = (*chosen.judgments.facts, *([f"Left out: {', '.join(gone)}"] * bool(gone)))
    return replace(chosen, judgments=replace(chosen.judgments, facts=facts))


def _names_metrics(metrics: Any) -> bool:
    return isinstance(metrics, str | Metric) or (isinstance(metrics, Sequence) and bool(metrics))


def _whose(judged: Judgments, without: str | Collection[str], domain: str | None) -> list[str]:
    facts = [f"Systems: {', '.join(judged.systems)}"]
    if without:
        facts[0] += f"; left out: {', '.join(names_left_out(without))}"
    if domain is not None:
        facts.append(f"Domain: {domain}")
    return facts


def _gaps(judged: Judgments, columns: list[MetricColumn], missing: str) -> list[str]:
    """Say what is missing and which rule was applied; refuse missing metric scores unless they may be dropped."""
    if not judged.per_segment:
        return ["Level: whole systems only; there are no human scores of segments"]
    present = judged.judged
    facts = [f"Segments: {len(judged.items)}, with {present.sum()} of {present.size} human scores"]
    if not present.all():
        complete = int(present.all(axis=0).sum())
        facts.append(
            f"Missing human scores: {present.size - present.sum()}, left out; SPA uses the {complete} segments judged"
            " for all systems; a system's scores are over what was judged of it"
        )
    for each in columns:
        assert each.segments is not None
        gaps = np.argwhere(np.isnan(each.segments) & present)
        if len(gaps) and missing == "error":
            system, item = judged.systems[gaps[0][0]], judged.items[gaps[0][1]]
            raise InputError(
                f"{each.name} has no score of system {system!r}, segment {item!r} ({len(gaps)} are missing);"
                ' pass missing="drop" to leave out such places for people and all metrics'
            )
        if len(gaps):
            facts.append(f"Missing scores of {each.name}: {len(gaps)}, left out for people and all metrics")
    return facts


def _complete(judged: Judgments, columns: list[MetricColumn]) -> Judgments:
    """Leave out the places where any metric has no score, for everybody alike."""
    gaps = [np.isnan(each.segments) for each in columns if each.segments is not None]
    if not gaps:
        return judged
    return replace(judged, scores=np.where(np.any(gaps, axis=0), np.nan, judged.scores))


def _measure(judged: Judgments, metric: MetricColumn, rule: str, distance: float | None) -> MetricAgreement:
    values = {f"system_{name}": each(judged.means, metric.systems) for name, each in SYSTEM_LEVEL.items()}
    values["accuracy"] = pair_accuracy(judged.means, metric.systems, rule).accuracy
    if metric.segments is None:
        return MetricAgreement(metric.name, metric.signature, metric.segment_signature, values)
    human, scores = judged.scores, metric.segments
    complete = judged.judged.all(axis=0)
    values["spa"] = soft_accuracy(human[:, complete], scores[:, complete])
    values |= _segment_level(human, scores)
    pairs = ItemPairs.within_items(judged.judged)
    best = calibrate(pairs, human, scores)
    values |= {"acc_eq": best.accuracy, "epsilon": best.epsilon, "tied": best.tied, "all_tied": best.all_tied}
    if distance is not None:
        values["darr"] = darr(pairs, human, scores, distance)
    return MetricAgreement(metric.name, metric.signature, metric.segment_signature, values, best)


def _segment_level(human: Rows, scores: Rows) -> dict[str, float]:
    return {
        name if by == "none" else f"{name}_{by}": grouped(name, human, scores, by)
        for by in GROUPINGS
        for name in STATISTICS
    }


def _tested(test: str | None, judged: Judgments, columns: list[MetricColumn], distance: float | None) -> str | None:
    """Which statistic to test: as asked, or acc_eq where people judged segments."""
    if test is None or test == "none":
        return None
    if test == "auto":
        return "acc_eq" if judged.per_segment and len(columns) > 1 else None
    choose("statistic to test", test, TESTABLE)
    if not judged.per_segment:
        raise SettingError(f"{test} can be tested only on human scores of segments; these are of whole systems")
    if len(columns) < 2:
        raise SettingError(f"{test} of {columns[0].name} has nothing to be compared with; give two metrics, or no test")
    if test == "darr" and distance is None:
        raise SettingError("darr needs a threshold: 25 on the scale of 0 to 100 of direct assessment")
    return test
