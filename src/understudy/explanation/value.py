"""An explanation as a value, and its forms: text, Markdown, JSON and HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from understudy import __version__
from understudy.explanation.blocks import Block, coloured, fenced, rounded, table_json, text_legend
from understudy.tables.glyphs import visible
from understudy.tables.table import Table

SCHEMA = 1


@dataclass(frozen=True)
class Explanation:
    """The arithmetic of one segment's score: the score and its parts, and blocks that tell how it comes about.

    >>> import understudy as us
    >>> found = us.explain("the cat sat", ["the cat sat down"], metric="wer")
    >>> found.score, found.parts["deletions"], found.blocks[-1].text()
    (25.0, 1.0, 'WER = 100 × (S + D + I) / N = 100 × (0 + 1 + 0) / 4 = 25')
    """

    name: str
    title: str
    spec: str  # the metric with those of its settings that aren't the defaults
    signature: str
    score: float
    parts: Mapping[str, float]
    hypothesis: str
    references: tuple[str, ...]
    blocks: tuple[Block, ...]
    notes: tuple[str, ...] = ()
    system: str | None = None
    segment: int | None = None  # from 1

    @property
    def origin(self) -> str:
        """Where the segment was found, if it was picked from several."""
        number = [] if self.segment is None else [f"segment {self.segment}"]
        return ", ".join([*([] if self.system is None else [self.system]), *number])

    @property
    def texts(self) -> list[tuple[str, str]]:
        """Hypothesis and references as they were given, with their labels."""
        several = len(self.references) > 1
        labels = [f"Reference {i}" if several else "Reference" for i in range(1, len(self.references) + 1)]
        return [("Hypothesis", self.hypothesis), *zip(labels, self.references, strict=True)]

    def text(self, colour: bool = False, width: int = 80) -> str:
        """Write the explanation for a terminal."""
        pieces = [
            block.text(colour) if isinstance(block, Table) else block.text(colour, width) for block in self.blocks
        ]
        return "\n\n".join([*self._heading(colour), *_together(self.blocks, pieces), f"Signature: {self.signature}"])

    def _heading(self, colour: bool = False) -> Iterator[str]:
        score = f"{self.title} {rounded(self.score)}"
        first = [coloured(score, 1) if colour else score, self.spec]
        yield "\n".join([*first, *([visible(self.origin)] if self.origin else [])])
        longest = max(len(label) for label, _ in self.texts)
        yield "\n".join(f"{label.ljust(longest)}  {visible(text)}".rstrip() for label, text in self.texts)
        if lines := [*self.notes, *text_legend(self.blocks)]:
            yield "\n".join(lines)

    def markdown(self) -> str:
        """Write the explanation as Markdown."""
        head, *others = self._heading()
        title, *lines = head.split("\n")
        pieces = [f"## {title}", *map(fenced, ["\n".join(lines), *others])]
        blocks = (block.markdown() for block in self.blocks)
        return "\n\n".join([*pieces, *blocks, fenced(f"Signature: {self.signature}")])

    def json(self) -> dict[str, Any]:
        """Give everything as plain values, ready for `json.dumps`, numbers in full."""
        return {
            "schema": SCHEMA,
            "understudy": __version__,
            "metric": self.name,
            "spec": self.spec,
            "signature": self.signature,
            "system": self.system,
            "segment": self.segment,
            "score": self.score,
            "parts": dict(self.parts),
            "hypothesis": self.hypothesis,
            "references": list(self.references),
            "notes": list(self.notes),
            "blocks": [table_json(block) if isinstance(block, Table) else block.json() for block in self.blocks],
        }

    def html(self) -> str:
        """Write an HTML fragment with class names only; `understudy.explanation.html` says which."""
        from understudy.explanation.html import fragment

        return fragment(self)

    @staticmethod
    def stylesheet() -> str:
        """A style for the HTML of `html`, in light and dark."""
        from understudy.explanation.html import stylesheet

        return stylesheet()

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return f"<style>{self.stylesheet()}</style>{self.html()}"


def _together(blocks: Sequence[Block], pieces: Sequence[str]) -> list[str]:
    """Keep lines of one kind together; a table has a blank line around it."""
    joined: list[str] = []
    for i, piece in enumerate(pieces):
        if i and type(blocks[i]) is type(blocks[i - 1]) and not isinstance(blocks[i], Table):
            joined[-1] += f"\n{piece}"
        else:
            joined.append(piece)
    return joined
