"""How the segment scores of two systems lie: a histogram of their differences, and one against the other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.report.content import Content

BARS = 21  # odd, so that equal scores have a bar of their own in the middle
CELLS = 20  # on each side


@dataclass(frozen=True)
class Spread:
    """Segments counted by the difference of their scores, and by the two scores."""

    higher: int
    equal: int
    lower: int
    reach: float
    histogram: list[int]
    range: tuple[float, float]
    cells: list[tuple[int, int, int]]


def spread_of(content: Content, a: str, b: str, metric: int) -> Spread:
    """Count segments by the difference of their scores, and by the two scores.

    >>> import understudy as us
    >>> systems = {"A": ["a cat", "a dog"], "B": ["a cow", "a dog"]}
    >>> spread_of(us.make_report(systems, ["a cat", "a dog"], metrics="chrf", trials=9).content, "A", "B", 0).equal
    1
    """
    first, second = (np.array(content.scores[name][metric].segments) for name in (a, b))
    differences = first - second
    reach = float(np.abs(differences).max()) or 1.0
    counts, _ = np.histogram(differences, bins=BARS, range=(-reach, reach))
    low, high = float(min(first.min(), second.min())), float(max(first.max(), second.max()))
    if low == high:
        low, high = low - 0.5, high + 0.5
    cells, _, _ = np.histogram2d(second, first, bins=CELLS, range=((low, high), (low, high)))
    return Spread(
        higher=int(np.count_nonzero(differences > 0)),
        equal=int(np.count_nonzero(differences == 0)),
        lower=int(np.count_nonzero(differences < 0)),
        reach=reach,
        histogram=counts.tolist(),
        range=(low, high),
        cells=[(int(x), int(y), int(cells[x, y])) for x, y in np.argwhere(cells)],
    )
