"""Texts by field, one JSON object a line."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from understudy.errors import FormatError
from understudy.formats.columns import corpus_of
from understudy.formats.corpus import Choices, Corpus
from understudy.formats.files.opened import Opened
from understudy.formats.readers.text import lines_of


def sniff(head: bytes) -> bool:
    """Whether this is the beginning of such a file.

    >>> sniff(b'{"hyp": "a cat"}'), sniff(b"{a cat}")
    (True, False)
    """
    try:
        return isinstance(json.loads(head.partition(b"\n")[0]), dict)
    except (ValueError, RecursionError):
        return False


def read(file: Opened, choices: Choices, known: Sequence[str] = ()) -> Corpus:
    """Read texts by the names of their fields; a field that a line lacks is missing there, like one that is null.

    `known` are the fields of the lines before, where this is only a piece of the file.

    >>> read(Opened("a.jsonl", b'{"hyp": "a cat", "refs": ["the cat", "cats"]}'), Choices()).references
    {'refs 1': ['the cat'], 'refs 2': ['cats']}
    """
    found = objects(file.name, lines_of(file.data, file.name, file.first_line), file.first_line)
    names = dict.fromkeys((*known, *(name for _, each in found for name in each)))
    table = {name: [each.get(name) for _, each in found] for name in names}
    return corpus_of(file.name, "JSONL", table, [number for number, _ in found], choices, [each for _, each in found])


def objects(name: str, lines: list[str], first: int = 1) -> list[tuple[int, dict[str, Any]]]:
    """Read the object of every line that is not blank, with the number of the line; `first` is that of the first.

    >>> objects("a.jsonl", ['{"hyp": "a cat"}'])
    [(1, {'hyp': 'a cat'})]
    """
    found = []
    for number, line in enumerate(lines, first):
        if not line.strip():
            continue
        try:
            each = json.loads(line, object_pairs_hook=_once)
            check_characters(line, each)
        except ValueError as error:  # also of characters and numbers that no text and no machine can hold
            what = getattr(error, "msg", None) or getattr(error, "reason", None) or error
            raise FormatError(f"{name}:{number}: this is not JSON ({what}); one object a line is needed") from None
        except RecursionError:
            raise FormatError(
                f"{name}:{number}: the JSON is nested too deeply; one flat object a line is needed"
            ) from None
        except KeyError as error:
            raise FormatError(f"{name}:{number}: the field {error.args[0]!r} stands there twice") from None
        if not isinstance(each, dict):
            raise FormatError(f"{name}:{number}: a JSON object is needed, got {line!r:.60}")
        found.append((number, each))
    if not found:
        raise FormatError(f"{name} holds no JSON object; one a line is needed")
    return found


def check_characters(text: str, value: Any) -> None:
    r"""Refuse half a character, which JSON can write as an escape but no text can hold.

    >>> check_characters(r'"\ud83d\ude00"', "\U0001f600")
    """
    if "\\u" in text:
        json.dumps(value, ensure_ascii=False).encode()


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise KeyError(name)
        found[name] = value
    return found


def write(table: Mapping[str, Sequence[Any]]) -> bytes:
    r"""Write one object a segment.

    >>> write({"hyp": ["a cat"], "bleu": [12.5]})
    b'{"hyp": "a cat", "bleu": 12.5}\n'
    """
    return write_objects([dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)])


def write_objects(objects: Sequence[Mapping[str, Any]]) -> bytes:
    r"""Write one object a line, as they are.

    >>> write_objects([{"hyp": "a cat"}])
    b'{"hyp": "a cat"}\n'
    """
    try:
        lines = [json.dumps(each, ensure_ascii=False, allow_nan=False, default=_plain) for each in objects]
    except FormatError:
        raise
    except ValueError:
        raise FormatError(
            "JSON has no infinite numbers and no NaN, and these columns have; write TSV or Parquet"
        ) from None
    return "".join(line + "\n" for line in lines).encode()


def _plain(value: Any) -> str:
    """Dates and the like, of Parquet, as text."""
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta, Decimal)):
        return str(value)
    raise FormatError(f"JSON can't hold {value!r:.60}, {type(value).__name__}; write Parquet")
