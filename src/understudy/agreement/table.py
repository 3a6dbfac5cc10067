"""Agreement with people as tables."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from understudy.tables.table import Cell, Table

if TYPE_CHECKING:
    from understudy.agreement.agreement import Agreement

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
    "epsilon": ("segments", "tie threshold (epsilon)"),
    "tied": ("segments", "share of metric ties"),
    "all_tied": ("segments", "acc_eq of ties only"),
}
UNDEFINED = "nan: undefined, because scores are constant or too few"


def agreement_table(agreement: Agreement, digits: int = 3) -> Table:
    """List statistics against metrics, with what was compared below.

    >>> import understudy as us
    >>> agreement = us.humans({"A": 3, "B": 2, "C": 1}, {"comet": {"A": 0.9, "B": 0.7, "C": 0.8}})
    >>> agreement_table(agreement).rows[1]
    ('systems', 'Spearman', 0.5)
    """
    metrics = list(agreement.values())
    names = [name for name in TITLES if name in metrics[0].values]
    rows: list[tuple[Cell, ...]] = [(*TITLES[name], *(each[name] for each in metrics)) for name in names]
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
    """List how much better one metric agrees than another, and the p-value of the difference.

    >>> import understudy as us
    >>> human = {"A": [3, 2, 3], "B": [2, 1, 1]}
    >>> metrics = {"x": {"A": [3, 2, 3], "B": [2, 1, 1]}, "y": {"A": [1, 2, 2], "B": [1, 2, 3]}}
    >>> difference_table(us.humans(human, metrics, trials=100)).rows[0][:3]
    ('x', 'y', 1.0)
    """
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (each.first, each.second, each.difference, each.p, each.corrected_p) for each in agreement.differences
    )
    level, title = TITLES.get(agreement.statistic or "", ("", agreement.statistic or ""))
    plan = agreement.plan
    ranked = ", ".join(f"{name} {rank}" for name, rank in agreement.ranks.items())
    systems = "; systems scored by the mean of their segments here" if level == "systems" else ""
    of_pairs = agreement.statistic in ("acc_eq", "darr")
    swapped = "score" if agreement.unit == "pair" and not of_pairs else agreement.unit
    notes = (
        f"Test: {title} ({level}), swapping each {swapped} at random between two metrics, {plan.sides}-sided,"
        f" {plan.trials:,} trials, seed {plan.seed}{systems}",
        "Rank (a new one begins at a metric that is significantly worse than all of the one before, p <= 0.05 after"
        f" Holm correction): {ranked}",
    )
    return Table(("First", "Second", "Difference", "p", "p (Holm)"), rows, notes, digits)


def long_table(agreement: Agreement) -> Table:
    """List one value a row: the form for other programs.

    >>> import understudy as us
    >>> agreement = us.humans({"A": 3, "B": 2, "C": 1}, {"comet": {"A": 0.9, "B": 0.7, "C": 0.8}})
    >>> long_table(agreement).rows[1]
    ('comet', 'system_spearman', 0.5)
    """
    values = [(each.signature, name, value) for each in agreement.values() for name, value in each.values.items()]
    return Table(("metric", "statistic", "value"), tuple(values))
