"""What families share: tables of n-grams that add up, and aligned words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from understudy.explanation.blocks import Formula, Linked, Tie, joined
from understudy.tables.table import Cell, Table

Ngrams = Counter[tuple[str, ...]]


def in_both(hyp: Ngrams, ref: Ngrams, title: str, joint: str = " ", most: int | None = None) -> Table:
    """List the n-grams that both texts have, the most frequent first if not all of them; every column adds up.

    >>> print(in_both(Counter({("a",): 2, ("b",): 1}), Counter({("a",): 1, ("c",): 1}), "Words").text())
    Words
    N-gram             Hypothesis  Reference  Both
    a                           2          1     1
    without a partner           1          1     0
    ──────────────────────────────────────────────
    total                       3          2     1
    """
    both = hyp & ref
    listed = list(both) if most is None else [gram for gram, _ in both.most_common(most)]
    rows: list[tuple[Cell, ...]] = [(joined(gram, joint), hyp[gram], ref[gram], both[gram]) for gram in listed]
    others = set(both).difference(listed)
    if others:
        sums = (sum(counts[gram] for gram in others) for counts in (hyp, ref, both))
        rows.append((f"{len(others)} more that are not listed", *sums))
    alone = [sum(count for gram, count in counts.items() if gram not in both) for counts in (hyp, ref)]
    if any(alone):
        rows.append(("without a partner", *alone, 0))
    total = ("total", hyp.total(), ref.total(), both.total())
    columns = ("N-gram", "Hypothesis", "Reference", "Both")
    return Table(columns, (*rows, total), lines=(len(rows),), title=title)


def linked(hyp: Sequence[str], ref: Sequence[str], pairs: Iterable[tuple[int, int]]) -> Linked:
    """Link the words of both texts that stand for each other; pairs are positions in both, from 0.

    >>> print(linked(["a", "cat"], ["cat"], [(1, 0)]).text())
    Hypothesis  a [cat]1
    Reference   [cat]2
    """
    return Linked(tuple(hyp), tuple(ref), tuple(Tie(j, k) for j, k in pairs))


def nothing(name: str, value: float, why: str) -> Formula:
    """A value that is 0 or 1 without any arithmetic, and why.

    >>> nothing("P", 0.0, "nothing matches").text()
    'P = 0  (nothing matches)'
    """
    return Formula(name, "", "{}", (value,), value, why)


def ratio(name: str, symbols: str, above: float, below: float, value: float, why: str) -> Formula:
    """A fraction, or 0 and why where there is nothing to divide by.

    >>> ratio("P", "matches / words", 1, 2, 0.5, "no words").text()
    'P = matches / words = 1 / 2 = 0.5'
    """
    return Formula(name, symbols, "{} / {}", (above, below), value) if below else nothing(name, value, why)
