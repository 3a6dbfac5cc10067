"""What a significance test is: a name, a way to p-values, and how tables and reports speak of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from understudy.comparison.plan import Plan
from understudy.comparison.side_by_side import PairValues, SideBySide


class SignificanceTest(ABC):
    """How likely is a difference as large as the observed one by chance alone?

    A test that makes random repetitions says which setting counts them: `trials` tosses coins for each unit
    (`SideBySide.swapped`), `resamples` draws units with replacement (`SideBySide.resampled`).
    """

    name: ClassVar[str]  # in `compare(test=...)`
    title: ClassVar[str]  # in the verdict of a report: "approximate randomization"
    method: ClassVar[str]  # in the notes below a table: "two-sided approximate randomization"
    repetitions: ClassVar[str | None] = None  # "trials", "resamples", or None for a test without chance

    @abstractmethod
    def p_values(self, systems: SideBySide, plan: Plan) -> PairValues:
        """The p-value of every pair of systems, not corrected, by the name of the metric."""

    def count(self, plan: Plan) -> int:
        """How many random repetitions are made."""
        return 0 if self.repetitions is None else int(getattr(plan, self.repetitions))

    def is_too_seldom(self, plan: Plan, comparisons: int) -> bool:
        """Whether with so few repetitions no p-value of so many comparisons can be significant."""
        smallest = (comparisons if plan.correction else 1) / (self.count(plan) + 1)
        return self.repetitions is not None and smallest >= plan.alpha

    def counted(self, plan: Plan) -> str:
        """How many random repetitions are made, and from which random seed, in words."""
        return f", {self.count(plan):,} {self.repetitions}, seed {plan.seed}" if self.repetitions else ""

    def describe(self, plan: Plan) -> str:
        """The test in words, with everything that is needed to repeat it."""
        return f"{self.method} of {plan.counted_units}{self.counted(plan)}"
