"""A comparison as a table and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from understudy import __version__
from understudy.comparison.compare import Compared, Comparison, MetricComparison, Plan
from understudy.comparison.human_scale import agreement, in_words
from understudy.contract.resampling import Interval
from understudy.tables.table import Cell, Table

SCHEMA = 1
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
    head += [f"p {CORRECTION_TITLES[plan.correction]}"] if plan.correction else []
    head += ["Wins", "Ties", "Losses"] + ["Rank"] * (plan.compat is None)
    rows: list[tuple[Cell, ...]] = []
    lines: list[int] = []
    for found in comparison.values():
        title = _title(comparison, found)
        ordered = [name for cluster in found.clusters for name in cluster] or list(found)
        for place, name in enumerate(ordered):
            if place and found[name].rank != found[ordered[place - 1]].rank:
                lines.append(len(rows))
            rows.append((title, *_cells(found[name], plan, digits)))
    return Table(tuple(head), tuple(rows), _notes(comparison), digits, tuple(lines))


CORRECTION_TITLES = {"holm": "Holm", "bh": "BH"}


def _title(comparison: Comparison, found: MetricComparison) -> str:
    rivals = [each for each in comparison.values() if each.metric.title == found.metric.title]
    return found.metric.title if len(rivals) == 1 else found.metric.signature


def _cells(own: Compared, plan: Plan, digits: int) -> tuple[Cell, ...]:
    cells: list[Cell] = [own.system, own.score, _written(own.interval, digits)]
    cells += ["" if own.delta is None else own.delta]
    if plan.compat is None:
        cells += [_written(own.delta_interval, digits)]
    cells += ["" if own.p is None else Probability(own.p)]
    if plan.correction:
        cells += ["" if own.corrected_p is None else Probability(own.corrected_p)]
    cells += ["" if count is None else count for count in (own.wins, own.ties, own.losses)]
    return (*cells, *([own.rank] if own.rank is not None else []))


def _written(interval: Interval | None, digits: int) -> str:
    return "" if interval is None else f"[{interval.low:.{digits}f}, {interval.high:.{digits}f}]"


def _notes(comparison: Comparison) -> tuple[str, ...]:
    signatures = [f"{_title(comparison, found)}  {found.signature}" for found in comparison.values()]
    return (*signatures, *method(comparison.plan), *meanings(comparison))


def method(plan: Plan) -> list[str]:
    """Say how the comparison was made.

    >>> print(method(Plan("A", unit_count=100))[0])
    p: two-sided approximate randomisation of 100 segments, 10,000 trials, seed 12345, against A; corrected by Holm ...
    """
    units = f"{plan.unit_count:,} {plan.units}"
    if plan.compat == "sacrebleu":
        test = (
            f"paired bootstrap, {plan.resamples:,} resamples"
            if plan.test == "bootstrap"
            else f"approximate randomisation, {plan.trials:,} trials"
        )
        return [
            f"p: as sacrebleu's {test}, seed {plan.seed}, against {plan.baseline}; it rejects too often, and always for"
            " identical systems",
            f"interval: as sacrebleu's, around the mean of {plan.resamples:,} resamples",
        ]
    test = (
        f"centred two-sided paired bootstrap of {units}, {plan.resamples:,} resamples"
        if plan.test == "bootstrap"
        else f"two-sided approximate randomisation of {units}, {plan.trials:,} trials"
    )
    rule = {"holm": "corrected by Holm for each metric", "bh": "corrected by Benjamini and Hochberg for each metric"}
    by = rule.get(plan.correction or "", "not corrected for several comparisons")
    return [
        f"p: {test}, seed {plan.seed}, against {plan.baseline}; {by}",
        f"interval: percentiles of {plan.resamples:,} bootstrap resamples of the {plan.units}",
        f"rank: systems of one rank are not all apart; all pairs at {plan.alpha:g}, {by}",
        "all this is about the test set; it says nothing about the noise of training a system again",
        *([f"only {units}: p-values and intervals are rough"] if plan.unit_count < FEW else []),
    ]


def meanings(comparison: Comparison) -> list[str]:
    """Say what each difference has meant to people, where that is known.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> meanings(us.compare({"A": refs, "B": refs}, refs, trials=99))[0].partition(" In")[0]
    'B: +0.00 BLEU (p = 1.0000: chance alone may explain it).'
    """
    said = []
    for found in comparison.values():
        for name, own in found.items():
            if own.delta is not None and own.corrected_p is not None:
                words = in_words(found.metric, own.delta, own.corrected_p, comparison.plan.alpha)
                said += [f"{name}: {words}"] if words else []
    return said


def long_table(comparison: Comparison) -> Table:
    """List one system by one metric a row, numbers in full: the form for other programs.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> long_table(us.compare({"A": refs, "B": refs}, refs, trials=99)).columns[:4]
    ('metric', 'system', 'score', 'low')
    """
    rows: list[tuple[Cell, ...]] = []
    for found in comparison.values():
        for name, own in found.items():
            row: dict[str, Cell | None] = {"metric": found.signature, "system": name, "score": own.score}
            row |= _ends("", own.interval)
            row |= {"delta": own.delta} | _ends("delta_", own.delta_interval) | {"p": own.p}
            row |= {"corrected_p": own.corrected_p, "wins": own.wins, "ties": own.ties, "losses": own.losses}
            row["rank"] = own.rank
            rows.append(tuple("" if cell is None else cell for cell in row.values()))
    return Table(tuple(row), tuple(rows))


def values(comparison: Comparison, system: str) -> dict[str, float]:
    """Give every number of one system by its name, such as bleu.delta; those that there are.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> values(us.compare({"A": refs, "B": refs}, refs, trials=99), "B")["bleu.p"]
    1.0
    """
    found: dict[str, float | None] = {}
    for name, each in comparison.items():
        own = each[system]
        numbers = {"score": own.score, "delta": own.delta, "p": own.p, "corrected_p": own.corrected_p}
        numbers |= {"wins": own.wins, "ties": own.ties, "losses": own.losses}
        for prefix, interval in (("", own.interval), ("delta_", own.delta_interval)):
            if interval is not None:
                numbers |= {f"{prefix}low": interval.low, f"{prefix}high": interval.high}
        found |= {f"{name}.{field}": number for field, number in numbers.items()}
    return {name: float(number) for name, number in found.items() if number is not None}


def _ends(prefix: str, interval: Interval | None) -> dict[str, Cell | None]:
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    return {f"{prefix}low": low, f"{prefix}high": high}


def as_json(comparison: Comparison) -> dict[str, Any]:
    """Give everything as plain values, ready for `json.dumps`.

    >>> import understudy as us
    >>> refs = [f"number {n} is good" for n in range(9)]
    >>> as_json(us.compare({"A": refs, "B": refs}, refs, trials=99))["metrics"][0]["systems"][1]["p"]
    1.0
    """
    return {
        "schema": SCHEMA,
        "understudy": __version__,
        "plan": asdict(comparison.plan),
        "metrics": [_metric_json(found, comparison.plan) for found in comparison.values()],
    }


def _metric_json(found: MetricComparison, plan: Plan) -> dict[str, Any]:
    return {
        "metric": found.metric.name,
        "signature": found.signature,
        "higher_is_better": found.metric.higher_is_better,
        "systems": [_system_json(found, own, plan) for own in found.values()],
        "pairs": [asdict(pair) for pair in found.pairs],
        "clusters": [list(cluster) for cluster in found.clusters],
    }


def _system_json(found: MetricComparison, own: Compared, plan: Plan) -> dict[str, Any]:
    share = None if own.delta is None else agreement(found.metric, own.delta)
    words = None
    if share is not None and own.delta is not None and own.corrected_p is not None:
        words = in_words(found.metric, own.delta, own.corrected_p, plan.alpha)
    return {
        "name": own.system,
        "score": own.score,
        "interval": _bounds(own.interval),
        "rank": own.rank,
        "delta": own.delta,
        "delta_interval": _bounds(own.delta_interval),
        "p": own.p,
        "corrected_p": own.corrected_p,
        "wins": own.wins,
        "ties": own.ties,
        "losses": own.losses,
        "agreement_with_people": None if share is None else {"percent": share, "meaning": words},
        "parts": {
            part: {
                "value": value,
                "interval": _bounds(own.intervals.get(part)),
                "delta": own.deltas.get(part),
                "delta_interval": _bounds(own.delta_intervals.get(part)),
            }
            for part, value in own.parts.items()
        },
    }


def _bounds(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]
