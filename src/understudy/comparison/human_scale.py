"""What a difference means to people: how often, in past evaluations, they ranked two systems as the metric did."""

from __future__ import annotations

from dataclasses import fields

from understudy.contract.about import CHANCE, HumanScale
from understudy.contract.metric import Metric
from understudy.tables.probability import Probability

CAVEATS = "each on one test set of one language pair; less often for unrelated systems than for versions of one"


def agreement(metric: Metric, delta: float) -> float | None:
    """The share of past comparisons, in percent, that agreed with people; None where nobody has counted.

    >>> from understudy.metrics import make_metric
    >>> bleu, wer = make_metric("bleu"), make_metric("wer")
    >>> round(agreement(bleu, 1.5)), agreement(bleu, 0.0), agreement(wer, 9.0)
    (72, 50.0, None)
    """
    scale = _scale(metric)
    return None if scale is None or metric.maximum is None else scale.agreement(delta * 100 / metric.maximum)


def _scale(metric: Metric) -> HumanScale | None:
    """The scale of a metric, if its settings are those with which people were compared."""
    scale = metric.about.human_scale
    # A subclass may have another formula: what it inherits is not about it.
    if scale is None or "about" not in vars(type(metric)):
        return None
    usual = type(metric)()
    names = [each.name for each in fields(metric) if each.name not in scale.free]
    return scale if all(getattr(metric, name) == getattr(usual, name) for name in names) else None


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
    return f"{delta:+.2f} {metric.title} ({Probability(p).words}{chance}). {meant}"


def in_the_past(metric: Metric, delta: float) -> str | None:
    """Say how often people agreed with a difference of this size, with source and caveats; None where unknown.

    >>> from understudy.metrics import make_metric
    >>> print(in_the_past(make_metric("bleu"), 1.5))
    In past evaluations a difference of this size agreed with human ranking about 72 times in 100 (Kocmi et al. ...
    """
    share, scale = agreement(metric, delta), metric.about.human_scale
    if share is None or scale is None:
        return None
    often = "no more often than chance, 50" if round(share) <= CHANCE else f"about {share:.0f}"
    return (
        f"In past evaluations a difference of this size agreed with human ranking {often} times in 100"
        f" ({scale.source.name}; {CAVEATS})."
    )
