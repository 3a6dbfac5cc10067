"""Scores of files of records, as CSV."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from understudy.compat.rouge_score.scoring import AggregateScore, BaseScorer, BootstrapAggregator, Score
from understudy.errors import InputError

__all__ = ["compute_scores_and_write_to_csv"]


def compute_scores_and_write_to_csv(
    target_filepattern: str,
    prediction_filepattern: str,
    output_filename: str,
    scorer: BaseScorer,
    aggregator: BootstrapAggregator | None,
    delimiter: str = "\n",
) -> None:
    """Score the records of all files of two patterns, and write means with intervals, or every score, as CSV.

    >>> from understudy.compat.rouge_score import rouge_scorer, scoring
    >>> files = "examples/reference1.en", "examples/strong.en", "build/scores.csv"
    >>> compute_scores_and_write_to_csv(*files, rouge_scorer.RougeScorer(["rouge1"]), scoring.BootstrapAggregator())
    >>> Path("build/scores.csv").read_text(encoding="utf-8").splitlines()[0]
    'score_type,low,mid,high'
    """
    targets, predictions = _files(target_filepattern), _files(prediction_filepattern)
    if not targets or len(targets) != len(predictions):
        raise InputError(
            f"there are {len(targets)} target files ({target_filepattern}) and {len(predictions)} prediction files"
            f" ({prediction_filepattern}); give as many of each, and at least one"
        )
    scores = [
        scorer.score(target, prediction)
        for pair in zip(targets, predictions, strict=True)
        for target, prediction in _records(*pair, delimiter)
    ]
    if aggregator is None:
        lines = _of_scores(scores)
    else:
        for score in scores:
            aggregator.add_scores(score)
        lines = _of_aggregates(aggregator.aggregate())
    Path(output_filename).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _files(pattern: str) -> list[str]:
    return sorted(glob.glob(pattern))  # noqa: PTH207 - a pattern may begin at the root, which Path.glob refuses


def _records(target: str, prediction: str, delimiter: str) -> Iterable[tuple[str, str]]:
    of_target, of_prediction = (
        Path(name).read_text(encoding="utf-8").removesuffix(delimiter).split(delimiter) for name in (target, prediction)
    )
    if len(of_target) != len(of_prediction):
        raise InputError(
            f"{target} has {len(of_target)} records but {prediction} has {len(of_prediction)}; give as many of each"
        )
    return zip(of_target, of_prediction, strict=True)


def _of_aggregates(aggregates: Mapping[str, AggregateScore]) -> Iterable[str]:
    yield "score_type,low,mid,high"
    for name, ends in sorted(aggregates.items()):
        for letter, part in {"R": "recall", "P": "precision", "F": "fmeasure"}.items():
            yield ",".join([f"{name}-{letter}", *(f"{getattr(end, part):f}" for end in ends)])


def _of_scores(scores: list[dict[str, Score]]) -> Iterable[str]:
    names: list[Any] = sorted(scores[0])
    yield ",".join(["id", *(f"{name}-{letter}" for name in names for letter in "PRF")])
    for number, score in enumerate(scores):
        yield ",".join([str(number), *(f"{part:f}" for name in names for part in score[name])])
