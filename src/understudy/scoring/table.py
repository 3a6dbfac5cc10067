"""Scores as tables and as JSON."""

from __future__ import annotations

from typing import Any

from understudy import __version__
from understudy.contract.result import Result
from understudy.contract.signature import read
from understudy.scoring.evaluate import Evaluation
from understudy.tables.table import Cell, Table

SCHEMA = 1


def titled(evaluation: Evaluation) -> dict[str, Result]:
    """One result for each metric by its title; metrics of one title also name the settings in which they differ.

    >>> import understudy as us
    >>> list(titled(us.evaluate({"A": ["a cat"]}, ["a cat"], ["bleu", "bleu:order=2", "chrf"])))
    ['BLEU order=4', 'BLEU order=2', 'chrF']
    """
    results = list(next(iter(evaluation.values())).values())
    titles = [result.metric.title for result in results]
    settings = [_settings(result) for result in results]
    named = {}
    for result, title, own in zip(results, titles, settings, strict=True):
        rivals = [other for other, same in zip(settings, titles, strict=True) if same == title]
        keys = dict.fromkeys(key for rival in rivals for key in rival)
        differing = [key for key in keys if len({rival.get(key) for rival in rivals}) > 1]
        named[" ".join([title, *(f"{key}={own.get(key, 'none')}" for key in differing)])] = result
    return named


def scores(evaluation: Evaluation, digits: int = 2) -> Table:
    """List systems against metrics, with the signatures below.

    >>> import understudy as us
    >>> print(scores(us.evaluate({"A": ["a cat sat here"]}, ["a cat sat there"])).text().splitlines()[1])
    A       59.46
    """
    metrics = titled(evaluation)
    rows: list[tuple[Cell, ...]] = [
        (system, *(result.score for result in found.values())) for system, found in evaluation.items()
    ]
    notes = tuple(f"{title}  {result.signature}" for title, result in metrics.items()) + _eval_ids(metrics)
    return Table(("System", *metrics), tuple(rows), notes, digits)


def parts(evaluation: Evaluation, digits: int = 2) -> Table:
    """List everything that each score is made of, one row a part.

    >>> import understudy as us
    >>> parts(us.evaluate({"A": ["a cat sat here"]}, ["a cat sat there"])).rows[1]
    ('BLEU', 'brevity', 1.0)
    """
    rows: list[tuple[Cell, ...]] = []
    for metric, title in zip(next(iter(evaluation.values())), titled(evaluation), strict=True):
        results = [found[metric] for found in evaluation.values()]
        rows += [(title, name, *(result.parts[name] for result in results)) for name in results[0].parts]
    return Table(("Metric", "Part", *evaluation), tuple(rows), scores(evaluation).notes, digits)


def segments(evaluation: Evaluation, digits: int = 2) -> Table:
    """List the score of every segment, one column for each system and metric.

    >>> import understudy as us
    >>> segments(us.evaluate({"A": ["a cat sat here"], "B": ["a dog"]}, ["a cat sat here"])).rows[0][:2]
    (1, 100.0)
    """
    results = {
        " ".join([system] * (len(evaluation) > 1) + [title]): result
        for system, found in evaluation.items()
        for title, result in zip(titled(evaluation), found.values(), strict=True)
    }
    columns = [result.segments.tolist() for result in results.values()]
    rows = tuple((number, *row) for number, row in enumerate(zip(*columns, strict=True), 1))
    notes = tuple(f"{title}  {result.segment_signature}" for title, result in titled(evaluation).items())
    notes += _eval_ids(titled(evaluation))
    return Table(("Segment", *results), rows, notes, digits)


def segment_columns(evaluation: Evaluation) -> dict[str, list[float]]:
    """The score of every segment as columns by name: of the metric, then that of the system where there are several.

    >>> import understudy as us
    >>> segment_columns(us.evaluate({"A": ["a cat"], "B": ["a cat"]}, ["a cat"], "chrf"))
    {'chrf.A': [100.0], 'chrf.B': [100.0]}
    """
    several = len(evaluation) > 1
    return {
        f"{name}.{system}" if several else name: result.segments.tolist()
        for system, found in evaluation.items()
        for name, result in found.items()
    }


def long_scores(evaluation: Evaluation) -> Table:
    """List one score a row, with its signature: the form for other programs.

    >>> import understudy as us
    >>> long_scores(us.evaluate({"A": ["a cat sat here"]}, ["a cat sat here"])).columns
    ('system', 'metric', 'score')
    """
    found = [(system, result) for system, each in evaluation.items() for result in each.values()]
    return Table(("system", "metric", "score"), tuple((name, each.signature, each.score) for name, each in found))


def long_segments(evaluation: Evaluation) -> Table:
    """List one segment score a row, with its signature: the form for other programs.

    >>> import understudy as us
    >>> long_segments(us.evaluate({"A": ["a cat sat here"]}, ["a cat sat here"])).columns
    ('system', 'segment', 'metric', 'score')
    """
    rows = (
        (system, number, result.segment_signature, score)
        for system, found in evaluation.items()
        for result in found.values()
        for number, score in enumerate(result.segments.tolist(), 1)
    )
    return Table(("system", "segment", "metric", "score"), tuple(rows))


def as_json(evaluation: Evaluation, with_segments: bool = False) -> dict[str, Any]:
    """Give all results as plain values, ready for `json.dumps`.

    >>> import understudy as us
    >>> as_json(us.evaluate({"A": ["a cat sat here"]}, ["a cat sat here"]))["systems"][0]["scores"][0]["score"]
    100.0
    """
    return {
        "schema": SCHEMA,
        "understudy": __version__,
        "systems": [
            {
                "name": system,
                "scores": [
                    {
                        "metric": result.metric.name,
                        "score": result.score,
                        "signature": result.signature,
                        "segment_count": result.totals.segments,
                        "parts": result.parts,
                    }
                    | (
                        {"segment_signature": result.segment_signature, "segments": result.segments.tolist()}
                        if with_segments
                        else {}
                    )
                    for result in found.values()
                ],
            }
            for system, found in evaluation.items()
        ],
    }


def _eval_ids(results: dict[str, Result]) -> tuple[str, ...]:
    """What the original program prints to identify the settings, where it has such a thing."""
    ids = {title: result.metric.eval_id for title, result in results.items()}
    return tuple(f"{title}  Eval ID {each}" for title, each in ids.items() if each)


def _settings(result: Result) -> dict[str, str]:
    return read(result.metric.signature)[1]
