"""The alignment of the first METEOR: as many matches as there can be, stage by stage, in as few chunks as there can be.

Banerjee and Lavie 2005 match words exactly first, then the rest by stem, then the rest by meaning. How many words of
each kind match exactly or by stem doesn't depend on which of several equal words is taken; so the search is free to
choose places. `meteor_parts` settles what needs no search and cuts the rest into parts that don't bear on each other;
in each the search goes through the choices best first: fewest chunks, with a bound on those still to come (A*).
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from understudy.errors import InputError
from understudy.metrics.meteor.first_paper.parts import MatchChoices, places
from understudy.metrics.meteor.readable import Match, Word, share_synset

MOST_WORDS = 500  # of one text
MOST_STATES = 100_000  # of the search, in one pair of texts
MOST_WORK = 10_000_000  # pairs of equal words looked at for the bounds of all states

Kind = TypeVar("Kind", str, int)
State = tuple[int, int, int]  # place in the reference, used words of the hypothesis as bits, where a chunk would go on
Entry = tuple[tuple[int, int, int, int], bool, int, int, State, State | None, Match | None]
Came = dict[State, tuple[State | None, Match | None]]  # from where, by which match


def align_2005(hyp: Sequence[Word], ref: Sequence[Word], modules: Sequence[str]) -> tuple[Match, ...]:
    """Align two texts with the most matches and, of all such alignments, the fewest chunks.

    >>> a, b = (Word(text, n, frozenset(), False, 1) for n, text in enumerate("ab"))
    >>> [(match.ref_start, match.hyp_start) for match in align_2005([a, b, a], [b, a], ["exact"])]
    [(0, 1), (1, 2)]
    """
    for what, text in (("the hypothesis", hyp), ("a reference", ref)):
        if len(text) > MOST_WORDS:
            raise InputError(
                f"{what} has {len(text)} words; variant 2005 takes at most {MOST_WORDS} in one text: split it into"
                " sentences, or use variant 1.5"
            )
    if [word.text for word in hyp] == [word.text for word in ref]:
        return tuple(Match(j, 1, j, 1, modules.index("exact")) for j in range(len(ref)))
    choices = MatchChoices(hyp, ref, modules)
    choices.settle()
    matched = dict(choices.settled)
    budget = Budget(len(hyp), len(ref))
    for part in choices.parts():
        here, there = (tuple(word for word, _ in side) for side in part)
        for match in Search(here, there, tuple(modules), budget).best():
            i, j = part.hyp[match.hyp_start][1], part.ref[match.ref_start][1]
            if i is not None and j is not None:
                matched[j] = i
    choices.complete(matched)
    return tuple(Match(j, 1, i, 1, modules.index(choices.module(i, j))) for j, i in sorted(matched.items()))


@dataclass
class Budget:
    """What the searches in one pair of texts may still do.

    >>> Budget(90, 80, states=0).spend(states=1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    understudy.errors.InputError: a hypothesis of 90 words and a reference of 80 have too many repeated words ...
    """

    hyp_length: int
    ref_length: int
    states: int = MOST_STATES
    work: int = MOST_WORK

    def spend(self, states: int = 0, work: int = 0) -> None:
        """Count what is done, and refuse what is too much."""
        self.states -= states
        self.work -= work
        if self.states < 0 or self.work < 0:
            raise InputError(
                f"a hypothesis of {self.hyp_length} words and a reference of {self.ref_length} have too many repeated"
                f" words for variant 2005, which looks for the alignment with the fewest chunks in at most"
                f" {MOST_STATES} steps; split the segment into sentences, or use variant 1.5"
            )


@dataclass(frozen=True)
class Search:
    """The choices for one part of a pair of texts."""

    hyp: tuple[Word, ...]
    ref: tuple[Word, ...]
    modules: tuple[str, ...]
    budget: Budget

    def best(self) -> tuple[Match, ...]:
        """Go through the states, the most promising first."""
        order = itertools.count()
        # Most matches by meaning, fewest chunks, furthest on, found first; whether that is the bound of the state
        # itself or still that of the one before; and how it was found.
        queue: list[Entry] = [((-len(self.ref), 0, 0, next(order)), False, 0, 0, (0, 0, -1), None, None)]
        came: Came = {}
        while True:
            key, bounded, synonyms, chunks, state, before, by = heapq.heappop(queue)
            if state in came:
                continue
            if not bounded:
                self.budget.spend(states=1, work=self._synonym_work)
                own = -(synonyms + self._synonyms_left(state)), chunks + self._chunks_left(state)
                if own > key[:2]:
                    heapq.heappush(queue, ((*own, *key[2:]), True, synonyms, chunks, state, before, by))
                    continue
            came[state] = before, by
            if state[0] == len(self.ref):
                return _matches(state, came)
            for following, match in self._choices(state):
                found = synonyms + (match is not None and self.modules[match.slot] == "synonym")
                opened = chunks + (match is not None and match.hyp_start != state[2])
                new = (key[0], max(key[1], opened), -following[0], next(order))
                heapq.heappush(queue, (new, False, found, opened, following, state, match))

    # --- What can be chosen ---------------------------------------------------------------------------------------

    def _choices(self, state: State) -> Iterator[tuple[State, Match | None]]:
        """The ways to match one word of the reference that keep every stage at its best, and to leave it."""
        j, used, goes_on = state
        there = self.ref[j]
        # What continues a chunk first: of equally good states, the one found first goes on.
        for i in sorted(places(self._same_text.get(there.text, 0) & ~used), key=lambda i: i != goes_on):
            yield self._taken(state, i, "exact")
        if self._spare_words(j, used, there.text) >= 0:
            return  # every word of this kind is needed for an exact match
        if "stem" in self.modules:
            for i in places(self._same_stem.get(there.stem, 0) & ~used):
                if self._spare_words(j, used, self.hyp[i].text) > 0:
                    yield self._taken(state, i, "stem")
            if self._spare_stems(j, used, there.stem) >= 0:
                return
        for i in self._spare_synonyms(j, used, there.text):
            yield self._taken(state, i, "synonym")
        yield (j + 1, used, -1), None

    def _taken(self, state: State, i: int, module: str) -> tuple[State, Match]:
        j, used, _ = state
        return (j + 1, used | 1 << i, i + 1), Match(j, 1, i, 1, self.modules.index(module))

    def _spare_words(self, j: int, used: int, text: str) -> int:
        """By how many the free words of one text exceed those of the reference from a place on."""
        return (self._same_text.get(text, 0) & ~used).bit_count() - self._texts_left[j].get(text, 0)

    def _spare_stems(self, j: int, used: int, stem: int) -> int:
        return (self._same_stem.get(stem, 0) & ~used).bit_count() - self._stems_left[j].get(stem, 0)

    def _spare_synonyms(self, j: int, used: int, text: str) -> Iterator[int]:
        """Places of free words that share a meaning, and that neither an exact match nor one by stem needs."""
        for i in places(self._synonyms.get(text, 0) & ~used):
            here = self.hyp[i]
            needed = "stem" in self.modules and self._spare_stems(j, used, here.stem) <= 0
            if not needed and self._spare_words(j, used, here.text) > 0:
                yield i

    # --- Bounds on what is still to come ----------------------------------------------------------------------------

    def _synonyms_left(self, state: State) -> int:
        """How many matches by meaning there may still be, at most."""
        j, used, _ = state
        lacking: dict[int, int] = {}
        for text, stem in self._with_synonyms:
            less = -self._spare_words(j, used, text)
            if less > 0 and any(True for _ in self._spare_synonyms(j, used, text)):
                lacking[stem] = lacking.get(stem, 0) + less
        if "stem" not in self.modules:
            return sum(lacking.values())
        return sum(min(less, max(-self._spare_stems(j, used, stem), 0)) for stem, less in lacking.items())

    def _chunks_left(self, state: State) -> int:
        """How many chunks must still be opened, at least: by exact matches that can't all continue another match."""
        j, used, goes_on = state
        here = self.ref[j].text if j < len(self.ref) else None
        total = 0
        for text, around in self._around.items():
            key = text, self._texts_left[j].get(text, 0), around & used, goes_on if text == here else -1
            breaks = self._known_breaks.get(key)
            if breaks is None:
                breaks = self._known_breaks[key] = self._count_breaks(text, state)
            total += breaks
        return total

    def _count_breaks(self, text: str, state: State) -> int:
        """How many of the exact matches of one text that are still to come must open a chunk."""
        j, used, goes_on = state
        equal = self._same_text[text] & ~used
        behind = equal & ~(used << 1) & ~1  # where the word before is free, too
        ahead = [k for k in self._ref_places[text] if k >= j]
        self.budget.spend(work=len(ahead) * equal.bit_count())
        choices = [places(self._continuations[k] & behind) for k in ahead if k > j]
        if ahead and ahead[0] == j and goes_on >= 0 and equal >> goes_on & 1:
            choices.append([goes_on])
        return min(equal.bit_count(), len(ahead)) - _pairs(choices)

    # --- What is known before the search ----------------------------------------------------------------------------

    @cached_property
    def _known_breaks(self) -> dict[tuple[str, int, int, int], int]:
        return {}

    @cached_property
    def _same_text(self) -> dict[str, int]:
        """By text: its places in the hypothesis, as bits."""
        return _by_key(word.text for word in self.hyp)

    @cached_property
    def _same_stem(self) -> dict[int, int]:
        return _by_key(word.stem for word in self.hyp)

    @cached_property
    def _synonyms(self) -> dict[str, int]:
        """By text in the reference: places in the hypothesis that share a meaning."""
        if "synonym" not in self.modules:
            return {}
        return {
            text: sum(1 << i for i, here in enumerate(self.hyp) if share_synset(here, there))
            for text, there in {word.text: word for word in self.ref}.items()
        }

    @cached_property
    def _texts_left(self) -> list[dict[str, int]]:
        """By place in the reference: how many words of each text there are from there on."""
        return _left([word.text for word in self.ref])

    @cached_property
    def _stems_left(self) -> list[dict[int, int]]:
        return _left([word.stem for word in self.ref])

    @cached_property
    def _with_synonyms(self) -> list[tuple[str, int]]:
        """Texts of the reference, with their stems, that may have to match by meaning."""
        stems = {word.text: word.stem for word in self.ref}
        lacking = [text for text, places in self._synonyms.items() if places and self._spare_words(0, 0, text) < 0]
        return [(text, stems[text]) for text in lacking]

    @cached_property
    def _synonym_work(self) -> int:
        """The work of the bound on matches by meaning: a pair of words takes as long there as four equal ones."""
        return 4 * sum(self._synonyms[text].bit_count() for text, _ in self._with_synonyms)

    @cached_property
    def _ref_places(self) -> dict[str, list[int]]:
        return {text: [k for k, word in enumerate(self.ref) if word.text == text] for text in self._around}

    @cached_property
    def _around(self) -> dict[str, int]:
        """By text that both have: its places in the hypothesis and those before them."""
        both = [text for text in self._texts_left[0] if text in self._same_text]
        return {text: self._same_text[text] | self._same_text[text] >> 1 for text in both}

    @cached_property
    def _continuations(self) -> list[int]:
        """By place in the reference: where an equal word may continue a match of the word before."""
        found = [0]
        for before, word in itertools.pairwise(self.ref):
            equal = self._same_text.get(word.text, 0)
            found.append(equal & self._may_match(before) << 1)
        return found

    def _may_match(self, there: Word) -> int:
        stems = self._same_stem.get(there.stem, 0) if "stem" in self.modules else 0
        return self._same_text.get(there.text, 0) | stems | self._synonyms.get(there.text, 0)


def _matches(state: State | None, came: Came) -> tuple[Match, ...]:
    matches = []
    while state is not None:
        state, match = came[state]
        matches += [match] if match is not None else []
    return tuple(reversed(matches))


def _by_key(keys: Iterable[Kind]) -> dict[Kind, int]:
    """The places of equal keys, as bits."""
    found: dict[Kind, int] = {}
    for i, key in enumerate(keys):
        found[key] = found.get(key, 0) | 1 << i
    return found


def _left(kinds: Sequence[Kind]) -> list[dict[Kind, int]]:
    left: list[dict[Kind, int]] = [{}]
    for kind in reversed(kinds):
        left.append(left[-1] | {kind: left[-1].get(kind, 0) + 1})
    return left[::-1]


def _pairs(choices: list[list[int]]) -> int:
    """How many rows can choose a place, each another one: a largest matching, by augmenting paths."""
    owner: dict[int, int] = {}

    def place(row: int, tried: set[int]) -> bool:
        free = next((at for at in choices[row] if at not in owner), None)  # mostly there is one: no path is needed
        if free is not None:
            owner[free] = row
            return True
        for at in choices[row]:
            if at in tried:
                continue
            tried.add(at)
            if place(owner[at], tried):
                owner[at] = row
                return True
        return False

    return sum(place(row, set()) for row in range(len(choices)))
