"""Tables in files: tab-separated values with a header line, or one JSON object a line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from understudy.errors import FormatError
from understudy.formats.text import read_lines

MISSING = {"", "none", "null", "nan", "na", "n/a"}


@dataclass(frozen=True)
class Record:
    """One line of a table: its cells by the name of their column, and where it stands."""

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
    read = _json_lines if lines[0].lstrip().startswith("{") else _separated
    records = read(path, lines)
    if not records:
        raise FormatError(f"{path} has a header but no line below it")
    return records


def _json_lines(path: str, lines: list[str]) -> list[Record]:
    records = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            cells = json.loads(line)
        except (ValueError, RecursionError) as error:  # also of numbers too long and lists too deep for Python
            what = getattr(error, "msg", error)
            raise FormatError(f"{path}:{number}: this is not JSON ({what}); one object a line is needed") from None
        if not isinstance(cells, dict):
            raise FormatError(f"{path}:{number}: a JSON object is needed, got {line!r:.60}")
        records.append(Record({str(name).lower(): value for name, value in cells.items()}, f"{path}:{number}"))
    return records


def _separated(path: str, lines: list[str]) -> list[Record]:
    names = [name.strip().lower() for name in lines[0].split("\t")]
    if len(names) < 2 or len(set(names)) < len(names):
        raise FormatError(
            f"{path}:1: the first line must name the columns, each once, separated by tabs; got {lines[0]!r:.80}"
        )
    records = []
    for number, line in enumerate(lines[1:], 2):
        if not line:
            continue
        cells = line.split("\t")
        if len(cells) != len(names):
            raise FormatError(f"{path}:{number}: there are {len(cells)} cells but {len(names)} columns")
        records.append(Record(dict(zip(names, cells, strict=True)), f"{path}:{number}"))
    return records
