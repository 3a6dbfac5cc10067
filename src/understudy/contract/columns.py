"""Rows by the names of their columns: how formulas take numbers out of rows and out of sums of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby

import numpy as np

from understudy.contract.arithmetic import Rows


class NamedColumns:
    """What has columns with names: every metric."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the statistics, in the order of a row."""
        raise NotImplementedError

    def column(self, totals: Rows, name: str) -> Rows:
        """Take a copy of one column of rows or of their sums."""
        return np.array(totals[..., self._places[name]])

    def value(self, totals: Rows, name: str) -> Rows:
        """Like `column`, but a plain number of a single row: for formulas in the functions of `arithmetic` alone."""
        return totals.item(self._places[name]) if totals.ndim == 1 else self.column(totals, name)  # type: ignore[return-value]

    def each(self, totals: Rows, names: Sequence[str]) -> list[Rows]:
        """The `value` of each of these columns."""
        places = self._places
        if totals.ndim > 1:
            return [np.array(totals[..., places[name]]) for name in names]
        row = totals.tolist()
        return [row[places[name]] for name in names]

    def values(self, totals: Rows, beginning: str) -> list[Rows]:
        """The `value` of each of the columns whose names begin so: `match_1`, `match_2`, ..."""
        return self.families(totals, beginning)[0]

    def families(self, totals: Rows, *beginnings: str) -> list[list[Rows]]:
        """The `values` of each of these beginnings."""
        runs = [self._runs[beginning] for beginning in beginnings]
        if totals.ndim == 1:
            row = totals.tolist()
            return [row[run] for run in runs]
        return [[np.array(totals[..., place]) for place in range(run.start, run.stop)] for run in runs]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.columns)}

    @cached_property
    def _runs(self) -> dict[str, slice]:
        """Where the columns are whose names begin alike, up to the first underscore."""
        grouped = groupby(self._places.items(), lambda column: column[0].partition("_")[0])
        runs = {beginning: [place for _, place in run] for beginning, run in grouped}
        return {beginning: slice(run[0], run[-1] + 1) for beginning, run in runs.items()}
