"""The alignment with the fewest errors, readable: the twin of the native edit kernels."""

from __future__ import annotations

from collections.abc import Sequence

from understudy.tables.edits import Kind

TIES = ("most-hits", "jiwer")


def best_steps(hyp: Sequence[str], ref: Sequence[str], ties: str = "most-hits") -> list[Kind]:
    """Say step by step how the reference becomes the hypothesis with the fewest errors.

    Of alignments with equally few errors, `most-hits` takes one with most hits, and `jiwer` the one that rapidfuzz
    takes. Equal words at the start and at the end always belong together.

    >>> best_steps("a b c d".split(), "b x c d".split())
    ['insertion', 'hit', 'deletion', 'hit', 'hit']
    """
    start, end = _common_ends(hyp, ref)
    inner = _way_back(hyp[start : len(hyp) - end], ref[start : len(ref) - end], ties)
    hit: list[Kind] = ["hit"]
    return hit * start + inner + hit * end


def _common_ends(hyp: Sequence[str], ref: Sequence[str]) -> tuple[int, int]:
    shorter = min(len(hyp), len(ref))
    start = next((i for i in range(shorter) if hyp[i] != ref[i]), shorter)
    rest = shorter - start
    return start, next((i for i in range(rest) if hyp[-1 - i] != ref[-1 - i]), rest)


def _costs(hyp: Sequence[str], ref: Sequence[str], gap: int, change: int) -> list[list[int]]:
    costs = [[gap * j for j in range(len(hyp) + 1)]]
    for i, word in enumerate(ref, 1):
        above, here = costs[-1], [gap * i]
        for j, other in enumerate(hyp, 1):
            here.append(min(above[j - 1] + (0 if word == other else change), above[j] + gap, here[-1] + gap))
        costs.append(here)
    return costs


def _way_back(hyp: Sequence[str], ref: Sequence[str], ties: str) -> list[Kind]:
    # A substitution costs a trifle more than a gap: of equally few errors, the fewest substitutions have most hits.
    gap = 1 if ties == "jiwer" else len(hyp) + len(ref) + 1
    change = gap if ties == "jiwer" else gap + 1
    costs = _costs(hyp, ref, gap, change)
    i, j, steps = len(ref), len(hyp), list[Kind]()
    while i or j:
        equal = bool(i and j) and ref[i - 1] == hyp[j - 1]
        if not i or not j:
            kind: Kind = "deletion" if i else "insertion"
        elif ties == "jiwer":
            # rapidfuzz's order: a deletion if one leads here, an insertion if it comes from the cheaper cell, a pair
            deleted, inserted = costs[i][j] == costs[i - 1][j] + 1, costs[i][j - 1] + 1 == costs[i - 1][j - 1]
            kind = "deletion" if deleted else "insertion" if inserted else "hit" if equal else "substitution"
        elif costs[i][j] == costs[i - 1][j - 1] + (0 if equal else change):
            kind = "hit" if equal else "substitution"
        else:
            kind = "deletion" if costs[i][j] == costs[i - 1][j] + gap else "insertion"
        steps.append(kind)
        i -= kind != "insertion"
        j -= kind != "deletion"
    return steps[::-1]
