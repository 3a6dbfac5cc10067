"""Everything that a report shows, worked out once: texts, scores, comparisons, and where systems differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from understudy import __version__
from understudy.comparison.compare import compare_each_way
from understudy.comparison.compared import Comparison
from understudy.comparison.table import method
from understudy.contract.metric import Metric
from understudy.contract.resampling import RESAMPLES, SEED, TRIALS, check_documents, check_numbers
from understudy.errors import InputError, unknown
from understudy.report.alignments import alignments_of
from understudy.report.checks import find_warnings
from understudy.report.groups import by_document, by_length
from understudy.report.hints import find_hints
from understudy.report.phrases import Phrases
from understudy.report.result import KIND, SCHEMA, Report
from understudy.report.spread import spread_of
from understudy.report.testset import TestSet
from understudy.report.verdict import verdicts
from understudy.scoring import table as scores
from understudy.scoring.chunks import Step
from understudy.scoring.evaluate import Evaluation, Metrics, evaluate

MOST_CLOSELY = 15  # pairs times metrics that are looked at closely; with more, only the pairs with the baseline

SEGMENT_DIGITS = 6  # decimals of the score of a segment


def make_report(
    systems: Mapping[str, Any],
    references: Any,
    sources: Any = None,
    documents: Sequence[Any] | None = None,
    metrics: Metrics = ("bleu", "chrf"),
    lang: str | None = None,
    baseline: str | None = None,
    samples: int | None = None,
    seed: int = SEED,
    threads: int = 1,
    title: str | None = None,
    date: str | None = None,
    step: Step | None = None,
) -> Report:
    """Score and compare systems, given by name, and make one page of it: `make_report(...).html()`.

    `samples` is the number of random choices, for p-values and for intervals alike; if it is not given they are those
    of `compare`. The page states `date` if it is given, so that the same texts make the same page.

    >>> import understudy as us
    >>> refs = [f"number {n} is a good number" for n in range(9)]
    >>> report = us.make_report({"A": refs, "B": [ref.replace("good", "bad") for ref in refs]}, refs, samples=99)
    >>> report.html().startswith("<!doctype html>"), report.content["systems"]
    (True, ['A', 'B'])
    """
    check_numbers(seed, 0.95, samples=TRIALS if samples is None else samples)
    if baseline is not None and isinstance(systems, Mapping) and baseline not in systems:
        raise unknown("baseline", baseline, systems)
    for name in systems if isinstance(systems, Mapping) else ():
        if not isinstance(name, str):
            raise InputError(f"a system is named {name!r}, a {type(name).__name__}; name systems by strings")
    found = evaluate(systems, references, metrics, lang, threads, step)
    texts = TestSet.read(systems, references, sources, documents, _metrics(found))
    first = baseline or next(iter(found))
    trials, resamples = (TRIALS, RESAMPLES) if samples is None else (samples, samples)
    pairs = _pairs(list(found), first, len(_metrics(found)))
    content: dict[str, Any] = {
        "kind": KIND, "schema": SCHEMA, "understudy": __version__,
        "title": title or texts.name, "date": date, "lang": lang, "baseline": first,
        "systems": list(found),
        "metrics": [_metric(found, name) for name in next(iter(found.values()))],
        "counts": texts.counts(),
        "texts": texts.as_json(),
        "warnings": find_warnings(texts, found),
        "scores": _scores(found),
    }  # fmt: skip
    content |= _compared(found, texts, first, trials, resamples, seed, threads, step)
    content["pairs"] = [list(pair) for pair in pairs]
    content["groups"] = {
        "documents": by_document(texts, found, pairs, resamples, seed, threads),
        "lengths": by_length(texts, found, pairs, resamples, seed, threads),
    }
    phrases = Phrases(texts)
    content["frequency"] = phrases.by_frequency()
    content["distinctive"] = [phrases.distinctive(*pair) for pair in pairs]
    content["spread"] = [spread_of(found, *pair) for pair in pairs]
    content["hints"] = find_hints(texts)
    content["alignments"] = alignments_of(texts, found, threads)
    return Report(content)


def _scores(found: Evaluation) -> dict[str, Any]:
    """All scores; those of segments, which fill the page, with fewer digits, so that equal ones are equal there too."""
    written = scores.as_json(found, with_segments=True)
    for system in written["systems"]:
        for own in system["scores"]:
            own["segments"] = [round(score, SEGMENT_DIGITS) for score in own["segments"]]
    return written


def _metrics(found: Evaluation) -> list[Metric]:
    return [result.metric for result in next(iter(found.values())).values()]


def _metric(found: Evaluation, name: str) -> dict[str, Any]:
    result = next(iter(found.values()))[name]
    titles = {id(each): title for title, each in scores.titled(found).items()}
    return {
        "name": name, "title": titles[id(result)], "kind": result.metric.name, "maximum": result.metric.maximum,
        "higher_is_better": result.metric.higher_is_better,
        "signature": result.signature, "segment_signature": result.segment_signature,
    }  # fmt: skip


def _pairs(systems: list[str], baseline: str, metrics: int) -> list[tuple[str, str]]:
    """The pairs to look at closely, the baseline second where it is one of them."""
    others = [name for name in systems if name != baseline]
    with_baseline = [(name, baseline) for name in others]
    every = with_baseline + list(combinations(others, 2))
    return every if len(every) * metrics <= MOST_CLOSELY else with_baseline


def _compared(
    found: Evaluation,
    texts: TestSet,
    baseline: str,
    trials: int,
    resamples: int,
    seed: int,
    threads: int,
    step: Step | None,
) -> dict[str, Any]:
    """The comparisons with each baseline; or what is left where there is nothing to compare."""
    documents = check_documents(texts.documents, len(texts))
    if len(texts) < 2:
        return {"comparisons": {}, "intervals": None, "method": {}, "verdicts": {}}
    if len(found) < 2:
        (scored,) = found.values()
        intervals = {
            name: result.interval(resamples=resamples, seed=seed, documents=documents, threads=threads)
            for name, result in scored.items()
        }
        return {
            "comparisons": {}, "method": {}, "verdicts": {},
            "intervals": {
                "resamples": resamples, "seed": seed, "units": "segments" if documents is None else "documents",
                "metrics": {name: [each.low, each.high] for name, each in intervals.items()},
            },
        }  # fmt: skip
    each_way = compare_each_way(
        found, trials=trials, resamples=resamples, seed=seed, documents=documents, threads=threads, step=step
    )
    titles = dict(zip(next(iter(found.values())), scores.titled(found), strict=True))
    return {
        "comparisons": {name: _comparison(each, name == baseline) for name, each in each_way.items()},
        "intervals": None,
        "method": {name: method(each.plan) for name, each in each_way.items()},
        "verdicts": {name: verdicts(each, titles) for name, each in each_way.items()},
    }


def _comparison(comparison: Comparison, with_parts: bool) -> dict[str, Any]:
    """A comparison without the differences of parts, which would fill the page.

    The intervals of parts are the same whatever the baseline, and are kept with one of them.
    """
    written = comparison.to_dict()
    for metric in written["metrics"]:
        for system in metric["systems"]:
            parts = system.pop("parts")
            if with_parts:
                system["parts"] = {part: own["interval"] for part, own in parts.items()}
    return written | {"alpha": comparison.plan.alpha}
