"""Two texts cut into parts whose alignments don't bear on each other, for the alignment with the fewest chunks.

An alignment with a given number of matches has fewest chunks if most of its matches continue another one. Most words
of real text have one choice only, or one that is as good as any; they are settled first. What is left falls into parts:
words of different parts neither compete for a match nor can continue each other's matches. A search that would have to
try the choices of all parts together then tries those of one at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from understudy.metrics.meteor.readable import Word, share_synset

HYP, REF = 0, 1  # the sides
WordPosition = tuple[int, int]  # a side, and where in its text


class Part(NamedTuple):
    """Words to align by themselves; each with its place, or None for one that only keeps its neighbors apart."""

    hyp: list[tuple[Word, int | None]]
    ref: list[tuple[Word, int | None]]


class MatchChoices:
    """What may match what, as bits: by place in the reference places in the hypothesis, and the other way round.

    >>> a, b = (Word(text, n, frozenset(), False, 1) for n, text in enumerate("ab"))
    >>> choices = MatchChoices([a, b, a], [b, a], ["exact"])
    >>> choices.settle()
    >>> choices.settled
    {0: 1, 1: 2}
    """

    def __init__(self, hyp: Sequence[Word], ref: Sequence[Word], modules: Sequence[str]) -> None:
        self.hyp, self.ref, self.modules = hyp, ref, modules
        self.settled: dict[int, int] = {}  # by place in the reference: the place in the hypothesis
        self._of_hyp: dict[int, int] = {}  # the other way round
        self._numbers: dict[str, int] = {}  # stems of words that match exactly or not at all
        equal: dict[str, int] = {}
        for i, word in enumerate(hyp):
            equal[word.text] = equal.get(word.text, 0) | 1 << i
        self.for_ref = [self._all_places(word.text, equal) for word in ref]
        self.for_hyp = [0] * len(hyp)
        for j, bits in enumerate(self.for_ref):
            for i in places(bits):
                self.for_hyp[i] |= 1 << j

    def _all_places(self, text: str, equal: dict[str, int]) -> int:
        bits = equal.get(text, 0)
        for other in self._partners.get(text, ()):
            bits |= equal[other]
        return bits

    def module(self, i: int, j: int) -> str:
        """Name the module by which two words match."""
        here, there = self.hyp[i], self.ref[j]
        if here.text == there.text:
            return "exact"
        return "stem" if "stem" in self.modules and here.stem == there.stem else "synonym"

    # --- Words that don't match exactly -----------------------------------------------------------------------------

    @cached_property
    def _partners(self) -> dict[str, list[str]]:
        """By text that the reference has more often: texts that the hypothesis has more often and that may match."""
        hyp, ref = ({word.text: word for word in side} for side in (self.hyp, self.ref))
        more = Counter(word.text for word in self.hyp)
        more.subtract(word.text for word in self.ref)
        spare = [hyp[text] for text, count in more.items() if count > 0]
        lacking = [ref[text] for text, count in more.items() if count < 0]
        found = {there.text: [here.text for here in spare if self._alike(here, there)] for there in lacking}
        return {text: partners for text, partners in found.items() if partners}

    def _alike(self, here: Word, there: Word) -> bool:
        same_stem = "stem" in self.modules and here.stem == there.stem
        return same_stem or ("synonym" in self.modules and share_synset(here, there))

    @cached_property
    def _inexact(self) -> set[str]:
        """The texts of which some word may match otherwise than exactly."""
        return set(self._partners).union(*self._partners.values())

    # --- What needs no search ---------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Settle the matches that are in some best alignment, whatever the others are, until there are no more."""
        before = -1
        while before < len(self.settled):
            before = len(self.settled)
            for j in (*range(len(self.ref)), *reversed(range(len(self.ref)))):
                if j not in self.settled:
                    self._settle(j)

    def _settle(self, j: int) -> None:
        bits = self.for_ref[j]
        if bits.bit_count() == 1 and self.for_hyp[bits.bit_length() - 1].bit_count() == 1:
            self._take(bits.bit_length() - 1, j)
            return
        for side in (-1, 1):
            i = self.settled.get(j + side, -1) - side
            if j + side in self.settled and bits >> max(i, 0) & 1 and self._is_best(i, j, side):
                self._take(i, j)
                return

    def _is_best(self, i: int, j: int, side: int) -> bool:
        """Whether a match that continues a settled one at a side can be exchanged for any other without loss.

        If the words were matched with others, i with l and k with j, then i with j and k with l would do as well. That
        wins the chunk that goes on, and loses at most that i with l, and that k with j, went on at the other side.
        """
        if not 0 <= i < len(self.hyp) or self.module(i, j) != "exact":
            return False
        if self.settled.get(j - side, -1) == i - side:
            return True
        of_ref = self._going_on(self.for_ref, j, -side) & ~(1 << i)
        of_hyp = self._going_on(self.for_hyp, i, -side) & ~(1 << j)
        return not (of_ref and of_hyp)

    @staticmethod
    def _going_on(choices: list[int], place: int, side: int) -> int:
        """The choices of a word that a choice of its neighbour could continue."""
        if not 0 <= place + side < len(choices):
            return 0
        there = choices[place + side]
        return choices[place] & (there >> 1 if side == 1 else there << 1)

    def _take(self, i: int, j: int) -> None:
        for other in places(self.for_ref[j] & ~(1 << i)):
            self.for_hyp[other] &= ~(1 << j)
        for other in places(self.for_hyp[i] & ~(1 << j)):
            self.for_ref[other] &= ~(1 << i)
        self.for_ref[j], self.for_hyp[i] = 1 << i, 1 << j
        self.settled[j], self._of_hyp[i] = i, j

    def complete(self, matched: dict[int, int]) -> None:
        """Match the rest of equal words, from left to right: none of them can continue a match."""
        used = set(matched.values())
        free: dict[str, list[int]] = {}
        for i in reversed(range(len(self.hyp))):
            if i not in used:
                free.setdefault(self.hyp[i].text, []).append(i)
        for j, word in enumerate(self.ref):
            if j not in matched and free.get(word.text) and word.text not in self._inexact:
                matched[j] = free[word.text].pop()

    # --- Parts ------------------------------------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        """Give the words that are left, part by part."""
        groups = DisjointSets()
        first: dict[str, WordPosition] = {}
        for place in self._open_places():
            text = self._word(place).text
            for other in (text, *self._partners.get(text, ())) if text in self._inexact else ():
                groups.join(place, first.setdefault(other, place))
        for j in range(len(self.ref)):
            for i in places(self._going_on(self.for_ref, j, 1)):
                matches = [(i, j), (i + 1, j + 1)]
                groups.join(*((side, at[side]) for at in matches if at[1] not in self.settled for side in (HYP, REF)))
        for group in groups.all():
            hyp, ref = ([at for each, at in group if each == side] for side in (HYP, REF))
            yield Part(self._written(HYP, hyp), self._written(REF, ref))

    def _open_places(self) -> Iterator[WordPosition]:
        yield from ((HYP, i) for i in range(len(self.hyp)) if i not in self._of_hyp)
        yield from ((REF, j) for j in range(len(self.ref)) if j not in self.settled)

    def _word(self, place: WordPosition) -> Word:
        return (self.hyp, self.ref)[place[0]][place[1]]

    def _written(self, side: int, listed: list[int]) -> list[tuple[Word, int | None]]:
        """Write the words of one side of a part, with settled neighbors, and a gap where others are left out."""
        settled = self._of_hyp if side == HYP else self.settled
        around = {at + step for at in listed for step in (-1, 1)} & settled.keys()
        written: list[tuple[Word, int | None]] = []
        before = None
        for at in sorted(around | set(listed)):
            if before is not None and at > before + 1:
                written.append((self._only(f"\n{side}"), None))  # no word has a line break
            if at in around:
                written.append((self._only(f"\n\n{at if side == HYP else settled[at]}"), None))
            else:
                word = self._word((side, at))
                written.append((word if word.text in self._inexact else self._only(word.text), at))
            before = at
        return written

    def _only(self, text: str) -> Word:
        """A word that matches exactly or not at all: no other has its stem."""
        return Word(text, ~self._numbers.setdefault(text, len(self._numbers)), frozenset(), False, 0)


class DisjointSets:
    """Places that belong together, directly or through others.

    >>> groups = DisjointSets()
    >>> groups.join((0, 1), (1, 1))
    >>> groups.join((1, 1), (0, 5))
    >>> list(groups.all())
    [[(0, 1), (0, 5), (1, 1)]]
    """

    def __init__(self) -> None:
        self._above: dict[WordPosition, WordPosition] = {}

    def join(self, *listed: WordPosition) -> None:
        """Say that some places belong together."""
        for place in listed:
            self._above[self._top(place)] = self._top(listed[0])

    def _top(self, place: WordPosition) -> WordPosition:
        while (above := self._above.setdefault(place, place)) != place:
            self._above[place] = self._above[above]
            place = above
        return place

    def all(self) -> Iterator[list[WordPosition]]:
        """Give every group, sorted."""
        groups: dict[WordPosition, list[WordPosition]] = {}
        for place in sorted(self._above):
            groups.setdefault(self._top(place), []).append(place)
        yield from groups.values()


def places(bits: int) -> list[int]:
    """Give the numbers of the bits that are set.

    >>> places(0b1001)
    [0, 3]
    """
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
