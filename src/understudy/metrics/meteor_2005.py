"""The alignment of the first METEOR: as many matches as there can be, stage by stage, in as few chunks as there can be.

Banerjee and Lavie 2005 match words exactly first, then the rest by stem, then the rest by meaning. How many words of
each kind match exactly or by stem doesn't depend on which of several equal words is taken; so the search is free to
choose places, and goes through them best first: fewest chunks, with a bound on those still to come.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from understudy.errors import InputError
from understudy.metrics.meteor_alignment import Match, Word, share_synset

MOST_STATES = 100_000  # of the search, in one pair of texts

State = tuple[int, int, int]  # place in the reference, used words of the hypothesis as bits, where a chunk would go on


def align_2005(hyp: Sequence[Word], ref: Sequence[Word], modules: Sequence[str]) -> tuple[Match, ...]:
    """Align two texts with the most matches and, of all such alignments, the fewest chunks.

    >>> a, b = (Word(text, n, frozenset(), False, 1) for n, text in enumerate("ab"))
    >>> [(match.ref_start, match.hyp_start) for match in align_2005([a, b, a], [b, a], ["exact"])]
    [(0, 1), (1, 2)]
    """
    return Search(tuple(hyp), tuple(ref), tuple(modules)).best()


@dataclass(frozen=True)
class Search:
    """The choices for one pair of texts."""

    hyp: tuple[Word, ...]
    ref: tuple[Word, ...]
    modules: tuple[str, ...]

    def best(self) -> tuple[Match, ...]:
        """Go through the states, the most promising first."""
        order = itertools.count()
        start: State = (0, 0, -1)
        # Most matches by meaning, fewest chunks, furthest on, found first.
        queue = [((-self._synonyms_left(0, 0), self._forced[0], 0, next(order)), 0, 0, start, None)]
        came: dict[State, tuple[State | None, Match | None]] = {}
        steps: dict[int, tuple[State | None, Match | None]] = {0: (None, None)}
        while True:
            (_, _, _, number), synonyms, chunks, state, _ = heapq.heappop(queue)
            if state in came:
                continue
            came[state] = steps.pop(number)
            if state[0] == len(self.ref):
                return self._matches(state, came)
            if len(came) > MOST_STATES:
                raise InputError(
                    f"a hypothesis of {len(self.hyp)} words and a reference of {len(self.ref)} can be aligned in more"
                    f" than {MOST_STATES} ways with repeated words; variant 2005 takes no more: split the segment into"
                    " sentences, or use variant 1.5"
                )
            for following, match in self._choices(state):
                found = synonyms + (match is not None and self.modules[match.slot] == "synonym")
                opened = chunks + (match is not None and match.hyp_start != state[2])
                at, used, _ = following
                key = (-(found + self._synonyms_left(at, used)), opened + self._forced[at], -at, next(order))
                steps[key[3]] = (state, match)
                heapq.heappush(queue, (key, found, opened, following, None))

    def _matches(self, state: State, came: dict[State, tuple[State | None, Match | None]]) -> tuple[Match, ...]:
        matches = []
        at: State | None = state
        while at is not None:
            at, match = came[at]
            matches += [match] if match is not None else []
        return tuple(reversed(matches))

    # --- What can be chosen ---------------------------------------------------------------------------------------

    def _choices(self, state: State) -> Iterator[tuple[State, Match | None]]:
        """The ways to match one word of the reference that keep every stage at its best, and to leave it."""
        j, used, goes_on = state
        spare = self._spare(j, used)
        there = self.ref[j]
        places = list(self._exact_places(there.text, used))
        # The place that continues a chunk first, then from left to right.
        for i in sorted(places, key=lambda i: i != goes_on):
            yield self._taken(state, i, "exact")
        if spare.words[there.text] >= 0:
            return  # every word of this kind is needed for an exact match
        if "stem" in self.modules:
            for i, here in enumerate(self.hyp):
                if here.stem == there.stem and not used >> i & 1 and spare.words[here.text] > 0:
                    yield self._taken(state, i, "stem")
            if spare.stems[there.stem] >= 0:
                return
        if "synonym" in self.modules:
            for i in self._synonym_places[there.text]:
                if not used >> i & 1 and self._is_spare(self.hyp[i], spare):
                    yield self._taken(state, i, "synonym")
        yield (j + 1, used, -1), None

    def _taken(self, state: State, i: int, module: str) -> tuple[State, Match]:
        j, used, _ = state
        return (j + 1, used | 1 << i, i + 1), Match(j, 1, i, 1, self.modules.index(module))

    def _is_spare(self, word: Word, spare: Spare) -> bool:
        """Whether neither an exact match nor one by stem needs a word of the hypothesis."""
        return spare.words[word.text] > 0 and ("stem" not in self.modules or spare.stems[word.stem] > 0)

    def _exact_places(self, text: str, used: int) -> Iterator[int]:
        return (i for i in self._places.get(text, ()) if not used >> i & 1)

    def _spare(self, j: int, used: int) -> Spare:
        """By how many the free words of the hypothesis exceed the words of the reference from a place on."""
        words: Counter[str] = Counter(here.text for i, here in enumerate(self.hyp) if not used >> i & 1)
        words.subtract(word.text for word in self.ref[j:])
        stems: Counter[int] = Counter()
        for text, number in words.items():
            stems[self._stem[text]] += number
        return Spare(words, stems)

    def _synonyms_left(self, j: int, used: int) -> int:
        """How many matches by meaning there may still be, at most."""
        if "synonym" not in self.modules or not self._any_synonyms:
            return 0
        spare = self._spare(j, used)
        lacking: Counter[int] = Counter()
        for text, places in self._synonym_places.items():
            free = any(not used >> i & 1 and self._is_spare(self.hyp[i], spare) for i in places)
            if free and spare.words[text] < 0:
                lacking[self._stem[text]] -= spare.words[text]
        if "stem" not in self.modules:
            return lacking.total()
        return sum(min(number, max(-spare.stems[stem], 0)) for stem, number in lacking.items())

    # --- What is known before the search --------------------------------------------------------------------------

    @cached_property
    def _stem(self) -> dict[str, int]:
        return {word.text: word.stem for word in (*self.hyp, *self.ref)}

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for i, word in enumerate(self.hyp):
            places.setdefault(word.text, []).append(i)
        return places

    @cached_property
    def _synonym_places(self) -> dict[str, list[int]]:
        return {
            there.text: [i for i, here in enumerate(self.hyp) if share_synset(here, there)]
            for there in {word.text: word for word in self.ref}.values()
        }

    @cached_property
    def _any_synonyms(self) -> bool:
        return any(self._synonym_places.values())

    @cached_property
    def _forced(self) -> list[int]:
        """By place in the reference: how many words from there on must open a chunk in any alignment."""
        spare = self._spare(0, 0)
        forced = [0]
        for j in reversed(range(len(self.ref))):
            must = spare.words[self.ref[j].text] >= 0 and not self._may_continue(j)
            forced.append(forced[-1] + must)
        return forced[::-1]

    def _may_continue(self, j: int) -> bool:
        """Whether a match of this word and one of the word before can stand side by side in the hypothesis."""
        if j == 0:
            return False
        before = self.ref[j - 1]
        return any(i > 0 and self._may_match(self.hyp[i - 1], before) for i in self._places[self.ref[j].text])

    def _may_match(self, here: Word, there: Word) -> bool:
        return (
            here.text == there.text
            or ("stem" in self.modules and here.stem == there.stem)
            or ("synonym" in self.modules and share_synset(here, there))
        )


@dataclass(frozen=True)
class Spare:
    """By how many the free words exceed those that are still to be matched: of one text, and of one stem."""

    words: Counter[str]
    stems: Counter[int]
