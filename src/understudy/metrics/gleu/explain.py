"""GLEU: the n-grams of all orders that both texts have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from understudy.explanation.blocks import Block, Formula
from understudy.explanation.case import Case
from understudy.explanation.ngrams import in_both, nothing, ratio
from understudy.metrics.gleu.metric import GLEU
from understudy.metrics.shared.ngrams import ngrams
from understudy.tables.table import Table


def blocks(case: Case) -> Iterator[Block | str]:
    """Explain the GLEU of a segment.

    >>> from understudy.scoring.explain import explain
    >>> explain("the cat", "the cat sat", "gleu").blocks[-1].text(width=100)
    'GLEU = 100 × both / max(all of hypothesis, all of reference) = 100 × 3 / max(3, 6) = 50'
    """
    metric = cast(GLEU, case.metric)
    yield from case.choice()
    for n in metric.orders:
        yield in_both(ngrams(case.hyp, n), ngrams(case.ref, n), f"{n}-grams")
    match, hyp, ref = (case.column(name) for name in ("match", "hyp_total", "ref_total"))
    counts = (("both", int(match)), ("all of hypothesis", int(hyp)), ("all of reference", int(ref)))
    yield Table(("Count of", "Number"), counts, title="N-grams of all orders")
    yield ratio("precision", "both / all of hypothesis", match, hyp, case.parts["precision"] / 100, "it has no n-gram")
    yield ratio("recall", "both / all of reference", match, ref, case.parts["recall"] / 100, "it has no n-gram")
    if not max(hyp, ref):
        yield nothing("GLEU", case.parts["score"], "neither text has an n-gram")
        return
    symbols = "100 × both / max(all of hypothesis, all of reference)"
    yield Formula("GLEU", symbols, "100 × {} / max({}, {})", (match, hyp, ref), case.parts["score"])
