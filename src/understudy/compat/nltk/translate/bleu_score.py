"""BLEU as NLTK defines it: an order that a segment is too short for counts as 0 of 1, in sums too."""

from __future__ import annotations

import fractions
import math
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from understudy.compat.nltk.translate.tokens import AssertedError, as_tokens
from understudy.metrics.bleu.metric import BLEU

__all__ = [
    "Fraction",
    "SmoothingFunction",
    "brevity_penalty",
    "closest_ref_length",
    "corpus_bleu",
    "modified_precision",
    "sentence_bleu",
]

Weights = Sequence[float] | Sequence[Sequence[float]]
EVEN = (0.25, 0.25, 0.25, 0.25)


class Fraction(fractions.Fraction):
    """A fraction that is not reduced.

    >>> Fraction(2, 4).numerator
    2
    """

    _counts: tuple[int, int]

    def __new__(cls, numerator: int = 0, denominator: int = 1) -> Fraction:
        """Keep both numbers as they are."""
        made = super().__new__(cls, numerator, denominator)
        made._counts = numerator, denominator
        return made

    @property
    def numerator(self) -> int:
        """As it was given."""
        return self._counts[0]

    @property
    def denominator(self) -> int:
        """As it was given."""
        return self._counts[1]


def sentence_bleu(
    references: Sequence[Sequence[Any]],
    hypothesis: Sequence[Any],
    weights: Weights = EVEN,
    smoothing_function: Callable[..., Any] | None = None,
    auto_reweigh: bool = False,
) -> Any:
    """BLEU of one hypothesis, from 0 to 1.

    >>> sentence_bleu([["a", "cat", "sat", "here"]], ["a", "cat", "sat", "here"])
    1.0
    """
    return corpus_bleu([references], [hypothesis], weights, smoothing_function, auto_reweigh)


def corpus_bleu(
    list_of_references: Sequence[Sequence[Sequence[Any]]],
    hypotheses: Sequence[Sequence[Any]],
    weights: Weights = EVEN,
    smoothing_function: Callable[..., Any] | None = None,
    auto_reweigh: bool = False,
) -> Any:
    """BLEU of a corpus, from 0 to 1; a list of them for a list of weights.

    >>> corpus_bleu([[["a", "cat", "sat"]]], [["a", "cat", "sat"]], weights=[(1,), (0.5, 0.5)])
    [1.0, 1.0]
    """
    several: Any = weights if isinstance(weights[0], Sequence) else [weights]
    order = max(map(len, several))
    precisions, hyp_length, ref_length = _counts(list_of_references, hypotheses, order)
    if precisions[0].numerator == 0:
        return 0 if len(several) == 1 else [0] * len(several)
    smooth = smoothing_function or SmoothingFunction().method0
    smoothed = smooth(precisions, references=list_of_references[-1], hypothesis=hypotheses[-1], hyp_len=hyp_length)
    brevity = brevity_penalty(ref_length, hyp_length)
    scores = []
    for each in several:
        if auto_reweigh and hyp_length < 4 and each == EVEN:
            each = (1 / hyp_length,) * hyp_length
        # As many weights as there are precisions, or fewer, where weights are lists of different lengths.
        logs = (weight * math.log(p) for weight, p in zip(each, smoothed, strict=False) if p > 0)
        scores.append(brevity * math.exp(math.fsum(logs)))
    return scores[0] if len(several) == 1 else scores


class SmoothingFunction:
    """The eight smoothing methods of NLTK, after Chen and Cherry 2014.

    >>> counts = [Fraction(2, 3), Fraction(0, 2)]
    >>> SmoothingFunction().method1(counts)[1], SmoothingFunction().method2(counts)[1]
    (0.05, Fraction(1, 3))
    """

    def __init__(self, epsilon: float = 0.1, alpha: float = 5, k: float = 5) -> None:
        self.epsilon = epsilon
        self.alpha = alpha
        self.k = k

    def method0(self, p_n: list[Any], *args: Any, **kwargs: Any) -> list[Any]:
        """No smoothing: an order without a match makes BLEU 0, or nearly so, and warns."""
        for order, p in enumerate(p_n, 1):
            if p.numerator == 0:
                warnings.warn(
                    f"\nThe hypothesis contains 0 counts of {order}-gram overlaps.\nTherefore BLEU is 0, however many"
                    " shorter n-grams match;\nconsider a lower order or SmoothingFunction()",
                    stacklevel=3,
                )
        return [p if p.numerator else sys.float_info.min for p in p_n]

    def method1(self, p_n: list[Any], *args: Any, **kwargs: Any) -> list[Any]:
        """Add epsilon to the matches of orders that have none."""
        return [p if p.numerator else self.epsilon / p.denominator for p in p_n]

    def method2(self, p_n: list[Any], *args: Any, **kwargs: Any) -> list[Any]:
        """Add one to matches and totals of all orders above one."""
        return [p_n[0], *(Fraction(p.numerator + 1, p.denominator + 1) for p in p_n[1:])]

    def method3(self, p_n: list[Any], *args: Any, **kwargs: Any) -> list[Any]:
        """Halve once more for each further order without a match, as mteval does."""
        smoothed, halvings = [], 0
        for p in p_n:
            halvings += p.numerator == 0
            smoothed.append(p if p.numerator else 1 / (2**halvings * p.denominator))
        return smoothed

    def method4(
        self, p_n: list[Any], references: Any, hypothesis: Any, hyp_len: int | None = None, *args: Any, **kwargs: Any
    ) -> list[Any]:
        """Divide what method 3 adds by the logarithm of the length; nothing for a single word."""
        length = hyp_len or len(hypothesis)
        smoothed, halvings = [], 0
        for p in p_n:
            if p.numerator or length <= 1:
                smoothed.append(p)
                continue
            halvings += 1
            smoothed.append(1 / (2**halvings * self.k / math.log(length)) / p.denominator)
        return smoothed

    def method5(
        self, p_n: list[Any], references: Any, hypothesis: Any, hyp_len: int | None = None, *args: Any, **kwargs: Any
    ) -> list[Any]:
        """Average each precision with its neighbors: the one before as smoothed, and the one after."""
        after = [*p_n[1:], modified_precision(references, hypothesis, 5)]
        smoothed: list[Any] = []
        for p, next_p in zip(p_n, after, strict=True):
            smoothed.append(((smoothed[-1] if smoothed else p_n[0] + 1) + p + next_p) / 3)
        return smoothed

    def method6(
        self, p_n: list[Any], references: Any, hypothesis: Any, hyp_len: int | None = None, *args: Any, **kwargs: Any
    ) -> list[Any]:
        """Interpolate the orders above two with what the two before let expect."""
        if not p_n[2]:
            raise AssertedError("this smoothing method needs a match of three words; choose another one")
        smoothed = list(p_n)
        for i in range(2, len(p_n)):
            expected = smoothed[i - 1] ** 2 / smoothed[i - 2] if smoothed[i - 2] else 0
            total = max(0, len(hypothesis) - i)
            smoothed[i] = (p_n[i].numerator + self.alpha * expected) / (total + self.alpha)
        return smoothed

    def method7(
        self, p_n: list[Any], references: Any, hypothesis: Any, hyp_len: int | None = None, *args: Any, **kwargs: Any
    ) -> list[Any]:
        """Method 4, then method 5."""
        length = hyp_len or len(hypothesis)
        return self.method5(self.method4(p_n, references, hypothesis, length), references, hypothesis, length)


def modified_precision(references: Sequence[Sequence[Any]], hypothesis: Sequence[Any], n: int) -> Fraction:
    """The share of n-grams of a hypothesis that some reference has, each as often as one has it.

    >>> modified_precision([["the", "cat"]], ["the", "the", "the"], 1)
    Fraction(1, 3)
    """
    return _counts([references], [hypothesis], n)[0][n - 1]


def closest_ref_length(references: Sequence[Sequence[Any]], hyp_len: int) -> int:
    """The length of the reference that is closest to that of a hypothesis; of two, the shorter.

    >>> closest_ref_length([["a"] * 6, ["a"] * 4], 5)
    4
    """
    return min(map(len, references), key=lambda length: (abs(length - hyp_len), length))


def brevity_penalty(closest_ref_len: int, hyp_len: int) -> float:
    """What a hypothesis shorter than its reference is multiplied by.

    >>> brevity_penalty(5, 6), round(brevity_penalty(6, 5), 4)
    (1, 0.8187)
    """
    if hyp_len > closest_ref_len:
        return 1
    return math.exp(1 - closest_ref_len / hyp_len) if hyp_len else 0


def _counts(
    list_of_references: Sequence[Any], hypotheses: Sequence[Any], order: int
) -> tuple[list[Fraction], int, int]:
    """Matches and totals of each order, and both lengths, added up over all segments."""
    hyps, refs = as_tokens(list_of_references, hypotheses)
    stats = BLEU(order=order, smoothing="none").stats(hyps, refs)
    match, total = stats.metric.families(stats.rows, "match", "total")
    hyp_length, ref_length = stats.metric.each(stats.rows, ("hyp_length", "ref_length"))
    precisions = [
        Fraction(int(matches.sum()), int(np.maximum(totals, 1).sum()))  # 0 of 1 where a segment is too short
        for matches, totals in zip(match, total, strict=True)
    ]
    return precisions, int(hyp_length.sum()), int(ref_length.sum())
