"""RIBES as NLTK defines it: the words after a word are looked at before those before it; one word has no order."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.compat.nltk.translate.tokens import check_lists
from understudy.errors import InputError
from understudy.metrics.ribes.metric import ascending_pairs

__all__ = [
    "corpus_ribes",
    "find_increasing_sequences",
    "kendall_tau",
    "position_of_ngram",
    "sentence_ribes",
    "spearman_rho",
    "word_rank_alignment",
]

Numbers = npt.NDArray[np.int_]
MAX_ALIGNMENT_LEN = 2000  # words of one text
SHORT = 100  # words, up to which lists are faster than arrays


def sentence_ribes(
    references: Sequence[Sequence[Any]], hypothesis: Sequence[Any], alpha: float = 0.25, beta: float = 0.10
) -> float:
    """RIBES of one hypothesis against the best of its references, from 0 to 1.

    >>> sentence_ribes([["John", "hit", "Bob", "yesterday"]], ["Bob", "hit", "John", "yesterday"])
    0.5
    """
    check_lists([references], [hypothesis])
    if not references or not hypothesis:
        return 0.0
    return max(_ribes(reference, hypothesis, alpha, beta) for reference in references)


def _ribes(reference: Sequence[Any], hypothesis: Sequence[Any], alpha: float, beta: float) -> float:
    ranks = word_rank_alignment(reference, hypothesis)
    brevity = min(1.0, math.exp(1.0 - len(reference) / len(hypothesis)))
    return float(kendall_tau(ranks) * (len(ranks) / len(hypothesis)) ** alpha * brevity**beta)


def corpus_ribes(
    list_of_references: Sequence[Sequence[Sequence[Any]]],
    hypotheses: Sequence[Sequence[Any]],
    alpha: float = 0.25,
    beta: float = 0.10,
) -> float:
    """The mean of RIBES over segments.

    >>> corpus_ribes([[["a", "cat"]], [["a", "dog"]]], [["a", "cat"], ["dog", "a"]])
    0.5
    """
    if not hypotheses:
        return 0.0
    if len(list_of_references) != len(hypotheses):
        raise InputError(
            f"there are {len(hypotheses)} hypotheses but references for {len(list_of_references)}:"
            " the number of reference sets must be that of hypotheses; references come first"
        )
    pairs = zip(list_of_references, hypotheses, strict=True)
    return sum(sentence_ribes(refs, hyp, alpha, beta) for refs, hyp in pairs) / len(hypotheses)


def word_rank_alignment(
    reference: Sequence[Any], hypothesis: Sequence[Any], character_based: bool = False
) -> list[int]:
    """The places in the reference of those words of the hypothesis whose place is certain.

    A word that both texts have once is certain; another by the fewest words after it with which both texts have it
    once, or before it, if those are fewer. `character_based` changes nothing, as in NLTK.

    >>> word_rank_alignment("the boy read the book".split(), "the book was read by the boy".split())
    [3, 4, 2, 0, 1]
    """
    if max(len(reference), len(hypothesis)) > MAX_ALIGNMENT_LEN:
        raise InputError(
            f"a text has {max(len(reference), len(hypothesis))} words; NLTK's RIBES takes at most"
            f" {MAX_ALIGNMENT_LEN}, which ribes_score.MAX_ALIGNMENT_LEN raises; or use understudy.ribes"
        )
    hyp, ref = _numbered(hypothesis, reference)
    places = _places_of_long if max(len(hyp), len(ref)) > SHORT else _places
    return [place for place in places(hyp, ref) if place is not None]


def _places(hyp: list[int], ref: list[int]) -> Iterator[int | None]:
    """The place of each word, None where it isn't certain, by widening its context word by word."""
    in_hyp, in_ref = _by_word(hyp), _by_word(ref)
    for i, word in enumerate(hyp):
        here, there = in_hyp[word], in_ref.get(word, [])
        if len(here) == len(there) == 1:
            yield there[0]
        else:
            yield _widened(hyp, ref, i, here, there) if there else None


def _by_word(text: list[int]) -> dict[int, list[int]]:
    places: dict[int, list[int]] = {}
    for place, word in enumerate(text):
        places.setdefault(word, []).append(place)
    return places


def _widened(hyp: list[int], ref: list[int], i: int, here: list[int], there: list[int]) -> int | None:
    sides = [(1, here, there), (-1, here, there)]  # the words after it first
    for window in range(1, min(max(i, len(hyp) - i + 1), len(ref))):
        for side, (step, one, other) in enumerate(sides):
            end = i + step * window
            if not other or not 0 <= end < len(hyp):
                continue
            one, other = (_going_on(text, hyp[end], step * window, at) for text, at in ((hyp, one), (ref, other)))
            if len(one) == len(other) == 1:
                return other[0]
            sides[side] = step, one, other
    return None


def _going_on(text: list[int], word: int, distance: int, places: list[int]) -> list[int]:
    """The places that have a word at some distance."""
    return [at for at in places if 0 <= at + distance < len(text) and text[at + distance] == word]


def _places_of_long(hyp: list[int], ref: list[int]) -> Iterator[int | None]:
    """The same in time that grows with the product of the lengths, however often words are repeated."""
    after = _certain(np.array(hyp), np.array(ref))
    turned = reversed(_certain(np.array(hyp[::-1]), np.array(ref[::-1])))
    before = [found and (found[0], len(ref) - 1 - found[1]) for found in turned]
    for i, both in enumerate(zip(after, before, strict=True)):
        widest = min(max(i, len(hyp) - i + 1), len(ref))
        found = [each for each in both if each is not None and (each[0] == 0 or each[0] < widest)]
        yield min(found, key=lambda each: each[0])[1] if found else None  # by the words after it, of equals


def _numbered(hypothesis: Sequence[Any], reference: Sequence[Any]) -> tuple[list[int], list[int]]:
    """Number the words, equal ones alike; they need not be hashable."""
    try:
        by_word: dict[Any, int] = {}
        hyp, ref = ([by_word.setdefault(word, len(by_word)) for word in text] for text in (hypothesis, reference))
    except TypeError:
        words = [*hypothesis, *reference]
        numbers = [words.index(word) for word in words]
        hyp, ref = numbers[: len(hypothesis)], numbers[len(hypothesis) :]
    return hyp, ref


def _certain(hyp: Numbers, ref: Numbers) -> list[tuple[int, int] | None]:
    """For each word, the fewest words after it with which both texts have it once, and its place in the reference."""
    found: list[tuple[int, int] | None] = []
    runs_in_hyp, runs_in_ref = (np.zeros(len(text) + 1, int) for text in (hyp, ref))
    for i in reversed(range(len(hyp))):
        # How many words from here on are those from each place on.
        runs_in_hyp[:-1] = np.where(hyp == hyp[i], runs_in_hyp[1:] + 1, 0)
        runs_in_ref[:-1] = np.where(ref == hyp[i], runs_in_ref[1:] + 1, 0)
        place = int(runs_in_ref.argmax())
        others = [runs_in_hyp[:i], runs_in_hyp[i + 1 :], runs_in_ref[:place], runs_in_ref[place + 1 :]]
        needed = max(int(each.max(initial=0)) for each in others)
        found.append((needed, place) if needed < runs_in_ref[place] else None)
    return found[::-1]


def position_of_ngram(ngram: Sequence[Any], sentence: Sequence[Any]) -> int | None:
    """The place where an n-gram begins first; None if it doesn't occur.

    >>> position_of_ngram(("b", "c"), ["a", "b", "c"])
    1
    """
    ends = range(len(ngram), len(sentence) + 1)
    return next((end - len(ngram) for end in ends if list(sentence[end - len(ngram) : end]) == list(ngram)), None)


def find_increasing_sequences(worder: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The runs of places that go up one by one, without single ones.

    >>> list(find_increasing_sequences([7, 8, 9, 10, 6, 0, 1, 2, 3, 4, 5]))
    [(7, 8, 9, 10), (0, 1, 2, 3, 4, 5)]
    """
    run: list[int] = []
    for place in worder:
        if run and place != run[-1] + 1:
            if len(run) > 1:
                yield tuple(run)
            run = []
        run.append(place)
    if len(run) > 1:
        yield tuple(run)


def kendall_tau(worder: Sequence[int], normalize: bool = True) -> float:
    """The share of pairs in ascending order, from 0 to 1, or from -1 to 1; the lowest for fewer than two words.

    >>> kendall_tau([2, 1, 0, 3]), kendall_tau([2, 1, 0, 3], normalize=False)
    (0.5, 0.0)
    """
    pairs = math.comb(len(worder), 2)
    tau = 2 * ascending_pairs(list(worder)) / pairs - 1 if pairs else -1
    return (tau + 1) / 2 if normalize else tau


def spearman_rho(worder: Sequence[int], normalize: bool = True) -> float:
    """How far the places are from ascending order, from 0 to 1, or from -1 to 1.

    >>> round(spearman_rho([7, 8, 9, 10, 6, 0, 1, 2, 3, 4, 5]), 3)
    0.205
    """
    rho = 1 - sum((place - i) ** 2 for i, place in enumerate(worder)) / math.comb(len(worder) + 1, 3)
    return (rho + 1) / 2 if normalize else rho
