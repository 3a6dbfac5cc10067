"""A comparison as a table for a paper: LaTeX with one column for each metric."""

from __future__ import annotations

from typing import TYPE_CHECKING

from understudy.comparison.findings import direction, labels
from understudy.comparison.table import method
from understudy.tables.table import latex_number, latex_text, one_line

if TYPE_CHECKING:
    from understudy.comparison.compared import Comparison, MetricComparison
    from understudy.comparison.plan import Plan

MARKS = {"better": "$^{*}$", "worse": r"$^{\dagger}$"}


def latex(comparison: Comparison, digits: int = 2) -> str:
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
    titles = [f"{latex_text(title)} {_arrow(comparison[name])}" for name, title in labels(comparison).items()]
    columns = [_column(each, plan, digits) for each in comparison.values()]
    rows = [[_name(name, plan), *(column[name] for column in columns)] for name in names]
    lines = [
        *(f"% {line}" for line in verdict.lines),
        rf"\begin{{tabular}}{{l{'r' * len(columns)}}}",
        r"\toprule",
        rf"{' & '.join(['System', *titles])} \\",
        r"\midrule",
        *(rf"{' & '.join(row)} \\" for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\par\smallskip",
        rf"{{\raggedright\footnotesize {_notes(comparison)}\par}}",
        *([f"% {one_line(verdict.people)}"] if verdict.people else []),
    ]
    return "\n".join(lines)


def _arrow(each: MetricComparison) -> str:
    return r"$\uparrow$" if each.metric.higher_is_better else r"$\downarrow$"


def _name(name: str, plan: Plan) -> str:
    return latex_text(f"{name} (baseline)" if name == plan.baseline else name)


def _column(each: MetricComparison, plan: Plan, digits: int) -> dict[str, str]:
    """The scores as they are written, by system."""
    written = {name: f"{own.score:.{digits}f}" for name, own in each.items()}
    best = sorted(each.values(), key=lambda own: own.score)[-1 if each.metric.higher_is_better else 0].system
    cells = {}
    for name, number in written.items():
        cell = latex_number(number)
        cells[name] = (rf"\textbf{{{cell}}}" if number == written[best] else cell) + _mark(each, name, plan)
    return cells


def _mark(each: MetricComparison, name: str, plan: Plan) -> str:
    own, baseline = each[name], each[plan.baseline]
    if own.corrected_p is None:
        return ""
    way = direction(each.metric.higher_is_better, own.score, baseline.score, own.corrected_p, plan.alpha)
    return rf"\rlap{{{MARKS[way]}}}" if way in MARKS else ""


def _notes(comparison: Comparison) -> str:
    """The legend, the test, and the signatures, which may be broken at their commas."""
    plan = comparison.plan
    legend = rf"{MARKS['better']}\,better and {MARKS['worse']}\,worse than {latex_text(plan.baseline)}"
    test = latex_text(method(plan)[0].removeprefix("p: "))
    signatures = [latex_text(each.signature).replace(",", r",\allowbreak ") for each in comparison.values()]
    listed = " ".join(rf"\texttt{{{signature}}}." for signature in signatures)
    return f"{legend}, $p < {plan.alpha:g}$: {test}. {listed}"
