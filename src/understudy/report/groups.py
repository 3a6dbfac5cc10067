"""Where systems differ: the scores of documents and of segments of like length, each the sum of their own rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.comparison.side_by_side import SideBySide
from understudy.contract.resampling import LEVEL, percentiles
from understudy.contract.result import Result
from understudy.report.testset import TestSet
from understudy.scoring.evaluate import Evaluation

LENGTHS = (0, 10, 20, 30, 40, 60)  # words of the reference at which a new bucket begins

Pairs = Sequence[tuple[str, str]]
Group = dict[str, Any]


def by_document(
    texts: TestSet, found: Evaluation, pairs: Pairs, resamples: int, seed: int, threads: int = 1
) -> list[Group]:
    """Score every document by itself, in order of first appearance.

    >>> import understudy as us
    >>> systems, refs = {"A": ["a cat", "a dog"], "B": ["a cow", "a dog"]}, ["a cat", "a dog"]
    >>> texts = TestSet.read(systems, refs, None, ["pets", "farm"], [])
    >>> groups = by_document(texts, us.evaluate(systems, refs, "chrf"), [("A", "B")], 9, seed=1)
    >>> groups[1]["name"], groups[1]["scores"], groups[1]["deltas"]
    ('farm', {'chrf': [100.0, 100.0]}, {'chrf': [[0.0, None, None]]})
    """
    names = np.array(texts.documents if texts.documents is not None else [], dtype=object)
    chosen = {name: np.flatnonzero(names == name) for name in dict.fromkeys(names.tolist())}
    return [_group(name, where, found, pairs, resamples, seed, threads) for name, where in chosen.items()]


def by_length(
    texts: TestSet, found: Evaluation, pairs: Pairs, resamples: int, seed: int, threads: int = 1
) -> list[Group]:
    """Score the segments whose first reference has so many words, from few to many.

    >>> import understudy as us
    >>> systems, refs = {"A": ["a cat", "a dog"], "B": ["a cow", "a dog"]}, ["a cat", "a dog"]
    >>> texts = TestSet.read(systems, refs, None, None, [])
    >>> [group["name"] for group in by_length(texts, us.evaluate(systems, refs), [("A", "B")], 9, seed=1)]
    ['0-9']
    """
    lengths = np.array(texts.lengths)
    groups = []
    for low, high in pairwise([*LENGTHS, np.inf]):
        where = np.flatnonzero((lengths >= low) & (lengths < high))
        if len(where):
            name = f"{low}-{high - 1}" if np.isfinite(high) else f"{low} or more"
            groups.append(_group(name, where, found, pairs, resamples, seed, threads))
    return groups


def _group(
    name: str, where: npt.NDArray[np.int64], found: Evaluation, pairs: Pairs, resamples: int, seed: int, threads: int
) -> Group:
    systems = list(found)
    results = {
        metric: [Result(found[system][metric].require_stats()[where]) for system in systems]
        for metric in found[systems[0]]
    }
    scores = {metric: [result.score for result in each] for metric, each in results.items()}
    resampled = SideBySide(results, None, seed, threads).resampled(resamples) if len(where) > 1 and pairs else None
    deltas: dict[str, list[list[float | None]]] = {}
    places = [(systems.index(a), systems.index(b)) for a, b in pairs]
    for metric, own in scores.items():
        ends: Sequence[Sequence[float | None]] = [(None, None)] * len(pairs)
        if resampled is not None:
            drawn = resampled[metric]["score"]
            ends = percentiles(np.stack([drawn[a] - drawn[b] for a, b in places]), LEVEL)
        deltas[metric] = [[own[a] - own[b], *end] for (a, b), end in zip(places, ends, strict=True)]
    return {"name": name, "segments": len(where), "scores": scores, "deltas": deltas}
