"""Values that show themselves: in a notebook as HTML, and as a data frame of pandas, Polars or Arrow."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from understudy.errors import SettingError
from understudy.tables.markup import Markup, element

if TYPE_CHECKING:
    import polars
    import pyarrow

    from understudy.tables.table import Cell, Table

MOST_ROWS = 60  # of a table in a notebook: half of them from its beginning, half from its end


class Shown(ABC):
    """What a notebook shows of a value; text is escaped, colors are those of the notebook, light or dark."""

    __slots__ = ()

    @abstractmethod
    def html(self) -> str:
        """Write an HTML fragment with class names only, to be put into a page."""

    def _repr_html_(self) -> str:
        return f'<div class="us-shown"><style>{stylesheet()}</style>{self.html()}</div>'


class Tabular(Shown):
    """A value that has rows and columns."""

    __slots__ = ()

    @abstractmethod
    def to_columns(self) -> dict[str, list[Any]]:
        """Give the rows as columns by name, numbers in full; None where there is no value."""

    def to_pandas(self) -> Any:  # pandas has no types of its own
        """Give the columns as a data frame of pandas."""
        return _package("pandas", "to_pandas").DataFrame(self.to_columns())

    def to_polars(self) -> polars.DataFrame:
        """Give the columns as a data frame of Polars."""
        frame: polars.DataFrame = _package("polars", "to_polars").DataFrame(self.to_columns())
        return frame

    def to_arrow(self) -> pyarrow.Table:
        """Give the columns as a table of Arrow."""
        return _package("pyarrow", "to_arrow").table(self.to_columns())


def columns_of(table: Table) -> dict[str, list[Any]]:
    """The columns of a table by name; an empty cell is None.

    >>> from understudy.tables.table import Table
    >>> columns_of(Table(("system", "delta"), (("A", ""), ("B", 1.5))))
    {'system': ['A', 'B'], 'delta': [None, 1.5]}
    """
    cells: list[list[Cell | None]] = [[None if cell == "" else cell for cell in row] for row in table.rows]
    return {name: [row[place] for row in cells] for place, name in enumerate(table.columns)}


def card(title: str, tables: Sequence[Table], *sentences: str, folded: Mapping[str, str] | None = None) -> Markup:
    """A heading, sentences, tables cut to a size for notebooks with their notes folded, and further folds.

    >>> from understudy.tables.table import Table
    >>> card("1 < 2", [Table(("System",), (("A",),))])[:41]
    '<p class="us-title" dir="auto">1 &lt; 2</'
    """
    pieces = [element("p", title, class_="us-title", dir="auto")]
    pieces += [element("p", sentence, dir="auto") for sentence in sentences]
    for table in tables:
        pieces.append(element("div", replace(cut(table), notes=()).html(), class_="us-scroll", tabindex="0"))
        if table.notes:
            notes = Markup("".join(element("p", note, dir="auto") for note in table.notes))
            pieces.append(_fold("How", notes))
    pieces += [_fold(name, markup) for name, markup in (folded or {}).items()]
    return Markup("".join(pieces))


def cut(table: Table, most: int = MOST_ROWS) -> Table:
    """A table of at most so many rows; a row of dots says how many are left out.

    >>> from understudy.tables.table import Table
    >>> cut(Table(("Segment",), tuple((n,) for n in range(9))), 4).rows
    ((0,), (1,), ('… 5 more …',), (7,), (8,))
    """
    if len(table.rows) <= most:
        return table
    head, tail = most - most // 2, most // 2
    dots: tuple[Cell, ...] = (f"… {len(table.rows) - most:,} more …", *[""] * (len(table.columns) - 1))
    left_out = len(table.rows) - most - 1
    lines = [line for line in table.lines if line < head]
    lines += [line - left_out for line in table.lines if line >= len(table.rows) - tail]
    rows = (*table.rows[:head], dots, *table.rows[len(table.rows) - tail :])
    return replace(table, rows=rows, lines=tuple(lines))


def _fold(name: str, markup: str) -> Markup:
    return element("details", element("summary", name), markup)


@cache
def stylesheet() -> str:
    """The style of what notebooks show.

    >>> ".us-shown" in stylesheet()
    True
    """
    return (Path(__file__).parent / "shown.css").read_text(encoding="utf-8")


def _package(name: str, method: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        raise SettingError(f"{method} needs {name}; install it with pip install {name}") from None
