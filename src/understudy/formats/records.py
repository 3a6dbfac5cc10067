"""Tables in files: tab-separated values with a header line, or one JSON object per line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from understudy.errors import FormatError
from understudy.formats.readers.jsonl import objects
from understudy.formats.readers.text import read_lines
from understudy.formats.readers.tsv import check_header, check_width

MISSING = {"", "none", "null", "nan", "na", "n/a"}


@dataclass(frozen=True)
class Record:
    """One line of a table: its cells by the name of their column, and its place."""

    cells: dict[str, Any]
    place: str  # file:line

    def text(self, column: str) -> str:
        """A cell as text; a missing one is refused."""
        value = self.cells.get(column)
        if value is None or str(value).strip() == "":
            raise FormatError(f"{self.place}: there is nothing in the column {column!r}; fill it in")
        return str(value)

    def number(self, column: str) -> float | None:
        """A cell as a number; None where it says that there is none."""
        value = self.cells.get(column)
        if value is None or str(value).strip().lower() in MISSING:
            return None
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            number = float("inf")
        if isinstance(value, bool) or abs(number) == float("inf"):
            raise FormatError(
                f"{self.place}: {column} is {value!r:.60}; a number is needed, or 'None' for a missing one"
            )
        return number


def read_records(path: str) -> list[Record]:
    r"""Read the lines of a table.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "human.tsv")
    >>> _ = file.write_text("system\tscore\nA\t4.5\n")
    >>> read_records(str(file))[0].cells
    {'system': 'A', 'score': '4.5'}
    """
    lines = read_lines(path)
    if lines[0].lstrip().startswith("{"):
        return [_record(path, number, list(each), list(each.values())) for number, each in objects(path, lines)]
    names = lines[0].split("\t")
    if len(names) < 2:
        raise FormatError(f"{path}:1: the first line must name the columns, separated by tabs; got {lines[0]!r:.80}")
    rows = [(number, line.split("\t")) for number, line in enumerate(lines[1:], 2) if line]
    if not rows:
        raise FormatError(f"{path} has a header but no line below it")
    return [_record(path, number, names, cells) for number, cells in rows]


def _record(path: str, number: int, names: list[str], cells: list[Any]) -> Record:
    """Columns of human scores are known by name, in any case."""
    check_width(f"{path}:{number}", cells, names)
    lowered = [name.strip().lower() for name in names]
    check_header(path, lowered)
    return Record(dict(zip(lowered, cells, strict=True)), f"{path}:{number}")
