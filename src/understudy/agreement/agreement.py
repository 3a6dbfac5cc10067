"""How metrics agree with people, as one value: statistics, tests of differences, ranks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from understudy import __version__
from understudy.agreement.metric_tests import Difference, ranks
from understudy.agreement.swapping import TrialPlan
from understudy.agreement.table import agreement_table, difference_table
from understudy.agreement.ties import Calibrated
from understudy.tables.table import Table

SCHEMA = 2


@dataclass(frozen=True, eq=False)
class MetricAgreement:
    """How one metric agrees with people; NaN where a statistic is undefined."""

    name: str
    signature: str
    segment_signature: str
    values: dict[str, float]
    calibrated: Calibrated | None = None

    def __getitem__(self, statistic: str) -> float:
        return self.values[statistic]

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain values; None is an undefined number."""
        return {
            "name": self.name,
            "signature": self.signature,
            "segment_signature": self.segment_signature,
            "values": {name: _number(value) for name, value in self.values.items()},
            "collapsed": None if self.calibrated is None else self.calibrated.collapsed,
        }


@dataclass(frozen=True, eq=False)
class Agreement(Mapping[str, MetricAgreement]):
    """How several metrics agree with people, by the metric's name, and tests of the differences between them."""

    metrics: dict[str, MetricAgreement]
    systems: tuple[str, ...]
    segments: int
    facts: tuple[str, ...]
    statistic: str | None  # the one that was tested
    unit: str
    plan: TrialPlan
    differences: tuple[Difference, ...]

    def __getitem__(self, name: str) -> MetricAgreement:
        return self.metrics[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.metrics)

    def __len__(self) -> int:
        return len(self.metrics)

    @property
    def ranks(self) -> dict[str, int]:
        """The metrics from best to worst; those that are not all significantly different share a rank."""
        if self.statistic is None:
            return {}
        return ranks({name: each[self.statistic] for name, each in self.items()}, self.differences)

    def table(self, digits: int = 3) -> Table:
        """List statistics against metrics."""
        return agreement_table(self, digits)

    def tests(self, digits: int = 4) -> Table:
        """List the differences between metrics with their p-values."""
        return difference_table(self, digits)

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain values, ready for `json.dumps`; None is an undefined number."""
        return {
            "schema": SCHEMA,
            "understudy": __version__,
            "systems": list(self.systems),
            "segments": self.segments,
            "facts": list(self.facts),
            "metrics": [each.to_dict() for each in self.values()],
            "test": {
                "statistic": self.statistic,
                "unit": self.unit,
                "trials": self.plan.trials,
                "seed": self.plan.seed,
                "sides": self.plan.sides,
                "differences": [
                    {
                        "first": each.first,
                        "second": each.second,
                        "difference": _number(each.difference),
                        "p": _number(each.p),
                        "corrected_p": _number(each.corrected_p),
                    }
                    for each in self.differences
                ],
                "ranks": self.ranks,
            },
        }

    def __repr__(self) -> str:
        return self.table().text()


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
