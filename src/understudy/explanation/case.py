"""One segment as its metric sees it: what every family of metrics is given to explain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Bound, Metric
from understudy.explanation.blocks import Block
from understudy.inputs.texts import texts
from understudy.tables.table import Table
from understudy.tokens import TokenizedReferences

Blocks = Iterable[Block | str]  # a string is a note on the whole


@dataclass(frozen=True, eq=False)
class Case:
    """A hypothesis and its references, as text and as words, with the segment's own row and parts."""

    metric: Metric  # that of single segments
    bound: Bound
    hypothesis: str
    references: tuple[str, ...]
    hyp: list[str]
    refs: list[list[str]]
    row: Rows
    parts: dict[str, float]

    @property
    def segments(self) -> int:
        """Of how many segments the references are known: more than one where the segment was picked."""
        return len(self.bound.refs)

    def column(self, name: str) -> float:
        """One statistic of the segment."""
        return float(self.metric.column(self.row, name))

    @cached_property
    def by_reference(self) -> Rows:
        """The rows that the segment would have with one reference only."""
        hyps = self.bound.table.add(texts([self.hypothesis] * len(self.refs), "hypotheses"))
        refs = self.bound.table.add(texts(self.references, "references"))
        starts = np.arange(len(self.refs) + 1, dtype=np.int64)
        return self.metric.rows(hyps, TokenizedReferences(refs, starts), self.bound.survey)

    @cached_property
    def best(self) -> int:
        """Which reference counts, for metrics that keep one: the first that alone gives this row."""
        return self.first_like(self.metric.columns)

    def first_like(self, columns: Sequence[str]) -> int:
        """Which reference alone gives these statistics, or comes nearest to them; the first of equals."""
        apart = [self.metric.column(self.by_reference, name) - self.column(name) for name in columns]
        return int(np.argmin(np.abs(apart).max(axis=0)))

    @property
    def ref(self) -> list[str]:
        """The words of the reference that counts."""
        return self.refs[self.best]

    @property
    def reference(self) -> str:
        """The text of the reference that counts."""
        return self.references[self.best]

    def choice(self) -> list[Table]:
        """The score towards each of several references, and which of them counts."""
        if len(self.refs) == 1:
            return []
        scores = self.metric.score(self.by_reference)["score"].tolist()
        rows = tuple(
            (f"Reference {i}", score, "yes" if i == self.best + 1 else "") for i, score in enumerate(scores, 1)
        )
        return [Table(("Reference", "Score", "Counts"), rows, title="The reference with the best score counts")]
