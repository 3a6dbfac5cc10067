"""Which word became which: the alignment behind an error rate, as data, as text, and summed up as confusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.errors import InputError, SettingError
from understudy.glyphs import cells, visible
from understudy.metrics import make_metric
from understudy.metrics.editing import KINDS, Kind
from understudy.metrics.error_rate import ErrorRate
from understudy.texts import check_segments, references, texts
from understudy.tokens import TokenizedReferences, TokenTable

if TYPE_CHECKING:
    from understudy.report.table import Table

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

    >>> print(alignment("the cat sat on mat", "the cat was on the mat"))
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
        found = Counter(step.kind for step in self.steps)
        return {kind: found[kind] for kind in KINDS}

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


class Alignments(Sequence[Alignment]):
    """The alignments of all segments, kept as arrays; each is made when it is asked for.

    >>> found = alignments(["a cat", "it sat"], ["the cat", "it sat"])
    >>> found.steps.tolist(), found.starts.tolist()
    ([1, 0, 0, 0], [0, 2, 4])
    >>> found[0].steps[0]
    Step(kind='substitution', ref='the', hyp='a')
    """

    def __init__(self, hyps: _core.Tokens, refs: _core.Tokens, metric: ErrorRate, threads: int = 1) -> None:
        self.hyps, self.refs, self.metric = hyps, refs, metric
        try:
            self.steps, self.starts = _core.align_edits(hyps, refs, metric.ties, threads)
        except ValueError as error:
            raise InputError(str(error)) from None

    def __len__(self) -> int:
        return len(self.starts) - 1

    @overload
    def __getitem__(self, segment: int) -> Alignment: ...
    @overload
    def __getitem__(self, segment: slice) -> list[Alignment]: ...
    def __getitem__(self, segment: int | slice) -> Alignment | list[Alignment]:
        if isinstance(segment, slice):
            return [self[i] for i in range(*segment.indices(len(self)))]
        at = range(len(self))[segment]
        hyp, ref = iter(self.hyps.words(at)), iter(self.refs.words(at))
        kinds = [KINDS[number] for number in self.steps[self.starts[at] : self.starts[at + 1]]]
        return Alignment(tuple(steps_of(kinds, hyp, ref)), "" if self.metric.unit_rate == "cer" else " ")

    @cached_property
    def confusions(self) -> Confusions:
        """How often each word was taken for another, left out or put in, over all segments."""
        ref_ids, hyp_ids = self._ids(self.refs, "insertion"), self._ids(self.hyps, "deletion")
        words = _words(self.hyps) | _words(self.refs)

        def count(kind: Kind, *columns: npt.NDArray[np.uint32]) -> list[tuple[tuple[str, ...], int]]:
            chosen = np.stack([column[self.steps == KINDS.index(kind)] for column in columns], axis=1)
            pairs, counts = np.unique(chosen, axis=0, return_counts=True)
            found = [
                (tuple(words[each] for each in pair), int(n))
                for pair, n in zip(pairs.tolist(), counts.tolist(), strict=True)
            ]
            return sorted(found, key=lambda item: (-item[1], item[0]))

        return Confusions(
            {(pair[0], pair[1]): n for pair, n in count("substitution", ref_ids, hyp_ids)},
            {pair[0]: n for pair, n in count("deletion", ref_ids)},
            {pair[0]: n for pair, n in count("insertion", hyp_ids)},
        )

    def _ids(self, tokens: _core.Tokens, absent: Kind) -> npt.NDArray[np.uint32]:
        """The token of every step, by its number; any at all where the step has none."""
        # Tokens stand one after another in a table, so that steps counted from the start say which token it is.
        place = np.cumsum(self.steps != KINDS.index(absent)) - 1
        return np.append(tokens.ids, np.uint32(0)).take(place)


@dataclass(frozen=True)
class Confusions:
    """How often each error was made, the most frequent first: (reference, hypothesis) pairs, and single words."""

    substitutions: Mapping[tuple[str, str], int]
    deletions: Mapping[str, int]
    insertions: Mapping[str, int]

    def table(self, most: int | None = 10) -> Table:
        """List the most frequent errors of each kind.

        >>> print(confusions(["a cat", "a dog"], ["the cat", "the dog too"]).table().text())
        Error         Reference  Hypothesis  Count
        substitution  the        a               2
        deletion      too                        1
        """
        from understudy.report.table import Table

        if most is not None and (type(most) is not int or most < 0):
            raise SettingError(f"most must be a whole number of rows from 0, or None for all; got {most!r}")
        rows: list[tuple[str, str, str, int]] = []
        rows += [("substitution", *pair, n) for pair, n in list(self.substitutions.items())[:most]]
        rows += [("deletion", word, "", n) for word, n in list(self.deletions.items())[:most]]
        rows += [("insertion", "", word, n) for word, n in list(self.insertions.items())[:most]]
        return Table(("Error", "Reference", "Hypothesis", "Count"), tuple(rows))


def alignment(hyp: str, refs: str | Sequence[str], metric: str | ErrorRate = "wer", **settings: Any) -> Alignment:
    """Align one hypothesis with its reference, or with the best of several.

    >>> alignment("a cat", "a cat sat").counts
    {'hit': 2, 'substitution': 0, 'deletion': 1, 'insertion': 0}
    """
    if not isinstance(hyp, str):
        raise InputError(f"alignment takes one string as hypothesis, got {type(hyp).__name__}: {hyp!r:.80}")
    return alignments([hyp], [refs], metric, **settings)[0]


def alignments(
    hyps: Any, refs: Any, metric: str | ErrorRate = "wer", lang: str | None = None, threads: int = 1, **settings: Any
) -> Alignments:
    """Align every hypothesis with its reference, or with the best of several, as an error rate does.

    >>> [found.errors for found in alignments(["a cat", "it sat"], [["the cat", "a cat"], "it sits"])]
    [0, 1]
    """
    made = make_metric(metric, lang, **settings)
    if not isinstance(made, ErrorRate):
        raise SettingError(f"{made.name} is not made of alignments; choose an error rate, for example wer or cer")
    given = texts(hyps, "hypotheses")
    check_segments(len(given))
    aligned = references(refs, len(given))
    table = TokenTable(made.reading)
    ref_tokens, hyp_tokens = table.add(aligned.flat, threads), table.add(given, threads)
    if len(aligned.flat) > len(given):
        best = made.best_reference(hyp_tokens, TokenizedReferences(ref_tokens, aligned.starts), threads)
        ref_tokens = table.add(texts([aligned.flat[int(i)] for i in best], "references"), threads)
    return Alignments(hyp_tokens, ref_tokens, made, threads)


def confusions(hyps: Any, refs: Any, metric: str | ErrorRate = "wer", **settings: Any) -> Confusions:
    """Count over a corpus which words were taken for which, left out, and put in.

    >>> confusions(["a cat", "a dog"], ["the cat", "the dog too"]).substitutions
    {('the', 'a'): 2}
    """
    return alignments(hyps, refs, metric, **settings).confusions


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


def _words(tokens: _core.Tokens) -> dict[int, str]:
    """The words of a table by their numbers."""
    _, first = np.unique(tokens.ids, return_index=True)
    segments = np.unique(np.searchsorted(tokens.offsets, first, side="right") - 1)
    words: dict[int, str] = {}
    for segment in segments.tolist():
        ids = tokens.ids[int(tokens.offsets[segment]) : int(tokens.offsets[segment + 1])]
        words |= zip(ids.tolist(), tokens.words(segment), strict=True)
    return words
