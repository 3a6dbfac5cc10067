"""A comparison as a table, and the notes below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from understudy.comparison.correction import CORRECTIONS
from understudy.comparison.human_scale import in_words
from understudy.comparison.plan import Plan
from understudy.comparison.tests import find_test
from understudy.contract.resampling import Interval
from understudy.tables.table import Cell, Table

if TYPE_CHECKING:
    from understudy.comparison.compared import Compared, Comparison, MetricComparison

FEW = 20  # units


class Probability(float):
    """A p-value: always four decimals in tables, and never 0."""

    def __format__(self, _: str) -> str:
        return "<0.0001" if 0 < self < 0.00005 else super().__format__(".4f")


def table(comparison: Comparison, digits: int = 2) -> Table:
    """List every system by every metric, best first, with a line wherever all above are better than all below.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> table(us.compare({"A": refs, "B": refs}, refs, trials=99)).rows[1][:3]
    ('BLEU', 'B', 100.0)
    """
    plan = comparison.plan
    percent = f"{100 * plan.level:g} %"
    head = ["Metric", "System", "Score", percent, "Delta"]
    head += [f"Delta {percent}"] * (plan.compat is None) + ["p"]
    head += [f"p {CORRECTIONS[plan.correction].title}"] if plan.correction else []
    head += ["Wins", "Ties", "Losses"] + ["Rank"] * (plan.compat is None)
    rows: list[tuple[Cell, ...]] = []
    lines: list[int] = []
    for each in comparison.values():
        title = _title(comparison, each)
        ordered = [name for cluster in each.clusters for name in cluster] or list(each)
        for place, name in enumerate(ordered):
            if place and each[name].rank != each[ordered[place - 1]].rank:
                lines.append(len(rows))
            rows.append((title, *_cells(each[name], plan, digits)))
    return Table(tuple(head), tuple(rows), _notes(comparison), digits, tuple(lines))


def _title(comparison: Comparison, own: MetricComparison) -> str:
    rivals = [each for each in comparison.values() if each.metric.title == own.metric.title]
    return own.metric.title if len(rivals) == 1 else own.metric.signature


def _cells(own: Compared, plan: Plan, digits: int) -> tuple[Cell, ...]:
    cells: list[Cell] = [own.system, own.score, _formatted(own.interval, digits)]
    cells += ["" if own.delta is None else own.delta]
    if plan.compat is None:
        cells += [_formatted(own.delta_interval, digits)]
    cells += ["" if own.p is None else Probability(own.p)]
    if plan.correction:
        cells += ["" if own.corrected_p is None else Probability(own.corrected_p)]
    cells += ["" if count is None else count for count in (own.wins, own.ties, own.losses)]
    return (*cells, *([own.rank] if own.rank is not None else []))


def _formatted(interval: Interval | None, digits: int) -> str:
    return "" if interval is None else f"{interval:.{digits}f}"


def _notes(comparison: Comparison) -> tuple[str, ...]:
    signatures = [f"{_title(comparison, each)}  {each.signature}" for each in comparison.values()]
    return (*signatures, *method(comparison.plan), *meanings(comparison))


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


def meanings(comparison: Comparison) -> list[str]:
    """Say what each difference has meant to people, where somebody has counted.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> meanings(us.compare({"A": refs, "B": refs}, refs, trials=99))[0].partition(" In")[0]
    'B: +0.00 BLEU (p = 1.0000: chance alone may explain it).'
    """
    notes = []
    for each in comparison.values():
        for name, own in each.items():
            if own.delta is not None and own.corrected_p is not None:
                words = in_words(each.metric, own.delta, own.corrected_p, comparison.plan.alpha)
                notes += [f"{name}: {words}"] if words else []
    return notes


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
