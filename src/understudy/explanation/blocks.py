"""What an explanation is made of: tables, text with marks, two texts aligned, and formulas with the numbers put in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from understudy.explanation.notation import subscripts
from understudy.tables.edits import Alignment
from understudy.tables.glyphs import cells, visible
from understudy.tables.table import Table

# What a mark looks like where there is no colour: the signs before and after a word.
SIGNS = {
    "": ("", ""),
    "matched": ("[", "]"),
    "clipped": ("(", ")"),
    "substituted": ("~", "~"),
    "deleted": ("-", "-"),
    "inserted": ("+", "+"),
    "shifted": ("{", "}"),
}
COLOURS = {"matched": 32, "clipped": 33, "substituted": 35, "deleted": 31, "inserted": 34, "shifted": 36}
STEPS_LEGEND = "S substitution, D deletion, I insertion"
STEP_COLOURS = {"S": 35, "D": 31, "I": 34}


@dataclass(frozen=True)
class Piece:
    """A word or a character with its mark, and the place, from 1, of its partner in the other text.

    >>> Piece("cat", "matched", 3).text()
    '[cat]3'
    """

    word: str
    mark: str = ""
    partner: int | None = None

    def text(self) -> str:
        """Write the mark by signs."""
        before, after = SIGNS[self.mark]
        return f"{before}{shown(self.word)}{after}{'' if self.partner is None else self.partner}"


@dataclass(frozen=True)
class Marked:
    """A line of text with marks.

    >>> print(Marked("Hypothesis", (Piece("the", "matched"), Piece("dog"), Piece("the", "clipped"))).text())
    Hypothesis  [the] dog (the)
    """

    label: str
    pieces: tuple[Piece, ...]
    joint: str = " "

    @property
    def marks(self) -> list[str]:
        """The marks that are used, in the order of their table."""
        used = {piece.mark for piece in self.pieces}
        return [mark for mark in SIGNS if mark and mark in used]

    def text(self, colour: bool = False, width: int = 80) -> str:
        """Write the line for a terminal, broken between words where it is too long."""
        indent = cells(self.label) + 2
        lines, used = [[]], indent  # type: list[list[str]], int
        for piece in self.pieces:
            written = piece.text()
            if used + cells(written) > width and lines[-1]:
                lines.append([])
                used = indent
            lines[-1].append(coloured(written, COLOURS.get(piece.mark)) if colour else written)
            used += cells(written) + len(self.joint)
        rows = [self.joint.join(line) for line in lines]
        return "\n".join(((" " * indent if i else f"{self.label}  ") + row).rstrip() for i, row in enumerate(rows))

    def markdown(self) -> str:
        """Write the line as it is in plain text."""
        return fenced(self.text())

    def json(self) -> dict[str, Any]:
        """Give plain values."""
        pieces = [
            {"text": piece.word} | ({"mark": piece.mark} if piece.mark else {})
            | ({} if piece.partner is None else {"partner": piece.partner})
            for piece in self.pieces
        ]  # fmt: skip
        return {"kind": "marked", "label": self.label, "pieces": pieces}


@dataclass(frozen=True)
class Tie:
    """Words of the hypothesis that stand for words of the reference: where they begin, from 0, and how many."""

    hyp: int
    ref: int
    hyp_length: int = 1
    ref_length: int = 1
    label: str = ""  # how they match, where that isn't plain


@dataclass(frozen=True)
class Linked:
    """Hypothesis and reference with lines between the words that match; in text, each names its partner's position.

    >>> print(Linked(("a", "cat"), ("cat",), (Tie(1, 0),)).text())
    Hypothesis  a [cat]1
    Reference   [cat]2
    """

    hyp: tuple[str, ...]
    ref: tuple[str, ...]
    ties: tuple[Tie, ...]

    @property
    def lines(self) -> tuple[Marked, Marked]:
        """Both texts with their marks."""
        of_hyp = {tie.hyp + i: tie.ref + 1 for tie in self.ties for i in range(tie.hyp_length)}
        of_ref = {tie.ref + i: tie.hyp + 1 for tie in self.ties for i in range(tie.ref_length)}
        return _partnered("Hypothesis", self.hyp, of_hyp), _partnered("Reference ", self.ref, of_ref)

    def text(self, colour: bool = False, width: int = 80) -> str:
        """Write both lines for a terminal."""
        return "\n".join(line.text(colour, width) for line in self.lines)

    def markdown(self) -> str:
        """Write both lines as they are in plain text."""
        return fenced(self.text())

    def json(self) -> dict[str, Any]:
        """Give plain values; positions are counted from 1."""
        ties = [
            {"hypothesis": tie.hyp + 1, "reference": tie.ref + 1}
            | {"hypothesis_words": tie.hyp_length, "reference_words": tie.ref_length}
            | ({"label": tie.label} if tie.label else {})
            for tie in self.ties
        ]
        return {"kind": "linked", "hypothesis": list(self.hyp), "reference": list(self.ref), "ties": ties}


def _partnered(label: str, words: Sequence[str], partners: dict[int, int]) -> Marked:
    pieces = (Piece(word, "matched" if i in partners else "", partners.get(i)) for i, word in enumerate(words))
    return Marked(label, tuple(pieces))


@dataclass(frozen=True)
class Aligned:
    """Reference and hypothesis below each other, with a mark below every error."""

    alignment: Alignment

    def text(self, colour: bool = False, width: int = 80) -> str:
        """Write three lines, as often as the width needs, with a blank line between."""
        lines = self.alignment.text(width).split("\n")
        if colour:
            for i in range(2, len(lines), 4):
                lines[i] = re.sub("[SDI]", lambda found: coloured(found[0], STEP_COLOURS[found[0]]), lines[i])
        return "\n".join(lines).rstrip("\n")

    def markdown(self) -> str:
        """Write the lines as they are in plain text."""
        return fenced(self.text())

    def json(self) -> dict[str, Any]:
        """Give plain values."""
        steps = [{"kind": step.kind, "reference": step.ref, "hypothesis": step.hyp} for step in self.alignment.steps]
        return {"kind": "aligned", "steps": steps}


@dataclass(frozen=True)
class Formula:
    """A line of arithmetic: what it is called, the formula, the same with its numbers put in for {}, and the value.

    `numbers` is written in + - × / ^, ln, exp, sqrt, min and max, so that it can be computed again; `symbols` may also
    have names and phrases, |x| and Σ. `notation.py` takes both apart for MathML.

    >>> print(Formula("precision", "matches / words", "{} / {}", (5, 7), 5 / 7).text())
    precision = matches / words = 5 / 7 = 0.7143
    """

    name: str
    symbols: str
    numbers: str
    values: tuple[float, ...]
    value: float
    note: str = ""

    @property
    def sides(self) -> list[str]:
        """What stands between the equals signs, rounded for reading."""
        listed = [self.symbols, self.numbers.format(*map(rounded, self.values)), rounded(self.value)]
        return [side for i, side in enumerate(listed) if side and side not in listed[:i]]

    def text(self, colour: bool = False, width: int = 80) -> str:
        """Write the formula in one line, or one side a line where it is too long."""
        plain = subscripts(self.name)
        name = coloured(plain, 1) if colour else plain
        aside = f"  ({self.note})" if self.note else ""
        sides = list(map(subscripts, self.sides))
        if cells(line := " = ".join([plain, *sides]) + aside) <= width:
            return name + line[len(plain) :]
        first, *others = sides
        indent = " " * cells(plain)
        return "\n".join([f"{name} = {first}", *(f"{indent} = {side}" for side in others)]) + aside

    def markdown(self) -> str:
        """Write the formula as it is in plain text."""
        return fenced(self.text(width=100))

    def json(self) -> dict[str, Any]:
        """Give plain values, numbers in full."""
        numbers = self.numbers.format(*map(repr, self.values))
        written = {"kind": "formula", "name": self.name, "symbols": self.symbols, "numbers": numbers}
        return written | {"value": self.value} | ({"note": self.note} if self.note else {})


Block = Table | Marked | Linked | Aligned | Formula


def table_json(table: Table) -> dict[str, Any]:
    """Give a table as plain values, numbers in full.

    >>> table_json(Table(("a",), ((1,),)))["rows"]
    [[1]]
    """
    rows = [list(row) for row in table.rows]
    return {
        "kind": "table",
        "title": table.title,
        "columns": list(table.columns),
        "rows": rows,
        "notes": list(table.notes),
    }


def legend(blocks: Iterable[Block]) -> list[str]:
    """The marks that an explanation uses.

    >>> legend([Marked("", (Piece("a"), Piece("b", "shifted"), Piece("c", "matched")))])
    ['matched', 'shifted']
    """
    used = {mark for block in blocks for line in _marked_lines(block) for mark in line.marks}
    return [mark for mark in SIGNS if mark in used]


def _marked_lines(block: Block) -> Sequence[Marked]:
    if isinstance(block, Linked):
        return block.lines
    return [block] if isinstance(block, Marked) else []


def text_legend(blocks: Sequence[Block]) -> list[str]:
    """What the signs of an explanation mean where there is no color, one kind a line.

    >>> text_legend([Linked(("a",), ("a",), (Tie(0, 0),))])
    ['Marks: [matched]; the number after a word is the position of its partner in the other text']
    """
    lines = []
    if marks := legend(blocks):
        numbered = any(isinstance(block, Linked) and block.ties for block in blocks)
        partner = "; the number after a word is the position of its partner in the other text" if numbered else ""
        lines.append("Marks: " + " ".join(mark.join(SIGNS[mark]) for mark in marks) + partner)
    if any(isinstance(block, Aligned) for block in blocks):
        lines.append(f"Below the alignment: {STEPS_LEGEND}; in it, *** for no word")
    return lines


def joined(words: Sequence[str], joint: str = " ") -> str:
    """Write an n-gram.

    >>> joined(("the", "cat")), joined(("e", " ", "c"), "")
    ('the cat', 'e␣c')
    """
    return joint.join(map(shown, words))


def shown(word: str) -> str:
    """Write a word or a character so that it can be seen, also a blank.

    >>> shown(" "), shown("a\\n")
    ('␣', 'a\\\\n')
    """
    return visible(word).replace(" ", "␣") if word else "''"


def rounded(value: float) -> str:
    """Write a number for reading: whole numbers in full, others to four digits.

    >>> rounded(7.0), rounded(46.7138), rounded(0.25)
    ('7', '46.71', '0.25')
    """
    return str(int(value)) if value == int(value) else f"{value:.4g}"


def coloured(text: str, code: int | None) -> str:
    """Put a colour or weight of the terminal around a text.

    >>> coloured("a", 1)
    '\\x1b[1ma\\x1b[0m'
    """
    return text if code is None else f"\x1b[{code}m{text}\x1b[0m"


def fenced(text: str) -> str:
    """Write text as it is into Markdown: the fence is longer than any that the text has.

    >>> print(fenced("a"))
    ```text
    a
    ```
    """
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"
