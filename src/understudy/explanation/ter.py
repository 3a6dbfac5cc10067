"""TER: the shifts one by one, then the edits that remain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from understudy.alignment import Alignment, steps_of
from understudy.explanation.blocks import Aligned, Block, Formula, Marked, Piece
from understudy.explanation.case import Case
from understudy.explanation.ngrams import nothing
from understudy.metrics.editing import Kind
from understudy.metrics.shifting import INSERTION, align
from understudy.metrics.ter import COUNTS, EDITS, TER
from understudy.report.table import Table


def blocks(case: Case) -> Iterator[Block | str]:
    """Tell how a segment gets its TER.

    >>> from understudy.explanation import explain
    >>> print(explain("on the mat the cat sat", "the cat sat on the mat", "ter").blocks[0].text())
    Shift 1, before  {on} {the} {mat} the cat sat
    """
    metric = cast(TER, case.metric)
    best = case.first_like(COUNTS)
    words, ref = case.hyp, metric.read_again(case.refs[best])
    if len(case.refs) > 1:
        yield _choice(case, best)
    shifts = metric.shifts([case.hypothesis], [list(case.references)])[0]
    for number, shift in enumerate(shifts, 1):
        yield _shifted(f"Shift {number}, before", words, shift.start, shift.length)
        words = shift.of(words)
        yield _shifted(f"Shift {number}, after ", words, shift.landing, shift.length)
    kinds = align(words, ref, metric.compat == "sacrebleu") if ref else [INSERTION] * len(words)
    yield Aligned(Alignment(tuple(steps_of(cast("list[Kind]", kinds), iter(words), iter(ref)))))
    counts = tuple((name.replace("_", " "), int(case.column(name))) for name in COUNTS)
    yield Table(("Count of", "Number"), counts, title="Counts")
    length = case.parts["ref_length"]
    if len(case.refs) > 1:
        lengths = tuple(float(len(metric.read_again(each))) for each in case.refs)
        numbers = f"({' + '.join(['{}'] * len(lengths))}) / {{}}"
        yield Formula("N", "average length of the references", numbers, (*lengths, len(lengths)), length)
    edits = tuple(case.column(name) for name in EDITS)
    if not length:
        yield nothing("TER", case.parts["score"], "all references are empty: 0 without edits, else 100")
        return
    symbols = "100 × (substitutions + deletions + insertions + shifts) / N"
    yield Formula("TER", symbols, "100 × ({} + {} + {} + {}) / {}", (*edits, length), case.parts["score"])


def _choice(case: Case, best: int) -> Table:
    edits = case.metric.score(case.by_reference)["edits"]
    rows = tuple(
        (f"Reference {i}", int(each), "yes" if i == best + 1 else "") for i, each in enumerate(edits.tolist(), 1)
    )
    return Table(("Reference", "Edits", "Counts"), rows, title="The reference with the fewest edits counts")


def _shifted(label: str, words: list[str], start: int, length: int) -> Marked:
    moved = range(start, start + length)
    return Marked(label, tuple(Piece(word, "shifted" if i in moved else "") for i, word in enumerate(words)))
