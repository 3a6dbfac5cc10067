"""The alignment with the fewest errors, readable: the twin of the native edit kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from understudy.tables.edits import Kind

TIES = ("most-hits", "jiwer")
WHOLE = 1 << 20  # bytes: where rapidfuzz's matrix would be larger, it divides the pair


def best_steps(hyp: Sequence[str], ref: Sequence[str], ties: str = "most-hits", whole: int = WHOLE) -> list[Kind]:
    """Say step by step how the reference becomes the hypothesis with the fewest errors.

    Of alignments with equally few errors, `most-hits` takes one with most hits, and `jiwer` the one that rapidfuzz
    takes. Equal words at the start and at the end always belong together. rapidfuzz divides pairs whose matrix takes
    more than `whole` bytes, which changes the alignment.

    >>> best_steps("a b c d".split(), "b x c d".split())
    ['insertion', 'hit', 'deletion', 'hit', 'hit']
    """
    return _inner_steps(hyp, ref, ties, whole, max(len(hyp), len(ref)))


def _inner_steps(hyp: Sequence[str], ref: Sequence[str], ties: str, whole: int, most: int) -> list[Kind]:
    """The steps of a pair with at most so many errors."""
    start, end = _common_ends(hyp, ref)
    hyp, ref = hyp[start : len(hyp) - end], ref[start : len(ref) - end]
    most = min(most, max(len(hyp), len(ref)))
    # Two bits for each cell that the way back can meet.
    size = 2 * min(len(ref), 2 * most + 1) * len(hyp) // 8
    if ties == "jiwer" and len(ref) >= 65 and len(hyp) >= 10 and size >= whole:
        inner = [step for part in _halves(hyp, ref) for step in _inner_steps(*part[:2], ties, whole, part[2])]
    else:
        inner = _way_back(hyp, ref, ties)
    hit: list[Kind] = ["hit"]
    return hit * start + inner + hit * end


def _halves(hyp: Sequence[str], ref: Sequence[str]) -> Iterator[tuple[Sequence[str], Sequence[str], int]]:
    """Divide a pair at the middle of the hypothesis, where a best path first can cross it, with the errors of each."""
    middle = len(hyp) // 2
    left, right = _last_column(hyp[:middle], ref), _last_column(hyp[middle:][::-1], ref[::-1])[::-1]
    at = min(range(len(ref) + 1), key=lambda i: left[i] + right[i])
    yield hyp[:middle], ref[:at], left[at]
    yield hyp[middle:], ref[at:], right[at]


def _last_column(hyp: Sequence[str], ref: Sequence[str]) -> list[int]:
    """The fewest errors between the hypothesis and each beginning of the reference."""
    return _costs(ref, hyp, 1, 1)[-1]


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
