"""One long table of rated translations: a line has a system, a segment, its hypothesis, its references and the score.

Columns are `system`, `segment` (or `item`, `seg`, `seg_id`), `hypothesis`, `human` (or `score`), and the references:
`references`, an object of texts by name in JSONL, or columns `reference` or `reference:NAME`. `document` (or `doc`),
`domain` and `kind` (what the score is: da, esa, mqm) may be there. What nobody rated has no line.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np

from understudy.agreement.judgments import SEGMENT, Judgments
from understudy.agreement.layouts import judgments_from
from understudy.agreement.suspects import chosen_references, degenerate
from understudy.contract.arithmetic import Rows
from understudy.errors import FormatError, InputError, SettingError, TextWarning, unknown
from understudy.formats.records import Record, read_records
from understudy.scoring.evaluate import Evaluation, Metrics, evaluate

RAW = ("da", "esa")
Texts = tuple[str | None, ...]


def records_of(table: Any) -> list[Record] | None:
    """The lines of a table that a caller gives: a path, a data frame, or a list of mappings; None for something else.

    >>> records_of([{"system": "A", "score": 3}])[0].cells
    {'system': 'A', 'score': 3}
    """
    if isinstance(table, str | PathLike):
        if not Path(table).is_file():
            raise InputError(f"the human scores are to be read from {fspath(table)!r:.80}, but there is no such file")
        return read_records(fspath(table))
    to_records: Callable[[], Any] | None = getattr(table, "to_dicts", None)  # polars
    if to_records is None and hasattr(table, "to_dict") and hasattr(table, "columns"):  # pandas
        table = table.to_dict("records")
    lines = to_records() if to_records is not None else table
    if not isinstance(lines, Sequence) or not lines or not all(isinstance(each, Mapping) for each in lines):
        return None
    return [
        Record({str(name).strip().lower(): value for name, value in each.items()}, f"line {number}")
        for number, each in enumerate(lines, 1)
    ]


@dataclass(frozen=True, eq=False)
class RatedSet:
    """Rated translations: what people said, and the texts that they saw; None is a text that is not there."""

    judgments: Judgments
    hypotheses: Mapping[str, Texts]  # by system, one for each item
    references: Mapping[str, Texts]

    @classmethod
    def of(cls, records: list[Record]) -> RatedSet:
        """Make the set of the lines of a table.

        >>> line = {"system": "A", "seg": 1, "hypothesis": "a cat", "references": {"refA": "a cat"}, "human": 5}
        >>> RatedSet.of([Record(line, "line 1")]).references
        {'refA': ('a cat',)}
        """
        first = records[0]
        segment = next((name for name in SEGMENT if name in first.cells), None)
        if segment is None:
            raise FormatError(f"{first.place}: rated translations need a column 'segment', 'item', 'seg' or 'seg_id'")
        judged = judgments_from([_with_score(each) for each in records], _layout(first))
        place = {item: i for i, item in enumerate(judged.items)}
        hypotheses: dict[str, list[str | None]] = {name: [None] * len(place) for name in judged.systems}
        references: dict[str, list[str | None]] = {}
        for record in records:
            at = place[record.text(segment)]
            _put(hypotheses[record.text("system")], at, _text(record, "hypothesis"), record, "hypothesis")
            for name, text in _references(record).items():
                _put(references.setdefault(name, [None] * len(place)), at, text, record, f"reference {name}")
        if not references:
            raise FormatError(
                f"{first.place}: there is no reference; add a column 'reference', or 'references' with texts by name"
            )
        return cls(judged, _frozen(hypotheses), _frozen(references))

    def chosen(self, names: Collection[str] = ()) -> RatedSet:
        """Keep the references of these names, and the segments that have them; the used reference is no system."""
        for name in names:
            if name not in self.references:
                raise unknown("reference", name, list(self.references))
        if not names and len(self.references) > 1:
            rated = [name for name in self.references if name in self.judgments.systems]
            also = f" (people judged {', '.join(rated)} too)" if rated else ""
            raise SettingError(
                f"there are several references: {', '.join(self.references)}{also}; choose one or several by name"
            )
        used = {name: self.references[name] for name in names or self.references}
        there = np.array(
            [all(texts[i] is not None for texts in used.values()) for i in range(len(self.judgments.items))]
        )
        judged = self.judgments.where(there)
        if not there.all():
            gone = f"Segments without {' and '.join(used)}: {int((~there).sum())}, left out"
            judged = replace(judged, facts=(*judged.facts, gone))
        kept = [i for i in range(len(there)) if there[i]]
        return RatedSet(judged, _some(self.hypotheses, kept), _some(used, kept)).without(
            [name for name in used if name in judged.systems]
        )

    def without(self, names: Collection[str]) -> RatedSet:
        """Leave out systems, and the segments that nobody else was judged on."""
        left = [name for name in self.judgments.systems if name not in names]
        some = self.judgments.scores[[self.judgments.systems.index(name) for name in left]]
        judged = self.judgments.only(left)
        kept = np.flatnonzero(np.isfinite(some).any(axis=0)).tolist()
        return RatedSet(
            judged, _some({name: self.hypotheses[name] for name in left}, kept), _some(self.references, kept)
        )

    @property
    def degenerate(self) -> list[tuple[str, str]]:
        """The outputs, by system and segment, that run on or are many times as long as their references."""
        references = list(zip(*self.references.values(), strict=True))
        return [
            (system, item)
            for system, texts in self.hypotheses.items()
            for item, text, refs in zip(self.judgments.items, texts, references, strict=True)
            if text is not None and degenerate(text, [each for each in refs if each is not None])
        ]

    def drop(self, places: Iterable[tuple[str, str]]) -> RatedSet:
        """The same as if nobody had rated these outputs."""
        scores: Rows = self.judgments.scores.copy()
        dropped = list(places)
        for system, item in dropped:
            scores[self.judgments.systems.index(system), self.judgments.items.index(item)] = np.nan
        facts = (*self.judgments.facts, f"Degenerate outputs: {len(dropped)}, left out")
        return replace(self, judgments=replace(self.judgments, scores=scores, facts=facts))

    def warn(self) -> None:
        """Warn of references that are made of judged outputs, and of outputs gone wrong."""
        messages = chosen_references(self.references, self.hypotheses)
        bad = self.degenerate
        if bad:
            counts = {name: sum(system == name for system, _ in bad) for name in dict(bad)}
            listed = ", ".join(f"{name} {count}" for name, count in counts.items())
            messages.append(
                f"{len(bad)} outputs repeat one token or are more than four times as long as the reference ({listed}),"
                f" as system {bad[0][0]!r}, segment {bad[0][1]!r}; a few of them can rule a system's score: see what"
                ' changes with degenerate="drop"'
            )
        for message in messages:
            warnings.warn(message, TextWarning, stacklevel=3)

    def numbered(self) -> RatedSet:
        """The same with segments named by their place, from 1, as those of an evaluation are."""
        items = tuple(str(number) for number in range(1, len(self.judgments.items) + 1))
        return replace(self, judgments=replace(self.judgments, items=items))

    def evaluate(self, metrics: Metrics, lang: str | None = None, threads: int = 1, over: str = "judged") -> Evaluation:
        """Score all systems; what nobody rated is scored as an empty text, and never counted."""
        if over == "all" and any(text is None for texts in self.hypotheses.values() for text in texts):
            raise SettingError(
                'over="all" needs the outputs of every system on all segments; some are not in the table'
            )
        systems = {name: [text or "" for text in texts] for name, texts in self.hypotheses.items()}
        references = {name: [text or "" for text in texts] for name, texts in self.references.items()}
        return evaluate(systems, references, metrics, lang=lang, threads=threads)


def _layout(first: Record) -> str:
    kind = str(first.cells.get("kind") or "").lower()
    return kind if kind in RAW else "scores"


def _with_score(record: Record) -> Record:
    if "score" in record.cells:
        return record
    if "human" not in record.cells:
        raise FormatError(
            f"{record.place}: rated translations need a column 'human' or 'score'; there are {', '.join(record.cells)}"
        )
    return Record({**record.cells, "score": record.cells["human"]}, record.place)


def _references(record: Record) -> dict[str, str]:
    given = record.cells.get("references")
    if isinstance(given, Mapping):
        texts = {str(name): text for name, text in given.items()}
    elif given is None:
        texts = {name.partition(":")[2] or name: text for name, text in record.cells.items() if _is_reference(name)}
    else:
        texts = {f"reference{i}": text for i, text in enumerate([given] if isinstance(given, str) else given, 1)}
    for name, text in texts.items():
        if not isinstance(text, str | None):
            raise FormatError(f"{record.place}: the reference {name!r} is {text!r:.60}; a text is needed")
    return {name: text for name, text in texts.items() if text is not None}


def _is_reference(column: str) -> bool:
    return column in ("reference", "ref") or column.startswith("reference:")


def _text(record: Record, column: str) -> str:
    value = record.cells.get(column)
    if not isinstance(value, str):
        raise FormatError(f"{record.place}: {column} is {value!r:.60}; a text is needed, which may be empty")
    return value


def _put(texts: list[str | None], at: int, text: str, record: Record, what: str) -> None:
    if texts[at] is not None and texts[at] != text:
        raise FormatError(f"{record.place}: this segment has two texts as {what}: {texts[at]!r:.40} and {text!r:.40}")
    texts[at] = text


def _frozen(texts: Mapping[str, list[str | None]]) -> dict[str, Texts]:
    return {name: tuple(each) for name, each in texts.items()}


def _some(texts: Mapping[str, Texts], places: Sequence[int]) -> dict[str, Texts]:
    return {name: tuple(each[i] for i in places) for name, each in texts.items()}


def rated_set(table: Any) -> RatedSet | Judgments | None:
    """Read a table: rated translations where it has hypotheses, else human scores alone; None if it is no table.

    >>> rated_set([{"system": "A", "segment": 1, "score": 3}]).systems
    ('A',)
    """
    records = records_of(table)
    if records is None:
        return None
    if not records:
        raise InputError("the table of human scores is empty")
    return RatedSet.of(records) if "hypothesis" in records[0].cells else judgments_from(records)
