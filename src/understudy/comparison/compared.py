"""What a comparison finds: systems beside a baseline, pairs of systems, clusters; as a table and as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from understudy import __version__
from understudy.comparison.human_scale import agreement, in_words
from understudy.comparison.paper import latex
from understudy.comparison.plan import Plan
from understudy.comparison.table import table
from understudy.comparison.verdict import Verdict, verdict
from understudy.contract.metric import Metric
from understudy.contract.resampling import Interval
from understudy.scoring.evaluate import Named
from understudy.tables.table import Table

SCHEMA = 1


@dataclass(frozen=True)
class Compared:
    """One system by one metric, beside the baseline; what only a comparison has is None for the baseline itself."""

    system: str
    parts: Mapping[str, float]
    intervals: Mapping[str, Interval]
    rank: int | None = None
    deltas: Mapping[str, float] = field(default_factory=dict)
    delta_intervals: Mapping[str, Interval] = field(default_factory=dict)
    p: float | None = None
    corrected_p: float | None = None
    wins: int | None = None
    ties: int | None = None
    losses: int | None = None

    @property
    def score(self) -> float:
        """The score of all segments together."""
        return self.parts["score"]

    @property
    def interval(self) -> Interval:
        """The confidence interval of the score."""
        return self.intervals["score"]

    @property
    def delta(self) -> float | None:
        """How far the score is above the baseline's, or below it if negative."""
        return self.deltas.get("score")

    @property
    def delta_interval(self) -> Interval | None:
        """The confidence interval of the difference to the baseline."""
        return self.delta_intervals.get("score")

    def to_dict(self, metric: Metric, plan: Plan) -> dict[str, Any]:
        """Give everything as plain values, with what a difference of this size has meant to people."""
        share = None if self.delta is None else agreement(metric, self.delta)
        words = None
        if share is not None and self.delta is not None and self.corrected_p is not None:
            words = in_words(metric, self.delta, self.corrected_p, plan.alpha)
        return {
            "name": self.system,
            "score": self.score,
            "interval": _bounds(self.interval),
            "rank": self.rank,
            "delta": self.delta,
            "delta_interval": _bounds(self.delta_interval),
            "p": self.p,
            "corrected_p": self.corrected_p,
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "agreement_with_people": None if share is None else {"percent": share, "meaning": words},
            "parts": {
                part: {
                    "value": value,
                    "interval": _bounds(self.intervals.get(part)),
                    "delta": self.deltas.get(part),
                    "delta_interval": _bounds(self.delta_intervals.get(part)),
                }
                for part, value in self.parts.items()
            },
        }


@dataclass(frozen=True)
class Pair:
    """Any two systems: the difference of their scores, and its p-value, raw and corrected."""

    a: str
    b: str
    delta: float  # of a, against b
    p: float
    corrected_p: float


@dataclass(frozen=True)
class MetricComparison(Mapping[str, Compared]):
    """All systems by one metric, by the system's name."""

    metric: Metric
    signature: str
    systems: Mapping[str, Compared]
    pairs: tuple[Pair, ...] = ()
    clusters: tuple[tuple[str, ...], ...] = ()

    def to_dict(self, plan: Plan) -> dict[str, Any]:
        """Give everything as plain values."""
        return {
            "metric": self.metric.name,
            "signature": self.signature,
            "higher_is_better": self.metric.higher_is_better,
            "systems": [each.to_dict(self.metric, plan) for each in self.values()],
            "pairs": [asdict(pair) for pair in self.pairs],
            "clusters": [list(cluster) for cluster in self.clusters],
        }

    def __getitem__(self, system: str) -> Compared:
        return self.systems[system]

    def __iter__(self) -> Iterator[str]:
        return iter(self.systems)

    def __len__(self) -> int:
        return len(self.systems)


@dataclass(frozen=True)
class Comparison(Named[MetricComparison]):
    """Several systems by several metrics: by the metric's name, then by the system's."""

    plan: Plan

    @cached_property
    def verdict(self) -> Verdict:
        """What all metrics find together: one summary, and how each system stands to the baseline.

        >>> import understudy as us
        >>> refs = [f"number {n} is a good number" for n in range(20)]
        >>> worse = [ref.replace("good", "bad") for ref in refs]
        >>> verdict = us.compare({"A": refs, "B": worse, "C": worse}, refs, ["bleu", "chrf"]).verdict
        >>> verdict.summary
        'A is best; B and C score the same.'
        >>> verdict.standings[0].kind, [each.direction for each in verdict.standings[0].findings]
        ('worse', ['worse', 'worse'])
        """
        return verdict(self)

    def table(self, digits: int = 2) -> Table:
        """List every system by every metric, best first, with intervals, p-values and lines between clusters."""
        return table(self, digits)

    def latex(self, digits: int = 2, columns: Sequence[str] = ()) -> str:
        """Write a table for a paper: one column a metric, the best in bold, marks for significance."""
        return latex(self, digits, columns)

    # Results have the same three forms: a table, a table for papers, plain values.
    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain values, ready for `json.dumps`."""
        return {
            "schema": SCHEMA,
            "understudy": __version__,
            "plan": asdict(self.plan),
            "verdict": self.verdict.to_dict(),
            "metrics": [each.to_dict(self.plan) for each in self.values()],
        }

    def __repr__(self) -> str:
        return f"{self.verdict}\n\n{self.table().text()}"


def _bounds(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]
