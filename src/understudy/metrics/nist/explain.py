"""NIST: the information of each n-gram that matches, by order, and the factor for the length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from understudy.contract.survey import Counts
from understudy.explanation.blocks import Block, Formula, joined
from understudy.explanation.case import Case
from understudy.explanation.ngrams import nothing
from understudy.metrics.nist.metric import BETA, NIST
from understudy.metrics.shared.ngrams import ngrams
from understudy.tables.table import Cell, Table


def blocks(case: Case) -> Iterator[Block | str]:
    """Explain the NIST score of a segment.

    >>> from understudy.scoring.explain import explain
    >>> explain("the cat", ["the cat sat"], "nist").blocks[-1].text()
    'NIST = F × (I₁ + I₂ + I₃ + I₄ + I₅) = 0.5 × (1.585 + 0 + 0 + 0 + 0) = 0.7925'
    """
    metric = cast(NIST, case.metric)
    of = "this segment's references alone" if case.segments == 1 else f"the references of all {case.segments} segments"
    yield f"Information is counted in {of}; an n-gram has log2(count of the words before / its count) bits."
    for n in range(1, metric.order + 1):
        yield _table(case, metric, n, case.bound.survey.counts)
    for n in range(1, metric.order + 1):
        total, value = case.column(f"total_{n}"), case.parts[f"information_{n}"]
        if total:
            bits = case.column(f"information_{n}") + case.column(f"fine_information_{n}")
            yield Formula(f"I_{n}", f"bits of matched {n}-grams / {n}-grams", "{} / {}", (bits, total), value)
        else:
            yield nothing(f"I_{n}", value, f"the hypothesis has no {n}-gram")
    yield _length_factor(case)
    values = (case.parts["length_factor"], *(case.parts[f"information_{n}"] for n in range(1, metric.order + 1)))
    names = " + ".join(f"I_{n}" for n in range(1, metric.order + 1))
    numbers = f"{{}} × ({' + '.join(['{}'] * metric.order)})"
    yield Formula("NIST", f"F × ({names})", numbers, values, case.parts["score"])


def _table(case: Case, metric: NIST, n: int, known: Counts) -> Table:
    counts, in_refs = ngrams(case.hyp, n), [ngrams(ref, n) for ref in case.refs]
    rows: list[tuple[Cell, ...]] = []
    bits = 0.0
    for gram, count in counts.items():
        clip = min(count, max(ref[gram] for ref in in_refs))
        if clip:
            each = metric.information_of(gram, known)
            bits += clip * each
            rows.append((joined(gram), count, clip, known[metric.before(gram)], known[gram], each, clip * each))
    unmatched = counts.total() - sum(cast(int, row[1]) for row in rows)
    if unmatched:
        rows.append(("without a match", unmatched, 0, "", "", "", 0.0))
    total = ("total", counts.total(), sum(cast(int, row[2]) for row in rows), "", "", "", bits)
    columns = (f"{n}-gram", "Count", "Matched", "Words before", "N-gram itself", "Bits each", "Bits")
    return Table(columns, (*rows, total), lines=(len(rows),), title=f"{n}-grams that match", digits=4)


def _length_factor(case: Case) -> Formula:
    hyp, ref, value = (case.parts[name] for name in ("hyp_length", "ref_length", "length_factor"))
    if hyp == 0:
        return nothing("F", value, "the hypothesis is empty")
    if hyp >= ref:
        return nothing("F", value, "the hypothesis is not shorter than the references on average")
    symbols = "exp(beta × ln(hypothesis length / average reference length)^2)"
    return Formula("F", symbols, "exp({} × ln({} / {})^2)", (BETA, hyp, ref), value)
