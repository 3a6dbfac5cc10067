"""Comma-separated values with a header line, quoted as in RFC 4180."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from understudy.errors import FormatError
from understudy.formats.columns import from_columns
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.text import decode
from understudy.formats.readers.tsv import by_column, cell_text, check_header, check_width


def read(file: FileContent, selection: Selection) -> ParsedFile:
    r"""Read a table.

    >>> read(FileContent("a.csv", b'hyp,ref\n"a, b","the ""big"" cat"\n'), Selection()).references
    {'ref': ['the "big" cat']}
    """
    names, rows, lines = _cells(file.name, decode(file.data, file.name))
    return from_columns(file.name, "CSV", by_column(names, rows), lines, selection)


def _cells(name: str, text: str) -> tuple[list[str], list[list[str]], list[int]]:
    limit = csv.field_size_limit(sys.maxsize)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
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


def write(table: Mapping[str, Sequence[Any]]) -> bytes:
    r"""Write columns.

    >>> write({"hyp": ['the "big" cat'], "bleu": [12.5]})
    b'hyp,bleu\r\n"the ""big"" cat",12.5\r\n'
    """
    columns = [[cell_text(value, name, i) for i, value in enumerate([name, *table[name]])] for name in table]
    out = io.StringIO(newline="")
    csv.writer(out).writerows(zip(*columns, strict=True))
    return out.getvalue().encode()
