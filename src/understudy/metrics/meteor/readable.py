"""METEOR 1.5's matchers and aligner, readable: the twin of the native one, and what `alignment` shows.

A candidate is a phrase of the reference that may match a phrase of the hypothesis. Those that nothing
competes with are fixed; a beam search from left to right over the reference chooses among the others. Its integers
are METEOR's: a single word that doesn't match exactly gets no credit in the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from understudy.lexicon.words import WordFacts

MODULES = ("exact", "stem", "synonym", "paraphrase")
SLOTS = 4  # places for modules in a row of statistics; unused ones are 0
STATISTICS = (
    *("hyp_length", "ref_length", "hyp_function", "ref_function"),
    *(
        f"{side}_{kind}_{slot}"
        for slot in range(1, SLOTS + 1)
        for kind in ("content_match", "function_match")
        for side in ("hyp", "ref")
    ),
    *("chunks", "hyp_matched", "ref_matched"),
)


class Match(NamedTuple):
    """A phrase of the reference and the phrase of the hypothesis that matches it."""

    ref_start: int
    ref_length: int
    hyp_start: int
    hyp_length: int
    slot: int  # the place of the module in the list of modules


@dataclass(frozen=True)
class Word:
    """A word and what the matchers know of it."""

    text: str
    stem: int
    synsets: frozenset[int]
    function: bool
    utf16: int


# Finds runs (ref_start, ref_length, hyp_start, hyp_length) of words that are paraphrases, in METEOR's order.
Phrases = Callable[[Sequence[str], Sequence[str]], Iterable[tuple[int, int, int, int]]]


def words_with(texts: Sequence[str], facts: WordFacts) -> list[Word]:
    """Join words and the facts about them, which are in the same order.

    >>> from understudy.lexicon.words import Lexicon
    >>> [word.function for word in words_with(["the", "cat"], Lexicon("en").look_up(["the", "cat"]))]
    [True, False]
    """
    starts = facts.synset_starts.tolist()
    return [
        Word(
            text,
            int(facts.stems[i]),
            frozenset(facts.synsets[starts[i] : starts[i + 1]].tolist()),
            bool(facts.function[i]),
            int(facts.utf16[i]),
        )
        for i, text in enumerate(texts)
    ]


def same_text(hyp: Word, ref: Word) -> bool:
    """Tell whether two words match exactly.

    >>> same_text(Word("a", 0, frozenset(), True, 1), Word("a", 0, frozenset(), True, 1))
    True
    """
    return hyp.text == ref.text


def same_stem(hyp: Word, ref: Word) -> bool:
    """Tell whether two different words have one stem.

    >>> same_stem(Word("runs", 7, frozenset(), False, 4), Word("run", 7, frozenset(), False, 3))
    True
    """
    return hyp.text != ref.text and hyp.stem == ref.stem


def share_synset(hyp: Word, ref: Word) -> bool:
    """Tell whether two different words have a meaning in common.

    >>> share_synset(Word("car", 1, frozenset({3, 4}), False, 3), Word("auto", 2, frozenset({4}), False, 4))
    True
    """
    return hyp.text != ref.text and not hyp.synsets.isdisjoint(ref.synsets)


MATCHERS = {"exact": same_text, "stem": same_stem, "synonym": share_synset}


def find_candidates(
    hyp: Sequence[Word], ref: Sequence[Word], modules: Sequence[str], phrases: Phrases | None = None
) -> list[list[Match]]:
    """List the candidates by the place in the reference where they begin, in the order in which they are tried.

    >>> a, b = (Word(text, n, frozenset(), False, 1) for n, text in enumerate("ab"))
    >>> [len(each) for each in find_candidates([a, b, a], [a, b], ["exact"])]
    [2, 1]
    """
    found: list[list[Match]] = [[] for _ in ref]
    if [word.text for word in hyp] == [word.text for word in ref]:
        modules = modules[:1]
    for slot, module in enumerate(modules):
        if module == "paraphrase":
            texts = [word.text for word in hyp], [word.text for word in ref]
            for ref_start, ref_length, hyp_start, hyp_length in phrases(*texts) if phrases else ():
                found[ref_start].append(Match(ref_start, ref_length, hyp_start, hyp_length, slot))
            continue
        matches = MATCHERS[module]
        for j, there in enumerate(ref):
            found[j] += [Match(j, 1, i, 1, slot) for i, here in enumerate(hyp) if matches(here, there)]
    return found


class State(NamedTuple):
    """What the search has chosen so far, up to a place in the reference."""

    matches: tuple[Match, ...] = ()
    used: frozenset[int] = frozenset()  # words of the hypothesis
    hyp_weight: int = 0
    ref_weight: int = 0
    chunks: int = 0
    next_ref: int = 0  # where the last match ends
    next_hyp: int = -1  # where the open chunk would go on; -1 if there is none
    distance: int = 0

    def order(self) -> tuple[int, int, int]:
        """The better state has the smaller one; of equals, the one that was found first."""
        return -(self.hyp_weight + self.ref_weight), self.chunks, self.distance

    def take(self, match: Match, exact: bool) -> State:
        """Choose a candidate."""
        # METEOR adds half a word for each word that is not exact, and rounds the sum down after every match.
        share = 1 if exact else 2
        return self._replace(
            matches=(*self.matches, match),
            used=self.used | set(range(match.hyp_start, match.hyp_start + match.hyp_length)),
            hyp_weight=self.hyp_weight + match.hyp_length // share,
            ref_weight=self.ref_weight + match.ref_length // share,
            chunks=self.chunks + (self.next_hyp not in (-1, match.hyp_start)),
            next_ref=match.ref_start + match.ref_length,
            next_hyp=match.hyp_start + match.hyp_length,
        )

    def skip(self) -> State:
        """Leave a word of the reference without a match."""
        return self._replace(chunks=self.chunks + (self.next_hyp != -1), next_ref=self.next_ref + 1, next_hyp=-1)

    def moved(self, match: Match) -> State:
        """Add how far a match is from its place."""
        return self._replace(distance=self.distance + abs(match.ref_start - match.hyp_start))


def find_fixed(candidates: list[list[Match]], hyp_length: int) -> dict[int, Match]:
    """Find the candidates that share no word with another one, by the place where they begin.

    >>> find_fixed([[Match(0, 1, 1, 1, 0)]], 2)
    {0: Match(ref_start=0, ref_length=1, hyp_start=1, hyp_length=1, slot=0)}
    """
    of_hyp, of_ref = [0] * hyp_length, [0] * len(candidates)
    for match in (match for each in candidates for match in each):
        for i in range(match.hyp_start, match.hyp_start + match.hyp_length):
            of_hyp[i] += 1
        for j in range(match.ref_start, match.ref_start + match.ref_length):
            of_ref[j] += 1

    def alone(match: Match) -> bool:
        return set(of_hyp[match.hyp_start : match.hyp_start + match.hyp_length]) == {1} and set(
            of_ref[match.ref_start : match.ref_start + match.ref_length]
        ) == {1}

    return {j: each[0] for j, each in enumerate(candidates) if len(each) == 1 and alone(each[0])}


def search(candidates: list[list[Match]], hyp_length: int, exact_slot: int | None, beam: int) -> tuple[Match, ...]:
    """Choose among the candidates as METEOR does: from left to right, keeping the `beam` best states.

    >>> search([[Match(0, 1, 0, 1, 0), Match(0, 1, 1, 1, 0)]], 2, 0, 40)
    (Match(ref_start=0, ref_length=1, hyp_start=0, hyp_length=1, slot=0),)
    """
    fixed = find_fixed(candidates, hyp_length)
    states = [State()]
    for j, listed in enumerate(candidates):
        found: list[State] = []
        for state in sorted(states, key=State.order)[:beam]:
            if j < state.next_ref:
                found.append(state)
            elif j in fixed:
                found.append(state.take(fixed[j], fixed[j].slot == exact_slot).moved(fixed[j]))
            else:
                for match in listed:
                    if state.used.isdisjoint(range(match.hyp_start, match.hyp_start + match.hyp_length)):
                        found.append(state.take(match, match.slot == exact_slot))
                        # METEOR adds the distance to the state that goes on, not to the one that took the match.
                        state = state.moved(match)
                found.append(state.skip())
        states = found
    closed = [state.skip() for state in sorted(states, key=State.order)[:beam]]
    return min(closed, key=State.order).matches


def align(
    hyp: Sequence[Word], ref: Sequence[Word], modules: Sequence[str], beam: int = 40, phrases: Phrases | None = None
) -> tuple[Match, ...]:
    """Align two texts as METEOR 1.5 does.

    >>> a, b = (Word(text, n, frozenset(), False, 1) for n, text in enumerate("ab"))
    >>> [match.hyp_start for match in align([b, a, b], [a, b], ["exact"])]
    [1, 2]
    """
    candidates = find_candidates(hyp, ref, modules, phrases)
    return search(candidates, len(hyp), modules.index("exact") if "exact" in modules else None, beam)


def chunk_numbers(matches: Sequence[Match]) -> list[int]:
    """Number the chunks of matches: runs that are contiguous in both texts.

    >>> chunk_numbers([Match(0, 1, 3, 1, 0), Match(1, 1, 4, 1, 0), Match(3, 1, 5, 1, 0)])
    [1, 1, 2]
    """
    numbers: list[int] = []
    before: Match | None = None
    for match in matches:
        goes_on = (
            before is not None
            and before.ref_start + before.ref_length == match.ref_start
            and before.hyp_start + before.hyp_length == match.hyp_start
        )
        numbers.append((numbers[-1] if numbers else 0) + (not goes_on))
        before = match
    return numbers


def statistics(hyp: Sequence[Word], ref: Sequence[Word], matches: Sequence[Match], characters: bool) -> list[float]:
    """Count METEOR's 23 statistics of an aligned pair.

    >>> cat = Word("cat", 0, frozenset(), False, 3)
    >>> [int(each) for each in statistics([cat], [cat], [Match(0, 1, 0, 1, 0)], characters=True)][:6]
    [3, 3, 0, 0, 3, 3]
    """

    def size(words: Iterable[Word]) -> int:
        return sum(word.utf16 if characters else 1 for word in words)

    counts = dict.fromkeys(STATISTICS, 0)
    for side, words in (("hyp", hyp), ("ref", ref)):
        counts[f"{side}_length"] = size(words)
        counts[f"{side}_function"] = size(word for word in words if word.function)
    for match in matches:
        for side, run in (
            ("hyp", hyp[match.hyp_start : match.hyp_start + match.hyp_length]),
            ("ref", ref[match.ref_start : match.ref_start + match.ref_length]),
        ):
            counts[f"{side}_content_match_{match.slot + 1}"] += size(word for word in run if not word.function)
            counts[f"{side}_function_match_{match.slot + 1}"] += size(word for word in run if word.function)
            counts[f"{side}_matched"] += len(run)
    counts["chunks"] = max(chunk_numbers(matches), default=0)
    return np.array(list(counts.values()), dtype=float).tolist()  # type: ignore[no-any-return]
