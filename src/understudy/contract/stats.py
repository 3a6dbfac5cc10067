"""Rows and their sums: `Stats` are the rows of one system, `Totals` is what is left of them once they are added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from understudy.contract.arithmetic import Rows, row_by_row
from understudy.errors import InputError

if TYPE_CHECKING:
    from understudy.contract.metric import Metric


@dataclass(frozen=True, eq=False)
class Stats:
    """The rows of one system. Any of them can be added."""

    metric: Metric
    rows: Rows
    counts: str = "1"  # of references per segment: "2", or "1-3" where it varies

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, segments: Any) -> Stats:
        """Choose segments by a slice, an index array or a mask: a document, a bucket, a resample."""
        return Stats(self.metric, np.atleast_2d(self.rows[segments]), self.counts)

    def totals(self) -> Totals:
        """Add all rows."""
        return Totals(self.metric, self.sum(), len(self.rows), self.counts)

    def sum(self) -> Rows:
        """The sum of all rows, by column."""
        if len(self.rows) == 1:
            return self.rows[0]  # type: ignore[no-any-return]
        return np.einsum("ij->j", self.rows)  # type: ignore[no-any-return]  # faster than sum(axis=0)

    def segment_scores(self) -> Rows:
        """Score every segment by itself, with `metric.sentence`."""
        return row_by_row(self.metric.sentence.score_alone, self.rows)


@dataclass(frozen=True, eq=False)
class Totals:
    """The sum of some rows. Totals of shards add up to the totals of the whole."""

    metric: Metric
    values: Rows
    segments: int
    counts: str = "1"  # of references per segment: "2", or "1-3" where it varies

    def __add__(self, other: Totals) -> Totals:
        if self.metric != other.metric:
            raise InputError(
                f"totals of different metrics can't be added: {self.metric.signature} and {other.metric.signature}"
            )
        counts = _joined(self.counts, other.counts)
        return Totals(self.metric, self.values + other.values, self.segments + other.segments, counts)

    def parts(self) -> dict[str, float]:
        """Make the score and its parts."""
        return {name: float(value) for name, value in self.metric.score(self.values).items()}

    def to_dict(self) -> dict[str, Any]:
        """The totals as plain values, ready for `json.dumps`, but for the number of segments."""
        return {
            "signature": self.metric.signature,
            "columns": list(self.metric.columns),
            "references": self.counts,
            "totals": self.values.tolist(),
        }

    @classmethod
    def from_dict(cls, metric: Metric, values: Mapping[str, Any], segments: int) -> Totals:
        """Make totals of plain values; whatever does not fit the metric is a ValueError, KeyError or TypeError.

        >>> import understudy as us
        >>> totals = us.bleu(["a cat"], ["a cat"]).totals
        >>> Totals.from_dict(totals.metric, totals.to_dict(), 1).parts() == totals.parts()
        True
        """
        totals: Rows = np.array(values["totals"], dtype=float)
        fits = tuple(values["columns"]) == metric.columns and totals.shape == (len(metric.columns),)
        if not fits or not np.isfinite(totals).all() or type(segments) is not int or segments < 0:
            raise ValueError
        low, high = _range(str(values["references"]))
        if not 0 <= low <= high:
            raise ValueError
        return cls(metric, totals, segments, str(values["references"]))


def _joined(one: str, other: str) -> str:
    """The numbers of references per segment of both: `1` and `2-3` make `1-3`."""
    if one == other:
        return one
    (here, _, corpus), (there, _, other_corpus) = one.partition("+"), other.partition("+")
    if corpus != other_corpus:  # as in "1+information": other weights, by another corpus
        raise InputError(
            f"totals of segments with references={one} and references={other} can't be added;"
            " count all of them with the same corpus"
        )
    lows, highs = zip(_range(here), _range(there), strict=True)
    return f"{min(lows)}-{max(highs)}" + (f"+{corpus}" if corpus else "")


def _range(counts: str) -> tuple[int, int]:
    low, _, high = counts.partition("-")
    return int(low), int(high or low)
