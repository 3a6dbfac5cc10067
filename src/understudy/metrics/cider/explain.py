"""CIDEr: the weight of each matching n-gram, and how similar the texts are by order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np

from understudy.contract.arithmetic import Rows
from understudy.explanation.blocks import Block, Formula, joined
from understudy.explanation.case import Case
from understudy.metrics.cider.metric import CIDEr, CIDErD, rarity, vector
from understudy.tables.table import Cell, Table


def blocks(case: Case) -> Iterator[Block | str]:
    """Explain the CIDEr of a segment.

    >>> from understudy.scoring.explain import explanations
    >>> (found,) = explanations(["a cat", "a dog"], ["the cat", "the dog"], "cider", segments=[1])
    >>> print(found.blocks[0].text())
    1-grams that match
    1-gram  Segments with it  Weight  Hypothesis   Ref 1
    cat                    1  0.6931      0.6931  0.6931
    """
    metric = cast(CIDEr, case.metric)
    known = case.bound.survey.counts
    segments = known[()]
    if case.segments == 1:
        yield "The weight of an n-gram is ln(segments / segments with it): 0 for a segment alone. Pick one from files."
    else:
        yield f"The weight of an n-gram is ln(segments / segments with it), over the references of {segments} segments."
    orders = range(1, metric.order + 1)
    for n in orders:
        yield _weights(case, n)
    pairs = np.array([metric.pair(case.hyp, ref, known) for ref in case.refs])
    cosine, penalty = metric.similarity(pairs)
    similar = cosine * penalty
    for n in orders:
        yield _similarity(case, metric, n, pairs, cosine[:, n - 1], penalty[:, 0])
    for n in orders:
        values = (*similar[:, n - 1].tolist(), len(case.refs))
        numbers = f"10 × ({' + '.join(['{}'] * len(case.refs))}) / {{}}"
        symbols = "10 × mean of similarities to the references"
        yield Formula(f"score_{n}", symbols, numbers, values, case.parts[f"score_{n}"])
    values = (*(case.parts[f"score_{n}"] for n in orders), metric.order)
    numbers = f"({' + '.join(['{}'] * metric.order)}) / {{}}"
    yield Formula(metric.title, "mean of score_n", numbers, values, case.parts["score"])


def _weights(case: Case, n: int) -> Table:
    known = case.bound.survey.counts
    of_hyp, of_refs = vector(case.hyp, n, known), [vector(ref, n, known) for ref in case.refs]
    rows: list[tuple[Cell, ...]] = []
    for gram, weight in of_hyp.items():
        if any(gram in ref for ref in of_refs):
            each = float(rarity(known[()], known[gram]))
            rows.append((joined(gram), known[gram], each, weight, *(ref.get(gram, 0.0) for ref in of_refs)))
    refs = (f"Ref {i}" for i in range(1, len(of_refs) + 1))
    columns = (f"{n}-gram", "Segments with it", "Weight", "Hypothesis", *refs)
    return Table(columns, tuple(rows), title=f"{n}-grams that match", digits=4)


def _similarity(case: Case, metric: CIDEr, n: int, pairs: Rows, cosine: Rows, penalty: Rows) -> Table:
    """The product and the norms of the vectors of all n-grams, those without a match too."""
    products, hyp_squares, ref_squares = (pairs[:, 2 + i * metric.order + n - 1] for i in range(3))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (f"Reference {i + 1}", *map(float, each))
        for i, each in enumerate(
            zip(products, np.sqrt(hyp_squares), np.sqrt(ref_squares), cosine, penalty, cosine * penalty, strict=True)
        )
    )
    product = "sum of min(h, r) × r" if isinstance(metric, CIDErD) else "sum of h × r"
    columns = ("Reference", product, "|h|", "|r|", "Cosine", "Length factor", "Similarity")
    return Table(columns, rows, title=f"{n}-grams: similarity = product / (|h| × |r|) × length factor", digits=4)
