"""WER, CER, MER, WIL, WIP and PER: the aligned lines, the counts, and the rate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from understudy import _core
from understudy.explanation.blocks import Aligned, Block, Formula
from understudy.explanation.case import Case
from understudy.explanation.ngrams import in_both, nothing
from understudy.metrics.error_rates.base import ErrorRate
from understudy.metrics.shared.ngrams import ngrams
from understudy.tables.table import Table

STEPS = {"H": "hits", "S": "substitutions", "D": "deletions", "I": "insertions"}


def blocks(case: Case) -> Iterator[Block | str]:
    """Explain the error rate of a segment.

    >>> from understudy.scoring.explain import explain
    >>> print(explain("the cat sat on mat", "the cat was on the mat", "wer").blocks[0].text())
    REF: the cat was on the mat
    HYP: the cat sat on *** mat
                   S      D
    """
    metric = cast(ErrorRate, case.metric)
    yield from case.choice()
    if metric.rate == "per":
        yield in_both(ngrams(case.hyp, 1), ngrams(case.ref, 1), "Words in any order")
    else:
        vocabulary = case.bound.table.vocabulary
        hyp, ref = (_core.intern([words], vocabulary) for words in (case.hyp, case.ref))
        yield Aligned(metric.align(hyp, ref)[0])
    lengths = {"P: hypothesis length": "hyp_length", "N: reference length": "ref_length"}
    steps = {f"{letter}: {name}": name for letter, name in STEPS.items()}
    shown = ({"in both": "correct"} if metric.rate == "per" else steps) | lengths
    counts = tuple((label, int(case.column(name))) for label, name in shown.items())
    yield Table(("Count of", "Number"), counts, title="Counts")
    yield _rate(case, metric)


def _rate(case: Case, metric: ErrorRate) -> Formula:
    hits, *errors = (case.column(name) for name in STEPS.values())
    hyp, ref = case.column("hyp_length"), case.column("ref_length")
    score, name = case.parts["score"], metric.title
    values: tuple[float, ...]
    match metric.rate:
        case "mer":
            if not hits + sum(errors):
                return nothing(name, score, "both texts are empty")
            numbers = "100 × ({} + {} + {}) / ({} + {} + {} + {})"
            return Formula(name, "100 × (S + D + I) / (H + S + D + I)", numbers, (*errors, hits, *errors), score)
        case "wip" | "wil":
            lost = metric.rate == "wil"
            if not hyp or not ref:
                return nothing(name, score, "both texts are empty" if hyp == ref else "one of the texts is empty")
            symbols, numbers = (
                ("1 - (H / N) × (H / P)", "1 - ({} / {}) × ({} / {})")
                if lost
                else ("(H / N) × (H / P)", "({} / {}) × ({} / {})")
            )
            brackets = "100 × ({})" if lost else "100 × {}"
            values = (hits, ref, hits, hyp)
            return Formula(name, brackets.replace("{}", symbols), brackets.replace("{}", numbers), values, score)
        case "per":
            values = (max(hyp, ref), case.column("correct"), max(ref, 1.0))
            symbols, numbers = "100 × (max(N, P) - in both) / N", "100 × ({} - {}) / {}"
        case _:
            values = (*errors, max(ref, 1.0))
            symbols, numbers = "100 × (S + D + I) / N", "100 × ({} + {} + {}) / {}"
    note = "" if ref else "an empty reference counts as if there were one word"
    return Formula(name, symbols, numbers, values, score, note)
