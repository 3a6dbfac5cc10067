"""A comparison as a table for a paper: LaTeX with one column for each metric."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from understudy.comparison.findings import direction, labels
from understudy.comparison.table import method
from understudy.tables.paper import arrow, best_in_bold, tabular
from understudy.tables.table import chosen_columns, latex_text, one_line

if TYPE_CHECKING:
    from understudy.comparison.compared import Comparison, MetricComparison
    from understudy.comparison.plan import Plan

MARKS = {"better": "$^{*}$", "worse": r"$^{\dagger}$"}


def latex(comparison: Comparison, digits: int = 2, columns: Sequence[str] = ()) -> str:
    """Write a tabular for the booktabs package: the best in bold, marks against the baseline, notes below.

    >>> import understudy as us
    >>> refs = [f"number {n} is a good number" for n in range(20)]
    >>> bad = [ref.replace("good", "bad") for ref in refs]
    >>> print(latex(us.compare({"A": refs, "B": bad}, refs, ["bleu", "ter"])).partition("\\\\par")[0])
    % B is worse than A: both metrics find it.
    \\begin{tabular}{lrr}
    \\toprule
    System & BLEU $\\uparrow$ & TER $\\downarrow$ \\\\
    \\midrule
    A (baseline) & \\textbf{100.00} & \\textbf{0.00} \\\\
    B & 53.73\\rlap{$^{\\dagger}$} & 16.67\\rlap{$^{\\dagger}$} \\\\
    \\bottomrule
    \\end{tabular}
    """
    plan, verdict = comparison.plan, comparison.verdict
    names = [plan.baseline, *(each.system for each in verdict.standings)]
    named = labels(comparison)
    places = chosen_columns([name for name in columns if name.lower() != "system"], list(named.values()))
    chosen = {name: comparison[name] for name in (list(named)[place] for place in places)}
    titles = [f"{latex_text(named[name])} {arrow(each.metric.higher_is_better)}" for name, each in chosen.items()]
    cells = [_column(each, plan, digits) for each in chosen.values()]
    rows = [[_name(name, plan), *(column[name] for column in cells)] for name in names]
    lines = [
        *(f"% {line}" for line in verdict.lines),
        *tabular(["System", *titles], rows, _notes(chosen.values(), plan)),
        *([f"% {one_line(verdict.people)}"] if verdict.people else []),
    ]
    return "\n".join(lines)


def _name(name: str, plan: Plan) -> str:
    return latex_text(f"{name} (baseline)" if name == plan.baseline else name)


def _column(each: MetricComparison, plan: Plan, digits: int) -> dict[str, str]:
    """The scores as they are written, by system."""
    bold = best_in_bold({name: own.score for name, own in each.items()}, each.metric.higher_is_better, digits)
    return {name: cell + _mark(each, name, plan) for name, cell in bold.items()}


def _mark(each: MetricComparison, name: str, plan: Plan) -> str:
    own, baseline = each[name], each[plan.baseline]
    if own.corrected_p is None:
        return ""
    way = direction(each.metric.higher_is_better, own.score, baseline.score, own.corrected_p, plan.alpha)
    return rf"\rlap{{{MARKS[way]}}}" if way in MARKS else ""


def _notes(compared: Iterable[MetricComparison], plan: Plan) -> str:
    """The legend, the test, and the signatures, which may be broken at their commas."""
    legend = rf"{MARKS['better']}\,better and {MARKS['worse']}\,worse than {latex_text(plan.baseline)}"
    test = latex_text(method(plan)[0].removeprefix("p: "))
    signatures = [latex_text(each.signature).replace(",", r",\allowbreak ") for each in compared]
    listed = " ".join(rf"\texttt{{{signature}}}." for signature in signatures)
    return f"{legend}, $p < {plan.alpha:g}$: {test}. {listed}"
