"""An alignment of METEOR as data and as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from understudy.metrics.meteor.readable import Match, chunk_numbers


class WordPair(NamedTuple):
    """Words of the reference and those of the hypothesis that match them; one side is empty for unmatched words."""

    ref: tuple[str, ...]
    hyp: tuple[str, ...]
    module: str | None = None
    chunk: int | None = None


@dataclass(frozen=True)
class MeteorAlignment:
    """Which words match, by which module, in which chunk; positions are counted from 0.

    >>> found = MeteorAlignment(["a", "dog"], ["the", "dog"], (Match(1, 1, 1, 1, 0),), ("exact",))
    >>> found.pairs[1], found.chunks
    (WordPair(ref=('dog',), hyp=('dog',), module='exact', chunk=1), 1)
    """

    hyp: Sequence[str]
    ref: Sequence[str]
    matches: tuple[Match, ...]
    modules: tuple[str, ...]

    @property
    def chunks(self) -> int:
        """The number of sequences of matches that are contiguous in both texts."""
        return max(chunk_numbers(self.matches), default=0)

    @property
    def pairs(self) -> list[WordPair]:
        """All words in the order of the reference, then the unmatched words of the hypothesis."""
        pairs: list[WordPair] = []
        begun = {match.ref_start: number for number, match in enumerate(self.matches)}
        numbers = chunk_numbers(self.matches)
        j = 0
        while j < len(self.ref):
            if j in begun:
                match = self.matches[begun[j]]
                hyp = tuple(self.hyp[match.hyp_start : match.hyp_start + match.hyp_length])
                ref = tuple(self.ref[j : j + match.ref_length])
                pairs.append(WordPair(ref, hyp, self.modules[match.slot], numbers[begun[j]]))
                j += match.ref_length
            else:
                pairs.append(WordPair((self.ref[j],), ()))
                j += 1
        used = {i for match in self.matches for i in range(match.hyp_start, match.hyp_start + match.hyp_length)}
        return pairs + [WordPair((), (word,)) for i, word in enumerate(self.hyp) if i not in used]

    def text(self) -> str:
        """Write one line for each pair."""
        from understudy.tables.glyphs import cells

        rows = [("Chunk", "Module", "Reference", "Hypothesis")]
        for pair in self.pairs:
            ref, hyp = (" ".join(side) or "-" for side in (pair.ref, pair.hyp))
            rows.append((str(pair.chunk or ""), pair.module or "-", ref, hyp))
        widths = [max(cells(row[column]) for row in rows) for column in range(4)]
        lines = []
        for chunk, *others in rows:
            padded = [text + " " * (width - cells(text)) for text, width in zip(others, widths[1:], strict=True)]
            lines.append("  ".join([chunk.rjust(widths[0]), *padded]).rstrip())
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()
