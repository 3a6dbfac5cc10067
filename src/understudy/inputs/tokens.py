"""Text that the caller has tokenized already, as one explicit type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.errors import InputError


class Tokens:
    """Text that is tokenized already: a list of tokens per segment, or a list of such lists for several references.

    Metrics count these tokens instead of applying their tokenizer, and say so in their signature. Those that need
    characters or have a normalizer of their own read the tokens joined by spaces.

    >>> import understudy as us
    >>> hyps, refs = us.Tokens([["the", "cat"]]), us.Tokens([[["the", "cat"], ["a", "cat"]]])
    >>> result = us.wer(hyps, refs)
    >>> result.score, result.signature.split(",")[0]
    (0.0, 'wer:tokenizer=pretokenized')
    """

    __slots__ = ("_starts", "_texts")

    def __init__(self, segments: Iterable[Any]) -> None:
        lists = _listed(segments)
        several = any(each and isinstance(each[0], (list, tuple)) for each in lists if isinstance(each, (list, tuple)))
        starts: npt.NDArray[np.int64] = np.zeros(len(lists) + 1 if several else 0, dtype=np.int64)
        if several:
            np.cumsum([_references_of(each, number) for number, each in enumerate(lists, 1)], out=starts[1:])
            lists = list(chain.from_iterable(lists))
        starts.flags.writeable = False
        self._texts, self._starts = _core.Texts.of_tokens(lists, "tokens", starts), starts

    @property
    def texts(self) -> _core.Texts:
        """All texts, one after another."""
        return self._texts

    @property
    def starts(self) -> npt.NDArray[np.int64] | None:
        """Where the texts of each segment begin, and where the last ones end; None if each segment has one."""
        return self._starts if len(self._starts) else None

    def __len__(self) -> int:
        return len(self._starts) - 1 if len(self._starts) else len(self._texts)

    def to_list(self) -> list[Any]:
        """The lists of tokens, as they were given.

        >>> Tokens([("a", "cat"), ()]).to_list()
        [['a', 'cat'], []]
        """
        flat = [self._texts.tokens(i) for i in range(len(self._texts))]
        if self.starts is None:
            return flat
        return [flat[begin:end] for begin, end in zip(self._starts[:-1], self._starts[1:], strict=True)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tokens) and self.to_list() == other.to_list()

    def __hash__(self) -> int:
        return hash(repr(self.to_list()))

    def __reduce__(self) -> tuple[type[Tokens], tuple[list[Any]]]:
        return Tokens, (self.to_list(),)

    def __repr__(self) -> str:
        shown = repr(self.to_list()[:4])
        return f"Tokens({shown if len(self) <= 4 and len(shown) <= 80 else f'{shown[:76]}...'})"


def _listed(segments: Any) -> list[Any]:
    if isinstance(segments, (str, bytes, Mapping, set, frozenset)) or not isinstance(segments, Iterable):
        raise InputError(
            f"the tokens are {type(segments).__name__}, {segments!r:.80}; give a list with a list of tokens per segment"
        )
    return segments if isinstance(segments, list) else list(segments)


def _references_of(segment: Any, number: int) -> int:
    if not isinstance(segment, (list, tuple)) or not segment:
        raise InputError(
            f"segment {number} has no reference, got {segment!r:.80}; give a list with a list of tokens per reference,"
            " [[]] for one that is empty"
        )
    return len(segment)
