"""Segments that lack a hypothesis or every reference: an error, or left out for all systems and said so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from understudy.errors import FormatError
from understudy.formats.parsed import ParsedFile, Texts

SKIP = "--skip-missing"


def kept_segments(hypotheses: Mapping[str, Texts], references: Mapping[str, Texts], first: ParsedFile) -> list[int]:
    """The segments that have a hypothesis of every system and a reference.

    >>> kept_segments({"A": ["a", None, "c"]}, {"r": ["a", "b", None]}, ParsedFile("a.xlf", "XLIFF", [1, 2, 3]))
    [0]
    """
    kept = [
        segment
        for segment in range(len(first))
        if all(texts[segment] is not None for texts in hypotheses.values())
        and any(texts[segment] is not None for texts in references.values())
    ]
    if not kept:
        raise FormatError(f"{first.path}: no segment has a hypothesis and a reference; nothing can be scored")
    return kept


def only(segments: Sequence[int], texts: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """Some of the segments of texts by name.

    >>> only([0, 2], {"A": ["a", "b", "c"]})
    {'A': ['a', 'c']}
    """
    return {name: [values[segment] for segment in segments] for name, values in texts.items()}


def said_of_skipped(kept: Sequence[int], first: ParsedFile) -> str:
    """A sentence on the segments that were left out.

    >>> said_of_skipped([0], ParsedFile("a.xlf", "XLIFF", [3, 7]))
    '1 of 2 segments lacks a hypothesis or a reference and is left out for all systems: a.xlf:7'
    """
    left = sorted(set(range(len(first))) - set(kept))
    verb, be = ("lacks", "is") if len(left) == 1 else ("lack", "are")
    places = ", ".join(first.named(segment) for segment in left[:3]) + (", ..." if len(left) > 3 else "")
    return (
        f"{len(left)} of {len(first)} segments {verb} a hypothesis or a reference and {be} left out for all systems:"
        f" {places}"
    )


def spread(values: Sequence[Any], kept: Sequence[int], segments: int) -> list[Any]:
    """Values of the segments that were kept, with None between them for those that were not.

    >>> spread([1.5, 2.5], [0, 2], 3)
    [1.5, None, 2.5]
    """
    whole: list[Any] = [None] * segments
    for segment, value in zip(kept, values, strict=True):
        whole[segment] = value
    return whole
