"""EED: the characters that are compared, the distance with jumps, coverage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from understudy.explanation.blocks import Block, Formula
from understudy.explanation.case import Case
from understudy.explanation.ngrams import nothing
from understudy.metrics.eed.metric import EED
from understudy.tables.table import Table


def blocks(case: Case) -> Iterator[Block | str]:
    """Explain the EED of a segment.

    >>> from understudy.scoring.explain import explain
    >>> explain("the cat", "the cat", "eed").blocks[-1].text(width=100)
    'EED = 100 × (distance + coverage) / (N + coverage) = 100 × (0 + 0.3) / (9 + 0.3) = 3.226'
    """
    yield from case.choice()
    texts = (("hypothesis", "".join(case.hyp)), ("reference", "".join(case.ref)))
    yield Table(("Text", "Characters compared, in quotes"), tuple((name, f'"{text}"') for name, text in texts))
    visits, length = case.column("visits"), case.column("ref_length")
    distance, coverage = case.parts["distance"], case.parts["coverage"]
    counts = (("cost of the cheapest way", distance), ("places visited again or never", visits), ("N", length))
    yield Table(("Count of", "Number"), counts, title="Counts", digits=4)
    yield Formula("coverage", "rho × places", "{} × {}", (cast(EED, case.metric).rho, visits), coverage)
    if not length + coverage:
        yield nothing("EED", case.parts["score"], "the reference is empty, and nothing is charged for coverage")
        return
    symbols = "100 × (distance + coverage) / (N + coverage)"
    values = (distance, coverage, length, coverage)
    if distance > length:
        yield nothing("EED", case.parts["score"], "the distance is more than the reference has characters: at most 100")
        return
    yield Formula("EED", symbols, "100 × ({} + {}) / ({} + {})", values, case.parts["score"])
