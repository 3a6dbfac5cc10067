"""Segments and references, and the one check that they belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.errors import InputError, SettingError, UnderstudyError
from understudy.inputs.arrow import arrow_column
from understudy.inputs.tokens import Tokens

Progress = Callable[[int], object]  # of one native call: segments done
StepProgress = Callable[[str, int, int], object]  # of a command: what is being done, segments done, segments in all


@dataclass(frozen=True)
class References:
    """The references of all segments in one flat list; those of segment i are `starts[i]` to `starts[i + 1]`."""

    flat: _core.Texts
    starts: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def part(self, begin: int, end: int) -> References:
        """The references of the segments from `begin` to before `end`."""
        starts = self.starts[begin : end + 1]
        return References(self.flat.part(int(starts[0]), int(starts[-1])), starts - starts[0])

    @property
    def counts(self) -> str:
        """How many references a segment has, as it is printed with a score: `2`, or `1-4` where it varies."""
        if len(self.starts) == 2:  # a single segment, for which numpy is slow
            return str(self.starts.item(1))
        counts = np.diff(self.starts)
        low, high = int(counts.min()), int(counts.max())
        return str(low) if low == high else f"{low}-{high}"


def texts(source: Any, what: str, tokens: bool = False) -> _core.Texts:
    """Take one string per segment from a list, tuple, numpy array, or a pandas, Polars or Arrow column.

    With `tokens`, text that is tokenized already is taken too.

    >>> len(texts(["one", "two"], "hypotheses"))
    2
    """
    if isinstance(source, _core.Texts):
        return source
    if isinstance(source, Tokens):
        return _one_per_segment(source, what, tokens)
    if isinstance(source, (str, bytes)):
        raise _bare_string(source, what)
    if isinstance(source, np.ndarray) and source.ndim != 1:
        raise InputError(f"the {what} are an array of shape {source.shape}; one dimension is needed, one string a row")
    column = arrow_column(source)
    return _core.Texts(listed(source, what) if column is None else column, what)


def references(source: Any, segments: int | None = None, tokens: bool = False) -> References:
    """Take the references of all segments, `segments` of them if given, and check that each has at least one.

    One string per segment, or one list of strings per segment (`None` in it is a missing reference), or a mapping of
    named columns, each with one string per segment. With `tokens`, text that is tokenized already is taken too.

    >>> references([["a", "b"], ["c"]], segments=2).starts.tolist()
    [0, 2, 3]
    """
    if isinstance(source, References):
        _check_length(len(source), segments)
        return source
    if isinstance(source, Tokens):
        return _from_tokens(source, segments, tokens)
    if isinstance(source, (str, bytes)):
        raise _bare_string(source, "references")
    columns = dict(source) if isinstance(source, Mapping) else {"": source}
    in_arrow = {name: arrow_column(each) for name, each in columns.items()}
    if columns and not any(each is None for each in in_arrow.values()):
        return _from_arrow(in_arrow, segments, isinstance(source, Mapping))
    if isinstance(source, Mapping):
        return _from_columns(columns, segments)
    nested = listed(source, "references")
    flat = _column(nested)
    if flat is not None:
        _check_length(len(flat), segments)
        return References(flat, np.arange(len(flat) + 1, dtype=np.int64))
    if segments is not None and len(nested) != segments:
        _refuse_transposed(nested, segments)
    _check_length(len(nested), segments)
    return _flattened(nested)


def check_tokenized(hypotheses: Mapping[str, _core.Texts], refs: bool) -> None:
    """Raise InputError unless hypotheses are tokenized already where references are, and nowhere else.

    >>> check_tokenized({"A": texts(["a cat"], "hypotheses")}, False)
    """
    for name, each in hypotheses.items():
        if each.tokenized != refs:
            here, there = ("tokens", "text") if each.tokenized else ("text", "tokens")
            system = f" of {name!r}" if name else ""
            raise InputError(
                f"the hypotheses{system} are {here} but the references are {there};"
                " give both as understudy.Tokens, or both as strings"
            )


def check_threads(threads: int) -> None:
    """Raise SettingError unless the number of threads is from 1 to 1024.

    >>> check_threads(2)
    """
    if type(threads) is not int or not 1 <= threads <= 1024:
        raise SettingError(f"threads must be a whole number from 1 to 1024, got {threads!r}")


def check_segments(segments: int) -> None:
    """Raise InputError if there are no segments.

    >>> check_segments(1)
    """
    if segments == 0:
        raise InputError("there are no segments to score: the list of hypotheses is empty")


def check_parallel(
    columns: Mapping[str, _core.Texts | list[str]], unit: str, error: type[UnderstudyError] = InputError
) -> int:
    """Raise an error if columns differ in length; return the common length.

    >>> check_parallel({"A": ["one", "two"], "B": ["uno", "due"]}, "segments")
    2
    """
    (first, model), *others = columns.items()
    for name, column in others:
        if len(column) != len(model):
            raise error(
                f"{first} has {len(model)} {unit} but {name} has {len(column)};"
                f" one hypothesis per segment is needed{_first_blank(columns, unit)}"
            )
    return len(model)


def _one_per_segment(source: Tokens, what: str, tokens: bool) -> _core.Texts:
    if not tokens:
        raise InputError(f"the {what} are Tokens, but text is needed here; give strings")
    if source.starts is not None:
        raise InputError(
            f"the {what} are Tokens with a list of texts per segment, as for references; give one list of tokens each"
        )
    return source.texts


def _from_tokens(source: Tokens, segments: int | None, tokens: bool) -> References:
    if not tokens:
        raise InputError("the references are Tokens, but text is needed here; give strings")
    _check_length(len(source), segments)
    starts = np.arange(len(source) + 1, dtype=np.int64) if source.starts is None else source.starts
    return References(source.texts, starts)


def _first_blank(columns: Mapping[str, _core.Texts | list[str]], unit: str) -> str:
    """Where the first blank text is: often the place where files fell out of step."""
    for name, column in columns.items():
        for number in range(1, len(column) + 1):
            if not column[number - 1].strip():
                return f" (first blank {unit[:-1]}: {name}:{number})"
    return ""


def _from_arrow(columns: Mapping[str, Any], segments: int | None, named: bool) -> References:
    """Take columns of strings or of lists of strings; null is a missing reference."""
    read = {
        name: _core.Texts(each, f"references {name!r}" if named else "references", True)
        for name, each in columns.items()
    }
    lengths = {name: len(each.starts) - 1 for name, each in read.items()}
    if named:
        _check_columns(lengths, segments)
    _check_length(next(iter(lengths.values())), segments)
    flat = next(iter(read.values())) if len(read) == 1 else _core.Texts(list(read.values()))
    missing = np.flatnonzero(np.diff(flat.starts) == 0)
    if len(missing):
        raise InputError(f"segment {missing[0] + 1} has no reference; give at least one, '' if it is empty")
    return References(flat, flat.starts)


def _column(nested: list[Any]) -> _core.Texts | None:
    """Take one reference per segment, or nothing where some segment has a list of them."""
    if nested and not isinstance(nested[0], (str, type(None))):
        return None
    try:
        return texts(nested, "references")
    except InputError:
        if set(map(type, nested)) <= {str, type(None)}:
            raise
        return None


def _is_list(item: object) -> bool:
    return isinstance(item, (Sequence, np.ndarray)) and not isinstance(item, (str, bytes))


def listed(source: Any, what: str) -> list[Any]:
    """Take one entry per segment, of any kind, from whatever has an order.

    >>> listed(("one", ["two"]), "references")
    ['one', ['two']]
    """
    if isinstance(source, list):
        return source
    if isinstance(source, (str, bytes)):
        raise _bare_string(source, what)
    if isinstance(source, Mapping):
        raise InputError(f"the {what} are a mapping with keys {_short(list(source))}; give a list of strings")
    if isinstance(source, (set, frozenset)):
        raise InputError(f"the {what} are a set, which has no order; give a list with one entry per segment")
    if isinstance(source, np.ndarray) and source.ndim == 0:
        raise InputError(f"the {what} are an array without dimensions, {_short(source)}; give one entry per segment")
    for method in ("to_pylist", "tolist", "to_list"):  # Arrow, numpy and pandas, Polars
        if hasattr(source, method):
            return list(getattr(source, method)())
    if isinstance(source, Iterable):
        return list(source)
    raise InputError(f"the {what} are {type(source).__name__}, {_short(source)}; give a list of strings")


def _from_columns(columns: Mapping[str, Any], segments: int | None) -> References:
    """Take columns of strings, in which None is a missing reference; a single column is read where it lies."""
    if not columns:
        raise InputError("the references are an empty mapping; give at least one named column")
    lists = {name: listed(column, f"references {name!r}") for name, column in columns.items()}
    _check_columns({name: len(column) for name, column in lists.items()}, segments)
    first, *others = lists.values()
    _check_length(len(first), segments)
    flat = list(chain.from_iterable(zip(first, *others, strict=True))) if others else first
    width = len(lists)
    counts = np.full(len(first), width, dtype=np.int64)
    if set(map(type, flat)) != {str}:
        counts -= _missing(flat, width)
        flat = [text for text in flat if text is not None]
    starts = np.zeros(len(first) + 1, dtype=np.int64)
    np.cumsum(counts, out=starts[1:])
    return References(_core.Texts(flat, "references", starts), starts)


def _missing(flat: list[Any], width: int) -> npt.NDArray[np.int64]:
    """How many of the `width` references of each segment are missing; anything but a string or None is refused."""
    for place, text in enumerate(flat):
        if text is not None and not isinstance(text, str):
            raise _not_a_string(text, place // width + 1)
    missing: npt.NDArray[np.int64] = np.array([text is None for text in flat]).reshape(-1, width).sum(axis=1)
    empty = np.flatnonzero(missing == width)
    if len(empty):
        raise _no_reference([None] * width, int(empty[0]) + 1)
    return missing


def _bare_string(source: str | bytes, what: str) -> InputError:
    return InputError(
        f"the {what} are one bare string, {_short(source)}; give a list with one string per segment,"
        " or use .sentence(...) to score a single segment"
    )


def _not_a_string(reference: Any, number: int) -> InputError:
    return InputError(
        f"a reference of segment {number} is not a string but {type(reference).__name__}: {_short(reference)}"
    )


def _no_reference(item: Any, number: int) -> InputError:
    return InputError(f"segment {number} has no reference, got {_short(item)}; give at least one, '' if it is empty")


def _check_columns(lengths: Mapping[str, int], segments: int | None) -> None:
    expected = next(iter(lengths.values())) if segments is None else segments
    for name, length in lengths.items():
        if length != expected:
            raise InputError(
                f"the references {name!r} have {length} entries but there are {expected} hypotheses;"
                " one reference per segment is needed, None where there is none"
            )


def _of_segment(item: Any, number: int) -> list[str]:
    if not _is_list(item):
        if isinstance(item, str):
            return [item]
        raise InputError(
            f"the references of segment {number} are {type(item).__name__}, {_short(item)}; give a string or a list"
        )
    present = [reference for reference in item if reference is not None]
    if not present:
        raise _no_reference(item, number)
    for reference in present:
        if not isinstance(reference, str):
            raise _not_a_string(reference, number)
    return present


def _flattened(nested: list[Any]) -> References:
    if not (
        set(map(type, nested)) <= {list, tuple} and all(nested) and set(map(type, chain.from_iterable(nested))) == {str}
    ):
        nested = [_of_segment(item, number) for number, item in enumerate(nested, 1)]
    starts = np.zeros(len(nested) + 1, dtype=np.int64)
    np.cumsum(list(map(len, nested)), out=starts[1:])
    return References(_core.Texts(list(chain.from_iterable(nested)), "references", starts), starts)


def _check_length(references: int, segments: int | None) -> None:
    if references == 0:
        raise InputError("there are no references: the list is empty; give at least one per segment")
    if segments is not None and references != segments:
        raise InputError(
            f"there are {segments} hypotheses but references for {references} segments;"
            " give one string or one list of references per hypothesis"
        )


def _refuse_transposed(nested: list[Any], segments: int) -> None:
    if all(_is_list(item) and len(item) == segments for item in nested):
        raise InputError(
            f"the references look transposed: {len(nested)} lists of {segments} where {segments} lists,"
            " one per hypothesis, are due; pass list(zip(*references)), or a mapping of named columns"
        )


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
