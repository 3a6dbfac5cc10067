r"""Segment scores in files, as other programs write them: COMET's JSON and text, tables, lists of numbers.

0.8312                                                 one number a line
sys.txt\tSegment 0\tscore: 0.8312                      what `comet-score` prints
{"sys.txt": [{"mt": "a cat", "COMET": 0.8312}]}        what `comet-score --to_json` writes
sysA\t0.8312                                           mt-metrics-eval's .seg.score
system\tsegment\tscore                                 tables: TSV, CSV, JSONL, Parquet and others
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from understudy.errors import FormatError
from understudy.formats.contents import find_format
from understudy.formats.detect import detect
from understudy.formats.files.content import FileContent
from understudy.formats.files.opening import open_file
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.text import lines_of

COMET = re.compile(r"(.+)\tSegment (\d+)\tscore: (\S+)(\tvariance: \S+)?")
COMET_SYSTEM = re.compile(r"(.+)\tscore: (\S+)|Predictions saved in: .*")
LABELS = {"system": ("system", "system_name", "sys"), "metric": ("metric", "metric_name")}
SEGMENT = ("segment", "segment_id", "seg_id", "item", "id", "doc_id", "line")
SCORE = ("score", "scores", "prediction", "comet", "rating", "grade", "value")
HYPOTHESIS = ("hypothesis", "hyp", "mt", "translation")
MODEL = "model"  # of the metric, if another column names the system
PROVENANCE = {"version": "version", "metric_version": "version", "metric_model": "model", "checkpoint": "checkpoint"}


@dataclass(frozen=True, eq=False)
class ScoreColumn:
    """The scores of one system in a file, one a segment."""

    path: str
    system: str | None  # as the file calls it; None where the file has one system and no name
    values: list[float]
    segments: list[str] | None = None  # the number or id of each; None where they are in order
    texts: list[str] | None = None  # the hypotheses that were scored, where the file has them
    provenance: Mapping[str, str] = field(default_factory=dict)  # what made the scores, where the file says


def read_scores(path: str, name: str, column: str | None = None) -> list[ScoreColumn]:
    r"""Read the scores of a file; `name` is that of the metric, `column` that of the scores if the file has several.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "comet.txt")
    >>> _ = file.write_text("a.txt\tSegment 0\tscore: 0.8\na.txt\tSegment 1\tscore: 0.6\na.txt\tscore: 0.7\n")
    >>> [(each.system, each.values) for each in read_scores(str(file), "comet")]
    [('a.txt', [0.8, 0.6])]
    """
    return scores_of(open_file(path), name, column)


def scores_of(file: FileContent, name: str, column: str | None = None) -> list[ScoreColumn]:
    r"""The same of a file that was read already.

    >>> scores_of(FileContent("judge.txt", b"4\n5\n"), "judge")[0].values
    [4.0, 5.0]
    """
    form = detect(file.path, file.data)
    if form.encoded or form.name == "coco":
        json_value = _json(file)
        if json_value is not None:
            return _of_json(file, json_value, name, column)
        lines = lines_of(file.data, file.name)
        if not lines[0].lstrip().startswith("{"):
            listed = _of_lines(file.name, lines)
            if listed is not None:
                return listed
        else:
            form = find_format("jsonl")
        if form.name in ("text", "trn", "sgml"):
            raise FormatError(
                f"{file.name}:1: {lines[0]!r:.60} is no score; give one number per line, what comet-score prints, or a"
                " table with a header line (.tsv, .csv, .jsonl, .parquet)"
            )
    parsed: ParsedFile = form.load().read(file, Selection(roles=False))
    if parsed.table is None:
        raise FormatError(f"{file.name} ({parsed.title}) holds texts, no scores; give a table or one number per line")
    return _of_table(parsed, name, column)


def _json(file: FileContent) -> Any:
    """The JSON value that is all of a file; None where it has one a line, or is none."""
    if file.data.lstrip()[:1] not in (b"{", b"["):
        return None
    try:
        return json.loads(file.data)
    except (ValueError, RecursionError):
        return None


def _of_json(file: FileContent, value: Any, name: str, column: str | None) -> list[ScoreColumn]:
    """Objects of COMET's by system, a list of objects or of numbers, or one object of a single line."""
    if isinstance(value, dict) and value and all(isinstance(each, list) for each in value.values()):
        streams = value
    else:
        streams = {None: value if isinstance(value, list) else [value]}
    columns = []
    for system, items in streams.items():
        if not items:
            raise FormatError(f"{file.name} has an empty list of scores; give one per segment")
        if all(isinstance(each, dict) for each in items):
            names = dict.fromkeys(key for each in items for key in each)
            table = {key: [each.get(key) for each in items] for key in names}
            parsed = ParsedFile(file.name, "JSON", range(1, len(items) + 1), table=table, unit="object")
            own = _of_table(parsed, name, column)
            columns += own if system is None else [_named(each, system) for each in own]
        else:
            places = (f"{file.name}, number {n}" for n in range(1, len(items) + 1))
            columns.append(ScoreColumn(file.name, system, list(map(number, items, places))))
    return columns


def _named(column: ScoreColumn, system: str) -> ScoreColumn:
    return ScoreColumn(
        column.path, column.system or system, column.values, column.segments, column.texts, column.provenance
    )


def _of_lines(name: str, lines: Sequence[str]) -> list[ScoreColumn] | None:
    """Scores of files without a header line; None for a table."""
    if COMET.fullmatch(lines[0]):
        return _of_comet(name, lines)
    cells = lines[0].split("\t") if "\t" in lines[0] else lines[0].split()
    if len(cells) == 1 and _is_number(cells[0]):
        return [ScoreColumn(name, None, [number(line, f"{name}:{n}") for n, line in enumerate(lines, 1)])]
    if len(cells) == 2 and (_is_number(cells[1]) or cells[1].lower() == "none"):
        return _by_system(name, (_two_cells(name, n, line) for n, line in enumerate(lines, 1)))
    return None


def _two_cells(name: str, at: int, line: str) -> tuple[str, float]:
    cells = line.split("\t") if "\t" in line else line.split()
    if len(cells) != 2:
        raise FormatError(f"{name}:{at}: a system and its score are needed, got {line!r:.60}")
    return cells[0].strip(), number(cells[1], f"{name}:{at}")


def _of_comet(name: str, lines: Sequence[str]) -> list[ScoreColumn]:
    rows = []
    for at, line in enumerate(lines, 1):
        found = COMET.fullmatch(line)
        if found is not None:
            rows.append((found[1], number(found[3], f"{name}:{at}"), found[2]))
        elif line.strip() and not COMET_SYSTEM.fullmatch(line):
            raise FormatError(
                f"{name}:{at}: {line!r:.60} is no line of comet-score's output; keep only those that it prints of"
                " segments and systems, or use --to_json"
            )
    columns = []
    for system in dict.fromkeys(row[0] for row in rows):
        own = [row for row in rows if row[0] == system]
        numbers = [str(int(row[2]) + 1) for row in own]  # COMET counts from 0
        columns.append(ScoreColumn(name, system, [row[1] for row in own], numbers))
    return columns


def _by_system(name: str, rows: Iterable[tuple[str, float]]) -> list[ScoreColumn]:
    values: dict[str, list[float]] = {}
    for system, value in rows:
        values.setdefault(system, []).append(value)
    return [ScoreColumn(name, system, own) for system, own in values.items()]


def _of_table(parsed: ParsedFile, name: str, column: str | None) -> list[ScoreColumn]:
    table = parsed.table or {}
    lowered = {key.strip().lower(): key for key in table}
    wide = [key for key in table if key.lower().startswith(f"{name.lower()}.")]
    if column is None and wide and name.lower() not in lowered:
        return [_column(parsed, key, range(len(parsed)), key[len(name) + 1 :], lowered) for key in wide]
    key = _score_column(parsed, name, column, lowered)
    rows = _rows_of_metric(parsed, name, lowered)
    system = _first(LABELS["system"], lowered)
    if system is None:
        return [_column(parsed, key, rows, None, lowered)]
    groups: dict[str, list[int]] = {}
    for row in rows:
        groups.setdefault(_text(parsed, system, row), []).append(row)
    return [_column(parsed, key, own, label, lowered) for label, own in groups.items()]


def _score_column(parsed: ParsedFile, name: str, column: str | None, lowered: Mapping[str, str]) -> str:
    if column is not None:
        if column.lower() not in lowered:
            raise FormatError(f"{parsed.path} has no column {column!r}; it has {', '.join(parsed.table or ())}")
        return lowered[column.lower()]
    for wanted in (name.lower(), *SCORE):
        if wanted in lowered:
            return lowered[wanted]
    raise FormatError(
        f"{parsed.path} has no column {name!r} or 'score'; it has {', '.join(parsed.table or ())}:"
        f" say which holds the scores, as --scores {name}:column=NAME={parsed.path}"
    )


def _rows_of_metric(parsed: ParsedFile, name: str, lowered: Mapping[str, str]) -> Sequence[int]:
    """The rows of this metric, where a table has several."""
    metric = _first(LABELS["metric"], lowered)
    if metric is None:
        return range(len(parsed))
    labels = [_text(parsed, metric, row) for row in range(len(parsed))]
    rows = [row for row, label in enumerate(labels) if label.lower() == name.lower()]
    if not rows:
        raise FormatError(
            f"{parsed.path} has no scores of {name!r}; its column {metric!r} has {', '.join(dict.fromkeys(labels))}:"
            " use one of these names"
        )
    return rows


def _column(
    parsed: ParsedFile, key: str, rows: Sequence[int], system: str | None, lowered: Mapping[str, str]
) -> ScoreColumn:
    table = parsed.table or {}
    segment, text = (_first(names, lowered) for names in (SEGMENT, HYPOTHESIS))
    texts = None if text is None or text == key else [table[text][row] for row in rows]
    said = {own: lowered[each] for each, own in PROVENANCE.items() if each in lowered and lowered[each] != key}
    if MODEL in lowered and _first(LABELS["system"], lowered) is not None:
        said[MODEL] = lowered[MODEL]
    return ScoreColumn(
        parsed.path,
        system,
        [number(table[key][row], parsed.place(row)) for row in rows],
        None if segment is None else [_text(parsed, segment, row) for row in rows],
        texts if texts is not None and all(isinstance(each, str) for each in texts) else None,
        {own: _constant(parsed, column, rows) for own, column in said.items()},
    )


def _constant(parsed: ParsedFile, key: str, rows: Sequence[int]) -> str:
    """What a column says of all scores: one thing."""
    first = _text(parsed, key, rows[0])
    for row in rows:
        other = _text(parsed, key, row)
        if other != first:
            raise FormatError(
                f"{parsed.place(row)}: {key} is {other!r}, but {first!r} at {parsed.place(rows[0])}; scores of"
                " different models or versions can't be one column, so give them different names"
            )
    return first


def _first(names: Iterable[str], lowered: Mapping[str, str]) -> str | None:
    return next((lowered[name] for name in names if name in lowered), None)


def _text(parsed: ParsedFile, key: str, row: int) -> str:
    value = (parsed.table or {})[key][row]
    if value is None or str(value).strip() == "":
        raise FormatError(f"{parsed.place(row)}: there is nothing in the column {key!r}; fill it in")
    return str(value).strip()


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def number(value: Any, place: str) -> float:
    """A score, which must be a finite number.

    >>> number("0.5", "a.txt:1")
    0.5
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        score = float(value)
    except (TypeError, ValueError, OverflowError):
        score = float("nan")
    if not abs(score) < float("inf"):
        raise FormatError(f"{place}: the score is {value!r:.60}; every segment needs a number")
    return score
