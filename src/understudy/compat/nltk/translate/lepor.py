"""LEPOR as NLTK has it, which rewards a length other than the reference's: a warning says so.

NLTK's length penalty is above 1 where lengths differ (the paper's is below), and of several equal words it takes the
farthest. `understudy.lepor` has the paper's.
"""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Callable, Sequence

from understudy.compat.nltk.translate.tokens import AssertedError
from understudy.errors import InputError

__all__ = [
    "alignment",
    "corpus_lepor",
    "harmonic",
    "length_penalty",
    "ngram_positional_penalty",
    "sentence_lepor",
]

MAX_LEPOR_ALIGN_WORK = 4_000_000  # places looked at, of all words of one text
Tokenize = Callable[[str], list[str]]


def sentence_lepor(
    references: Sequence[str],
    hypothesis: str,
    alpha: float = 1.0,
    beta: float = 1.0,
    tokenizer: Tokenize | None = None,
) -> list[float]:
    """LEPOR of one hypothesis against each of its references, as strings; the tokenizer is NLTK's unless one is given.

    >>> sentence_lepor(["a bird is on the rock"], "a bird is on a stone", tokenizer=str.split)
    [0.7456994306786416]
    """
    tokenize = tokenizer or _word_tokenize()
    if isinstance(references, str):
        raise InputError(
            f"the references are the bare string {references!r:.60}; give a list of them, references first"
        )
    hyp, refs = tokenize(hypothesis), [tokenize(reference) for reference in references]
    if not hyp or not all(refs):
        raise InputError("a text is empty, for which NLTK's LEPOR has no score; leave the segment out, or use us.lepor")
    if any(len(ref) != len(hyp) for ref in refs):
        warnings.warn(
            "NLTK's LEPOR rewards a hypothesis that is longer or shorter than its reference instead of penalizing it;"
            " this is NLTK's number, understudy.lepor has that of the paper",
            stacklevel=2,
        )
    return [_lepor(ref, hyp, alpha, beta) for ref in refs]


def corpus_lepor(
    references: Sequence[Sequence[str]],
    hypothesis: Sequence[str],
    alpha: float = 1.0,
    beta: float = 1.0,
    tokenizer: Tokenize | None = None,
) -> list[list[float]]:
    """LEPOR of each segment against each of its references.

    >>> corpus_lepor([["a bird is on the rock"]], ["a bird is on a stone"], tokenizer=str.split)
    [[0.7456994306786416]]
    """
    if not len(references) or not len(hypothesis):
        raise InputError("there are no segments to score; give at least one hypothesis with its references")
    if len(references) != len(hypothesis):
        raise AssertedError(
            f"there are {len(hypothesis)} hypotheses but references for {len(references)};"
            " give a list of references for each hypothesis, references first"
        )
    pairs = zip(references, hypothesis, strict=True)
    return [sentence_lepor(refs, hyp, alpha, beta, tokenizer) for refs, hyp in pairs]


def _lepor(ref: list[str], hyp: list[str], alpha: float, beta: float) -> float:
    order, matches = ngram_positional_penalty(ref, hyp)
    return length_penalty(ref, hyp) * order * harmonic(matches, len(ref), len(hyp), alpha, beta)


def length_penalty(reference: Sequence[str], hypothesis: Sequence[str]) -> float:
    """1 where the lengths are equal, and more, up to e, where they aren't.

    >>> length_penalty("ab", "ab"), round(length_penalty("ab", "abcd"), 4)
    (1, 1.6487)
    """
    shorter, longer = sorted((len(reference), len(hypothesis)))
    return 1 if shorter == longer else math.exp(1 - shorter / longer)


def alignment(ref_tokens: Sequence[str], hyp_tokens: Sequence[str]) -> list[int]:
    """The places in the reference, from 1, of the words of the hypothesis that it has.

    Of several, it is the only one with an equal neighbor, else the farthest of those with one, or of all.

    >>> alignment(["the", "cat", "the"], ["the"])
    [3]
    """
    places: dict[str, list[int]] = {}
    for place, word in enumerate(ref_tokens):
        places.setdefault(word, []).append(place)
    work = 0
    aligned = []
    for i, word in enumerate(hyp_tokens):
        equal = places.get(word, [])
        work += len(equal)
        if work > MAX_LEPOR_ALIGN_WORK:
            raise InputError(
                f"the texts repeat words so often that more than {MAX_LEPOR_ALIGN_WORK} pairs are to be looked at,"
                " which is NLTK's limit; split the segment into sentences"
            )
        if equal:
            beside = [k for k in equal if _has_equal_neighbor(ref_tokens, k, hyp_tokens, i)] if len(equal) > 1 else []
            aligned.append(max(beside or equal, key=lambda k: abs(i - k)) + 1)
    return aligned


def _has_equal_neighbor(ref: Sequence[str], k: int, hyp: Sequence[str], i: int) -> bool:
    """Whether the words before are equal or those after; NLTK takes no text to have a word before its second."""
    before = k > 1 and i > 1 and ref[k - 1] == hyp[i - 1]
    return before or (k + 1 < len(ref) and i + 1 < len(hyp) and ref[k + 1] == hyp[i + 1])


def ngram_positional_penalty(ref_tokens: Sequence[str], hyp_tokens: Sequence[str]) -> tuple[float, int]:
    """What the words that moved cost, from 0 to 1, and how many words are aligned.

    >>> ngram_positional_penalty(["a", "cat"], ["a", "cat"])
    (1.0, 2)
    """
    aligned = alignment(ref_tokens, hyp_tokens)
    moved = sum(abs(i / len(hyp_tokens) - place / len(ref_tokens)) for i, place in enumerate(aligned, 1))
    return math.exp(-(moved / len(hyp_tokens))), len(aligned)


def harmonic(match_count: int, reference_length: int, hypothesis_length: int, alpha: float, beta: float) -> float:
    """The harmonic mean of recall and precision, weighted by alpha and beta.

    >>> round(harmonic(2, 4, 4, 1, 1), 9)
    0.5
    """
    epsilon = sys.float_info.epsilon
    precision, recall = match_count / hypothesis_length, match_count / reference_length
    return (alpha + beta) / (alpha / (recall + epsilon) + beta / (precision + epsilon))


def _word_tokenize() -> Tokenize:
    try:
        from nltk import word_tokenize
    except ImportError:
        raise InputError(
            "NLTK's LEPOR splits text with NLTK's word_tokenize, and NLTK is not installed;"
            " give tokenizer=, for example tokenizer=str.split"
        ) from None
    tokenize: Tokenize = word_tokenize
    return tokenize
