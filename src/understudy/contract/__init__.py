"""What a metric is made of: read metric.py first. A metric of yours takes all it needs from here."""

from __future__ import annotations

from understudy.contract.arithmetic import Rows, divide, exp, log, power, where
from understudy.contract.metric import Metric, Parts, SegmentMean
from understudy.contract.result import Result
from understudy.contract.stats import Stats, Totals
from understudy.tokens import Reading, TokenizedReferences

__all__ = [
    "Metric",
    "Parts",
    "Reading",
    "Result",
    "Rows",
    "SegmentMean",
    "Stats",
    "TokenizedReferences",
    "Totals",
    "divide",
    "exp",
    "log",
    "power",
    "where",
]
