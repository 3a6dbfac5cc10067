"""The result in words: which system is better, by how much, how certain that is, and what it has meant to people."""

from __future__ import annotations

from collections.abc import Sequence

from understudy.comparison.compared import Compared, Comparison
from understudy.comparison.correction import CORRECTIONS
from understudy.comparison.human_scale import in_the_past
from understudy.comparison.plan import Plan
from understudy.comparison.tests import find_test
from understudy.report.content import MetricFacts, Standing, Verdict


def verdicts(comparison: Comparison, metrics: Sequence[MetricFacts]) -> list[Verdict]:
    """Say of every system how it compares with the baseline, by the first metric and then by the others.

    >>> import understudy as us
    >>> refs = [f"number {n} is a good number" for n in range(20)]
    >>> report = us.make_report({"A": refs, "B": [ref.replace("good", "bad") for ref in refs]}, refs, trials=999)
    >>> (verdict,) = report.content.against["A"].verdicts
    >>> verdict.headline, verdict.detail.partition(",")[0]
    ('B is worse than A', '-46.27 BLEU')
    """
    plan = comparison.plan
    (first, own), *others = zip(metrics, comparison.values(), strict=True)
    listed = []
    for system, compared in own.items():
        if compared.delta is not None:
            standing = _standing(first, compared, plan)
            words = [f"{metric.title} {_beside(standing, metric, each[system], plan)}" for metric, each in others]
            listed.append(
                Verdict(
                    system,
                    standing,
                    _headline(standing, compared, plan),
                    _detail(compared, first.title, plan),
                    (compared.delta and in_the_past(own.metric, compared.delta)) or "",
                    "; ".join(words) + "." if words else "",
                )
            )
    return listed


def _standing(metric: MetricFacts, own: Compared, plan: Plan) -> Standing:
    assert own.delta is not None and own.corrected_p is not None
    return metric.standing(own.delta, own.corrected_p, plan.alpha)


def _headline(standing: Standing, own: Compared, plan: Plan) -> str:
    if own.delta == 0:
        return f"{own.system} and {plan.baseline} score the same"
    if standing == "alike":
        return f"{own.system} and {plan.baseline} can't be told apart"
    return f"{own.system} is {standing} than {plan.baseline}"


def _detail(own: Compared, title: str, plan: Plan) -> str:
    assert own.delta is not None and own.delta_interval is not None and own.corrected_p is not None
    test = find_test(plan.test).title
    rule = f", {CORRECTIONS[plan.correction].title}-corrected" if plan.correction else ""
    chance = "" if own.corrected_p < plan.alpha or own.delta == 0 else " Chance alone may explain this difference."
    return (
        f"{own.delta:+.2f} {title}, {100 * plan.level:g} % interval {own.delta_interval:+.2f},"
        f" p = {own.corrected_p:.4f} ({test}{rule}).{chance}"
    )


def _beside(first: Standing, metric: MetricFacts, own: Compared, plan: Plan) -> str:
    standing = _standing(metric, own, plan)
    word = "finds no difference that chance can't explain" if standing == "alike" else f"says {standing}"
    if standing != "alike" and first != "alike":
        word = "agrees" if first == standing else "disagrees"
    return f"{word} ({own.delta:+.2f}, p = {own.corrected_p:.4f})"
