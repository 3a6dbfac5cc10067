"""CharacTER: the words before and after the shifts, then the characters that remain to edit."""

from __future__ import annotations

from collections.abc import Iterator

from understudy.explanation.blocks import Block, Formula
from understudy.explanation.case import Case
from understudy.explanation.ngrams import nothing
from understudy.metrics.character.readable import shift_all
from understudy.tables.table import Table


def blocks(case: Case) -> Iterator[Block | str]:
    """Explain the CharacTER of a segment.

    >>> from understudy.scoring.explain import explain
    >>> explain("b aa", "aa b", "character").blocks[-1].text(width=100)
    'CharacTER = 100 × (edits + shift cost) / characters of hypothesis = 100 × (0 + 1) / 4 = 25'
    """
    yield from case.choice()
    words = [("hypothesis", " ".join(case.hyp))]
    if case.column("shifts"):
        words.append(("with its phrases shifted", " ".join(shift_all(case.hyp, case.ref)[0])))
    yield Table(("Words", "Text"), (*words, ("reference", " ".join(case.ref))), title="Shifts")
    edits, length, shifts = (case.column(name) for name in ("edits", "hyp_length", "shifts"))
    cost, score = case.parts["shift_cost"], case.parts["score"]
    counts = (("shifts", shifts), ("cost of the shifts", cost), ("edits", edits), ("characters of hypothesis", length))
    yield Table(("Count of", "Number"), counts, title="Counts", digits=4)
    if not length:
        yield nothing("CharacTER", score, "the hypothesis is empty: 0 if the reference is too, else 100")
        return
    if edits + cost > length:
        yield nothing("CharacTER", score, "there is more to edit than the hypothesis has: at most 100")
        return
    symbols = "100 × (edits + shift cost) / characters of hypothesis"
    yield Formula("CharacTER", symbols, "100 × ({} + {}) / {}", (edits, cost, length), score)
