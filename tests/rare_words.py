"""A metric of another package that must know all references first: what it takes to be counted in chunks and shards."""

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from understudy import Metric
from understudy.contract.arithmetic import divide
from understudy.tokens import Reading


@dataclass(frozen=True)
class WordCounts:
    """How often each word occurs in all references; it knows words as words, so that it serves any token table."""

    counts: Counter

    def for_chunks(self):
        return self


@dataclass(frozen=True)
class RareWords(Metric):
    """The share of words that occur once or twice in all references."""

    name: ClassVar[str] = "rare-words"
    title: ClassVar[str] = "rare words"

    most: int = 2

    @property
    def columns(self):
        return ("rare", "words")

    @property
    def reading(self):
        return Reading("13a")

    @property
    def copy_is_best(self):
        return False

    @property
    def twice_is_same(self):
        return False  # every word occurs twice as often

    def survey(self, refs, threads=1):
        return WordCounts(Counter((word,) for i in range(len(refs.tokens)) for word in refs.tokens.words(i)))

    def survey_from(self, counts, table):
        return WordCounts(counts)

    @property
    def survey_in_chunks(self):
        return True

    def rows(self, hyps, refs, survey=None, threads=1, progress=None):
        return np.array([self.row(hyps.words(i), refs.words(i), survey) for i in range(len(refs))])

    def row(self, hyp, refs, survey=None):
        return [float(sum(1 <= survey.counts[word,] <= self.most for word in hyp)), float(len(hyp))]

    def score(self, totals):
        return {"score": 100 * divide(self.column(totals, "rare"), self.column(totals, "words"))}
