"""Any metric: its statistics and its parts, as they are."""

from __future__ import annotations

from collections.abc import Iterator

from understudy.explanation.blocks import Block
from understudy.explanation.case import Case
from understudy.report.table import Table


def blocks(case: Case) -> Iterator[Block | str]:
    """List the row and the parts of a segment.

    >>> from understudy.explanation import explain
    >>> explain("a cat", "a cat", "bleu").parts["total_1"]
    2.0
    """
    row = tuple((name, case.column(name)) for name in case.metric.columns)
    yield Table(("Statistic", "Value"), row, title="The segment's row", digits=4)
    parts = tuple(case.parts.items())
    yield Table(("Part", "Value"), parts, title="The score and its parts", digits=4)
