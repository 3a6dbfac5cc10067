"""Tab-separated values with a header line. Nothing is quoted: a cell can hold neither a tab nor a line end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from understudy.errors import FormatError
from understudy.formats.columns import from_columns
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.text import lines_of


def read(file: FileContent, selection: Selection) -> ParsedFile:
    r"""Read a table.

    >>> read(FileContent("a.tsv", b"hyp\tref\na cat\tthe cat\n"), Selection()).hypotheses
    {'hyp': ['a cat']}
    """
    names, rows = cells_of(file.name, lines_of(file.data, file.name))
    return from_columns(file.name, "TSV", by_column(names, rows), range(2, len(rows) + 2), selection)


def cells_of(name: str, lines: list[str]) -> tuple[list[str], list[list[str]]]:
    r"""Split lines into the names of the columns and the cells of each line.

    >>> cells_of("a.tsv", ["hyp\tref", "a cat\tthe cat"])
    (['hyp', 'ref'], [['a cat', 'the cat']])
    """
    names = check_header(name, lines[0].split("\t"))
    rows = [line.split("\t") for line in lines[1:]]
    for number, cells in enumerate(rows, 2):
        check_width(f"{name}:{number}", cells, names)
    if not rows:
        raise FormatError(f"{name} has a header but no line below it")
    return names, rows


def check_header(name: str, names: list[str]) -> list[str]:
    """Raise FormatError for column names that are blank or duplicate.

    >>> check_header("a.tsv", ["hyp", "ref"])
    ['hyp', 'ref']
    """
    if len(set(names)) < len(names) or not all(each.strip() for each in names):
        raise FormatError(f"{name}:1: the first line must name the columns, each once; got {', '.join(names)!r:.80}")
    return names


def check_width(place: str, cells: Sequence[str], names: list[str]) -> None:
    """Refuse a line with more or fewer cells than columns.

    >>> check_width("a.tsv:2", ["a cat", "the cat"], ["hyp", "ref"])
    """
    if len(cells) != len(names):
        raise FormatError(f"{place}: there are {len(cells)} cells but {len(names)} columns ({', '.join(names)})")


def by_column(names: list[str], rows: Sequence[Sequence[str]]) -> dict[str, list[str]]:
    """Turn rows into columns.

    >>> by_column(["hyp", "ref"], [["a", "b"], ["c", "d"]])
    {'hyp': ['a', 'c'], 'ref': ['b', 'd']}
    """
    return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def write(table: Mapping[str, Sequence[Any]]) -> bytes:
    r"""Write columns; a cell that TSV can't represent is refused.

    >>> write({"hyp": ["a cat"], "bleu": [12.5]})
    b'hyp\tbleu\na cat\t12.5\n'
    """
    columns = [[cell_text(value, name, i) for i, value in enumerate([name, *table[name]])] for name in table]
    for name, column in zip(table, columns, strict=True):
        for row, cell in enumerate(column):
            if "\t" in cell or "\n" in cell or cell.endswith("\r"):
                raise FormatError(
                    f"{name!r} of segment {row} has a tab or a line end in it, {cell!r:.60}, which TSV can't hold;"
                    " write CSV, JSONL or Parquet"
                )
    return "".join("\t".join(row) + "\n" for row in zip(*columns, strict=True)).encode()


def cell_text(value: Any, name: str, row: int) -> str:
    """Write one value as text, numbers in full.

    >>> cell_text(0.1, "bleu", 1), cell_text(None, "ref", 1)
    ('0.1', '')
    """
    if isinstance(value, (list, dict)):
        raise FormatError(f"{name!r} of segment {row} is a {type(value).__name__}; write JSONL or Parquet")
    return "" if value is None else str(value)
