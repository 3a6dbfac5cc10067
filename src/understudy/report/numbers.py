"""Numbers as people read them: typographic minus signs, intervals, and p-values that are never 0."""

from __future__ import annotations

from understudy.report.content import Bounds
from understudy.tables.probability import Probability

MINUS = "\N{MINUS SIGN}"


def typeset(text: str) -> str:
    """Write minus signs as minus signs.

    >>> typeset("-1.50")
    '−1.50'
    """
    return text.replace("-", MINUS)


def signed(number: float) -> str:
    """Write a difference with its sign.

    >>> signed(-1.5), signed(0.25)
    ('−1.50', '+0.25')
    """
    return typeset(f"{number:+.2f}")


def interval(bounds: Bounds) -> str:
    """Write an interval.

    >>> interval((-1.0, 2.5))
    '[−1.00, 2.50]'
    """
    return typeset(f"[{bounds[0]:.2f}, {bounds[1]:.2f}]")


def p_value(p: float) -> str:
    """Write a p-value with four decimals; a smaller one as such.

    >>> p_value(0.03), p_value(0.0)
    ('0.0300', '<0.0001')
    """
    return "<0.0001" if p < 0.00005 else f"{Probability(p):.4f}"
