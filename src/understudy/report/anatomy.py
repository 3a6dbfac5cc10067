"""What each score is made of: the parts of a metric that tell why it moved, in groups that share a scale."""

from __future__ import annotations

import re
from typing import Any

from understudy.tables.table import Cell, Table

# For each metric, groups of parts: what they show, and which parts, as a pattern. Those without an entry show all.
EDITS = ("Edits by type", "substitutions|deletions|insertions|shifts")
ERROR_RATE = (EDITS, ("Lengths", "hyp_length|ref_length"))
LEPOR = (
    ("Penalties (1 is none)", "length_penalty|position_penalty"),
    ("Precision and recall", "precision.*|recall.*|hpr.*"),
)
CHRF = (("Precision by length of n-gram", "precision_.*"), ("Recall by length of n-gram", "recall_.*"))
ROUGE = (("Precision and recall", "precision|recall"),)
GROUPS: dict[str, tuple[tuple[str, str], ...]] = {
    "bleu": (
        ("Precision by length of n-gram", r"precision_\d"),
        ("Brevity and length", "brevity|ratio"),
        ("Words", "hyp_length|ref_length"),
    ),
    "nist": (("Information by length of n-gram", r"information_\d"), ("Length", "length_factor|ratio")),
    "meteor": (
        ("Precision, recall and their mean", "precision|recall|f_mean"),
        ("Fragmentation and its penalty", "fragmentation|penalty"),
        ("Matched words by module", "hyp_match_.*"),
    ),
    "ter": (EDITS, ("Lengths", "hyp_length|ref_length")),
    "chrf": CHRF,
    "chrf++": CHRF,
    "gleu": ROUGE,
    "ribes": (("Order, precision and brevity", "order|precision|brevity"),),
    **dict.fromkeys(("cider", "ciderD"), (("Score by length of n-gram", r"score_\d"),)),
    **dict.fromkeys(("wer", "cer", "mer", "wil", "wip", "per"), ERROR_RATE),
    **dict.fromkeys(("lepor", "hlepor", "nlepor"), LEPOR),
}
NAMES = {"hyp": "output", "ref": "reference", "char": "character", "hpr": "harmonic mean"}


def groups_of(kind: str, parts: list[str]) -> list[tuple[str, list[str]]]:
    """Choose the parts to show of a metric, by group.

    >>> groups_of("bleu", ["score", "brevity", "precision_1", "precision_2"])
    [('Precision by length of n-gram', ['precision_1', 'precision_2']), ('Brevity and length', ['brevity'])]
    """
    default = ROUGE if kind.startswith("rouge") else (("Parts", ".*"),)
    chosen = [
        (title, [part for part in parts if re.fullmatch(pattern, part) and part != "score"])
        for title, pattern in GROUPS.get(kind, default)
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


def parts_table(content: dict[str, Any], metric: int, names: list[str]) -> Table:
    """List some parts of a metric, a column for each system.

    >>> scores = [{"parts": {"score": 50.0, "brevity": 0.5}}]
    >>> parts_table({"scores": {"systems": [{"name": "A", "scores": scores}]}}, 0, ["brevity"]).rows
    (('brevity', 0.5),)
    """
    systems = content["scores"]["systems"]
    rows: list[tuple[Cell, ...]] = [
        (part_name(name), *(_plain(each["scores"][metric]["parts"][name]) for each in systems)) for name in names
    ]
    return Table(("Part", *(each["name"] for each in systems)), tuple(rows), digits=2)


def _plain(value: float) -> Cell:
    """Counts are whole numbers."""
    return int(value) if value == int(value) and abs(value) > 1 else value
