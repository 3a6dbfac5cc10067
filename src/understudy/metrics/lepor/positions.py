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


def reasons(hyp: list[str], ref: list[str], aligned: AlignedPositions, window: int) -> dict[int, str]:
    """Say in words why `align` gave a word of the hypothesis its position in the reference.

    >>> reasons("the cat the mat".split(), "a cat on the mat by the door".split(), [(0, 3), (1, 1), (2, 6), (3, 4)], 2)
    {0: "shares the neighbor 'cat'", 1: 'the only one', 2: 'the only one left', 3: 'the only one'}
    """
    free = set(range(len(ref)))
    why = {}
    for j, k in aligned:
        equal = [place for place in sorted(free) if ref[place] == hyp[j]]
        around = set(neighbors(hyp, j, window))
        shared = {place: [word for word in neighbors(ref, place, window) if word in around] for place in equal}
        in_context = [place for place in equal if shared[place]]
        if len(equal) == 1:
            why[j] = "the only one" if ref.count(hyp[j]) == 1 else "the only one left"
        elif len(in_context) == 1:
            why[j] = f"shares the neighbor {shared[k][0]!r}"
        else:
            why[j] = f"the nearest of {len(in_context)} that share a neighbor" if in_context else "the nearest"
        free.remove(k)
    return why


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
