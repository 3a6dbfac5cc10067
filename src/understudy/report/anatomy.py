"""What each score is made of: the parts of a metric that tell why it moved, in groups that share a scale."""

from __future__ import annotations

import re

from understudy.metrics import about
from understudy.report.content import Content
from understudy.tables.table import Cell, Table

NAMES = {"hyp": "output", "ref": "reference", "char": "character", "hpr": "harmonic mean"}


def groups_of(kind: str, parts: list[str]) -> list[tuple[str, list[str]]]:
    """Choose the parts to show of a metric, by group.

    >>> groups_of("bleu", ["score", "brevity", "precision_1", "precision_2"])
    [('Precision by length of n-gram', ['precision_1', 'precision_2']), ('Brevity and length', ['brevity'])]
    """
    chosen = [
        (title, [part for part in parts if re.fullmatch(pattern, part) and part != "score"])
        for title, pattern in about(kind).part_groups
    ]
    return [(title, names) for title, names in chosen if names]


def part_name(part: str) -> str:
    """Write the name of a part for people.

    >>> part_name("precision_char_2"), part_name("hyp_length")
    ('precision, character 2-grams', 'output length')
    """
    words = part.split("_")
    if words[-1].isdigit():
        *what, unit = [NAMES.get(word, word) for word in words[:-1]]
        if unit in ("character", "word"):
            return f"{' '.join(what)}, {unit} {words[-1]}-grams"
        return f"{' '.join([*what, unit])}, {words[-1]}-grams"
    return " ".join(NAMES.get(word, word) for word in words)


def parts_table(content: Content, metric: int, names: list[str]) -> Table:
    """List some parts of a metric, a column for each system.

    >>> import understudy as us
    >>> parts_table(us.make_report({"A": ["a cat"]}, ["a dog"], metrics="bleu").content, 0, ["brevity"]).rows
    (('brevity', 1.0),)
    """
    rows: list[tuple[Cell, ...]] = [
        (part_name(name), *(_plain(content.scores[system][metric].parts[name]) for system in content.systems))
        for name in names
    ]
    return Table(("Part", *content.systems), tuple(rows), digits=2)


def _plain(value: float) -> Cell:
    """Counts are whole numbers."""
    return int(value) if value == int(value) and abs(value) > 1 else value
