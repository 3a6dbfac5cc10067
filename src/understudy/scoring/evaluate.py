"""Systems times metrics: splits every text once for each tokenizer, and shares what can be shared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from understudy import _core
from understudy.contract import signature as settings
from understudy.contract.metric import Metric
from understudy.contract.result import Result
from understudy.errors import InputError, SettingError
from understudy.inputs.arguments import check_flags, check_named_strings, check_step, strict
from understudy.inputs.texts import (
    References,
    StepProgress,
    check_parallel,
    check_segments,
    check_threads,
    check_tokenized,
    references,
    texts,
)
from understudy.metrics import as_ours, make_metric
from understudy.metrics.external.texts import run
from understudy.scoring.chunks import SurveyedTables, count
from understudy.scoring.evaluation import Evaluation as Evaluation
from understudy.scoring.evaluation import Named as Named
from understudy.scoring.evaluation import Scores as Scores
from understudy.scoring.mistakes import warn_of_mistakes
from understudy.tokens import Reading


@dataclass(frozen=True)
class RequestedMetric:
    """A metric as it was asked for: made, with the facts that a printed signature states."""

    metric: Metric
    spec: str | Metric  # as the caller wrote it
    references: str | None = None  # the number of references per segment, if the signature states it
    facts: tuple[tuple[str, str], ...] = ()  # about the test set, that the signature states


@dataclass(frozen=True)
class Request:
    """The metrics of a call or a command, parsed and made once; everything that takes metrics takes a request too."""

    by_name: dict[str, RequestedMetric]
    lang: str | None = None  # the language of the texts, if it was named

    @cached_property
    def metrics(self) -> dict[str, Metric]:
        """The metrics, each under its plain name; under its signature where the name is taken."""
        return {name: each.metric for name, each in self.by_name.items()}

    @property
    def for_tokens(self) -> Request:
        """The same for text that is tokenized already, under the same names."""
        by_name: dict[str, RequestedMetric] = {}
        for name, each in self.by_name.items():
            metric = each.metric.for_tokens
            _check_distinct(metric, by_name)
            by_name[name] = replace(each, metric=metric)
        return Request(by_name)

    def check_references(self, counts: str) -> None:
        """Refuse signatures printed for another number of references per segment than `2` or `1-4`, say."""
        for each in self.by_name.values():
            _check_references(each.spec, each.references, counts)

    def check_facts(self, facts: Mapping[str, str]) -> None:
        """Refuse signatures printed for another test set, or with other segments left out."""
        for each in self.by_name.values():
            for name, stated in each.facts:
                if facts.get(name) != stated:
                    actual = f"{name}={facts[name]}" if name in facts else "it is not so here"
                    raise SettingError(
                        f"{each.spec!r} says {name}={stated}, but {actual}; score the same segments for the same"
                        f" score, or leave {name}= out"
                    )


Metrics = str | Metric | Iterable[str | Metric] | Request


@strict
def score(
    hyps: Any,
    refs: Any,
    metrics: Metrics = "bleu",
    lang: str | None = None,
    threads: int = 1,
) -> Scores:
    """Score one system by one or several metrics, reading the text once.

    >>> import understudy as us
    >>> result = us.score(["a cat sat here"], [["a cat sat here", "there sat a cat"]], metrics=["bleu", "bleu:order=2"])
    >>> [round(each.score) for each in result.values()]
    [100, 100]
    """
    return evaluate({"": hyps}, refs, metrics, lang, threads)[""]


@strict
def evaluate(
    systems: Mapping[str, Any],
    refs: Any,
    metrics: Metrics = "bleu",
    lang: str | None = None,
    threads: int = 1,
    step: StepProgress | None = None,
    *,
    sources: Any = None,
    checks: bool = True,
    facts: Mapping[str, str] | None = None,
) -> Evaluation:
    """Score several systems, given by name, by one or several metrics.

    With `checks`, signs of mistakes in the texts are looked for, and warned of; `sources` are the texts that were
    translated, for those checks and for metrics that are run. `facts` about the test set, such as its name, are stated
    in the signatures.

    >>> import understudy as us
    >>> both = us.evaluate({"A": ["a cat sat here"], "B": ["a cat was here"]}, ["a cat sat here"])
    >>> round(both["A"]["bleu"].score), round(both["B"]["bleu"].score)
    (100, 35)
    """
    check_threads(threads)
    check_step(step)
    check_flags(checks=checks)
    check_named_strings("facts", facts)
    request = requested(metrics, lang)
    if not isinstance(systems, Mapping):
        raise InputError(f"the systems are {type(systems).__name__}; give a mapping from a name to its hypotheses")
    hypotheses = {name: texts(hyps, _named("hypotheses", name), tokens=True) for name, hyps in systems.items()}
    if not hypotheses:
        raise InputError("there are no systems to score; give a mapping from a name to its hypotheses")
    segments = check_parallel(hypotheses, "segments")
    check_segments(segments)
    aligned = references(refs, segments, tokens=True)
    check_tokenized(hypotheses, aligned.flat.tokenized)
    request.check_references(aligned.counts)
    request.check_facts(facts or {})
    if aligned.flat.tokenized:
        request = request.for_tokens
    elif checks:
        warn_of_mistakes(hypotheses, aligned, request.metrics.values(), request.lang, sources)
    return count_all(request.metrics, hypotheses, aligned, threads, step, sources=sources).with_facts(facts or {})


def by_reading(metrics: Mapping[str, Metric]) -> dict[Reading, dict[str, Metric]]:
    """Gather the metrics that read text alike but for case: they share their tokens.

    >>> [list(alike) for alike in by_reading(named_metrics(["bleu", "chrf", "nist"])).values()]
    [['bleu', 'nist'], ['chrf']]
    """
    readings: dict[Reading, dict[str, Metric]] = {}
    for name, metric in metrics.items():
        readings.setdefault(metric.reading.as_written, {})[name] = metric
    return readings


def count_all(
    metrics: Mapping[str, Metric],
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    threads: int = 1,
    step: StepProgress | None = None,
    surveyed: Mapping[Reading, SurveyedTables] | None = None,
    sources: Any = None,
) -> Evaluation:
    """Count all systems by all metrics; `surveyed` has the surveys of a whole test set, of which this is a shard.

    >>> made = named_metrics(["wer", "bleu"])
    >>> counted = count_all(made, {"A": texts(["a cat"], "hypotheses")}, references(["the cat"]))
    >>> {name: round(result.score) for name, result in counted["A"].items()}
    {'wer': 50, 'bleu': 0}
    """
    results: dict[str, dict[str, Result]] = {name: {} for name in hypotheses}
    for reading, alike in by_reading({name: each for name, each in metrics.items() if each.reads_text}).items():
        tables = surveyed.get(reading) if surveyed else None
        for system, stats in count(alike, hypotheses, refs, threads, step, tables).items():
            results[system] |= {name: Result(each) for name, each in stats.items()}
    for name, metric in metrics.items():
        if not metric.reads_text:
            for system, own in run(metric, hypotheses, refs, sources, step).items():
                results[system][name] = Result(own)
    return Evaluation({system: Scores({name: own[name] for name in metrics}) for system, own in results.items()})


def requested(metrics: Metrics, lang: str | None = None) -> Request:
    """Parse and make the metrics; a request is returned as it is.

    >>> request = requested(["bleu:order=2,references=1", "bleu"])
    >>> list(request.metrics)[0], request.by_name["bleu"].references
    ('bleu', '1')
    """
    if isinstance(metrics, Request):
        if lang is not None:
            raise SettingError(f"lang={lang!r} is for metrics given by name; these are made already")
        return metrics
    specs = _specs(metrics)
    if not specs:
        raise SettingError("no metric was asked for; give at least one, for example 'bleu'")
    by_name: dict[str, RequestedMetric] = {}
    for each in [_requested(spec, lang) for spec in specs]:
        _check_distinct(each.metric, by_name)
        by_name[each.metric.signature if each.metric.name in by_name else each.metric.name] = each
    return Request(by_name, lang)


def _requested(spec: str | Metric, lang: str | None) -> RequestedMetric:
    stated = _stated(spec)
    facts = tuple((name, value) for name, value in stated.items() if name not in ("references", "version"))
    return RequestedMetric(make_metric(spec, lang), spec, stated.get("references"), facts)


def _check_distinct(metric: Metric, others: Mapping[str, RequestedMetric]) -> None:
    for other in others.values():
        if other.metric.signature == metric.signature:
            why = (
                "is asked for twice"
                if other.metric == metric
                else ("stands for two tokenizers; give the functions different names")
            )
            raise SettingError(f"the metric {metric.signature} {why}")


def named_metrics(metrics: Metrics, lang: str | None = None) -> dict[str, Metric]:
    """Make the metrics, each under its plain name; under its signature where the name is taken.

    >>> list(named_metrics(["bleu", "bleu:order=2"]))[0]
    'bleu'
    """
    return requested(metrics, lang).metrics


def check_facts(metrics: Metrics, refs: References) -> None:
    """Refuse a signature that was printed for another number of references.

    >>> check_facts("bleu:references=1", references(["a cat"]))
    """
    check_counts(metrics, refs.counts)


def check_counts(metrics: Metrics, counts: str) -> None:
    """Refuse a signature that was printed for another number of references per segment than `2` or `1-4`, say.

    >>> check_counts("bleu:references=1-4", "1-4")
    """
    if isinstance(metrics, Request):
        metrics.check_references(counts)
        return
    for spec in _specs(metrics):
        _check_references(spec, _stated(spec).get("references"), counts)


def _specs(metrics: str | Metric | Iterable[str | Metric]) -> list[str | Metric]:
    return list(metrics) if isinstance(metrics, Iterable) and not isinstance(metrics, str) else [metrics]


def _stated(spec: str | Metric) -> dict[str, str]:
    """The facts that a printed signature states beside the settings."""
    if not isinstance(spec, str):
        return {}
    written = settings.read(as_ours(spec))[1]
    return {name: written[name] for name in settings.FACTS if name in written}


def _check_references(spec: str | Metric, stated: str | None, counts: str) -> None:
    if stated not in (None, "var" if "-" in counts else counts, counts):
        raise SettingError(
            f"{spec!r} says references={stated}, but the segments have {counts};"
            " give the same references for the same score, or leave references= out"
        )


def _named(what: str, system: str) -> str:
    return f"{what} of {system!r}" if system else what
