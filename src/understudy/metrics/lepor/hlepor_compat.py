"""Where the package hLepor 0.0.4 differs from the paper: `compat="hlepor-0.0.4"`."""

from __future__ import annotations

from understudy.metrics.lepor.positions import AlignedPositions


def split_at_spaces(text: str) -> list[str]:
    """Split as hLepor does with separate_punctuation=False: at every single space, so that two of them make a token ''.

    >>> split_at_spaces("a  b"), split_at_spaces("")
    (['a', '', 'b'], [])
    """
    return text.strip().split(" ") if text else []  # it refuses empty text


def align_like_hlepor(hyp: list[str], ref: list[str], window: int) -> AlignedPositions:
    """Align as hLepor does, word by word in the order of the reference, with its two mistakes.

    The nearest of the candidates in context is looked up in the list of all candidates; and near the beginning of a
    text the words before a position are lost.

    >>> align_like_hlepor("two chairs and two clever boys".split(), "two clever boys sat in two chairs".split(), 2)
    [(0, 0), (3, 5), (4, 1), (5, 2), (1, 6)]
    """
    if hyp == ref:
        return [(place, place) for place in range(len(hyp))]
    aligned = []
    for word in dict.fromkeys(ref):
        free = [k for k, other in enumerate(ref) if other == word]
        places = [j for j, other in enumerate(hyp) if other == word]
        for j in places[: len(free)]:
            around = _neighbors(hyp, j, window)
            in_context = [k for k in free if not around.isdisjoint(_neighbors(ref, k, window))]
            candidates = in_context or free
            nearest = min(range(len(candidates)), key=lambda i: abs(j - candidates[i]))
            aligned.append((j, free.pop(nearest)))  # not candidates[nearest]
    return aligned


def _neighbors(words: list[str], place: int, window: int) -> set[str]:
    before = words[place - window : place]  # not max(place - window, 0)
    return {*before, *words[place + 1 : place + window + 1]}
