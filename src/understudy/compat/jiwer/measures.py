"""The five rates. No alignment is made for them."""

from __future__ import annotations

from typing import Any

from understudy.compat.jiwer import transforms as tr
from understudy.compat.jiwer.process import count, rates_of
from understudy.compat.jiwer.removed import named_as_before
from understudy.compat.jiwer.transformations import cer_default, wer_default

__all__ = ["cer", "mer", "wer", "wil", "wip"]


def wer(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: tr.Transform = wer_default,
    hypothesis_transform: tr.Transform = wer_default,
    **removed: Any,
) -> float:
    """The word error rate of one or more sentences.

    >>> wer(["a cat sat", "it slept"], ["a cat", "it slept"])
    0.2
    """
    # The number of errors is the same for every alignment that has the fewest.
    return _rate("wer", (reference, hypothesis, reference_transform, hypothesis_transform), removed, "most-hits")


# jiwer's functions have these arguments, and help shows them: each is written out.
def mer(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: tr.Transform = wer_default,
    hypothesis_transform: tr.Transform = wer_default,
    **removed: Any,
) -> float:
    """The match error rate of one or more sentences.

    >>> mer("a cat", "a cat sat here")
    0.5
    """
    return _rate("mer", (reference, hypothesis, reference_transform, hypothesis_transform), removed)


def wil(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: tr.Transform = wer_default,
    hypothesis_transform: tr.Transform = wer_default,
    **removed: Any,
) -> float:
    """The share of word information lost in one or more sentences.

    >>> wil("a cat", "a cat sat here")
    0.5
    """
    return _rate("wil", (reference, hypothesis, reference_transform, hypothesis_transform), removed)


def wip(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: tr.Transform = wer_default,
    hypothesis_transform: tr.Transform = wer_default,
    **removed: Any,
) -> float:
    """The share of word information preserved in one or more sentences.

    >>> wip("a cat", "a cat sat here")
    0.5
    """
    return _rate("wip", (reference, hypothesis, reference_transform, hypothesis_transform), removed)


def cer(
    reference: Any = None,
    hypothesis: Any = None,
    reference_transform: tr.Transform = cer_default,
    hypothesis_transform: tr.Transform = cer_default,
    **removed: Any,
) -> float:
    """The character error rate of one or more sentences.

    >>> cer("a cat", "a bat")
    0.2
    """
    return _rate("wer", (reference, hypothesis, reference_transform, hypothesis_transform), removed, "most-hits")


def _rate(name: str, texts: tuple[Any, Any, Any, Any], removed: dict[str, Any], ties: str = "jiwer") -> float:
    if removed:
        texts = named_as_before(*texts, **removed)
    reference, hypothesis, of_reference, of_hypothesis = texts
    _, counts = count(reference, hypothesis, of_reference, of_hypothesis, ties)
    return rates_of(*counts)[name]
