"""BLEU: the slide's table for every n, the precisions, the brevity penalty, and their product."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from understudy.explanation.blocks import Block, Formula, Marked, Piece, joined
from understudy.explanation.case import Case
from understudy.metrics.bleu.metric import BLEU
from understudy.metrics.bleu.smoothing import averaged
from understudy.metrics.shared.means import weighted_geometric_mean
from understudy.metrics.shared.ngrams import ngrams
from understudy.tables.table import Cell, Table


def blocks(case: Case) -> Iterator[Block | str]:
    """Explain the BLEU of a segment.

    >>> from understudy.scoring.explain import explain
    >>> explain("the cat", ["the cat sat"], order=2).blocks[-1].text()
    'BLEU = 100 × BP × geometric mean = 100 × 0.6065 × 1 = 60.65'
    """
    metric = cast(BLEU, case.metric)
    yield _marked(case)
    orders = range(1, len(metric.values(case.row, "match")) + 1)
    for n in orders:
        yield _table(case, n)
    yield _fractions(case)
    if metric.smoothing == "chen-cherry-5":
        yield from _averages(case)
    yield from (_precision(case, n) for n in range(1, metric.order + 1))
    yield from _brevity(case)
    yield from _product(case)
    if case.bound.metric != metric:
        yield "This is the segment's score: orders that it is too short for are left out, which corpus scores don't do."


def _marked(case: Case) -> Marked:
    """Mark each word that a reference has, as often as the reference that has most of it."""
    in_refs = [ngrams(ref, 1) for ref in case.refs]
    left = {word: max(ref[word,] for ref in in_refs) for word in case.hyp}
    known = {word for word, count in left.items() if count}
    pieces = []
    for word in case.hyp:
        left[word] -= 1
        pieces.append(Piece(word, "matched" if left[word] >= 0 else "clipped" if word in known else ""))
    return Marked("Words", tuple(pieces))


def _table(case: Case, n: int) -> Table:
    counts, in_refs = ngrams(case.hyp, n), [ngrams(ref, n) for ref in case.refs]
    rows: list[tuple[Cell, ...]] = []
    for gram, count in counts.items():
        most = max(ref[gram] for ref in in_refs)
        rows.append((joined(gram), count, *(ref[gram] for ref in in_refs), most, min(count, most)))
    clipped = sum(cast(int, row[-1]) for row in rows)
    total: tuple[Cell, ...] = ("total", counts.total(), *([""] * (len(in_refs) + 1)), clipped)
    refs = [f"Ref {i}" for i in range(1, len(in_refs) + 1)]
    columns = (f"{n}-gram", "Count", *refs, "Max", "Count clip")
    return Table(columns, (*rows, total), lines=(len(rows),), title=f"{n}-grams")


def _fractions(case: Case) -> Table:
    parts = case.parts
    rows = []
    for n in range(1, cast(BLEU, case.metric).order + 1):
        plain, match, total = (int(parts[f"{name}_{n}"]) for name in ("plain", "match", "total"))
        rows.append((n, f"{plain}/{total}", f"{match}/{total}"))
    return Table(("n", "Without clip", "With clip"), tuple(rows), title="Precisions as fractions")


def _averages(case: Case) -> Iterator[Formula]:
    """Chen and Cherry's fifth method: the mean of the counts of an order and of those beside it."""
    match = [float(each) for each in case.metric.values(case.row, "match")]
    smoothed = [float(each) for each in averaged(match)]  # type: ignore[arg-type]
    values: tuple[float, ...]
    for n in range(1, len(match)):
        before, numbers, values = f"m_{n - 1}", "({} + {} + {}) / 3", (smoothed[n - 2], match[n - 1], match[n])
        if n == 1:
            before, numbers, values = "(matched 1-grams + 1)", "({} + 1 + {} + {}) / 3", (match[0], match[0], match[1])
        symbols = f"({before} + matched {n}-grams + matched {n + 1}-grams) / 3"
        yield Formula(f"m_{n}", symbols, numbers, values, smoothed[n - 1])


def _precision(case: Case, n: int) -> Formula:
    metric = cast(BLEU, case.metric)
    match, total = (metric.values(case.row, name) for name in ("match", "total"))
    m, t = float(match[n - 1]), float(total[n - 1])
    name, value, k = f"p_{n}", case.parts[f"precision_{n}"] / 100, metric.smoothing_value or 0.0
    missed = sum(float(match[i]) == 0 and float(total[i]) > 0 for i in range(n))
    plain = Formula(name, f"matched {n}-grams / {n}-grams", "{} / {}", (m, t), value)
    if value == 0 and t > 0:
        note = "" if metric.smoothing == "none" else "not smoothed, because nothing matches at all"
        return Formula(name, plain.symbols, "{} / {}", (m, t), value, note)
    if value == 0:
        return Formula(name, "", "0", (), value, f"the hypothesis has no {n}-gram")
    if metric.smoothing == "add-k" and n > 1:
        return Formula(name, "(matched + k) / (all + k)", "({} + {}) / ({} + {})", (m, k, t, k), value)
    if t == 0:
        return Formula(name, "", "1", (), value, f"the hypothesis has no {n}-gram, which counts as 1")
    if metric.smoothing == "chen-cherry-5":
        smoothed = float(averaged(match)[n - 1])
        return Formula(name, f"min(m_{n}, {n}-grams) / {n}-grams", "min({}, {}) / {}", (smoothed, t, t), value)
    if m > 0:
        return plain
    if metric.smoothing == "exp":
        symbols = f"1 / (2^k × {n}-grams)"
        note = "smoothed; k counts the orders without a match so far"
        return Formula(name, symbols, "1 / (2^{} × {})", (missed, t), value, note)
    if metric.smoothing == "floor":
        return Formula(name, "smoothing value / all", "{} / {}", (k, t), value, "smoothed")
    symbols = "min((ln(words) / K)^(orders without a match so far), all) / all"
    length = max(case.parts["hyp_length"], 1.0)
    return Formula(name, symbols, "min((ln({}) / {})^{}, {}) / {}", (length, k, missed, t, t), value, "smoothed")


def _brevity(case: Case) -> Iterator[Block]:
    metric = cast(BLEU, case.metric)
    hyp, ref, value = (case.parts[name] for name in ("hyp_length", "ref_length", "brevity"))
    lengths = [float(len(words)) for words in case.refs]
    rows: list[tuple[Cell, ...]] = [("Hypothesis", int(hyp), "yes")]
    counted = lengths.index(ref) if metric.reference_length != "average" else -1
    rows += [(f"Reference {i + 1}", int(each), "yes" if i == counted else "") for i, each in enumerate(lengths)]
    if metric.reference_length == "average":
        rows.append(("Average reference", ref, "yes"))
    why = {"closest": "the closest reference counts", "shortest": "the shortest reference counts"}
    title = f"Lengths ({why.get(metric.reference_length, 'the average of the references counts')})"
    yield Table(("Text", "Words", "Counts"), tuple(rows), title=title)
    if hyp >= ref:
        yield Formula("BP", "", "1", (), value, "the hypothesis is not shorter than the reference")
    elif hyp == 0:
        yield Formula("BP", "", "0", (), value, "the hypothesis is empty")
    else:
        symbols = "exp(1 - reference length / hypothesis length)"
        yield Formula("BP", symbols, "exp(1 - {} / {})", (ref, hyp), value)


def _product(case: Case) -> Iterator[Formula]:
    """The weighted geometric mean of the orders that count, and the score."""
    metric = cast(BLEU, case.metric)
    shares = metric.order_weights
    precision = [case.parts[f"precision_{n}"] / 100 for n in range(1, metric.order + 1)]
    counts = [bool(each) for each in metric.orders_counted(metric.values(case.row, "total"))]
    mean = float(weighted_geometric_mean(shares, precision, counts))  # type: ignore[arg-type]
    used = [(share, p) for share, p, counted in zip(shares, precision, counts, strict=True) if counted and share]
    if not used:
        yield Formula("geometric mean", "", "0", (), mean, "no order with a weight is left")
    elif any(p == 0 for _, p in used):
        yield Formula("geometric mean", "", "0", (), mean, "a precision is 0")
    elif metric.weights is None:
        names = [f"p_{n}" for n, counted in enumerate(counts, 1) if counted]
        values = (*(p for _, p in used), len(used))
        symbols = f"({' × '.join(names)})^(1 / {len(used)})"
        yield Formula("geometric mean", symbols, f"({' × '.join(['{}'] * len(used))})^(1 / {{}})", values, mean)
    else:
        logarithms = " + ".join(["{} × ln({})"] * len(used))
        values = (*(each for pair in used for each in pair), sum(share for share, _ in used))
        symbols = "exp(Σ(w_n × ln(p_n)) / Σ(w_n))"
        yield Formula("geometric mean", symbols, f"exp(({logarithms}) / {{}})", values, mean)
    values = (case.parts["brevity"], mean)
    yield Formula("BLEU", "100 × BP × geometric mean", "100 × {} × {}", values, case.parts["score"])
