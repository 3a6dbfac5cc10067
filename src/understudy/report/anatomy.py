"""What each score is made of: the parts of a metric that tell why it moved, in groups that share a scale."""

from __future__ import annotations

import re

from understudy.metrics import about
from understudy.report.content import Content
from understudy.report.messages import Messages
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


def part_name(part: str, t: Messages) -> str:
    """Write the name of a part for people.

    >>> from understudy.report.messages import read_messages
    >>> english, german = read_messages("en"), read_messages("de")
    >>> part_name("precision_char_2", english), part_name("hyp_length", english), part_name("hyp_length", german)
    ('precision, 2 characters', 'output length', 'Länge der Ausgabe')
    """
    words = [NAMES.get(word, word) for word in part.split("_")]
    if not words[-1].isdigit():
        return t.term(" ".join(words))
    *what, n = words
    unit = what.pop() if what[-1] in ("character", "word") else ""
    name = t.term(" ".join(what))
    return t(f"part.{unit}_ngrams", part=name, n=n) if unit else t("part.ngrams", part=name, n=n)


def parts_table(content: Content, metric: int, names: list[str], t: Messages) -> Table:
    """List some parts of a metric, a column for each system.

    >>> import understudy as us
    >>> from understudy.report.messages import read_messages
    >>> content = us.make_report({"A": ["a cat"]}, ["a dog"], metrics="bleu").content
    >>> parts_table(content, 0, ["brevity"], read_messages("en")).rows
    (('brevity', 1.0),)
    """
    rows: list[tuple[Cell, ...]] = [
        (part_name(name, t), *(_plain(content.scores[system][metric].parts[name]) for system in content.systems))
        for name in names
    ]
    return Table((t("part"), *content.systems), tuple(rows), digits=2)


def _plain(value: float) -> Cell:
    """Counts are whole numbers."""
    return int(value) if value == int(value) and abs(value) > 1 else value
