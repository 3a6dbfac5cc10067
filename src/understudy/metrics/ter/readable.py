"""TER's edits, readable: the least number of steps from one text to another, and runs of words that move at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

LONGEST, FARTHEST = 10, 50  # words in a run, and words from its place to the reference's: tercom's limits
BEAM, MOST_TRIED = 25, 1000  # cells on either side of the diagonal, and shifts tried: sacrebleu's limits

HIT, SUBSTITUTION, DELETION, INSERTION = "hit", "substitution", "deletion", "insertion"
Steps = list[str]
Distance = Callable[[tuple[str, ...]], int]


@dataclass(frozen=True)
class Shift:
    """A run of words that moves: where it starts in the words as they are just before, and where it goes.

    It goes before the word at `target`; where that is within the run, as far to the right as `target` is from `start`.

    >>> Shift(start=3, length=1, target=0).of(["b", "c", "d", "a"])
    ['a', 'b', 'c', 'd']
    """

    start: int
    length: int
    target: int

    def of(self, words: list[str]) -> list[str]:
        """Move the run."""
        end = self.start + self.length
        run, others = words[self.start : end], words[: self.start] + words[end:]
        return others[: self.landing] + run + others[self.landing :]

    @property
    def landing(self) -> int:
        """Where the run starts in the words as they are just after."""
        return self.target - self.length if self.target > self.start + self.length else self.target


def edits(hyp: list[str], ref: list[str], beam: bool = False) -> tuple[Steps, list[Shift]]:
    """Move runs of words as long as that saves edits, and give the steps that remain and the shifts.

    `beam`: as sacrebleu does it, which looks for steps near the diagonal only and gives up after a thousand shifts.

    >>> edits("b c d a".split(), "a b c d".split())
    (['hit', 'hit', 'hit', 'hit'], [Shift(start=3, length=1, target=0)])
    """
    if not ref:
        return [INSERTION] * len(hyp), []
    words, shifts = hyp, list[Shift]()
    tried: float = 0 if beam else -math.inf
    distance = cache(lambda shifted: errors(align(list(shifted), ref, beam)) if beam else levenshtein(shifted, ref))
    while True:
        steps = align(words, ref, beam)
        best, tried = best_shift(words, ref, steps, distance, tried)
        if best is None or tried >= MOST_TRIED:
            return steps, shifts
        shifts.append(best)
        words = best.of(words)


def errors(steps: Steps) -> int:
    """Count the steps that are no hits.

    >>> errors(["hit", "deletion"])
    1
    """
    return sum(step != HIT for step in steps)


def align(words: list[str], ref: list[str], beam: bool = False) -> Steps:
    """Find the fewest steps; of equals a hit or substitution is preferred, then an insertion, then a deletion.

    >>> align(["a", "b"], ["b", "b", "c"])
    ['substitution', 'hit', 'deletion']
    """
    costs, kinds = [*map(float, range(len(ref) + 1))], [[DELETION] * (len(ref) + 1)]
    for i, word in enumerate(words, 1):
        above, costs = costs, [math.inf] * (len(ref) + 1)
        kinds.append([INSERTION] * (len(ref) + 1))
        for j in _columns(i, len(words), len(ref), beam):
            cost, kind = above[j] + 1, INSERTION
            if j > 0:
                hit = word == ref[j - 1]
                if above[j - 1] + (not hit) <= cost:
                    cost, kind = above[j - 1] + (not hit), HIT if hit else SUBSTITUTION
                if costs[j - 1] + 1 < cost:
                    cost, kind = costs[j - 1] + 1, DELETION
            costs[j], kinds[i][j] = cost, kind
    return _way_back(kinds, len(ref))


def _columns(row: int, hyp: int, ref: int, beam: bool) -> range:
    """The cells of a row to look at: all, or those near sacrebleu's diagonal."""
    if not beam:
        return range(ref + 1)
    ratio = ref / hyp
    width = BEAM if ratio / 2 <= BEAM else math.ceil(ratio / 2 + BEAM)
    diagonal = math.floor(row * ratio)
    return range(max(0, diagonal - width), ref + 1 if row == hyp else min(ref + 1, diagonal + width))


def _way_back(kinds: list[list[str]], j: int) -> Steps:
    i, steps = len(kinds) - 1, Steps()
    while i or j:
        steps.append(kinds[i][j])
        i -= steps[-1] != DELETION
        j -= steps[-1] != INSERTION
    return steps[::-1]


def levenshtein(words: tuple[str, ...], ref: list[str]) -> int:
    """Count the fewest steps, fast: one column of the matrix as the bits of two integers (Myers 1999).

    >>> levenshtein(("a", "b"), ["b", "b", "c"])
    2
    """
    places: dict[str, int] = {}
    for i, word in enumerate(ref):
        places[word] = places.get(word, 0) | 1 << i
    everything, last = (1 << len(ref)) - 1, 1 << (len(ref) - 1)
    up, down, score = everything, 0, len(ref)
    for word in words:
        equal = places.get(word, 0)
        diagonal = ((((equal & up) + up) ^ up) | equal | down) & everything
        plus, minus = down | (everything & ~(diagonal | up)), diagonal & up
        score += bool(plus & last) - bool(minus & last)
        plus, minus = (plus << 1 | 1) & everything, (minus << 1) & everything
        up, down = minus | (everything & ~(diagonal | plus)), plus & diagonal
    return score


def best_shift(
    words: list[str], ref: list[str], steps: Steps, distance: Distance, tried: float
) -> tuple[Shift | None, float]:
    """Choose the shift that saves most edits, then the longest, then the first, then that with the first target.

    `tried` counts the shifts that were tried, also before; the search ends when there are too many.

    >>> words, ref = "b c d a".split(), "a b c d".split()
    >>> best_shift(words, ref, align(words, ref), lambda shifted: levenshtein(shifted, ref), 0)[0]
    Shift(start=3, length=1, target=0)
    """
    cost, best, rank = errors(steps), None, (0, 0, 0, 0)
    if cost == _fewest(words, ref):
        return None, tried
    for shifts in possible_shifts(words, ref, steps):
        for shift in shifts:
            gain = cost - distance(tuple(shift.of(words)))
            if gain > 0 and (best is None or (gain, shift.length, -shift.start, -shift.target) > rank):
                best, rank = shift, (gain, shift.length, -shift.start, -shift.target)
        tried += len(shifts)
        if tried >= MOST_TRIED:
            break
    return best, tried


def _fewest(words: list[str], ref: list[str]) -> int:
    """No order of the words has fewer edits: what the other text lacks is wrong in any order."""
    left = list(ref)
    for word in words:
        if word in left:
            left.remove(word)
    return max(len(words), len(ref)) - (len(ref) - len(left))


def possible_shifts(words: list[str], ref: list[str], steps: Steps) -> Iterator[list[Shift]]:
    """Give, for every run of words that both texts have and that is wrong in both, the shifts that may right it.

    >>> words, ref = "b a".split(), "a b".split()
    >>> next(possible_shifts(words, ref, align(words, ref)))
    [Shift(start=0, length=1, target=1), Shift(start=0, length=1, target=2)]
    """
    wrong_hyp, wrong_ref, aligned = _follow(steps)
    for start in range(len(words)):
        for place in range(max(0, start - FARTHEST), min(len(ref), start + FARTHEST + 1)):
            for length in range(1, LONGEST + 1):
                end = place + length
                if start + length > len(words) or end > len(ref) or words[start + length - 1] != ref[end - 1]:
                    break
                wrong = any(wrong_hyp[start : start + length]) and any(wrong_ref[place:end])
                if wrong and not start <= aligned[place] < start + length:
                    # The places after the words that stand for the reference's words before and within the run.
                    targets = [0 if at < 0 else aligned[at] + 1 for at in range(place - 1, end)]
                    changes = [targets[0], *(b for a, b in pairwise(targets) if a != b)]
                    yield [Shift(start, length, target) for target in changes]


def _follow(steps: Steps) -> tuple[list[bool], list[bool], list[int]]:
    """Which words of either text are wrong, and the word of the hypothesis at or before each one of the reference."""
    wrong_hyp: list[bool] = []
    wrong_ref: list[bool] = []
    aligned: list[int] = []
    for step in steps:
        if step != DELETION:
            wrong_hyp.append(step != HIT)
        if step != INSERTION:
            wrong_ref.append(step != HIT)
            aligned.append(len(wrong_hyp) - 1)
    return wrong_hyp, wrong_ref, aligned
