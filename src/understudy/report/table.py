"""One table, many forms: text for the terminal, Markdown, LaTeX and TSV."""

from __future__ import annotations

import io
from dataclasses import dataclass

Cell = str | float | int

LATEX_SPECIAL = {
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "\\": "\\textbackslash{}",
}


@dataclass(frozen=True)
class Table:
    """Named columns, rows of cells, and notes to print below.

    >>> print(Table(("System", "BLEU"), (("A", 46.714), ("B", 9.5)), ("lowercased",)).text())
    System   BLEU
    A       46.71
    B        9.50
    <BLANKLINE>
    lowercased
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    digits: int = 2

    def text(self, width: int | None = None, colour: bool = False) -> str:
        """Align columns for a terminal; `width` None never wraps."""
        from rich.console import Console
        from rich.table import Table as RichTable
        from rich.text import Text

        grid = RichTable(box=None, pad_edge=False, padding=(0, 1), header_style="bold" if colour else "")
        for i, column in enumerate(self.columns):
            grid.add_column(Text(column), justify="right" if self._is_number(i) else "left", overflow="fold")
        for row in self._written():
            grid.add_row(*map(Text, row))
        page = io.StringIO()
        console = Console(
            file=page,
            width=width or 1_000_000,
            force_terminal=colour,
            color_system="standard" if colour else None,
            _environ={},
        )
        console.print(grid)
        lines = [line.rstrip() for line in page.getvalue().split("\n")[:-1]]
        return "\n".join([*lines, *(["", *self.notes] if self.notes else [])])

    def markdown(self) -> str:
        """Write a Markdown table; the notes follow as a list."""
        marks = ["---:" if self._is_number(i) else "---" for i in range(len(self.columns))]
        rows = [self.columns, marks, *self._written()]
        lines = [f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in rows]
        return "\n".join([*lines, *(["", *(f"- {note}" for note in self.notes)] if self.notes else [])])

    def latex(self) -> str:
        """Write a LaTeX tabular for the booktabs package; the notes follow as comments."""
        align = "".join("r" if self._is_number(i) else "l" for i in range(len(self.columns)))
        head, *body = (" & ".join(map(_latex, row)) + r" \\" for row in (self.columns, *self._written()))
        lines = [rf"\begin{{tabular}}{{{align}}}", r"\toprule", head, r"\midrule", *body, r"\bottomrule"]
        return "\n".join([*lines, r"\end{tabular}", *(f"% {note}" for note in self.notes)])

    def tsv(self) -> str:
        """Write tab-separated values, numbers in full, without notes."""
        rows = [self.columns, *([_tsv(cell) for cell in row] for row in self.rows)]
        return "\n".join("\t".join(row) for row in rows)

    def _is_number(self, column: int) -> bool:
        return bool(self.rows) and all(not isinstance(row[column], str) for row in self.rows)

    def _written(self) -> list[list[str]]:
        return [
            [f"{cell:.{self.digits}f}" if isinstance(cell, float) else str(cell) for cell in row] for row in self.rows
        ]


def _latex(text: str) -> str:
    return "".join(LATEX_SPECIAL.get(character, character) for character in text)


def _tsv(cell: Cell) -> str:
    return repr(cell) if isinstance(cell, float) else " ".join(str(cell).split())
