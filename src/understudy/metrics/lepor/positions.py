"""LEPOR's alignment of hypothesis and reference, readably, and its counts."""

from __future__ import annotations

from collections.abc import Callable

AlignedPositions = list[tuple[int, int]]  # in the hypothesis and in the reference, both from 0
Align = Callable[[list[str], list[str], int], AlignedPositions]


def align(hyp: list[str], ref: list[str], window: int) -> AlignedPositions:
    """Align from left to right, each word of the reference once: what `_core.align_positions` does.

    Of several free equal words, those with a neighbor in common are preferred, then the nearest.

    >>> align("two chairs and two clever boys".split(), "two clever boys sat in two chairs".split(), 2)
    [(0, 5), (1, 6), (3, 0), (4, 1), (5, 2)]
    """
    free = set(range(len(ref)))
    aligned = []
    for j, word in enumerate(hyp):
        equal = [k for k in sorted(free) if ref[k] == word]
        if not equal:
            continue
        around = set(neighbors(hyp, j, window))
        in_context = [k for k in equal if not around.isdisjoint(neighbors(ref, k, window))]
        nearest = min(in_context or equal, key=lambda k: (abs(j - k), k))
        free.remove(nearest)
        aligned.append((j, nearest))
    return aligned


def neighbors(words: list[str], place: int, window: int) -> list[str]:
    """The words up to `window` positions before and after a position, without the word itself.

    >>> neighbors("a b c d e f".split(), 1, 2)
    ['a', 'c', 'd']
    """
    return words[max(place - window, 0) : place] + words[place + 1 : place + window + 1]


def distance(aligned: AlignedPositions, hyp_length: int, ref_length: int) -> int:
    """How far the aligned words moved, as a whole number: divided by both lengths it is LEPOR's sum of |PD|.

    >>> distance([(0, 5), (1, 6), (3, 0), (4, 1), (5, 2)], 6, 7)
    126
    """
    return sum(abs((j + 1) * ref_length - (k + 1) * hyp_length) for j, k in aligned)
