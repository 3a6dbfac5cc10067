"""What each metric finds in one pair of systems, and what they find together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from understudy.comparison.correction import simes
from understudy.comparison.differences import SLACK
from understudy.comparison.human_scale import agreement
from understudy.contract.signature import read

if TYPE_CHECKING:
    from understudy.comparison.compared import Comparison
    from understudy.comparison.plan import Plan
    from understudy.contract.metric import Metric

Direction = Literal["better", "worse", "unclear", "same"]
Kind = Literal["better", "worse", "disagreement", "no evidence", "same"]


@dataclass(frozen=True)
class Finding:
    """What one metric says of a system beside another one."""

    metric: str  # as tables call it
    family: str  # metrics of one family are variants of one idea
    rewards: str  # what a good score takes
    delta: float
    p: float  # corrected for multiple comparisons by this metric, as in the table
    direction: Direction
    agreement: float | None  # how often people agreed with a difference of this size, in percent, if it was counted
    source: str | None  # where it was counted

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain values."""
        return asdict(self)


def labels(comparison: Comparison) -> dict[str, str]:
    """What to call each metric: its title, with the settings that tell it from others of the same title.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> two = us.compare({"A": refs, "B": refs}, refs, ["bleu", "bleu:order=2", "ter"], trials=9)
    >>> list(labels(two).values())
    ['BLEU (order=4)', 'BLEU (order=2)', 'TER']
    """
    names = {}
    for name, each in comparison.items():
        rivals = [own.metric for own in comparison.values() if own.metric.title == each.metric.title]
        own = _peculiar(each.metric, rivals) if len(rivals) > 1 else []
        names[name] = f"{each.metric.title} ({', '.join(own)})" if own else each.metric.title
    return names


def _peculiar(metric: Metric, rivals: Sequence[Metric]) -> list[str]:
    """The settings of a metric that not all of its rivals have."""
    others = [read(rival.signature)[1] for rival in rivals]
    own = read(metric.signature)[1]
    return [f"{key}={value}" for key, value in own.items() if any(each.get(key) != value for each in others)]


def direction(higher_is_better: bool, score: float, other: float, p: float, alpha: float) -> Direction:
    """Tell whether a score is significantly better or worse than another; tables and reports too decide here.

    >>> direction(False, 50.0, 60.0, p=0.001, alpha=0.05), direction(False, 50.0, 60.0, p=0.2, alpha=0.05)
    ('better', 'unclear')
    >>> direction(True, 0.1 + 0.2, 0.3, p=0.001, alpha=0.05)
    'same'
    """
    if abs(score - other) <= SLACK * max(1.0, abs(score), abs(other)):
        return "same"
    if p >= alpha:
        return "unclear"
    return "better" if (score > other) is higher_is_better else "worse"


def finding(metric: Metric, label: str, score: float, other: float, p: float, alpha: float) -> Finding:
    """Say what a metric finds, of a score beside another one.

    >>> from understudy.metrics import make_metric
    >>> finding(make_metric("ter"), "TER", 50.0, 60.0, p=0.001, alpha=0.05).direction
    'better'
    """
    delta = score - other
    way = direction(metric.higher_is_better, score, other, p, alpha)
    share = agreement(metric, delta)
    scale = metric.about.human_scale
    source = None if share is None or scale is None else scale.source.name
    about = metric.about
    return Finding(label, about.family or metric.name, about.rewards, delta, p, way, share, source)


def combined_p(findings: Sequence[Finding], plan: Plan) -> float:
    """The p-value of "no metric sees a difference": each family is one witness, however many variants it has.

    >>> from understudy.comparison.plan import Plan
    >>> same = [Finding("BLEU", "bleu", "", 1.0, p, "better", None, None) for p in (0.02, 0.03)]
    >>> other = Finding("TER", "ter", "", 0.1, 0.5, "unclear", None, None)
    >>> round(combined_p(same, Plan("A")), 3), round(combined_p([*same, other], Plan("A")), 3)
    (0.03, 0.06)
    """
    if plan.correction is None:
        return min(each.p for each in findings)
    by_family: dict[str, list[float]] = {}
    for each in findings:
        by_family.setdefault(each.family, []).append(each.p)
    return simes([simes(own) for own in by_family.values()])


def together(findings: Sequence[Finding], plan: Plan) -> Kind:
    """What all metrics find together.

    >>> from understudy.comparison.plan import Plan
    >>> up = Finding("BLEU", "bleu", "", 1.0, 0.001, "better", None, None)
    >>> down = Finding("chrF", "chrf", "", -2.0, 0.001, "worse", None, None)
    >>> together([up], Plan("A")), together([up, down], Plan("A"))
    ('better', 'disagreement')
    """
    directions = {each.direction for each in findings}
    if directions == {"same"}:
        return "same"
    sides = directions & {"better", "worse"}
    if not sides or combined_p(findings, plan) >= plan.alpha:
        return "no evidence"
    if len(sides) == 2:
        return "disagreement"
    return "better" if "better" in sides else "worse"
