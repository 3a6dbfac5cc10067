"""The steps that lead from a reference to a hypothesis: hits, substitutions, deletions and insertions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from understudy.errors import SettingError
from understudy.tables.glyphs import cells, visible

Kind = Literal["hit", "substitution", "deletion", "insertion"]
KINDS: tuple[Kind, ...] = ("hit", "substitution", "deletion", "insertion")  # numbered so by the native core
MARKS: dict[Kind, str] = {"hit": " ", "substitution": "S", "deletion": "D", "insertion": "I"}


@dataclass(frozen=True)
class Step:
    """One step of an alignment: a word of the reference and what the hypothesis has in its place."""

    kind: Kind
    ref: str | None  # None for an insertion
    hyp: str | None  # None for a deletion


@dataclass(frozen=True)
class Alignment:
    """The steps that lead from a reference to a hypothesis, from left to right.

    >>> import understudy as us
    >>> print(us.align("the cat sat on mat", "the cat was on the mat"))
    REF: the cat was on the mat
    HYP: the cat sat on *** mat
                   S      D
    """

    steps: tuple[Step, ...]
    joint: str = field(default=" ")  # what stands between words; nothing between characters

    @property
    def hyp(self) -> list[str]:
        """The words of the hypothesis."""
        return [step.hyp for step in self.steps if step.hyp is not None]

    @property
    def ref(self) -> list[str]:
        """The words of the reference."""
        return [step.ref for step in self.steps if step.ref is not None]

    @property
    def counts(self) -> dict[Kind, int]:
        """How many steps there are of each kind."""
        counts = Counter(step.kind for step in self.steps)
        return {kind: counts[kind] for kind in KINDS}

    @property
    def errors(self) -> int:
        """How many steps are no hits."""
        return len(self.steps) - self.counts["hit"]

    def text(self, width: int | None = None) -> str:
        """Write reference, hypothesis and errors below each other, as jiwer does, in lines of at most `width`."""
        if width is not None and (type(width) is not int or width < 1):
            raise SettingError(f"width must be a whole number of columns from 1, or None; got {width!r}")
        lines: list[list[tuple[str, str, str]]] = [[]]
        used = len("REF: ")
        for column in map(_right, self.steps):
            if width is not None and used + len(column[2]) > width and lines[-1]:
                lines.append([])
                used = len("REF: ")
            lines[-1].append(column)
            used += len(column[2]) + len(self.joint)
        blocks = []
        for columns in lines:
            rows = [self.joint.join(cells) for cells in zip(*columns, strict=True)] or ["", "", ""]
            heads = ("REF: ", "HYP: ", "     ")
            blocks.append("\n".join((head + row).rstrip() for head, row in zip(heads, rows, strict=True)))
        return "\n\n".join(blocks)

    def __str__(self) -> str:
        return self.text()


def steps_of(kinds: Iterable[Kind], hyp: Iterator[str], ref: Iterator[str]) -> Iterator[Step]:
    """Give each kind of step the words that it takes.

    >>> next(steps_of(["deletion"], iter([]), iter(["cat"])))
    Step(kind='deletion', ref='cat', hyp=None)
    """
    for kind in kinds:
        of_ref = None if kind == "insertion" else next(ref)
        yield Step(kind, of_ref, None if kind == "deletion" else next(hyp))


def _right(step: Step) -> tuple[str, str, str]:
    """Pad both words of a step and its mark to one width, with stars where a word is missing."""
    words = [None if word is None else visible(word) for word in (step.ref, step.hyp)]
    width = max(1, *(cells(word) for word in words if word is not None))
    ref, hyp = ("*" * width if word is None else " " * (width - cells(word)) + word for word in words)
    return ref, hyp, MARKS[step.kind].rjust(width)
