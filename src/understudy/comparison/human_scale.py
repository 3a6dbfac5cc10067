"""What a difference means to people: how often, in past evaluations, they ranked two systems as the metric did."""

from __future__ import annotations

from dataclasses import dataclass, fields

from understudy.contract.arithmetic import exp
from understudy.contract.metric import Metric
from understudy.metrics import CONTENTS, make_metric

CHANCE = 50.0


@dataclass(frozen=True)
class Curve:
    """The share of past comparisons, in percent, that agreed with people for a difference of so many points.

    `top` is the share for the largest differences, `slope` says how soon it is reached. A `logistic` curve is the one
    of Kocmi et al. 2024; it falls below chance near 0, where we stop at chance. The others rise from chance at 0.
    """

    top: float
    slope: float
    logistic: bool = True

    def agreement(self, points: float) -> float:
        """The share for a difference of this size, whatever its sign; never below chance."""
        size = abs(points)
        if self.logistic:
            return max(CHANCE, self.top / (1 + float(exp(-self.slope * size))))
        return CHANCE + (self.top - CHANCE) * (1 - float(exp(-self.slope * size)))


METRICS_MAZE = "Kocmi et al. 2024, Navigating the metrics maze"
TO_SHIP = "our fit to the 3,344 pairs of systems of Kocmi et al. 2021, To ship or not to ship"

# name of the metric: (curve, source). Points are hundredths of the maximum for scores that come from outside.
CURVES = {
    "bleu": (Curve(88.333, 0.96639), METRICS_MAZE),
    "chrf": (Curve(93.0, 1.11427), METRICS_MAZE),
    "ter": (Curve(93.7, 0.532, logistic=False), TO_SHIP),
    "bertscore": (Curve(95.0, 2.68232), METRICS_MAZE),
    "comet20": (Curve(97.333, 0.72670), METRICS_MAZE),
    "comet22": (Curve(96.224, 2.83592), METRICS_MAZE),
    "bleurt20": (Curve(98.333, 1.37272), METRICS_MAZE),
    "cometkiwi22": (Curve(98.881, 2.71928), METRICS_MAZE),
    "xcomet-xl": (Curve(96.567, 1.45356), METRICS_MAZE),
    "xcomet-xxl": (Curve(98.934, 1.16295), METRICS_MAZE),
}
CAVEATS = "each on one test set of one language pair; less often for unrelated systems than for versions of one"
FREE = ("tokenizer", "compat")  # settings that languages and originals decide; with others nobody has counted


def agreement(metric: Metric, delta: float) -> float | None:
    """The share of past comparisons, in percent, that agreed with people; None where nobody has counted.

    >>> from understudy.metrics import make_metric
    >>> bleu, wer = make_metric("bleu"), make_metric("wer")
    >>> round(agreement(bleu, 1.5)), agreement(bleu, 0.0), agreement(wer, 9.0)
    (72, 50.0, None)
    """
    found = CURVES.get(metric.name)
    if found is None or metric.maximum is None or not _as_counted(metric):
        return None
    return found[0].agreement(delta * 100 / metric.maximum)


def _as_counted(metric: Metric) -> bool:
    """Whether the settings are those with which people were compared."""
    if metric.name not in CONTENTS:
        return True
    usual = make_metric(metric.name)
    return type(metric) is type(usual) and all(
        getattr(metric, each.name) == getattr(usual, each.name) for each in fields(metric) if each.name not in FREE
    )


def in_words(metric: Metric, delta: float, p: float, alpha: float = 0.05) -> str | None:
    """Say what a difference of this size has meant to people, with source and caveats; None where nobody has counted.

    >>> from understudy.metrics import make_metric
    >>> print(in_words(make_metric("bleu"), 1.5, 0.003))
    +1.50 BLEU (p = 0.0030). In past evaluations a difference of this size agreed with human ranking about 72 times ...
    """
    meant = in_the_past(metric, delta)
    if meant is None:
        return None
    chance = "" if p < alpha else ": chance alone may explain it"
    return f"{delta:+.2f} {metric.title} (p = {p:.4f}{chance}). {meant}"


def in_the_past(metric: Metric, delta: float) -> str | None:
    """Say how often people agreed with a difference of this size, with source and caveats; None where unknown.

    >>> from understudy.metrics import make_metric
    >>> print(in_the_past(make_metric("bleu"), 1.5))
    In past evaluations a difference of this size agreed with human ranking about 72 times in 100 (Kocmi et al. ...
    """
    share = agreement(metric, delta)
    if share is None:
        return None
    _, source = CURVES[metric.name]
    often = "no more often than chance, 50" if round(share) <= CHANCE else f"about {share:.0f}"
    return (
        f"In past evaluations a difference of this size agreed with human ranking {often} times in 100"
        f" ({source}; {CAVEATS})."
    )
