"""chrF: the n-grams of characters, and of words, that both texts have, by order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np

from understudy.explanation.blocks import Block, Formula
from understudy.explanation.case import Case
from understudy.explanation.ngrams import in_both, nothing
from understudy.metrics.chrf.metric import CHRF, EPSILON
from understudy.tables.table import Cell, Table

MOST = 10  # n-grams to list by order


def blocks(case: Case) -> Iterator[Block | str]:
    """Explain the chrF of a segment.

    >>> from understudy.scoring.explain import explain
    >>> explain("cat", "cats", "chrf").blocks[0].title
    'Characters, 1-grams'
    """
    metric = cast(CHRF, case.metric)
    yield from case.choice()
    for order, hyp, ref in zip(metric.orders, metric.ngrams_of(case.hyp), metric.ngrams_of(case.ref), strict=True):
        kind, n = order.split("_")
        if hyp and ref:
            title = f"{'Characters' if kind == 'char' else 'Words'}, {n}-grams"
            yield in_both(hyp, ref, title, "" if kind == "char" else " ", MOST)
    yield Table(
        ("Order", "Hypothesis", "Reference", "Both", "P", "R", "F"),
        tuple(_by_order(case, metric, order) for order in metric.orders),
        title="By order",
        digits=4,
    )
    if metric.eps_smoothing:
        yield from _mean_of_f(case, metric)
    else:
        yield from _f_of_means(
            case,
            metric,
            [order for order in metric.orders if case.column(f"hyp_{order}") and case.column(f"ref_{order}")],
        )


def _by_order(case: Case, metric: CHRF, order: str) -> tuple[Cell, ...]:
    counts = [int(case.column(f"{name}_{order}")) for name in ("hyp", "ref", "match")]
    precision, recall = (case.parts[f"{name}_{order}"] / 100 for name in ("precision", "recall"))
    return (order, *counts, precision, recall, _f(metric, precision, recall))


def _f(metric: CHRF, precision: float, recall: float) -> float:
    return float(metric.f_of(np.array(precision), np.array(recall)))


def _f_of_means(case: Case, metric: CHRF, counted: list[str]) -> Iterator[Block]:
    """The F-score of the average precision and recall, over the orders for which both texts have n-grams."""
    for letter, name in (("P", "precision"), ("R", "recall")):
        values = tuple(case.parts[f"{name}_{order}"] / 100 for order in counted)
        if counted:
            numbers = f"({' + '.join(['{}'] * len(counted))}) / {{}}"
            symbols = f"mean of {letter} over orders that both texts have"
            yield Formula(letter, symbols, numbers, (*values, len(counted)), case.parts[name] / 100)
        else:
            yield nothing(letter, case.parts[name] / 100, "one of the texts has no n-gram")
    precision, recall = case.parts["precision"] / 100, case.parts["recall"] / 100
    yield _weighed(metric.title, metric.beta, precision, recall, case.parts["score"], "100 × ")


def _mean_of_f(case: Case, metric: CHRF) -> Iterator[Block]:
    """The mean over all orders of an F-score each; an order without n-grams counts next to nothing."""
    each = []
    for order in metric.orders:
        hyp, ref, match = (case.column(f"{name}_{order}") for name in ("hyp", "ref", "match"))
        precision, recall = match / hyp if hyp else EPSILON, match / ref if ref else EPSILON
        f = _f(metric, precision, recall) if precision + recall else EPSILON
        each.append(f)
        name = f"F_{order}"
        yield _weighed(name, metric.beta, precision, recall, f) if precision + recall else nothing(name, f, "no match")
    numbers = f"100 × ({' + '.join(['{}'] * len(each))}) / {{}}"
    yield Formula(metric.title, "100 × mean of F over all orders", numbers, (*each, len(each)), case.parts["score"])


def _weighed(name: str, beta: float, precision: float, recall: float, value: float, times: str = "") -> Formula:
    if precision * recall == 0:
        return nothing(name, value, "nothing matches")
    symbols = f"{times}(1 + beta^2) × P × R / (beta^2 × P + R)"
    numbers = f"{times}(1 + {{}}^2) × {{}} × {{}} / ({{}}^2 × {{}} + {{}})"
    return Formula(name, symbols, numbers, (beta, precision, recall, beta, precision, recall), value)
