"""Human scores: one number for each system and item, or for each system, higher is better."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from understudy.agreement.item_pairs import Flags, Whole
from understudy.contract.arithmetic import Rows
from understudy.errors import InputError, SettingError, unknown

SEGMENT = ("segment", "item", "seg_id", "seg")  # the names of the column that tells the segment


@dataclass(frozen=True, eq=False)
class Judgments:
    """What people said, systems times items, NaN where they said nothing.

    Human scores of whole systems have one item, and `per_segment` is False.
    """

    systems: tuple[str, ...]
    items: tuple[str, ...]
    scores: Rows
    layout: str = "scores"
    per_segment: bool = True
    documents: tuple[str, ...] | None = None  # of each item
    domains: tuple[str, ...] | None = None
    facts: tuple[str, ...] = ()  # how judgments became scores, for people to read

    @property
    def judged(self) -> Flags:
        """Where there is a score."""
        judged: Flags = np.isfinite(self.scores)
        return judged

    @cached_property
    def means(self) -> Rows:
        """The mean score of each system over what was judged of it."""
        return np.array([mean(row[here]) for row, here in zip(self.scores, self.judged, strict=True)])

    @property
    def document_numbers(self) -> Whole | None:
        """The number of each item's document."""
        return None if self.documents is None else np.unique(self.documents, return_inverse=True)[1].reshape(-1)

    def without(self, names: Collection[str]) -> Judgments:
        """Leave out systems by name."""
        for name in names:
            if name not in self.systems:
                raise unknown("system to leave out", name, self.systems)
        return self.only([name for name in self.systems if name not in names])

    def only(self, names: Collection[str]) -> Judgments:
        """Keep systems by name."""
        for name in names:
            if name not in self.systems:
                raise unknown("system to keep", name, self.systems)
        kept = [i for i, name in enumerate(self.systems) if name in names]
        return replace(self, systems=tuple(self.systems[i] for i in kept), scores=self.scores[kept])._used()

    def in_domain(self, name: str) -> Judgments:
        """Keep the items of one domain."""
        if self.domains is None:
            raise InputError(
                f"the human scores have no column 'domain', so none of them is of {name!r};"
                " add it, or pass domain_labels="
            )
        if name not in self.domains:
            raise unknown("domain", name, sorted(set(self.domains)))
        return self.where(np.array([domain == name for domain in self.domains], dtype=bool))

    def labeled(self, what: str, labels: Any) -> Judgments:
        """The same with the document or the domain of each segment."""
        if labels is None:
            return self
        names = [labels] if isinstance(labels, str) or not isinstance(labels, Iterable) else list(labels)
        if len(names) != len(self.items) or not self.per_segment or not all(isinstance(each, str) for each in names):
            raise InputError(
                f"{what} are {len(names)} values ({labels!r:.60}) for {len(self.items)} segments; give each one name"
            )
        return replace(self, documents=tuple(names)) if what == "documents" else replace(self, domains=tuple(names))

    def _used(self) -> Judgments:
        """Leave out items of which nothing was judged."""
        return self.where(np.asarray(self.judged.any(axis=0)))

    def where(self, chosen: Flags) -> Judgments:
        """Keep some items."""
        kept = np.flatnonzero(chosen)

        def some(names: tuple[str, ...] | None) -> tuple[str, ...] | None:
            return None if names is None else tuple(names[i] for i in kept)

        items = tuple(self.items[i] for i in kept)
        documents, domains = some(self.documents), some(self.domains)
        return replace(self, items=items, scores=self.scores[:, kept], documents=documents, domains=domains)

    def check(self) -> None:
        """Refuse what can't be compared."""
        if len(self.systems) < 2:
            raise InputError(f"the human scores are of {len(self.systems)} system(s); at least 2 are needed")
        for system, here in zip(self.systems, self.judged, strict=True):
            if not here.any():
                raise InputError(f"system {system!r} has no human score at all; leave it out by name")

    @classmethod
    def of(cls, human: Any) -> Judgments:
        """Make judgments of a mapping from a system to its scores: one number, or one for each segment.

        >>> Judgments.of({"A": [4, None], "B": [3, 5]}).scores.tolist()
        [[4.0, nan], [3.0, 5.0]]
        >>> Judgments.of({"A": 4, "B": 3}).per_segment
        False
        """
        if isinstance(human, Judgments):
            return human
        if not isinstance(human, Mapping) or not human:
            raise InputError(
                f"the human scores are {type(human).__name__}; give a mapping from each system's name to its scores"
            )
        rows = {str(name): column(f"human scores of {name!r}", values) for name, values in human.items()}
        lengths = {name: row.shape for name, row in rows.items()}
        if len(set(lengths.values())) != 1:
            shown = ", ".join(f"{name!r} {shape}" for name, shape in lengths.items())
            raise InputError(f"the systems have human scores of different shapes: {shown}; give one for each segment")
        per_segment = next(iter(rows.values())).ndim == 1
        scores = np.array([np.atleast_1d(row) for row in rows.values()])
        items = tuple(str(i) for i in range(1, scores.shape[1] + 1))
        return cls(tuple(rows), items, scores, per_segment=per_segment)


def mean(values: Rows) -> float:
    """The mean, of the exact sum: the same numbers in any order have the same one.

    >>> mean(np.array([0.1, 0.2, 0.3])) == mean(np.array([0.3, 0.2, 0.1]))
    True
    """
    return math.fsum(values.tolist()) / len(values)


def column(what: str, values: Any) -> Rows:
    """Make an array of one number, or of one for each segment; None is a missing one.

    >>> column("scores", [1, None]).tolist()
    [1.0, nan]
    """
    try:
        numbers = np.array(values, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"the {what} are not all numbers: {values!r:.80}; give a number, or None for none") from None
    if numbers.ndim > 1 or not numbers.size:
        raise InputError(f"the {what} have shape {numbers.shape}; give one number, or one for each segment")
    if np.isinf(numbers).any():
        raise InputError(f"the {what} have an infinite number in them; give a number, or None for none")
    return numbers


def names_left_out(without: Any) -> tuple[str, ...]:
    """Read the names of systems to leave out: one, or several.

    >>> names_left_out("refA"), names_left_out(["refA", "refB"])
    (('refA',), ('refA', 'refB'))
    """
    names = (without,) if isinstance(without, str) else tuple(without)
    if not all(isinstance(name, str) for name in names):
        raise SettingError(f"systems are left out by name, got {without!r}")
    return names
