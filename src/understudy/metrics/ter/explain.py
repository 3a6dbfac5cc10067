"""TER: the shifts one by one, then the edits that remain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from understudy.explanation.blocks import Aligned, Block, Formula, Marked, Piece
from understudy.explanation.case import Case
from understudy.explanation.ngrams import nothing
from understudy.metrics.ter.metric import COUNTS, EDITS, TER
from understudy.metrics.ter.readable import INSERTION, align
from understudy.tables.edits import Alignment, Kind, steps_of
from understudy.tables.table import Table


def blocks(case: Case) -> Iterator[Block | str]:
    """Explain the TER of a segment.

    >>> from understudy.scoring.explain import explain
    >>> print(explain("on the mat the cat sat", "the cat sat on the mat", "ter").blocks[0].text())
    Shift 1, before  {on} {the} {mat} the cat sat
    """
    metric = cast(TER, case.metric)
    best = case.first_like(COUNTS)
    refs = [metric.read_again(each) for each in case.refs]
    words, ref = case.hyp, refs[best]
    if len(refs) > 1:
        yield _choice(case, refs, best)
    shifts = metric.shifts([case.hypothesis], [list(case.references)])[0]
    for number, shift in enumerate(shifts, 1):
        yield _shifted(f"Shift {number}, before", words, shift.start, shift.length)
        words = shift.of(words)
        yield _shifted(f"Shift {number}, after ", words, shift.landing, shift.length)
    kinds = align(words, ref, metric.compat == "sacrebleu") if ref else [INSERTION] * len(words)
    yield Aligned(Alignment(tuple(steps_of(cast("list[Kind]", kinds), iter(words), iter(ref)))))
    counts = [(name.replace("_", " ").replace("hyp ", "hypothesis "), int(case.column(name))) for name in COUNTS]
    if len(refs) == 1:
        counts.append(("N: reference length", len(ref)))
    yield Table(("Count of", "Number"), tuple(counts), title="Counts")
    length = case.parts["ref_length"]
    if len(refs) > 1:
        lengths = tuple(len(each) for each in refs)
        numbers = f"({' + '.join(['{}'] * len(lengths))}) / {{}}"
        yield Formula("N", "average length of the references", numbers, (*lengths, len(lengths)), length)
    edits = tuple(case.column(name) for name in EDITS)
    if not length:
        yield nothing("TER", case.parts["score"], "all references are empty: 0 without edits, else 100")
        return
    symbols = "100 × (substitutions + deletions + insertions + shifts) / N"
    yield Formula("TER", symbols, "100 × ({} + {} + {} + {}) / {}", (*edits, length), case.parts["score"])


def _choice(case: Case, refs: list[list[str]], best: int) -> Table:
    edits = case.metric.score(case.by_reference)["edits"].tolist()
    rows = tuple(
        (f"Reference {i}", len(ref), int(each), "yes" if i == best + 1 else "")
        for i, (ref, each) in enumerate(zip(refs, edits, strict=True), 1)
    )
    return Table(("Reference", "Words", "Edits", "Counts"), rows, title="The reference with the fewest edits counts")


def _shifted(label: str, words: list[str], start: int, length: int) -> Marked:
    moved = range(start, start + length)
    return Marked(label, tuple(Piece(word, "shifted" if i in moved else "") for i, word in enumerate(words)))
