"""Tables as sacrebleu prints them: in frames for a terminal, and as LaTeX with booktabs."""

from __future__ import annotations

import re
from itertools import zip_longest

COLOR = re.compile(r"\x1b\[\d+m")
LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "^": r"\^{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
}


def framed(columns: dict[str, list[str]]) -> str:
    """A table in frames: names on the right of their column, scores in the middle; cells may have several lines.

    >>> print(framed({"System": ["a", "b"], "BLEU": ["34.5", "4.2"]}))
    ╒══════════╤════════╕
    │   System │  BLEU  │
    ╞══════════╪════════╡
    │        a │  34.5  │
    ├──────────┼────────┤
    │        b │  4.2   │
    ╘══════════╧════════╛
    """
    widths = _widths(columns)
    head, *rows = (_lines(row, widths) for row in [tuple(columns), *zip(*columns.values(), strict=True)])
    body = f"\n{_rule('├─┼┤', widths)}\n".join(map(_boxed, rows))
    return "\n".join([_rule("╒═╤╕", widths), _boxed(head), _rule("╞═╪╡", widths), body, _rule("╘═╧╛", widths)])


def _rule(marks: str, widths: list[int]) -> str:
    left, line, cross, right = list(marks)
    return left + cross.join(line * (width + 2) for width in widths) + right


def _boxed(lines: list[list[str]]) -> str:
    return "\n".join(f"│ {' │ '.join(cells)} │" for cells in lines)


def _lines(row: tuple[str, ...], widths: list[int]) -> list[list[str]]:
    """The lines of one row, as high as its highest cell."""
    cells = [cell.strip().split("\n") for cell in row]
    return [
        [_padded(cell, width, column) for column, (cell, width) in enumerate(zip(line, widths, strict=True))]
        for line in zip_longest(*cells, fillvalue="")
    ]


def _widths(columns: dict[str, list[str]]) -> list[int]:
    """A header has at least one blank on each side."""
    return [
        max(_visible(name) + 2, *(_visible(line) for cell in cells for line in cell.strip().split("\n")))
        for name, cells in columns.items()
    ]


def _visible(text: str) -> int:
    return len(COLOR.sub("", text))


def _padded(text: str, width: int, column: int) -> str:
    """The first column is aligned on the right, others are centered."""
    width += len(text) - _visible(text)
    return f"{text:>{width}}" if column == 0 else f"{text:^{width}}"


def latex(columns: dict[str, list[str]]) -> str:
    r"""A table in LaTeX; columns are as wide as they were before marks like _ were escaped.

    >>> print(latex({"System": ["a_1"], "BLEU": ["34.5"]}))
    \begin{tabular}{rc}
    \toprule
       System &  BLEU  \\
    \midrule
          a\_1 &  34.5  \\
    \bottomrule
    \end{tabular}
    """
    widths = _widths(columns)
    head, *rows = (
        " & ".join(_escaped(cell) for cell in _lines(row, widths)[0])
        for row in [tuple(columns), *zip(*columns.values(), strict=True)]
    )
    begin = r"\begin{tabular}{" + "r" + "c" * (len(columns) - 1) + "}"
    lines = [begin, r"\toprule", f" {head} " + "\\\\", r"\midrule", *(f" {row} " + "\\\\" for row in rows)]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def _escaped(text: str) -> str:
    return "".join(LATEX.get(character, character) for character in text)
