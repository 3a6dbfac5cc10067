"""One table, many forms: text for the terminal, Markdown, LaTeX, TSV, CSV and HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from understudy.errors import unknown
from understudy.tables.markup import Markup, element

Cell = str | float | int

LATEX_SPECIAL = {
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "\\": "\\textbackslash{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
}


INTERVAL = re.compile(r"\[-?[\d.]+, -?[\d.]+\]")
# A name with a line end, a tab or a mark of direction in it must not break the table.
CONTROLS = dict.fromkeys((*range(32), *range(127, 160), *range(0x2028, 0x202F), *range(0x2066, 0x206A)), " ")
MARKDOWN_SPECIAL = str.maketrans({**{c: f"\\{c}" for c in "\\`*<>~"}, "&": "&amp;", "|": "&#124;"})


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
    lines: tuple[int, ...] = ()  # rows above which a line is drawn
    title: str = ""

    def text(self, colour: bool = False) -> str:
        """Align columns for a terminal, by the width of the characters."""
        from rich.cells import cell_len

        rows = [[one_line(column) for column in self.columns], *self.written()]
        widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for row in rows:
            gaps = [" " * (width - cell_len(cell)) for width, cell in zip(widths, row, strict=True)]
            cells = [
                gap + cell if self.numbers[i] else cell + gap
                for i, (gap, cell) in enumerate(zip(gaps, row, strict=True))
            ]
            lines.append("  ".join(cells).rstrip())
        for place in sorted(self.lines, reverse=True):
            lines.insert(place + 1, "─" * (sum(widths) + 2 * len(widths) - 2))
        if colour:
            lines[0] = f"\x1b[1m{lines[0]}\x1b[0m"
        lines = [one_line(self.title), *lines] if self.title else lines
        return "\n".join([*lines, *(["", *self.notes] if self.notes else [])])

    def markdown(self) -> str:
        """Write a Markdown table; the notes follow as a list."""
        marks = ["---:" if self.numbers[i] else "---" for i in range(len(self.columns))]
        rows = [self.columns, marks, *self.written()]
        lines = [f"| {' | '.join(map(escaped_markdown, row))} |" for row in rows]
        lines = [f"**{escaped_markdown(one_line(self.title))}**", "", *lines] if self.title else lines
        return "\n".join([*lines, *(["", *(f"- {note}" for note in self.notes)] if self.notes else [])])

    def latex(self) -> str:
        """Write a LaTeX tabular for the booktabs package; the notes follow as comments."""
        align = "".join("r" if self.numbers[i] else "l" for i in range(len(self.columns)))
        written = ([self._latex_cell(cell) for cell in row] for row in (self.columns, *self.rows))
        head, *body = (" & ".join(row) + r" \\" for row in written)
        for place in sorted(self.lines, reverse=True):
            body.insert(place, r"\midrule")
        lines = [rf"\begin{{tabular}}{{{align}}}", r"\toprule", head, r"\midrule", *body, r"\bottomrule"]
        return "\n".join([*lines, r"\end{tabular}", *(f"% {note}" for note in self.notes)])

    def _latex_cell(self, cell: Cell) -> str:
        written = self._cell(cell)
        return (
            latex_text(written) if isinstance(cell, str) and not INTERVAL.fullmatch(written) else latex_number(written)
        )

    def html(self) -> Markup:
        """Write an HTML table, escaped, without style: class names say what is a number, a total and a note."""
        head = element(
            "tr",
            *(
                element("th", column, scope="col", dir="auto", class_="us-number" if is_number else None)
                for column, is_number in zip(self.columns, self.numbers, strict=True)
            ),
        )
        body = [
            element("tr", *map(self._html_cell, row), class_="us-line" if place in self.lines else None)
            for place, row in enumerate(self.rows)
        ]
        caption = [element("caption", self.title)] if self.title else []
        table = element("table", *caption, element("thead", head), element("tbody", *body), class_="us-table")
        return Markup("".join([table, *(element("p", note, class_="us-note", dir="auto") for note in self.notes)]))

    def _html_cell(self, cell: Cell) -> Markup:
        if isinstance(cell, str):
            return element("td", cell, dir="auto")
        return element("td", self._cell(cell), class_="us-number")

    def tsv(self) -> str:
        """Write tab-separated values, numbers in full, without notes."""
        rows = [self.columns, *([_tsv(cell) for cell in row] for row in self.rows)]
        return "\n".join("\t".join(row) for row in rows)

    def csv(self) -> str:
        """Write comma-separated values, numbers in full, without notes, each line ended as RFC 4180 has it."""
        import csv
        import io

        out = io.StringIO()
        csv.writer(out).writerows([self.columns, *([_tsv(cell) for cell in row] for row in self.rows)])
        return out.getvalue()

    def only(self, columns: Sequence[str]) -> Table:
        """The same with some of the columns, in the order in which they are named.

        >>> Table(("System", "BLEU", "TER"), (("A", 46.7, 50.0),)).only(["TER", "system"]).rows
        ((50.0, 'A'),)
        """
        places = chosen_columns(columns, self.columns)
        rows = tuple(tuple(row[place] for place in places) for row in self.rows)
        return replace(self, columns=tuple(self.columns[place] for place in places), rows=rows)

    @cached_property
    def numbers(self) -> list[bool]:
        """Which columns hold numbers, and nothing else but gaps."""
        columns = [[row[i] for row in self.rows if row[i] != ""] for i in range(len(self.columns))]
        return [bool(column) and all(not isinstance(cell, str) for cell in column) for column in columns]

    def written(self) -> list[list[str]]:
        """Every cell as text, as the forms for people have it."""
        return [[self._cell(cell) for cell in row] for row in self.rows]

    def _cell(self, cell: Cell) -> str:
        return f"{cell:.{self.digits}f}" if isinstance(cell, float) else one_line(str(cell))


def chosen_columns(wanted: Sequence[str], columns: Sequence[str]) -> list[int]:
    """The places of columns that were asked for by name, in any case; all, where none was.

    >>> chosen_columns(["bleu"], ["System", "BLEU"]), chosen_columns([], ["System", "BLEU"])
    ([1], [0, 1])
    """
    lowered = [each.lower() for each in columns]
    for name in wanted:
        if name.lower() not in lowered:
            raise unknown("column", name, columns)
    return [lowered.index(name.lower()) for name in wanted] or list(range(len(columns)))


def one_line(text: str) -> str:
    r"""Replace what would break a line or turn its direction.

    >>> one_line("a\nb")
    'a b'
    """
    return text.translate(CONTROLS)


def escaped_markdown(text: str) -> str:
    r"""Write text so that Markdown shows it as it is.

    >>> escaped_markdown("a|b *c*")
    'a&#124;b \\*c\\*'
    """
    written = text.translate(MARKDOWN_SPECIAL).replace("](", "]\\(")  # which would make a link
    return re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", written)  # within a word it means nothing


def latex_number(text: str) -> str:
    """Write a number, an interval or a p-value for LaTeX, with real minus signs.

    >>> latex_number("[-1.50, 2.00]"), latex_number("<0.0001")
    ('[$-$1.50, 2.00]', '$<$0.0001')
    """
    return text.replace("-", "$-$").replace("<", "$<$")


def latex_text(text: str) -> str:
    r"""Write text so that LaTeX shows it as it is.

    >>> print(latex_text("sys_a & 50 %"))
    sys\_a \& 50 \%
    """
    return "".join(LATEX_SPECIAL.get(character, character) for character in one_line(text))


def _tsv(cell: Cell) -> str:
    return repr(cell) if isinstance(cell, float) else one_line(str(cell))
