"""N-grams of a text, readably."""

from __future__ import annotations

from collections import Counter


def ngrams(words: list[str], n: int) -> Counter[tuple[str, ...]]:
    """Count the n-grams of a text.

    >>> ngrams("the cat the cat".split(), 2)[("the", "cat")]
    2
    """
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))
