"""LEPOR, hLEPOR and nLEPOR: the alignment with its places, and each factor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from understudy.explanation.blocks import Block, Formula, shown
from understudy.explanation.case import Case
from understudy.explanation.ngrams import in_both, linked, nothing, ratio
from understudy.metrics.lepor.base import PositionMetric
from understudy.metrics.lepor.metric import HLEPOR, NLEPOR
from understudy.metrics.lepor.positions import AlignedPositions, distance, reasons
from understudy.metrics.shared.ngrams import ngrams
from understudy.tables.table import Cell, Table


def blocks(case: Case) -> Iterator[Block | str]:
    """Explain the LEPOR of a segment.

    >>> from understudy.scoring.explain import explain
    >>> print(explain("a cat sat", "there sat a cat", "lepor").blocks[1].text())
    Aligned words (i: position in hypothesis, j: in reference)
    Word   i  j  |i/3 - j/4|  Distance  Why this j
    a      1  3  |1/3 - 3/4|    0.4167  the only one
    cat    2  4  |2/3 - 4/4|    0.3333  the only one
    sat    3  2  |3/3 - 2/4|    0.5000  the only one
    ────────────────────────────────────────────────
    total                       1.2500
    """
    metric = cast(PositionMetric, case.metric)
    yield from case.choice()
    aligned = metric.alignment(case.hypothesis, case.reference)
    yield linked(case.hyp, case.ref, aligned)
    yield _table(case, metric, aligned)
    yield from _penalties(case, aligned)
    words = len(case.hyp), len(case.ref)
    if isinstance(metric, NLEPOR):
        for n in metric.orders:
            yield from _order(case, metric, n)
    else:
        yield from _precision_and_recall(case, metric, len(aligned), *words)
    yield _combined(case, metric)


def _table(case: Case, metric: PositionMetric, aligned: AlignedPositions) -> Table:
    hyp, ref = len(case.hyp), len(case.ref)
    product = max(hyp * ref, 1)
    why = reasons(case.hyp, case.ref, aligned, metric.window or 0) if metric.prefers_context else {}
    rows: list[tuple[Cell, ...]] = [
        (shown(case.hyp[j]), j + 1, k + 1, f"|{j + 1}/{hyp} - {k + 1}/{ref}|", distance([(j, k)], hyp, ref) / product)
        + ((why[j],) if why else ())
        for j, k in aligned
    ]
    total: tuple[Cell, ...] = ("total", "", "", "", distance(aligned, hyp, ref) / product)
    total += ("",) if why else ()
    columns = ("Word", "i", "j", f"|i/{hyp} - j/{ref}|", "Distance", *(["Why this j"] if why else []))
    title = "Aligned words (i: position in hypothesis, j: in reference)"
    return Table(columns, (*rows, total), lines=(len(rows),), title=title, digits=4)


def _penalties(case: Case, aligned: AlignedPositions) -> Iterator[Formula]:
    hyp, ref = len(case.hyp), len(case.ref)
    longer, shorter, value = max(hyp, ref), min(hyp, ref), case.parts["length_penalty"]
    if shorter:
        symbols = "exp(1 - longer / shorter length)"
        yield Formula("LP", symbols, "exp(1 - {} / {})", (longer, shorter), value)
    else:
        yield nothing("LP", value, "one of the texts is empty" if longer else "both texts are empty")
    moved = distance(aligned, hyp, ref) / max(hyp * ref, 1)
    npd = moved / max(hyp, 1)
    yield ratio("NPD", "sum of distances / words of the hypothesis", moved, hyp, npd, "the hypothesis is empty")
    yield Formula("NPosPenal", "exp(-NPD)", "exp(-{})", (npd,), case.parts["position_penalty"])


def _order(case: Case, metric: NLEPOR, n: int) -> Iterator[Block]:
    hyp, ref = ngrams(case.hyp, n), ngrams(case.ref, n)
    if not case.column(f"present_{n}"):
        yield nothing(f"HPR_{n}", case.parts[f"hpr_{n}"] / 100, "both texts are too short: the order is left out")
        return
    yield in_both(hyp, ref, f"{n}-grams")
    yield from _precision_and_recall(case, metric, (hyp & ref).total(), hyp.total(), ref.total(), f"_{n}")


def _precision_and_recall(
    case: Case, metric: PositionMetric, match: int, hyp: int, ref: int, order: str = ""
) -> Iterator[Formula]:
    precision, recall, hpr = (case.parts[f"{name}{order}"] / 100 for name in ("precision", "recall", "hpr"))
    if hyp + ref:
        yield ratio(f"P{order}", "matched / all of the hypothesis", match, hyp, precision, "the hypothesis has none")
        yield ratio(f"R{order}", "matched / all of the reference", match, ref, recall, "the reference has none")
    else:
        yield nothing(f"P{order}", precision, "both texts are empty")
        yield nothing(f"R{order}", recall, "both texts are empty")
    alpha, beta = metric.alpha or 0.0, metric.beta or 0.0
    if precision and recall:
        values = (alpha, beta, alpha, recall, beta, precision)
        symbols = "(alpha + beta) / (alpha / R + beta / P)"
        yield Formula(f"HPR{order}", symbols, "({} + {}) / ({} / {} + {} / {})", values, hpr)
    else:
        yield nothing(f"HPR{order}", hpr, "nothing matches")


def _combined(case: Case, metric: PositionMetric) -> Formula:
    parts, name = case.parts, metric.title
    penalties = parts["length_penalty"], parts["position_penalty"]
    if isinstance(metric, NLEPOR):
        weights = metric.weights or (1.0,) * metric.order
        hpr = [parts[f"hpr_{n}"] / 100 for n in metric.orders]
        present = [case.column(f"present_{n}") for n in metric.orders]
        used = [(w, h) for w, h, counted in zip(weights, hpr, present, strict=True) if counted and w]
        if not used or any(h == 0 for _, h in used):
            return nothing(name, parts["score"], "an order has no match" if used else "no order is left")
        logarithms = " + ".join(["{} × ln({})"] * len(used))
        numbers = f"100 × {{}} × {{}} × exp(({logarithms}) / {{}})"
        values = (*penalties, *(each for pair in used for each in pair), sum(w for w, _ in used))
        symbols = "100 × LP × NPosPenal × exp(Σ(w_n × ln(HPR_n)) / Σ(w_n))"
        return Formula(name, symbols, numbers, values, parts["score"])
    hpr_of_words = parts["hpr"] / 100
    if not isinstance(metric, HLEPOR):
        values = (*penalties, hpr_of_words)
        return Formula(name, "100 × LP × NPosPenal × HPR", "100 × {} × {} × {}", values, parts["score"])
    if not (penalties[0] and penalties[1] and hpr_of_words):
        return nothing(name, parts["score"], "a factor is 0, or next to it")
    factors = (*penalties, hpr_of_words)
    weights = metric.weights or ()
    values = (*weights, *(each for pair in zip(weights, factors, strict=True) for each in pair))
    symbols = "100 × (a + b + c) / (a / LP + b / NPosPenal + c / HPR)"
    return Formula(name, symbols, "100 × ({} + {} + {}) / ({} / {} + {} / {} + {} / {})", values, parts["score"])
