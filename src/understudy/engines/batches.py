"""Batches of Arrow columns: the texts in them, and which row is to blame if they can't be scored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from understudy.errors import InputError

Place = Callable[[int], str]  # names a row, counted from 0


def texts_of(batch: Any, hypothesis: str, references: Sequence[str], place: Place) -> tuple[Any, Any]:
    """Take hypotheses and references of a record batch; a row without either is refused by its place and content.

    >>> import pyarrow
    >>> batch = pyarrow.record_batch({"hyp": ["a cat"], "one": ["the cat"], "more": [["cats", None]]})
    >>> texts_of(batch, "hyp", ["one", "more"], "row {}".format)[1]
    [['the cat', 'cats']]
    """
    hyps = batch.column(hypothesis)
    if hyps.null_count:
        row = hyps.is_null().index(True).as_py()
        raise bad_row(batch, row, "the hypothesis is null; an empty text is ''", place)
    columns = [batch.column(name) for name in references]
    if len(columns) == 1 and not columns[0].null_count and not hasattr(columns[0], "flatten"):
        return hyps, columns[0]  # one column of strings is read where it lies
    refs = [[ref for refs in each for ref in refs] for each in zip(*map(_lists, columns), strict=True)]
    if not all(refs):
        row = next(row for row, each in enumerate(refs) if not each)
        raise bad_row(batch, row, "there is no reference; give at least one, '' if it is empty", place)
    return hyps, refs


def bad_row(batch: Any, row: int, reason: str, place: Place) -> InputError:
    """Build the error for a row that can't be scored.

    >>> import pyarrow
    >>> print(bad_row(pyarrow.record_batch({"hyp": [None]}), 0, "the hypothesis is null", "row {}".format))
    row 0: the hypothesis is null: {'hyp': None}
    """
    return InputError(f"{place(row)}: {reason}: {batch.slice(row, 1).to_pylist()[0]!r:.300}")


def _lists(column: Any) -> list[list[str]]:
    """The texts of a column of strings or of lists, without the missing ones."""
    values = column.to_pylist()
    return [
        [] if value is None else [value] if isinstance(value, str) else [each for each in value if each is not None]
        for value in values
    ]
