"""Comma-separated values with a header line, quoted as in RFC 4180; semicolons, pipes and tabs may stand for commas."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from understudy.errors import FormatError
from understudy.formats.columns import from_columns
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.text import BYTE_ORDER_MARK, decode
from understudy.formats.readers.tsv import by_column, cell_text, check_header, check_width

DELIMITERS = (",", ";", "|", "\t")
QUOTED = re.compile(r'"(?:[^"]|"")*"')
HEADER = 100_000  # characters in which the header line is


def read(file: FileContent, selection: Selection) -> ParsedFile:
    r"""Read a table.

    >>> read(FileContent("a.csv", b'hyp,ref\n"a, b","the ""big"" cat"\n'), Selection()).references
    {'ref': ['the "big" cat']}
    """
    # A mark is how Excel knows UTF-8, so here it is nothing to warn of.
    text = decode(file.data.removeprefix(BYTE_ORDER_MARK), file.name)
    dialect = Dialect(selection.delimiter or delimiter_of(file.name, text), file.data.startswith(BYTE_ORDER_MARK))
    names, rows, lines = _cells(file.name, text, dialect.delimiter)
    parsed = from_columns(file.name, "CSV", by_column(names, rows), lines, selection, dialect)
    if dialect.delimiter == ",":
        return parsed
    facts = [*([parsed.summary] if parsed.summary else []), f"separated by {dialect.delimiter!r}"]
    return replace(parsed, summary="; ".join(facts))


@dataclass(frozen=True)
class Dialect:
    """How a file was written, so that it can be written back alike."""

    delimiter: str = ","
    marked: bool = False  # it begins with a byte order mark


def delimiter_of(name: str, text: str) -> str:
    """What separates the columns, by the header line: a comma, a semicolon, a pipe or a tab.

    >>> delimiter_of("a.csv", 'hyp;"ref, or so"'), delimiter_of("a.csv", "hyp")
    (';', ',')
    """
    header = QUOTED.sub("", text[:HEADER]).partition("\n")[0]
    counts = {each: header.count(each) for each in DELIMITERS}
    likely = [each for each in DELIMITERS if counts[each] == max(counts.values())]
    if len(likely) > 1 and any(counts.values()):
        separators = " or ".join(map(repr, likely))
        raise FormatError(f"{name}:1: the columns may be separated by {separators}; say by which with --delimiter")
    return likely[0]


def _cells(name: str, text: str, delimiter: str) -> tuple[list[str], list[list[str]], list[int]]:
    limit = csv.field_size_limit(sys.maxsize)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=delimiter)
    rows, lines, begin = [], [], 1
    try:
        for row in reader:
            rows.append(row)
            lines.append(begin)
            begin = reader.line_num + 1
    except csv.Error as error:
        raise FormatError(
            f"{name}:{begin}: the record that begins there is not CSV ({error}); double every quotation mark in a"
            " cell, and quote the cell"
        ) from None
    finally:
        csv.field_size_limit(limit)
    header = check_header(name, rows[0])
    for row, line in zip(rows[1:], lines[1:], strict=True):
        check_width(f"{name}:{line}", row or [""], header)
    if len(rows) < 2:
        raise FormatError(f"{name} has a header but no line below it")
    return header, [row or [""] for row in rows[1:]], lines[1:]


def write(table: Mapping[str, Sequence[Any]], dialect: Dialect = Dialect()) -> bytes:  # noqa: B008 - frozen
    r"""Write columns.

    >>> write({"hyp": ['the "big" cat'], "bleu": [12.5]})
    b'hyp,bleu\r\n"the ""big"" cat",12.5\r\n'
    """
    columns = [[cell_text(value, name, i) for i, value in enumerate([name, *table[name]])] for name in table]
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=dialect.delimiter).writerows(zip(*columns, strict=True))
    return (BYTE_ORDER_MARK if dialect.marked else b"") + out.getvalue().encode()
