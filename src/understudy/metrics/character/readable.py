"""CharacTER readably: which phrases are shifted, what that costs, how many characters remain to edit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any


def distance(hyp: Sequence[Any], ref: Sequence[Any]) -> int:
    """The least number of substitutions, deletions and insertions, by the bit vectors of Myers 1999.

    >>> distance("kitten", "sitting")
    3
    """
    if not ref:
        return len(hyp)
    places: dict[Any, int] = {}  # by element: a bit for each of its places in the reference
    for j, theirs in enumerate(ref):
        places[theirs] = places.get(theirs, 0) | 1 << j
    every, last = (1 << len(ref)) - 1, 1 << (len(ref) - 1)
    rises, falls, errors = every, 0, len(ref)  # where a column of the matrix rises or falls, and its last cell
    for mine in hyp:
        equal = places.get(mine, 0)
        kept = (((equal & rises) + rises) ^ rises) | equal | falls
        more, fewer = falls | ~(kept | rises), kept & rises
        errors += bool(more & last) - bool(fewer & last)
        more, fewer = more << 1 | 1, fewer << 1
        rises, falls = (fewer | ~(kept | more)) & every, more & kept & every
    return errors


def shift_all(hyp: list[str], ref: list[str]) -> tuple[list[str], int]:
    """Shift phrases as long as that brings the words nearer to the reference; the words then, and how many shifts.

    Distances are shares of the reference's words, as the original counts them: their rounding may allow a shift that
    saves nothing.

    >>> shift_all("on the mat the cat sat".split(), "the cat sat on the mat".split())
    (['the', 'cat', 'sat', 'on', 'the', 'mat'], 1)
    """
    shifts = 0
    share = distance(hyp, ref) / len(ref) if ref else 0.0
    while tried := set(_shifted(hyp, ref)):
        gain, words = max((share - distance(words, ref) / len(ref), words) for words in tried)
        if gain <= 0:
            break
        hyp, shifts, share = list(words), shifts + 1, share - gain
    return hyp, shifts


def _shifted(hyp: list[str], ref: list[str]) -> Iterator[tuple[str, ...]]:
    """Every phrase that the reference has elsewhere, at its place there."""
    for i, mine in enumerate(hyp):
        for k, theirs in enumerate(ref):
            if i == k or mine != theirs:
                continue
            length = _equal(hyp[i:], ref[k:])
            rest = hyp[:i] + hyp[i + length :]
            yield (*rest[:k], *hyp[i : i + length], *rest[k:])


def _equal(a: list[str], b: list[str]) -> int:
    """How many words both begin with."""
    return next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def shift_cost(before: list[str], after: list[str]) -> float:
    """For each phrase that stands further back than before, the average length of its words.

    >>> shift_cost("c ab d".split(), "ab d c".split())
    1.0
    """
    cost, i = 0.0, 0
    while i < len(before):
        length = 0
        if before[i] != after[i] and before[i] in after[i + 1 :]:
            length = _equal(before[i:], after[after.index(before[i], i + 1) :])
            cost += sum(map(len, before[i : i + length])) / length
        i += max(1, length)
    return cost
