"""Typed values from plain ones: what `dataclasses.asdict` and JSON have made of them, read back by their types."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

SCALARS = (str, float, int, bool)


def typed(kind: type[T], value: Any) -> T:
    """Read a value of a type: dataclasses from mappings by field, tuples from lists, and None where it may be None.

    >>> from understudy.report.content import Frequency, WordScores
    >>> typed(Frequency, {"name": "5-9", "words": 8, "systems": {"A": {"precision": 1.0, "recall": 1.0, "f1": 1.0}}})
    Frequency(name='5-9', words=8, systems={'A': WordScores(precision=1.0, recall=1.0, f1=1.0)})
    """
    return _read(kind, value)  # type: ignore[no-any-return]


def _read(kind: Any, value: Any) -> Any:
    if is_dataclass(kind):
        return _dataclass(kind, value)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if value is None else _read(args[0], value)
    if origin is list:
        return list(value) if args[0] in SCALARS else [_read(args[0], each) for each in value]
    if origin is dict:
        return {key: _read(args[1], each) for key, each in value.items()}
    if origin is tuple:
        types = [args[0]] * len(value) if args[1:] == (Ellipsis,) else args
        return tuple(_read(own, each) for own, each in zip(types, value, strict=True))
    return value


def _dataclass(kind: Any, value: Any) -> Any:
    types = _types(kind)
    unknown = set(value) - set(types)
    if unknown:
        raise ValueError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
    return kind(**{name: _read(types[name], each) for name, each in value.items()})


@cache
def _types(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}
