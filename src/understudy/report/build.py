"""From texts to the content of a report: scores, comparisons, and where systems differ, each computed once."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from understudy import __version__
from understudy.comparison.compare import compare_each_way
from understudy.comparison.compared import Compared, Comparison, MetricComparison
from understudy.comparison.findings import direction
from understudy.comparison.paper import latex
from understudy.comparison.plan import Plan
from understudy.contract.metric import Metric
from understudy.contract.resampling import RESAMPLES, SEED, TRIALS, Interval, check_documents, check_numbers
from understudy.contract.result import Result
from understudy.errors import InputError, unknown
from understudy.inputs.arguments import check_named_strings, check_names, check_step, strict
from understudy.inputs.texts import StepProgress
from understudy.report.alignments import alignments_of
from understudy.report.checks import find_warnings
from understudy.report.content import Against, Bounds, Content, Difference, MetricFacts, Pair, Score, Standing, Verdict
from understudy.report.groups import Groups, by_document, by_length
from understudy.report.hints import find_hints
from understudy.report.messages import check_language
from understudy.report.phrases import Phrases
from understudy.report.result import Report
from understudy.report.testset import TestSet
from understudy.scoring.check import check
from understudy.scoring.evaluate import Evaluation, Metrics, evaluate
from understudy.scoring.table import titled

SEGMENT_DIGITS = 6  # decimals of the score of a segment, which fill the page


@strict
def make_report(
    systems: Mapping[str, Any],
    references: Any,
    sources: Any = None,
    documents: Sequence[Any] | None = None,
    metrics: Metrics = ("bleu", "chrf"),
    lang: str | None = None,
    baseline: str | None = None,
    trials: int = TRIALS,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    threads: int = 1,
    title: str | None = None,
    date: str | None = None,
    step: StepProgress | None = None,
    ui_lang: str = "en",
    facts: Mapping[str, str] | None = None,
    outside: Iterable[Mapping[str, Result]] = (),
) -> Report:
    """Score and compare systems, given by name, and make one page of it: `make_report(...).html()`.

    `trials` of randomization give the p-values and `resamples` of the bootstrap the intervals, as in `compare`. The
    page states `date` if it is given, so that the same texts make the same page; `ui_lang` is its own language. `facts`
    about the test set are stated in the signatures; `outside` are scores from outside, each as `Evaluation.add` has it.

    >>> import understudy as us
    >>> refs = [f"number {n} is a good number" for n in range(9)]
    >>> report = us.make_report({"A": refs, "B": [ref.replace("good", "bad") for ref in refs]}, refs, trials=99)
    >>> report.html().startswith("<!doctype html>"), report.content.systems
    (True, ['A', 'B'])
    """
    check_numbers(seed, trials=trials, resamples=resamples)
    check_names(baseline=baseline, title=title, date=date)
    check_step(step)
    check_named_strings("facts", facts)
    check_language(ui_lang)
    _check_names(systems, baseline)
    evaluation = evaluate(systems, references, metrics, lang, threads, step, sources=sources, facts=facts)
    evaluation = evaluation.add_each(outside)
    findings = check(systems, references, sources, metrics=metrics, lang=lang)
    texts = TestSet.read(systems, references, sources, documents, _metrics(evaluation))
    first = baseline or next(iter(evaluation))
    metric_facts = [
        _facts(name, title, result)
        for name, (title, result) in zip(next(iter(evaluation.values())), titled(evaluation).items(), strict=True)
    ]
    plan = _plan(texts, first, trials, resamples, seed)
    each_way = {}
    if plan is not None and len(evaluation) > 1:
        each_way = compare_each_way(
            evaluation, trials=trials, resamples=resamples, seed=seed, documents=texts.documents, threads=threads,
            step=step,
        )  # fmt: skip
    by_documents = by_document(texts, evaluation, resamples, seed, threads)
    by_lengths = by_length(texts, evaluation, resamples, seed, threads)
    phrases = Phrases(texts)
    return Report(
        Content(
            understudy=__version__,
            title=title or texts.name,
            date=date,
            lang=lang,
            ui_lang=ui_lang,
            baseline=first,
            systems=list(evaluation),
            metrics=metric_facts,
            counts=texts.counts(),
            texts=texts.texts(),
            warnings=find_warnings(texts, evaluation, findings, plan),
            scores=_scores(evaluation, each_way.get(first), plan, texts, threads),
            plan=plan,
            clusters=[[list(names) for names in each.clusters] for each in _first(each_way)],
            against={name: _against(each) for name, each in each_way.items()},
            documents=by_documents.groups,
            lengths=by_lengths.groups,
            pairs=[
                _pair(a, b, metric_facts, by_documents, by_lengths, phrases) for a, b in _pairs(list(evaluation), first)
            ],
            frequency=phrases.by_frequency(),
            hints=find_hints(texts),
            alignments=alignments_of(texts, evaluation, threads),
        )
    )


def _check_names(systems: Any, baseline: str | None) -> None:
    if not isinstance(systems, Mapping):
        return  # evaluate says what is wrong
    if baseline is not None and baseline not in systems:
        raise unknown("baseline", baseline, systems)
    for name in systems:
        if not isinstance(name, str):
            raise InputError(f"a system is named {name!r}, a {type(name).__name__}; name systems by strings")


def _metrics(evaluation: Evaluation) -> list[Metric]:
    return [result.metric for result in next(iter(evaluation.values())).values()]


def _facts(name: str, title: str, result: Result) -> MetricFacts:
    metric = result.metric
    return MetricFacts(
        name, title, metric.name, metric.maximum, metric.higher_is_better, _measures(metric), result.signature,
        result.segment_signature,
    )  # fmt: skip


def _measures(metric: Metric) -> str:
    """What a metric measures: the section of its docstring, or else the first sentence."""
    text = inspect.getdoc(type(metric)) or ""
    section = text.partition("What it measures\n")[2].partition("\n\n")[0]
    return " ".join((section or text.partition("\n")[0]).split())


def _plan(texts: TestSet, baseline: str, trials: int, resamples: int, seed: int) -> Plan | None:
    """How intervals and tests are computed; None for one segment, which can't be resampled."""
    documents = check_documents(texts.documents, len(texts))
    if len(texts) < 2:
        return None
    units, count = ("segments", len(texts)) if documents is None else ("documents", len(set(documents)))
    return Plan(baseline, trials=trials, resamples=resamples, seed=seed, units=units, unit_count=count)


def _first(each_way: Mapping[str, Comparison]) -> list[MetricComparison]:
    return list(next(iter(each_way.values())).values()) if each_way else []


def _scores(
    evaluation: Evaluation, comparison: Comparison | None, plan: Plan | None, texts: TestSet, threads: int
) -> dict[str, list[Score]]:
    """All scores with their intervals, which are the same whatever the baseline."""
    scores: dict[str, list[Score]] = {}
    for system, results in evaluation.items():
        scores[system] = []
        for name, result in results.items():
            interval, part_intervals = None, {}
            if comparison is not None:
                intervals = comparison[name][system].intervals
                part_intervals = {part: _bounds(each) for part, each in intervals.items()}
                interval = part_intervals.pop("score")
            elif plan is not None:
                interval = _bounds(
                    result.interval(
                        resamples=plan.resamples, seed=plan.seed, documents=texts.documents, threads=threads
                    )
                )
            # Rounded, so that segments that score the same are equal here too.
            segments = [round(score, SEGMENT_DIGITS) for score in result.segments.tolist()]
            scores[system].append(Score(result.score, interval, dict(result.parts), part_intervals, segments))
    return scores


def _bounds(interval: Interval) -> Bounds:
    return interval.low, interval.high


def _against(comparison: Comparison) -> Against:
    others = [system for system in next(iter(comparison.values())) if system != comparison.plan.baseline]
    differences = {
        system: [_difference(each[system], each, comparison.plan) for each in comparison.values()] for system in others
    }
    verdict = comparison.verdict
    sources = {each.source for standing in verdict.standings for each in standing.findings if each.source is not None}
    return Against(
        Verdict(
            verdict.summary, verdict.method, [list(names) for names in verdict.clusters], sorted(sources),
            list(verdict.standings),
        ),
        latex(comparison), differences,
    )  # fmt: skip


def _difference(own: Compared, metric: MetricComparison, plan: Plan) -> Difference:
    pair_p = next(pair.corrected_p for pair in metric.pairs if {pair.a, pair.b} == {own.system, plan.baseline})
    assert own.delta is not None and own.delta_interval is not None and own.p is not None
    assert own.corrected_p is not None
    assert own.wins is not None and own.ties is not None and own.losses is not None
    return Difference(
        own.delta, _bounds(own.delta_interval), own.p, own.corrected_p, pair_p, own.wins, own.ties, own.losses,
        *(_standing(own, metric, p, plan) for p in (own.corrected_p, pair_p)),
    )  # fmt: skip


def _standing(own: Compared, metric: MetricComparison, p: float, plan: Plan) -> Standing:
    way = direction(metric.metric.higher_is_better, own.score, metric[plan.baseline].score, p, plan.alpha)
    return way if way in ("better", "worse") else "alike"


def _pairs(systems: list[str], baseline: str) -> list[tuple[str, str]]:
    """All pairs, those with the baseline first, the baseline second in each."""
    others = [name for name in systems if name != baseline]
    return [(name, baseline) for name in others] + list(combinations(others, 2))


def _pair(a: str, b: str, facts: Sequence[MetricFacts], documents: Groups, lengths: Groups, phrases: Phrases) -> Pair:
    tested, listed = phrases.distinctive(a, b)
    metrics = range(len(facts))
    return Pair(
        a, b,
        [documents.most_different(a, b, metric) for metric in metrics],
        [lengths.differences(a, b, metric) for metric in metrics],
        tested, listed,
    )  # fmt: skip
