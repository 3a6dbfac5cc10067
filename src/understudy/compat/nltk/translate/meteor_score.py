"""METEOR as NLTK defines it: words are matched from the last to the first, with no look at the number of chunks.

It has the formula of Lavie and Agarwal 2007, but not the alignment in as few chunks as there can be, which
`understudy.meteor` has: NLTK takes the last free word that matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from understudy.errors import InputError
from understudy.lexicon.porter import porter_stem
from understudy.lexicon.senses import senses

__all__ = [
    "align_words",
    "exact_match",
    "meteor_score",
    "single_meteor_score",
    "stem_match",
    "wordnetsyn_match",
]

Match = tuple[int, int]  # places in the hypothesis and in the reference
Numbered = list[tuple[int, str]]  # words with their places
Matched = tuple[list[Match], Numbered, Numbered]  # and the words of hypothesis and reference that are left


def meteor_score(
    references: Iterable[Iterable[str]],
    hypothesis: Iterable[str],
    preprocess: Callable[[str], str] = str.lower,
    stemmer: Any = None,
    wordnet: Any = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
) -> float:
    """METEOR of one hypothesis against the best of its references, from 0 to 1.

    The stemmer and WordNet are ours, equal to NLTK's, unless others are given: objects with `stem(word)` and
    `synsets(word)`, for example NLTK's.

    >>> round(meteor_score([["a", "cat", "sat"]], ["the", "cats", "sat"]), 4)
    0.625
    """
    words = _words(hypothesis, "hypothesis")
    settings = preprocess, stemmer, wordnet, alpha, beta, gamma
    scores = [single_meteor_score(reference, words, *settings) for reference in references]
    if not scores:
        raise InputError("there are no references; give at least one, references first")
    return max(scores)


# The arguments are NLTK's, and help shows them: each function writes them out.
def single_meteor_score(
    reference: Iterable[str],
    hypothesis: Iterable[str],
    preprocess: Callable[[str], str] = str.lower,
    stemmer: Any = None,
    wordnet: Any = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
) -> float:
    """METEOR of one hypothesis against one reference, from 0 to 1.

    >>> single_meteor_score(["the", "cat", "sat"], ["a", "dog", "ran"])
    0.0
    """
    hyp, ref = _numbered(hypothesis, reference, preprocess)
    matches, _, _ = _aligned(hyp, ref, stemmer, wordnet)
    if not matches:
        return 0.0
    precision, recall = len(matches) / len(hyp), len(matches) / len(ref)
    mean = (precision * recall) / (alpha * precision + (1 - alpha) * recall)
    penalty: float = gamma * (_chunks(matches) / len(matches)) ** beta
    return (1 - penalty) * mean


def align_words(
    hypothesis: Iterable[str], reference: Iterable[str], stemmer: Any = None, wordnet: Any = None
) -> Matched:
    """Match equal words first, then those with one stem, then synonyms; of the words that are left the stems are given.

    >>> align_words(["the", "cars", "auto"], ["car", "automobile"])
    ([(1, 0)], [(0, 'the'), (2, 'auto')], [(1, 'automobil')])
    """
    return _aligned(*_numbered(hypothesis, reference), stemmer, wordnet)


def exact_match(hypothesis: Iterable[str], reference: Iterable[str]) -> Matched:
    """Match equal words.

    >>> exact_match(["the", "cat"], ["a", "cat"])
    ([(1, 1)], [(0, 'the')], [(0, 'a')])
    """
    return _matched(*_numbered(hypothesis, reference), _itself)


def stem_match(hypothesis: Iterable[str], reference: Iterable[str], stemmer: Any = None) -> Matched:
    """Match words with one stem, which is what is given of the words that are left.

    >>> stem_match(["the", "cats"], ["a", "cat"])
    ([(1, 1)], [(0, 'the')], [(0, 'a')])
    """
    return _matched_by_stem(*_numbered(hypothesis, reference), stemmer)


def wordnetsyn_match(hypothesis: Iterable[str], reference: Iterable[str], wordnet: Any = None) -> Matched:
    """Match words of the hypothesis with their synonyms in the reference.

    >>> wordnetsyn_match(["the", "automobile"], ["a", "car"])
    ([(1, 1)], [(0, 'the')], [(0, 'a')])
    """
    return _matched(*_numbered(hypothesis, reference), _synonyms_by(wordnet))


def _aligned(hyp: Numbered, ref: Numbered, stemmer: Any, wordnet: Any) -> Matched:
    exact, hyp, ref = _matched(hyp, ref, _itself)
    stems, hyp, ref = _matched_by_stem(hyp, ref, stemmer)
    synonyms, hyp, ref = _matched(hyp, ref, _synonyms_by(wordnet))  # of the stems of words, as in NLTK
    return sorted(exact + stems + synonyms), hyp, ref


def _matched_by_stem(hyp: Numbered, ref: Numbered, stemmer: Any) -> Matched:
    stem = porter_stem if stemmer is None else stemmer.stem
    here, there = ([(place, stem(word)) for place, word in text] for text in (hyp, ref))
    return _matched(here, there, _itself)


def _matched(hyp: Numbered, ref: Numbered, partners: Callable[[str], Iterable[str]]) -> Matched:
    """Match each word of the hypothesis, the last one first, with its last partner that is free."""
    free: dict[str, list[int]] = {}
    for place, word in ref:
        free.setdefault(word, []).append(place)
    matches = []
    for place, word in reversed(hyp):
        last = max(((free[each][-1], each) for each in partners(word) if free.get(each)), default=None)
        if last is not None:
            matches.append((place, free[last[1]].pop()))
    here, there = ({match[side] for match in matches} for side in (0, 1))
    return matches, [each for each in hyp if each[0] not in here], [each for each in ref if each[0] not in there]


def _itself(word: str) -> tuple[str]:
    return (word,)


def _synonyms_by(wordnet: Any) -> Callable[[str], Iterable[str]]:
    if wordnet is None:
        return _synonyms

    def synonyms(word: str) -> set[str]:
        names = {lemma.name() for synset in wordnet.synsets(word) for lemma in synset.lemmas()}
        return {name for name in names if "_" not in name} | {word}

    return synonyms


@lru_cache(1 << 16)
def _synonyms(word: str) -> frozenset[str]:
    return frozenset(name for name in senses().synonyms(word) if "_" not in name) | {word}


def _chunks(matches: Sequence[Match]) -> int:
    """How many runs of matches are adjacent in both texts."""
    return 1 + sum(following != (one + 1, other + 1) for (one, other), following in pairwise(matches))


def _numbered(
    hypothesis: Iterable[str], reference: Iterable[str], preprocess: Callable[[str], str] = str.lower
) -> tuple[Numbered, Numbered]:
    hyp, ref = _words(hypothesis, "hypothesis"), _words(reference, "reference")
    return list(enumerate(map(preprocess, hyp))), list(enumerate(map(preprocess, ref)))


def _words(text: Iterable[str], what: str) -> list[str]:
    if isinstance(text, str):
        raise TypeError(
            f"the {what} is the bare string {text!r:.60}; give a list of its tokens, for example by .split()"
        )
    return list(text)
