"""Columns of Arrow or of lists: the texts in them, and which row is to blame if there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from understudy.errors import InputError, SettingError

Place = Callable[[int], str]  # names a row, counted from 0
STRINGS = ("string", "large_string", "string_view")


def texts_of(columns: Mapping[str, Any], hypothesis: str, references: Sequence[str], place: Place) -> tuple[Any, Any]:
    """Take hypotheses and references; a row without either is refused by its place and content.

    >>> columns = {"hyp": ["a cat"], "one": ["the cat"], "more": [["cats", None]]}
    >>> texts_of(columns, "hyp", ["one", "more"], "row {}".format)
    (['a cat'], [['the cat', 'cats']])
    """
    hyps = _plain(columns[hypothesis])
    for row, value in enumerate(hyps if isinstance(hyps, list) else ()):
        if not isinstance(value, str):
            raise bad_row(columns, row, f"the hypothesis is {_said(value)}", place)
    refs = [_plain(columns[name]) for name in references]
    if len(refs) == 1 and not isinstance(refs[0], list):
        return hyps, refs[0]
    rows = zip(*(each if isinstance(each, list) else each.to_pylist() for each in refs), strict=True)
    return hyps, [_present(values, columns, row, place) for row, values in enumerate(rows)]


def column_names(names: Any, what: str = "references") -> tuple[str, ...]:
    """The names of columns: one, or several.

    >>> column_names("ref"), column_names(["ref", "ref2"])
    (('ref',), ('ref', 'ref2'))
    """
    listed = [names] if isinstance(names, str) else list(names) if isinstance(names, Iterable) else [names]
    if not listed or not all(isinstance(name, str) for name in listed):
        raise SettingError(f"{what} must be the name of a column, or a list of names, got {names!r:.80}")
    return tuple(listed)


def bad_row(columns: Mapping[str, Any], row: int, reason: str, place: Place) -> InputError:
    """Build the error for a row that can't be scored.

    >>> print(bad_row({"hyp": [None]}, 0, "the hypothesis is null", "row {}".format))
    row 0: the hypothesis is null, in hyp=None
    """
    values = {name: column[row] for name, column in columns.items()}
    shown = {name: value.as_py() if hasattr(value, "as_py") else value for name, value in values.items()}
    content = ", ".join(f"{name}={value!r:.80}" for name, value in shown.items())
    return InputError(f"{place(row)}: {reason}, in {content}")


def _plain(column: Any) -> Any:
    """A column of Arrow strings as it is, to be read where it lies, and any other as a list."""
    if isinstance(column, list):
        return column
    return column if str(column.type) in STRINGS and not column.null_count else column.to_pylist()


def _present(values: tuple[Any, ...], columns: Mapping[str, Any], row: int, place: Place) -> list[str]:
    """The references of one row, without the missing ones."""
    present = [
        text
        for value in values
        for text in (value if isinstance(value, list) else [value])
        if text is not None
    ]  # fmt: skip
    if not present:
        raise bad_row(columns, row, "there is no reference (an empty one is '')", place)
    for text in present:
        if not isinstance(text, str):
            raise bad_row(columns, row, f"a reference is {_said(text)}", place)
    return present


def _said(value: Any) -> str:
    if value is None:
        return "null (an empty text is '')"
    return f"{value!r:.60}, {type(value).__name__}; a text is needed"
