"""Which word became which in a corpus: the alignments behind an error rate, and their confusions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.errors import SettingError
from understudy.tables.edits import KINDS, Alignment, Kind, steps_of
from understudy.tables.table import Table


class Alignments(Sequence[Alignment]):
    """The alignments of all segments, kept as arrays; each is made when it is asked for.

    `steps` numbers the kinds of all steps, `starts` says where those of each segment begin, and `joint` stands between
    tokens when they are printed.

    >>> import understudy as us
    >>> found = us.alignments(["a cat", "it sat"], ["the cat", "it sat"])
    >>> found.steps.tolist(), found.starts.tolist()
    ([1, 0, 0, 0], [0, 2, 4])
    >>> found[0].steps[0]
    Step(kind='substitution', ref='the', hyp='a')
    """

    def __init__(
        self,
        hyps: _core.Tokens,
        refs: _core.Tokens,
        steps: npt.NDArray[np.uint8],
        starts: npt.NDArray[np.int64],
        joint: str = " ",
    ) -> None:
        self.hyps, self.refs, self.steps, self.starts, self.joint = hyps, refs, steps, starts, joint

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
        return Alignment(tuple(steps_of(kinds, hyp, ref)), self.joint)

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
        """The id of the token of every step; any id at all where the step has none."""
        # Tokens are stored one after another, so that the number of steps so far says which token it is.
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

        >>> import understudy as us
        >>> print(us.confusions(["a cat", "a dog"], ["the cat", "the dog too"]).table().text())
        Error         Reference  Hypothesis  Count
        substitution  the        a               2
        deletion      too                        1
        """
        if most is not None and (type(most) is not int or most < 0):
            raise SettingError(f"most must be a whole number of rows from 0, or None for all; got {most!r}")
        rows: list[tuple[str, str, str, int]] = []
        rows += [("substitution", *pair, n) for pair, n in list(self.substitutions.items())[:most]]
        rows += [("deletion", word, "", n) for word, n in list(self.deletions.items())[:most]]
        rows += [("insertion", "", word, n) for word, n in list(self.insertions.items())[:most]]
        return Table(("Error", "Reference", "Hypothesis", "Count"), tuple(rows))


def _words(tokens: _core.Tokens) -> dict[int, str]:
    """The words of a table by their numbers."""
    _, first = np.unique(tokens.ids, return_index=True)
    segments = np.unique(np.searchsorted(tokens.offsets, first, side="right") - 1)
    words: dict[int, str] = {}
    for segment in segments.tolist():
        ids = tokens.ids[int(tokens.offsets[segment]) : int(tokens.offsets[segment + 1])]
        words |= zip(ids.tolist(), tokens.words(segment), strict=True)
    return words
