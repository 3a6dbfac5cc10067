"""The paired bootstrap, centered: a test that keeps its level, unlike the one-tailed form in common use.

Koehn 2004, Statistical significance tests for machine translation evaluation.
"""

from __future__ import annotations

from understudy.comparison.differences import at_least_as_large, p_value
from understudy.comparison.plan import Plan
from understudy.comparison.side_by_side import PairValues, SideBySide
from understudy.comparison.tests.base import SignificanceTest


class Bootstrap(SignificanceTest):
    """The share of resamples whose difference is as far from the observed one as that is from none."""

    # The frame of every test; what is drawn and what is counted differs.
    name = "bootstrap"
    title = "paired bootstrap"
    method = "centered two-sided paired bootstrap"
    repetitions = "resamples"

    def p_values(self, systems: SideBySide, plan: Plan) -> PairValues:
        """Count, for every pair, the resamples as extreme as the observed difference."""
        p_values: PairValues = {}
        for name, parts in systems.resampled(plan.resamples).items():
            p_values[name] = {}
            for (a, b), (observed, scale) in systems.differences(name).items():
                shifted = parts["score"][a] - parts["score"][b] - observed
                p_values[name][a, b] = p_value(at_least_as_large(shifted, observed, scale), plan.resamples)
        return p_values
