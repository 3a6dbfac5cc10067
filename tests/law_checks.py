"""Asks whether a metric keeps a law."""

from understudy.contract.metric import Metric
from understudy.testing import HYPOTHESES, LAWS, REFERENCES, LawBroken


def keeps(law: str, metric: Metric, hyps: list[str] = HYPOTHESES, refs: list[list[str]] = REFERENCES) -> bool:
    try:
        LAWS[law](metric, hyps, refs)
    except LawBroken:
        return False
    return True
