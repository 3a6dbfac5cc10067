"""Where systems differ: the scores of documents and of segments of similar length, each the sum of their own rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from understudy.comparison.side_by_side import SideBySide
from understudy.contract.arithmetic import Rows
from understudy.contract.resampling import LEVEL, percentiles
from understudy.contract.result import Result
from understudy.report.content import Group, GroupDifference
from understudy.report.testset import TestSet
from understudy.scoring.evaluate import Evaluation

LENGTHS = (0, 10, 20, 30, 40, 60)  # words of the reference at which a new bucket begins
MOST = 16  # documents that are listed for a pair
DIGITS = 6  # decimals of differences and their intervals


@dataclass(frozen=True)
class Groups:
    """Some segments each, with the scores of every system on bootstrap resamples of them."""

    systems: list[str]
    groups: list[Group] = field(default_factory=list)
    resampled: list[list[Rows] | None] = field(default_factory=list)  # by group and metric: a row for each system

    def differences(self, a: str, b: str, metric: int) -> list[GroupDifference]:
        """The score of one system minus that of another in each group, with its interval."""
        return [self._difference(place, a, b, metric) for place in range(len(self.groups))]

    def most_different(self, a: str, b: str, metric: int) -> list[GroupDifference]:
        """The groups in which two systems differ most, sorted by the difference, largest first."""
        deltas = [self._delta(place, a, b, metric) for place in range(len(self.groups))]
        largest = sorted(range(len(deltas)), key=lambda place: -abs(deltas[place]))[:MOST]
        return [self._difference(place, a, b, metric) for place in sorted(largest, key=lambda place: -deltas[place])]

    def _delta(self, group: int, a: str, b: str, metric: int) -> float:
        scores = self.groups[group].scores[metric]
        return scores[self.systems.index(a)] - scores[self.systems.index(b)]

    def _difference(self, group: int, a: str, b: str, metric: int) -> GroupDifference:
        resampled, interval = self.resampled[group], None
        if resampled is not None:
            drawn = resampled[metric]
            differences = drawn[self.systems.index(a)] - drawn[self.systems.index(b)]
            ((low, high),) = percentiles(differences[np.newaxis], LEVEL)
            interval = round(low, DIGITS), round(high, DIGITS)
        return GroupDifference(group, round(self._delta(group, a, b, metric), DIGITS), interval)


def by_document(texts: TestSet, evaluation: Evaluation, resamples: int, seed: int, threads: int = 1) -> Groups:
    """Score every document by itself, in order of first appearance.

    >>> import understudy as us
    >>> systems, refs = {"A": ["a cat", "a dog"], "B": ["a cow", "a dog"]}, ["a cat", "a dog"]
    >>> texts = TestSet.read(systems, refs, None, ["pets", "farm"], [])
    >>> found = by_document(texts, us.evaluate(systems, refs, "chrf"), 9, seed=1)
    >>> found.groups[1], found.differences("A", "B", 0)[1]
    (Group(name='farm', segments=1, scores=[[100.0, 100.0]]), GroupDifference(group=1, delta=0.0, interval=None))
    """
    names = np.array(texts.documents if texts.documents is not None else [], dtype=object)
    chosen = {name: np.flatnonzero(names == name) for name in dict.fromkeys(names.tolist())}
    return _groups(chosen, evaluation, resamples, seed, threads)


def by_length(texts: TestSet, evaluation: Evaluation, resamples: int, seed: int, threads: int = 1) -> Groups:
    """Score the segments whose first reference has so many words, from few to many.

    >>> import understudy as us
    >>> systems, refs = {"A": ["a cat", "a dog"], "B": ["a cow", "a dog"]}, ["a cat", "a dog"]
    >>> texts = TestSet.read(systems, refs, None, None, [])
    >>> [group.name for group in by_length(texts, us.evaluate(systems, refs), 9, seed=1).groups]
    ['0-9']
    """
    lengths = np.array(texts.lengths)
    chosen = {}
    for low, high in pairwise([*LENGTHS, np.inf]):
        name = f"{low}-{high - 1}" if np.isfinite(high) else f"{low}+"
        where = np.flatnonzero((lengths >= low) & (lengths < high))
        if len(where):
            chosen[name] = where
    return _groups(chosen, evaluation, resamples, seed, threads)


def _groups(
    chosen: dict[str, npt.NDArray[np.int64]], evaluation: Evaluation, resamples: int, seed: int, threads: int
) -> Groups:
    made = Groups(list(evaluation))
    for name, where in chosen.items():
        results = {
            metric: [Result(scores[metric].require_stats()[where]) for scores in evaluation.values()]
            for metric in next(iter(evaluation.values()))
        }
        made.groups.append(Group(name, len(where), [[each.score for each in own] for own in results.values()]))
        drawn = None
        if len(where) > 1 and len(evaluation) > 1:
            resampled = SideBySide(results, None, seed, threads).resampled(resamples)
            drawn = [np.asarray(resampled[metric]["score"]) for metric in results]
        made.resampled.append(drawn)
    return made
