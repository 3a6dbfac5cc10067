"""Which words and phrases one system has and another lacks, and how well rare and frequent words are translated.

Words are numbers, and so are n-grams: one of n words is named by the n-gram of its first n - 1 words and its last word.
Then counting is sorting, for all systems at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.agreement.swapping import binomial_tail
from understudy.comparison.correction import benjamini_hochberg
from understudy.report.content import Frequency, Phrase, WordScores
from understudy.report.testset import TestSet

LONGEST = 4  # words
FEWEST = 6  # segments that differ: with fewer the sign test can't reach 0.05
MOST = 15  # phrases listed for each side
LISTED = 0.05  # and their largest p-value
FREQUENCIES = ((1, 1), (2, 2), (3, 4), (5, 9), (10, 99), (100, None))

Numbers = npt.NDArray[np.int64]


class Phrases:
    """The n-grams of all systems and of the first references.

    >>> systems = {"A": ["a cat"] * 6, "B": ["the cat"] * 6}
    >>> tested, phrases = Phrases(TestSet.read(systems, ["a cat"] * 6, None, None, [])).distinctive("A", "B")
    >>> [(each.phrase, each.more, each.less, each.counts, each.p) for each in phrases]
    [('a cat', 6, 0, (6, 0, 6), 0.03125), ('the cat', 0, 6, (0, 6, 0), 0.03125)]
    """

    def __init__(self, texts: TestSet) -> None:
        self.names = list(texts.systems)
        self.tokens = texts.tokens
        self.segments = len(texts)
        words = np.concatenate([each.ids.astype(np.int64) for each in self.tokens])
        offsets = [each.offsets.astype(np.int64) for each in self.tokens]
        place = np.concatenate([np.repeat(np.arange(self.segments), each[1:] - each[:-1]) for each in offsets])
        stream = np.repeat(np.arange(len(self.tokens)), [len(each.ids) for each in self.tokens])
        self.orders = list(_orders(words, stream * self.segments + place))
        self.counts = [_count(each, self.segments, len(self.tokens)) for each in self.orders]

    def by_frequency(self) -> list[Frequency]:
        """Precision, recall and F1 of single words, by how often the first references have them.

        A word counts as often as it stands in both the output and the first reference of a segment.
        """
        grams, _, table = self.counts[0]
        reference = table[:, -1]
        frequency = np.bincount(grams, weights=reference).astype(np.int64)[grams]
        listed = []
        for low, high in FREQUENCIES:
            chosen = (frequency >= low) & (frequency <= (high or np.inf))
            total = int(reference[chosen].sum())
            if not total:
                continue
            name = f"{low}+" if high is None else str(low) if low == high else f"{low}-{high}"
            each = [_f1(table[chosen, i], reference[chosen]) for i in range(len(self.names))]
            listed.append(Frequency(name, total, dict(zip(self.names, each, strict=True))))
        return listed

    def distinctive(self, a: str, b: str) -> tuple[int, list[Phrase]]:
        """The phrases that one of two systems has in more segments, by an exact sign test, and how many were tested.

        A phrase that always stands in the same longer one is left out for the longer one.
        """
        first, second = self.names.index(a), self.names.index(b)
        tallies = [_tally(grams, table[:, first] - table[:, second]) for grams, _, table in self.counts]
        chosen: list[tuple[int, int]] = []
        for order, (more, less) in enumerate(tallies):
            enough = more + less >= FEWEST
            if order + 1 < LONGEST:
                enough &= ~self._folded(order, tallies)
            chosen += [(order, int(gram)) for gram in np.flatnonzero(enough)]
        signs = [(int(tallies[order][0][gram]), int(tallies[order][1][gram])) for order, gram in chosen]
        p_values = [_sign_test(more + less, max(more, less)) for more, less in signs]
        corrected = benjamini_hochberg(p_values)
        tested = sorted(zip(p_values, corrected, signs, chosen, strict=True), key=lambda each: (each[0], each[3]))
        sides = [[each for each in tested if (each[2][0] > each[2][1]) is side] for side in (True, False)]
        listed = [each for side in sides for each in side[:MOST] if each[0] < LISTED]
        return len(tested), [
            Phrase(
                self._text(order, gram), more, less, self._totals(order, gram, first, second), p, q,
                self._where(order, gram, first, second),
            )
            for p, q, (more, less), (order, gram) in listed
        ]  # fmt: skip

    def _folded(self, order: int, tallies: list[tuple[Numbers, Numbers]]) -> npt.NDArray[np.bool_]:
        """Which n-grams stand in a longer one that differs in just as many segments."""
        more, less = tallies[order]
        longer = self.orders[order + 1]
        more_longer, less_longer = (tally[longer.numbers] for tally in tallies[order + 1])
        folded = np.zeros(len(more), dtype=bool)
        for parts in (longer.begins, longer.ends):
            same = (more_longer == more[parts]) & (less_longer == less[parts])
            folded[parts[same]] = True
        return folded

    def _text(self, order: int, gram: int) -> str:
        """Write an n-gram as it stands in the first text that has it."""
        grams, segments, table = self.counts[order]
        row = int(np.flatnonzero(grams == gram)[0])
        stream = int(np.flatnonzero(table[row])[0])
        segment = int(segments[row])
        tokens = self.tokens[stream]
        own = self.orders[order]
        inside = own.numbers[own.texts == stream * self.segments + segment]
        first = int(np.flatnonzero(inside == gram)[0])
        return " ".join(tokens.words(segment)[first : first + order + 1])

    def _totals(self, order: int, gram: int, first: int, second: int) -> tuple[int, int, int]:
        """How often two systems and the references have an n-gram."""
        grams, _, table = self.counts[order]
        sums = table[grams == gram].sum(axis=0)
        return int(sums[first]), int(sums[second]), int(sums[-1])

    def _where(self, order: int, gram: int, first: int, second: int) -> list[int]:
        """The numbers, from 1, of the segments in which two systems differ in an n-gram."""
        grams, segments, table = self.counts[order]
        rows = (grams == gram) & (table[:, first] != table[:, second])
        numbers: list[int] = (segments[rows] + 1).tolist()
        return numbers


class Grams(NamedTuple):
    """All n-grams of one order, one after another: their numbers, their texts, and what they begin and end with."""

    numbers: Numbers
    texts: Numbers
    begins: Numbers  # the numbers of their first n - 1 words
    ends: Numbers  # and of their last


def _orders(words: Numbers, texts: Numbers) -> Iterator[Grams]:
    """The n-grams of each order, up to the longest; none reaches from one text into the next."""
    _, unigrams = np.unique(words, return_inverse=True)
    wide = int(unigrams.max(initial=0)) + 1
    at = np.arange(len(words))
    shorter = unigrams  # by the place where they begin; -1 where none does
    yield Grams(unigrams, texts, unigrams, unigrams)
    for order in range(2, LONGEST + 1):
        at = at[at + order <= len(words)]
        at = at[texts[at] == texts[at + order - 1]]
        begins, ends = shorter[at], shorter[at + 1]
        _, numbers = np.unique(begins * wide + unigrams[at + order - 1], return_inverse=True)
        yield Grams(numbers, texts[at], begins, ends)
        shorter = np.full(len(words), -1)
        shorter[at] = numbers


def _count(grams: Grams, segments: int, streams: int) -> tuple[Numbers, Numbers, Numbers]:
    """How often each n-gram stands in each segment of each stream: n-grams, segments, and a column for each stream."""
    keys, rows = np.unique(grams.numbers * segments + grams.texts % segments, return_inverse=True)
    table = np.zeros((len(keys), streams), dtype=np.int64)
    np.add.at(table, (rows, grams.texts // segments), 1)
    return keys // segments, keys % segments, table


def _tally(grams: Numbers, differences: Numbers) -> tuple[Numbers, Numbers]:
    """In how many segments the first system has an n-gram more often, and the second."""
    most = int(grams.max(initial=-1)) + 1
    return np.bincount(grams[differences > 0], minlength=most), np.bincount(grams[differences < 0], minlength=most)


def _f1(ours: Numbers, theirs: Numbers) -> WordScores:
    match = int(np.minimum(ours, theirs).sum())
    output, reference = int(ours.sum()), int(theirs.sum())
    return WordScores(
        precision=100 * match / output if output else 0.0,
        recall=100 * match / reference if reference else 0.0,
        f1=200 * match / (output + reference) if output + reference else 0.0,
    )


@cache
def _sign_test(segments: int, more: int) -> float:
    return binomial_tail(segments, more)
