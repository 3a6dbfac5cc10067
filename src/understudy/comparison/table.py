"""A comparison as a table, and the notes below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from understudy.comparison.correction import CORRECTIONS
from understudy.comparison.findings import labels
from understudy.comparison.plan import Plan
from understudy.comparison.tests import find_test
from understudy.contract.resampling import Interval
from understudy.tables.probability import Probability
from understudy.tables.table import Cell, Table

if TYPE_CHECKING:
    from understudy.comparison.compared import Compared, Comparison

FEW = 20  # units


def table(comparison: Comparison, digits: int = 2) -> Table:
    """List every system by every metric, best first, with a line wherever all above are better than all below.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> table(us.compare({"A": refs, "B": refs}, refs, trials=99)).rows[1][:3]
    ('BLEU', 'B', 100.0)
    """
    plan, titles = comparison.plan, labels(comparison)
    percent = f"{100 * plan.level:g} %"
    head = ["Metric", "System", "Score", percent, "Delta"]
    head += [f"Delta {percent}"] * (plan.compat is None)
    head += [f"p {CORRECTIONS[plan.correction].title}" if plan.correction else "p"] + ["Rank"] * (plan.compat is None)
    rows: list[tuple[Cell, ...]] = []
    lines: list[int] = []
    for key, each in comparison.items():
        ordered = [name for cluster in each.clusters for name in cluster] or list(each)
        for place, name in enumerate(ordered):
            if place and each[name].rank != each[ordered[place - 1]].rank:
                lines.append(len(rows))
            rows.append((titles[key], *_cells(each[name], plan, digits)))
    return Table(tuple(head), tuple(rows), _notes(comparison), digits, tuple(lines))


def _cells(own: Compared, plan: Plan, digits: int) -> tuple[Cell, ...]:
    baseline = own.system == plan.baseline
    cells: list[Cell] = [own.system, own.score, _formatted(own.interval, digits)]
    cells += ["" if own.delta is None else own.delta]
    if plan.compat is None:
        cells += ["baseline" if baseline else _formatted(own.delta_interval, digits)]
    elif baseline:
        cells[0] = f"{own.system} (baseline)"
    cells += ["" if own.corrected_p is None else Probability(own.corrected_p)]
    return (*cells, *([own.rank] if own.rank is not None else []))


def _formatted(interval: Interval | None, digits: int) -> str:
    return "" if interval is None else f"{interval:.{digits}f}"


def _notes(comparison: Comparison) -> tuple[str, ...]:
    titles, verdict = labels(comparison), comparison.verdict
    signatures = [f"{titles[name]}  {each.signature}" for name, each in comparison.items()]
    several = [verdict.method] if len(comparison) > 1 else []
    return (*signatures, *method(comparison.plan), *several, *([verdict.people] if verdict.people else []))


def method(plan: Plan) -> list[str]:
    """Say how the comparison was made.

    >>> print(method(Plan("A", unit_count=100))[0])
    p: two-sided approximate randomization of 100 segments, 10,000 trials, seed 12345, against A; Holm correction ...
    """
    test = find_test(plan.test)
    if plan.compat == "sacrebleu":
        return [
            f"p: as sacrebleu's {test.title}{test.counted(plan)}, against {plan.baseline}; it rejects too often, and"
            " always for identical systems",
            f"interval: as sacrebleu's, around the mean of {plan.resamples:,} resamples",
        ]
    correction = CORRECTIONS[plan.correction].note if plan.correction else "no correction"
    by = f"{correction} for multiple comparisons, for each metric"
    return [
        f"p: {test.describe(plan)}, against {plan.baseline}; {by}",
        f"interval: percentiles of {plan.resamples:,} bootstrap resamples of the {plan.units}",
        f"rank: systems sharing a rank are not all significantly different; all pairs at {plan.alpha:g}, {by}",
        "all of this covers test-set sampling only, not variance between training runs",
        *([f"only {plan.counted_units}: p-values and intervals are rough"] if plan.unit_count < FEW else []),
    ]


def long_table(comparison: Comparison) -> Table:
    """List one system by one metric a row, numbers in full: the form for other programs.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> long_table(us.compare({"A": refs, "B": refs}, refs, trials=99)).columns[:4]
    ('metric', 'system', 'score', 'low')
    """
    rows: list[tuple[Cell, ...]] = []
    for each in comparison.values():
        for name, own in each.items():
            row: dict[str, Cell | None] = {"metric": each.signature, "system": name, "score": own.score}
            row |= _ends("", own.interval)
            row |= {"delta": own.delta} | _ends("delta_", own.delta_interval) | {"p": own.p}
            row |= {"corrected_p": own.corrected_p, "wins": own.wins, "ties": own.ties, "losses": own.losses}
            row["rank"] = own.rank
            rows.append(tuple("" if cell is None else cell for cell in row.values()))
    return Table(tuple(row), tuple(rows))


def _ends(prefix: str, interval: Interval | None) -> dict[str, Cell | None]:
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    return {f"{prefix}low": low, f"{prefix}high": high}
