"""Which word of the hypothesis stands for which word of the reference: LEPOR's alignment, readably, and its counts."""

from __future__ import annotations

from collections.abc import Callable

AlignedPositions = list[tuple[int, int]]  # places in the hypothesis and in the reference, both from 0
Align = Callable[[list[str], list[str], int], AlignedPositions]


def align(hyp: list[str], ref: list[str], window: int) -> AlignedPositions:
    """Align from left to right, each word of the reference once: what `_core.align_positions` does.

    Where several equal words are free, those with a neighbour in common come first, then the nearest.

    >>> align("two chairs and two clever boys".split(), "two clever boys sat in two chairs".split(), 2)
    [(0, 5), (1, 6), (3, 0), (4, 1), (5, 2)]
    """
    free = set(range(len(ref)))
    aligned = []
    for j, word in enumerate(hyp):
        equal = [k for k in sorted(free) if ref[k] == word]
        if not equal:
            continue
        around = set(neighbours(hyp, j, window))
        in_context = [k for k in equal if not around.isdisjoint(neighbours(ref, k, window))]
        nearest = min(in_context or equal, key=lambda k: (abs(j - k), k))
        free.remove(nearest)
        aligned.append((j, nearest))
    return aligned


def neighbours(words: list[str], place: int, window: int) -> list[str]:
    """The words up to `window` places before and after a place, without the word itself.

    >>> neighbours("a b c d e f".split(), 1, 2)
    ['a', 'c', 'd']
    """
    return words[max(place - window, 0) : place] + words[place + 1 : place + window + 1]


def distance(aligned: AlignedPositions, hyp_length: int, ref_length: int) -> int:
    """How far the aligned words moved, as a whole number: divided by both lengths it is LEPOR's sum of |PD|.

    >>> distance([(0, 5), (1, 6), (3, 0), (4, 1), (5, 2)], 6, 7)
    126
    """
    return sum(abs((j + 1) * ref_length - (k + 1) * hyp_length) for j, k in aligned)
