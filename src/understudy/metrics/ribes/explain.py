"""RIBES: which words stand for which, how many pairs of them are in the right order, precision and brevity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from understudy.explanation.blocks import Block, Formula, shown
from understudy.explanation.case import Case
from understudy.explanation.ngrams import linked, nothing
from understudy.metrics.ribes.metric import RIBES, aligned_places, ascending_pairs
from understudy.tables.table import Table


def blocks(case: Case) -> Iterator[Block | str]:
    """Explain the RIBES of a segment.

    >>> from understudy.scoring.explain import explain
    >>> explain("a b c", "c a b", "ribes").blocks[3].text()
    'order = pairs in the right order / pairs = 1 / 3 = 0.3333'
    """
    metric = cast(RIBES, case.metric)
    yield from case.choice()
    aligned = list(aligned_places(case.hyp, case.ref))
    yield linked(case.hyp, case.ref, aligned)
    rows = tuple((shown(case.hyp[j]), j + 1, k + 1) for j, k in aligned)
    yield Table(("Word", "Place in hypothesis", "Place in reference"), rows, title="Aligned words")
    order, precision = (case.parts[name] / 100 for name in ("order", "precision"))
    pairs = len(aligned) * (len(aligned) - 1) // 2
    single = len(aligned) == len(case.ref) == 1
    if pairs:
        ascending = ascending_pairs([k for _, k in aligned])
        counts = (("in the right order", ascending), ("all", pairs))
        yield Table(("Pairs of aligned words", "Number"), counts, title="Order")
        yield Formula("order", "pairs in the right order / pairs", "{} / {}", (ascending, pairs), order)
    else:
        yield nothing("order", order, "the reference is one word" if single else "fewer than two words are aligned")
    if pairs or single:
        symbols = "aligned words / words of hypothesis"
        yield Formula("precision", symbols, "{} / {}", (len(aligned), len(case.hyp)), precision)
    else:
        yield nothing("precision", precision, "fewer than two words are aligned")
    yield brevity(len(case.hyp), len(case.ref), case.parts["brevity"])
    symbols = "100 × order × precision^alpha × brevity^beta"
    values = (order, precision, metric.alpha, case.parts["brevity"], metric.beta)
    yield Formula("RIBES", symbols, "100 × {} × {}^{} × {}^{}", values, case.parts["score"])


def brevity(hyp: float, ref: float, value: float) -> Formula:
    """The penalty for a hypothesis that is shorter than its reference.

    >>> brevity(2, 2, 1.0).text()
    'brevity = 1  (the hypothesis is not shorter than the reference)'
    """
    if not hyp:
        return nothing("brevity", value, "the hypothesis is empty")
    if hyp >= ref:
        return nothing("brevity", value, "the hypothesis is not shorter than the reference")
    return Formula("brevity", "exp(1 - reference length / hypothesis length)", "exp(1 - {} / {})", (ref, hyp), value)
