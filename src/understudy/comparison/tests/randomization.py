"""Approximate randomization: were two systems equally good, it would not matter which of them said what.

Noreen 1989, Computer-intensive methods for testing hypotheses; Riezler and Maxwell 2005.
"""

from __future__ import annotations

from understudy.comparison.differences import at_least_as_large, p_value
from understudy.comparison.plan import Plan
from understudy.comparison.side_by_side import PairValues, SideBySide
from understudy.comparison.tests.base import SignificanceTest


class Randomization(SignificanceTest):
    """The share of trials in which swapping outputs at random made as large a difference as the observed one."""

    name = "randomization"
    title = "approximate randomization"
    method = "two-sided approximate randomization"
    repetitions = "trials"

    def p_values(self, systems: SideBySide, plan: Plan) -> PairValues:
        """Count, for every pair, the trials as extreme as the observed difference."""
        observed = {name: systems.differences(name) for name in systems.results}
        counts = {name: dict.fromkeys(pairs, 0) for name, pairs in observed.items()}
        for name, pair, differences in systems.swapped(plan.trials):
            counts[name][pair] += at_least_as_large(differences, *observed[name][pair])
        return {
            name: {pair: p_value(count, plan.trials) for pair, count in pairs.items()} for name, pairs in counts.items()
        }
