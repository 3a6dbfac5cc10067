"""Texts by field, one JSON object per line."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from understudy.errors import FormatError
from understudy.formats.columns import from_columns, role_of, settled
from understudy.formats.files.content import FileContent
from understudy.formats.files.opening import OpenFile
from understudy.formats.parsed import ParsedFile, PieceSize, Selection
from understudy.formats.readers.text import lines_of


def read(file: FileContent, selection: Selection, fields: Sequence[str] = ()) -> ParsedFile:
    """Read texts by the names of their fields; a field that a line lacks is missing there, like one that is null.

    `fields` are those of the lines before, where this is only a piece of the file.

    >>> read(FileContent("a.jsonl", b'{"hyp": "a cat", "refs": ["the cat", "cats"]}'), Selection()).references
    {'refs 1': ['the cat'], 'refs 2': ['cats']}
    """
    numbered = objects(file.name, lines_of(file.data, file.name, file.first_line), file.first_line)
    names = dict.fromkeys((*fields, *(name for _, each in numbered for name in each)))
    table = {name: [each.get(name) for _, each in numbered] for name in names}
    return from_columns(
        file.name, "JSONL", table, [number for number, _ in numbered], selection, [each for _, each in numbered]
    )


def pieces(file: OpenFile, selection: Selection, size: PieceSize) -> Iterator[ParsedFile]:
    """Read some lines at a time; what the first of them tell by their names holds for the others.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp(), "a.jsonl")
    >>> _ = path.write_text('{"hyp": "a cat"}')
    >>> [len(each) for each in pieces(OpenFile.open(str(path)), Selection(), PieceSize(1, 1))]
    [1]
    """
    columns, fields, first = selection, tuple[str, ...](), 1
    for data in file.whole_lines(size.bytes):
        if data.strip():  # a piece may be blank
            piece = FileContent(file.path, data, first)
            parsed = read(piece, columns, fields)
            if late := [name for name in parsed.table or () if fields and name not in fields]:
                columns = _with_late(columns, selection, parsed, late)
                parsed = read(piece, columns, fields)
            columns, fields = settled(columns, parsed), tuple(parsed.table or ())
            yield parsed
        first += data.count(b"\n")


def _with_late(selection: Selection, of_user: Selection, parsed: ParsedFile, late: Sequence[str]) -> Selection:
    """Take a field that no line before had: a reference was missing there, but nothing else may."""
    for name in late:
        role = role_of(name)
        if (role == "hypotheses" and not of_user.hypotheses) or (role == "ids" and not of_user.ids):
            raise FormatError(
                f"{parsed.path} has the field {name!r} only from about line {parsed.lines[0]} on; every segment needs"
                f" one, or say which fields to take with {'--id-name' if role == 'ids' else '--hypothesis-name'}"
            )
        if role == "references" and not of_user.references:
            selection = replace(selection, references=(*selection.references, name))
    return selection


def objects(name: str, lines: list[str], first: int = 1) -> list[tuple[int, dict[str, Any]]]:
    """Read the object of every line that is not blank, with the number of the line; `first` is that of the first.

    >>> objects("a.jsonl", ['{"hyp": "a cat"}'])
    [(1, {'hyp': 'a cat'})]
    """
    numbered = []
    for number, line in enumerate(lines, first):
        if not line.strip():
            continue
        try:
            each = json.loads(line, object_pairs_hook=_once)
            check_characters(line, each)
        except ValueError as error:  # also of characters and numbers that no text and no machine can hold
            what = getattr(error, "msg", None) or getattr(error, "reason", None) or error
            raise FormatError(f"{name}:{number}: this is not JSON ({what}); one object per line is needed") from None
        except RecursionError:
            raise FormatError(
                f"{name}:{number}: the JSON is nested too deeply; one flat object per line is needed"
            ) from None
        except KeyError as error:
            raise FormatError(f"{name}:{number}: duplicate field {error.args[0]!r}; keep one of them") from None
        if not isinstance(each, dict):
            raise FormatError(f"{name}:{number}: a JSON object is needed, got {line!r:.60}")
        numbered.append((number, each))
    if not numbered:
        raise FormatError(f"{name} holds no JSON object; one per line is needed")
    return numbered


def check_characters(text: str, value: Any) -> None:
    r"""Refuse half a character, which JSON can write as an escape but no text can hold.

    >>> check_characters(r'"\ud83d\ude00"', "\U0001f600")
    """
    if "\\u" in text:
        json.dumps(value, ensure_ascii=False).encode()


def read_whole(name: str, text: str, kind: str) -> Any:
    """Read a file that is one value of JSON; `kind` is what it should hold.

    >>> read_whole("a.json", "[1]", "captions")
    [1]
    """
    try:
        value = json.loads(text)
        check_characters(text, value)
    except json.JSONDecodeError as error:
        raise FormatError(f"{name}:{error.lineno}: this is not JSON ({error.msg}); is the file cut?") from None
    except ValueError as error:
        reason = getattr(error, "reason", error)
        raise FormatError(f"{name}: this is not JSON ({reason}); make the file again") from None
    except RecursionError:
        raise FormatError(f"{name}: the JSON is nested too deeply for {kind}") from None
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise KeyError(name)
        fields[name] = value
    return fields


def write(table: Mapping[str, Sequence[Any]]) -> bytes:
    r"""Write one object a segment.

    >>> write({"hyp": ["a cat"], "bleu": [12.5]})
    b'{"hyp": "a cat", "bleu": 12.5}\n'
    """
    return write_objects([dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)])


def write_objects(objects: Sequence[Mapping[str, Any]]) -> bytes:
    r"""Write one object per line, as it is.

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
