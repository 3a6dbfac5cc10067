"""The result in words: who is better, by how much, how sure, and what that has meant to people."""

from __future__ import annotations

from understudy.comparison.compared import Compared, Comparison, MetricComparison
from understudy.comparison.correction import CORRECTIONS
from understudy.comparison.human_scale import in_the_past
from understudy.comparison.plan import Plan
from understudy.comparison.tests import find_test

Verdict = dict[str, str]


def verdicts(comparison: Comparison, titles: dict[str, str]) -> list[Verdict]:
    """Say of every system how it stands to the baseline, by the first metric and then by the others.

    >>> import understudy as us
    >>> refs = [f"number {n} is a good number" for n in range(20)]
    >>> found = us.compare({"A": refs, "B": [ref.replace("good", "bad") for ref in refs]}, refs, trials=999)
    >>> (said,) = verdicts(found, {"bleu": "BLEU"})
    >>> said["headline"], said["detail"].partition(",")[0]
    ('B is worse than A', '-46.27 BLEU')
    """
    (first, found), *others = comparison.items()
    said = []
    for system, own in found.items():
        if own.delta is not None:
            words = [f"{titles[name]} {_beside(found, each, system, comparison.plan)}" for name, each in others]
            said.append(
                {
                    "system": system,
                    "standing": standing(found, own, comparison.plan),
                    "headline": _headline(found, own, comparison.plan),
                    "detail": _detail(own, titles[first], comparison.plan),
                    "meaning": (own.delta and in_the_past(found.metric, own.delta)) or "",
                    "others": "; ".join(words) + "." if words else "",
                }
            )
    return said


def standing(found: MetricComparison, own: Compared, plan: Plan) -> str:
    """Tell whether a system is better than the baseline, worse, or neither for all that the test can say.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> found = us.compare({"A": refs, "B": refs}, refs, trials=99)
    >>> standing(found["bleu"], found["bleu"]["B"], found.plan)
    'alike'
    """
    if own.delta is None or own.corrected_p is None or own.corrected_p >= plan.alpha or own.delta == 0:
        return "alike"
    return "better" if (own.delta > 0) is found.metric.higher_is_better else "worse"


def _headline(found: MetricComparison, own: Compared, plan: Plan) -> str:
    how = standing(found, own, plan)
    if own.delta == 0:
        return f"{own.system} and {plan.baseline} score the same"
    if how == "alike":
        return f"{own.system} and {plan.baseline} can't be told apart"
    return f"{own.system} is {how} than {plan.baseline}"


def _detail(own: Compared, title: str, plan: Plan) -> str:
    assert own.delta is not None and own.delta_interval is not None and own.corrected_p is not None
    test = find_test(plan.test).title
    rule = f", {CORRECTIONS[plan.correction].title}-corrected" if plan.correction else ""
    chance = "" if own.corrected_p < plan.alpha or own.delta == 0 else " Chance alone may explain this difference."
    return (
        f"{own.delta:+.2f} {title}, {100 * plan.level:g} % interval {own.delta_interval:+.2f},"
        f" p = {own.corrected_p:.4f} ({test}{rule}).{chance}"
    )


def _beside(first: MetricComparison, other: MetricComparison, system: str, plan: Plan) -> str:
    own = other[system]
    assert own.delta is not None and own.corrected_p is not None
    here, there = standing(first, first[system], plan), standing(other, own, plan)
    word = "finds no difference that chance can't explain" if there == "alike" else f"says {there}"
    if there != "alike" and here != "alike":
        word = "agrees" if here == there else "disagrees"
    return f"{word} ({own.delta:+.2f}, p = {own.corrected_p:.4f})"
