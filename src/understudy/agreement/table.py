"""Agreement with people as tables and as JSON."""

from __future__ import annotations

import math
from typing import Any

from understudy import __version__
from understudy.agreement.humans import Agreement, MetricAgreement
from understudy.tables.table import Cell, Table

SCHEMA = 1
TITLES = {
    "system_pearson": ("systems", "Pearson"),
    "system_spearman": ("systems", "Spearman"),
    "system_tau_b": ("systems", "tau-b"),
    "system_tau_c": ("systems", "tau-c"),
    "accuracy": ("systems", "pairwise accuracy"),
    "spa": ("systems", "soft pairwise accuracy"),
    "pearson": ("segments", "Pearson"),
    "spearman": ("segments", "Spearman"),
    "tau_b": ("segments", "tau-b"),
    "tau_c": ("segments", "tau-c"),
    "pearson_item": ("segments", "Pearson by item"),
    "spearman_item": ("segments", "Spearman by item"),
    "tau_b_item": ("segments", "tau-b by item"),
    "tau_c_item": ("segments", "tau-c by item"),
    "pearson_system": ("segments", "Pearson by system"),
    "spearman_system": ("segments", "Spearman by system"),
    "tau_b_system": ("segments", "tau-b by system"),
    "tau_c_system": ("segments", "tau-c by system"),
    "darr": ("segments", "daRR tau"),
    "acc_eq": ("segments", "acc_eq, calibrated"),
    "epsilon": ("segments", "its epsilon"),
    "tied": ("segments", "share of metric ties"),
    "all_tied": ("segments", "acc_eq of ties only"),
}
UNDEFINED = "nan: undefined, because scores are constant or too few"


def agreement_table(agreement: Agreement, digits: int = 3) -> Table:
    """List statistics against metrics, with what was compared below.

    >>> import understudy as us
    >>> found = us.humans({"A": 3, "B": 2, "C": 1}, {"comet": {"A": 0.9, "B": 0.7, "C": 0.8}})
    >>> agreement_table(found).rows[1]
    ('systems', 'Spearman', 0.5)
    """
    found = list(agreement.values())
    names = [name for name in TITLES if name in found[0].values]
    rows: list[tuple[Cell, ...]] = [(*TITLES[name], *(each[name] for each in found)) for name in names]
    return Table(("Level", "Statistic", *agreement), tuple(rows), tuple(_notes(agreement)), digits)


def _notes(agreement: Agreement) -> list[str]:
    notes = list(agreement.facts)
    for each in agreement.values():
        if each.calibrated is not None and each.calibrated.collapsed:
            notes.append(
                f"Collapsed: tie calibration makes {each.name} tie {each.calibrated.tied:.0%} of pairs, so that its"
                " acc_eq tells how often people tie, not what the metric knows"
            )
    if any(math.isnan(value) for each in agreement.values() for value in each.values.values()):
        notes.append(UNDEFINED)
    for each in agreement.values():
        notes += [f"{each.name}  {each.signature}"] * (each.name != each.signature)
        own = each.calibrated is not None and each.segment_signature != each.signature
        notes += [f"{each.name} of segments  {each.segment_signature}"] * own
    return notes


def difference_table(agreement: Agreement, digits: int = 4) -> Table:
    """List how much better one metric agrees than another, and the chance of such a difference by luck.

    >>> import understudy as us
    >>> human = {"A": [3, 2, 3], "B": [2, 1, 1]}
    >>> metrics = {"x": {"A": [3, 2, 3], "B": [2, 1, 1]}, "y": {"A": [1, 2, 2], "B": [1, 2, 3]}}
    >>> difference_table(us.humans(human, metrics, samples=100)).rows[0][:3]
    ('x', 'y', 1.0)
    """
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (each.first, each.second, each.difference, each.p, each.adjusted) for each in agreement.differences
    )
    level, title = TITLES.get(agreement.statistic or "", ("", agreement.statistic or ""))
    draws = agreement.draws
    ranked = ", ".join(f"{name} {rank}" for name, rank in agreement.ranks.items())
    systems = "; systems scored by the mean of their segments here" if level == "systems" else ""
    of_pairs = agreement.statistic in ("acc_eq", "darr")
    swapped = "score" if agreement.unit == "pair" and not of_pairs else agreement.unit
    notes = (
        f"Test: {title} ({level}), swapping each {swapped} at random between two metrics, {draws.sides}-sided,"
        f" {draws.samples} samples, seed {draws.seed}{systems}",
        f"Rank (a new one begins at a metric that is worse than all of the one before, p <= 0.05 by Holm): {ranked}",
    )
    return Table(("First", "Second", "Difference", "p", "p (Holm)"), rows, notes, digits)


def long_table(agreement: Agreement) -> Table:
    """List one value a row: the form for other programs.

    >>> import understudy as us
    >>> found = us.humans({"A": 3, "B": 2, "C": 1}, {"comet": {"A": 0.9, "B": 0.7, "C": 0.8}})
    >>> long_table(found).rows[1]
    ('comet', 'system_spearman', 0.5)
    """
    values = [(each.signature, name, value) for each in agreement.values() for name, value in each.values.items()]
    return Table(("metric", "statistic", "value"), tuple(values))


def as_json(agreement: Agreement) -> dict[str, Any]:
    """Give everything as plain values, ready for `json.dumps`; None is an undefined number.

    >>> import understudy as us
    >>> found = us.humans({"A": 3, "B": 2, "C": 1}, {"comet": {"A": 0.9, "B": 0.7, "C": 0.8}})
    >>> as_json(found)["metrics"][0]["values"]["system_spearman"]
    0.5
    """
    return {
        "schema": SCHEMA,
        "understudy": __version__,
        "systems": list(agreement.systems),
        "segments": agreement.segments,
        "facts": list(agreement.facts),
        "metrics": [_metric_json(each) for each in agreement.values()],
        "test": {
            "statistic": agreement.statistic,
            "unit": agreement.unit,
            "samples": agreement.draws.samples,
            "seed": agreement.draws.seed,
            "sides": agreement.draws.sides,
            "differences": [
                {
                    "first": each.first,
                    "second": each.second,
                    "difference": _number(each.difference),
                    "p": _number(each.p),
                    "p_holm": _number(each.adjusted),
                }
                for each in agreement.differences
            ],
            "ranks": agreement.ranks,
        },
    }


def _metric_json(metric: MetricAgreement) -> dict[str, Any]:
    return {
        "name": metric.name,
        "signature": metric.signature,
        "segment_signature": metric.segment_signature,
        "values": {name: _number(value) for name, value in metric.values.items()},
        "collapsed": None if metric.calibrated is None else metric.calibrated.collapsed,
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
