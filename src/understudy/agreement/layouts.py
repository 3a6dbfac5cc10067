"""How raw human annotations become one number for each system and segment.

Each layout is a table with a column `system`, mostly one for the segment (`segment`, `item`, `seg` or `seg_id`),
and perhaps `annotator` (or `rater`), `document` (or `doc`) and `domain`.

- `scores`: a column `score`, higher is better; without a column for the segment it is the score of a whole system.
- `da`, direct assessment, and `esa`, error span annotation: `score` from 0 to 100, as annotators gave it.
- `da-z`: the same, standardized for each annotator before anything else.
- `mqm`: one line for each error that an annotator marked, with `category` and `severity`, and one with the severity
  `No-error` where there was none. A segment's score is minus the sum of the weights of its errors.

Several annotators of one segment are averaged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from understudy.agreement.judgments import SEGMENT, Judgments
from understudy.contract.arithmetic import Rows
from understudy.errors import FormatError, choose
from understudy.formats.records import Record

LAYOUTS = ("auto", "scores", "da", "da-z", "esa", "mqm")
ANNOTATOR = ("annotator", "rater")
DOCUMENT = ("document", "doc")
MOST_DIGITS = 1000  # Python reads no number of 5000

# Freitag et al. 2021, "Experts, Errors, and Context": severity, then category, the most specific one counts.
WEIGHTS = {"major": 5.0, "minor": 1.0, "neutral": 0.0, "no-error": 0.0}
SPECIAL_WEIGHTS = {("major", "non-translation"): 25.0, ("minor", "fluency/punctuation"): 0.1}


@dataclass(frozen=True)
class _Judgment:
    system: str
    item: str
    annotator: str
    score: float | None
    record: Record


def judgments_from(records: list[Record], layout: str = "auto") -> Judgments:
    """Make one number of the annotations of each system and segment.

    >>> lines = [("A", "1", "Major"), ("A", "1", "Minor"), ("B", "1", "No-error")]
    >>> records = [Record({"system": s, "seg_id": i, "category": "x", "severity": e}, "f:1") for s, i, e in lines]
    >>> judgments_from(records).scores.tolist()
    [[-6.0], [0.0]]
    """
    choose("layout", layout, LAYOUTS)
    first = records[0]
    if layout == "auto":
        layout = "mqm" if "severity" in first.cells else "scores"
    needed = ["system", *(("category", "severity") if layout == "mqm" else ("score",))]
    lacking = [name for name in needed if name not in first.cells]
    if lacking:
        raise FormatError(
            f"{first.place}: the layout {layout} needs a column {lacking[0]!r}; there are {', '.join(first.cells)}"
        )
    segment = _column(SEGMENT, first)
    if segment is None and layout != "scores":
        raise FormatError(f"{first.place}: the layout {layout} needs a column 'segment', 'item' or 'seg_id'")
    judged = _mqm(records, segment or "") if layout == "mqm" else _scored(records, segment, layout)
    if layout == "da-z":
        judged = _standardized(judged)
    return _collect(judged, records, segment, layout)


def _column(names: Iterable[str], record: Record) -> str | None:
    return next((name for name in names if name in record.cells), None)


def _annotator(record: Record) -> str:
    column = _column(ANNOTATOR, record)
    return "" if column is None else str(record.cells[column])


def _scored(records: list[Record], segment: str | None, layout: str) -> list[_Judgment]:
    judged: dict[tuple[str, str, str], _Judgment] = {}
    for record in records:
        item = "all" if segment is None else record.text(segment)
        each = _Judgment(record.text("system"), item, _annotator(record), record.number("score"), record)
        if layout != "scores" and each.score is not None and not 0 <= each.score <= 100:
            raise FormatError(f"{record.place}: score is {each.score:g}; the layout {layout} has scores from 0 to 100")
        key = (each.system, each.item, each.annotator)
        if key in judged:
            of = f"system {each.system!r}" + ("" if segment is None else f", segment {each.item!r}")
            raise FormatError(
                f"{record.place}: {of} was scored at {judged[key].record.place} already;"
                " name the annotators in a column 'annotator'"
            )
        judged[key] = each
    return list(judged.values())


def _mqm(records: list[Record], segment: str) -> list[_Judgment]:
    sums: dict[tuple[str, str, str], float] = {}
    where: dict[tuple[str, str, str], Record] = {}
    for record in records:
        key = (record.text("system"), record.text(segment), _annotator(record))
        sums[key] = sums.get(key, 0.0) + error_weight(record)
        where.setdefault(key, record)
    return [_Judgment(*key, -weight, where[key]) for key, weight in sums.items()]


def error_weight(record: Record) -> float:
    """Weigh one error by its severity and category.

    >>> error_weight(Record({"severity": "Minor", "category": "Fluency/Punctuation"}, "f:1"))
    0.1
    """
    severity = record.text("severity").strip().lower().replace("no error", "no-error")
    if severity not in WEIGHTS:
        raise FormatError(
            f"{record.place}: unknown severity {record.text('severity')!r}; choose Major, Minor, Neutral or No-error"
        )
    category = str(record.cells.get("category") or "").strip().lower().replace("translation!", "translation")
    special = (weight for (which, kind), weight in SPECIAL_WEIGHTS.items() if which == severity and kind == category)
    return next(special, WEIGHTS[severity])


def _standardized(judged: list[_Judgment]) -> list[_Judgment]:
    by_annotator: dict[str, list[float]] = {}
    for each in judged:
        if not each.annotator:
            raise FormatError(f"{each.record.place}: the layout da-z needs the annotator of every score")
        if each.score is not None:
            by_annotator.setdefault(each.annotator, []).append(each.score)
    for name, scores in by_annotator.items():
        if len(set(scores)) < 2:
            raise FormatError(
                f"annotator {name!r} gave no two different scores, which can't be standardized;"
                " leave out these lines, or use the layout da"
            )
    spread = {name: (float(np.mean(each)), float(np.std(each, ddof=1))) for name, each in by_annotator.items()}
    return [
        each
        if each.score is None
        else _Judgment(
            each.system,
            each.item,
            each.annotator,
            (each.score - spread[each.annotator][0]) / spread[each.annotator][1],
            each.record,
        )
        for each in judged
    ]


def _collect(judged: list[_Judgment], records: list[Record], segment: str | None, layout: str) -> Judgments:
    systems = tuple(dict.fromkeys(each.system for each in judged))
    items = in_order(dict.fromkeys(each.item for each in judged))
    rows, places = ({name: i for i, name in enumerate(names)} for names in (systems, items))
    sums, counts = np.zeros((len(systems), len(items))), np.zeros((len(systems), len(items)))
    for each in judged:
        if each.score is not None:
            at = rows[each.system], places[each.item]
            sums[at] += each.score
            counts[at] += 1
    scores = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
    return Judgments(
        systems,
        items,
        scores,
        layout,
        per_segment=segment is not None,
        documents=_of_items(DOCUMENT, records, segment, items),
        domains=_of_items(("domain",), records, segment, items),
        facts=_facts(layout, counts),
    )


def in_order(items: Iterable[str]) -> tuple[str, ...]:
    """Sort segments by number where all of them have one; else keep their order.

    >>> in_order(["10", "9"]), in_order(["b", "a"])
    (('9', '10'), ('b', 'a'))
    """
    names = tuple(items)
    numbers = all(name.isdecimal() and len(name) <= MOST_DIGITS for name in names)
    return tuple(sorted(names, key=int)) if numbers else names


def _of_items(
    names: Iterable[str], records: list[Record], segment: str | None, items: tuple[str, ...]
) -> tuple[str, ...] | None:
    """The document or domain of each item, which must be the same wherever the item is named."""
    column = _column(names, records[0])
    if column is None or segment is None:
        return None
    values: dict[str, str] = {}
    for record in records:
        item, value = record.text(segment), record.text(column)
        if values.setdefault(item, value) != value:
            raise FormatError(
                f"{record.place}: segment {item!r} is in the {column} {value!r}, but above in {values[item]!r};"
                " number the segments of all documents together"
            )
    return tuple(values[item] for item in items)


def _facts(layout: str, counts: Rows) -> tuple[str, ...]:
    how = {
        "mqm": "minus the weights of MQM errors (major 5, minor 1, punctuation 0.1, non-translation 25)",
        "da": "direct assessment, raw",
        "da-z": "direct assessment, standardized by annotator",
        "esa": "error span annotation, raw",
        "scores": "as given",
    }[layout]
    several = f", mean of up to {counts.max():.0f} annotators" if counts.max(initial=0) > 1 else ""
    return (f"Human scores: {how}{several}",)
