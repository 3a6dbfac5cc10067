"""How systems are compared: everything that is needed to repeat a comparison."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.contract.resampling import LEVEL, RESAMPLES, SEED, TRIALS


@dataclass(frozen=True)
class Plan:
    """How systems are compared; printed with every comparison, and all that is needed to repeat it."""

    baseline: str
    test: str = "randomization"
    trials: int = TRIALS
    resamples: int = RESAMPLES
    seed: int = SEED
    correction: str | None = "holm"
    level: float = LEVEL
    units: str = "segments"
    unit_count: int = 0
    compat: str | None = None

    @property
    def alpha(self) -> float:
        """The p-value below which a difference is called significant."""
        return round(1 - self.level, 12)

    @property
    def counted_units(self) -> str:
        """What is swapped or drawn, and how many there are: "100 segments"."""
        return f"{self.unit_count:,} {self.units}"
