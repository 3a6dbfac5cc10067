"""METEOR: the alignment by module, its chunks, precision and recall, their mean, and the penalty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from understudy.explanation.blocks import Block, Formula, Linked, Tie, joined
from understudy.explanation.case import Case
from understudy.explanation.ngrams import nothing
from understudy.metrics.meteor.alignment import MeteorAlignment
from understudy.metrics.meteor.metric import METEOR
from understudy.tables.table import Cell, Table

SIDES = {"hyp": "hypothesis", "ref": "reference"}


def blocks(case: Case) -> Iterator[Block | str]:
    """Explain the METEOR of a segment.

    >>> from understudy.scoring.explain import explain
    >>> print(explain("the cats sat", "the cat sat", "meteor").blocks[1].text())
    Alignment
    Chunk  Module  Reference  Hypothesis
    1      exact   the        the
    1      stem    cat        cats
    1      exact   sat        sat
    """
    metric = cast(METEOR, case.metric)
    if metric.characters:
        yield "Words are counted by their characters."
    yield from case.choice()
    found = metric.alignment(case.hypothesis, list(case.references))
    yield _linked(found)
    pairs = tuple(
        (str(pair.chunk or ""), pair.module or "-", joined(pair.ref) or "-", joined(pair.hyp) or "-")
        for pair in found.pairs
    )
    yield Table(("Chunk", "Module", "Reference", "Hypothesis"), pairs, title="Alignment")
    yield _matches(case, metric, found.modules)
    yield from _share(case, metric, "hyp", found.modules)
    yield from _share(case, metric, "ref", found.modules)
    yield from _score(case, metric, found.chunks)


def _linked(found: MeteorAlignment) -> Linked:
    """Lines between matches; those that aren't of equal words say by which module."""
    ties = (
        Tie(match.hyp_start, match.ref_start, match.hyp_length, match.ref_length, _label(found.modules[match.slot]))
        for match in found.matches
    )
    return Linked(tuple(found.hyp), tuple(found.ref), tuple(ties))


def _label(module: str) -> str:
    return "" if module == "exact" else module


def _matches(case: Case, metric: METEOR, modules: tuple[str, ...]) -> Table:
    """What each module matched of both texts, content and function words apart, and all that there is."""
    rows: list[tuple[Cell, ...]] = []
    for slot, (module, weight) in enumerate(zip(modules, metric.weights or (), strict=True), 1):
        counts = (int(case.column(name)) for name in _columns(slot))
        rows.append((module, weight, *counts))
    all_words: list[Cell] = []
    for side in SIDES:
        function = case.column(f"{side}_function")
        all_words += [int(case.column(f"{side}_length") - function), int(function)]
    rows.append(("all words", "", *all_words))
    columns = ("Module", "Weight", *(f"{name}, {kind}" for name in SIDES.values() for kind in ("content", "function")))
    return Table(columns, tuple(rows), lines=(len(rows) - 1,), title="Matches by module")


def _columns(slot: int) -> list[str]:
    return [f"{side}_{kind}_match_{slot}" for side in SIDES for kind in ("content", "function")]


def _share(case: Case, metric: METEOR, side: str, modules: tuple[str, ...]) -> Iterator[Formula]:
    """Precision or recall: what is matched of one text, and all of it, in words weighted by delta."""
    letter, what = ("P", "precision") if side == "hyp" else ("R", "recall")
    text, delta, value = SIDES[side], metric.delta or 0.0, case.parts[what] / 100
    function = case.column(f"{side}_function")
    content = case.column(f"{side}_length") - function
    everything = delta * content + (1 - delta) * function
    if not everything:
        yield nothing(letter, value, f"the {text} has no word that counts")
        return
    above: list[float] = []
    for slot, weight in enumerate((metric.weights or ())[: len(modules)], 1):
        matched = [case.column(f"{side}_{kind}_match_{slot}") for kind in ("content", "function")]
        above += [weight, delta, matched[0], 1 - delta, matched[1]] if any(matched) else []
    terms = " + ".join(["{} × ({} × {} + {} × {})"] * (len(above) // 5))
    matches = sum(w * (d * c + e * f) for w, d, c, e, f in zip(*(iter(above),) * 5, strict=True))
    if above:
        symbols = "Σ(weight × (delta × content + (1 - delta) × function))"
        yield Formula(f"m_{side}", symbols, terms, tuple(above), matches, f"matched words of the {text}, by module")
    else:
        yield nothing(f"m_{side}", 0.0, f"no word of the {text} is matched")
    weighted = (delta, content, 1 - delta, function)
    symbols = "delta × content + (1 - delta) × function"
    yield Formula(f"t_{side}", symbols, "{} × {} + {} × {}", weighted, everything, f"all words of the {text}")
    note = f"{what}, of the {text}"
    yield Formula(letter, f"m_{side} / t_{side}", "{} / {}", (matches, everything), value, note)


def _score(case: Case, metric: METEOR, chunks: int) -> Iterator[Block]:
    precision, recall, f_mean = (case.parts[name] / 100 for name in ("precision", "recall", "f_mean"))
    alpha, beta, gamma = metric.alpha or 0.0, metric.beta or 0.0, metric.gamma or 0.0
    if precision and recall:
        values = (1 - alpha, precision, alpha, recall)
        yield Formula("Fmean", "1 / ((1 - alpha) / P + alpha / R)", "1 / ({} / {} + {} / {})", values, f_mean)
    else:
        yield nothing("Fmean", f_mean, "nothing matches")
    hyp, ref, counted = (case.column(name) for name in ("hyp_matched", "ref_matched", "chunks"))
    fragmentation, penalty = case.parts["fragmentation"], case.parts["penalty"]
    if hyp + ref:
        counts = (
            ("chunks", chunks),
            ("matched words of hypothesis", int(hyp)),
            ("matched words of reference", int(ref)),
        )
        yield Table(("Count of", "Number"), counts, title="Chunks")
        note = "one chunk that is all of both texts counts as none" if counted != chunks else ""
        symbols = "chunks / average of matched words"
        yield Formula("fragmentation", symbols, "{} / (({} + {}) / 2)", (counted, hyp, ref), fragmentation, note)
        numbers = "{} × {}^{}"
        yield Formula("penalty", "gamma × fragmentation^beta", numbers, (gamma, fragmentation, beta), penalty)
    else:
        yield nothing("penalty", penalty, "nothing matches")
    limited = not 0 <= f_mean * (1 - penalty) <= 1
    numbers = "100 × max(0, min(1, {} × (1 - {})))" if limited else "100 × {} × (1 - {})"
    yield Formula("METEOR", "100 × Fmean × (1 - penalty)", numbers, (f_mean, penalty), case.parts["score"])
