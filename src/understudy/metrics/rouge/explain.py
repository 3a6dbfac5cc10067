"""ROUGE: the n-grams that both texts have, or the words that both have in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from understudy.explanation.blocks import Block, Formula, Marked, Piece
from understudy.explanation.case import Case
from understudy.explanation.ngrams import in_both, linked, nothing, ratio
from understudy.metrics.rouge.base import RougeBase
from understudy.metrics.rouge.metric import ROUGEL, NgramRouge, common_pairs, hit_places, lines_of
from understudy.metrics.shared.ngrams import ngrams
from understudy.tables.table import Table


def blocks(case: Case) -> Iterator[Block | str]:
    """Explain the ROUGE of a segment.

    >>> from understudy.scoring.explain import explain
    >>> print(explain("the cat sat", "the old cat", "rougeL").blocks[0].text())
    Hypothesis  [the]1 [cat]3 sat
    Reference   [the]1 old [cat]2
    """
    metric = cast(RougeBase, case.metric)
    hyp, ref = metric.compared(case.hyp), metric.compared(case.ref)
    if metric.stemmer != "none":
        yield "Words are compared, and listed, by their stems."
    yield from case.choice()
    if isinstance(metric, NgramRouge):
        unit = f"{metric.n}-grams"
        yield in_both(ngrams(hyp, metric.n), ngrams(ref, metric.n), unit)
    elif isinstance(metric, ROUGEL):
        yield linked(hyp, ref, common_pairs(hyp, ref))
        unit = "words"
    else:
        yield from _lines(hyp, ref)
        unit = "words"
    in_hyp, in_ref, match = map(float, metric.pair(hyp, ref))
    counts = (("matched", int(match)), (f"{unit} of hypothesis", int(in_hyp)), (f"{unit} of reference", int(in_ref)))
    yield Table(("Count of", "Number"), counts, title="Counts")
    precision, recall = (case.parts[name] / 100 for name in ("precision", "recall"))
    yield ratio("P", f"matched / {unit} of hypothesis", match, in_hyp, precision, "the hypothesis has none")
    yield ratio("R", f"matched / {unit} of reference", match, in_ref, recall, "the reference has none")
    if precision + recall == 0:
        yield nothing(metric.title, case.parts["score"], "nothing matches")
        return
    values = (precision, recall, precision, recall)
    yield Formula(
        metric.title, "100 × 2 × P × R / (P + R)", "100 × 2 × {} × {} / ({} + {})", values, case.parts["score"]
    )


def _lines(hyp: list[str], ref: list[str]) -> Iterator[Marked]:
    hyp_lines, ref_lines = lines_of(hyp), lines_of(ref)
    for i, line in enumerate(hyp_lines, 1):
        yield Marked(f"Hypothesis, line {i}", tuple(map(Piece, line)))
    for i, (line, places) in enumerate(zip(ref_lines, hit_places(hyp_lines, ref_lines), strict=True), 1):
        pieces = (Piece(word, "matched" if place in places else "") for place, word in enumerate(line))
        yield Marked(f"Reference, line {i} ", tuple(pieces))
