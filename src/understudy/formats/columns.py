"""Columns by name, of whatever columnar format: which are hypotheses, references, source and ids."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from understudy.errors import FormatError
from understudy.formats.parsed import ParsedFile, Selection, Texts, check_ids

GENERIC = re.compile(r"hypothesis|hypotheses|hyp|mt|predictions?", re.IGNORECASE)
# A name may follow: hyp_deepl, reference-A, ref:1
ROLES = {
    "hypotheses": re.compile(rf"({GENERIC.pattern})([_.:-].+)?", re.IGNORECASE),
    "references": re.compile(r"(references?|refs?)([_.:-].+)?", re.IGNORECASE),
    "source": re.compile(r"(source|src)(_text)?", re.IGNORECASE),
    "ids": re.compile(r"id|segment_id", re.IGNORECASE),
}
# Translations of which the name doesn't say whether they are hypotheses or references.
TARGET = re.compile(r"target|translation|translated|output|mt[ _-]output|machine[ _-]translation", re.IGNORECASE)
# What a column may tell about a text, so that it is none itself.
FACTS = """id lang language locale length len size words chars characters tokens score scores rating quality grade count
    comment comments note notes remark remarks status state type kind date time author translator annotator editor
    file filename path url link domain topic version error errors tag tags label labels flag checked approved"""
ABOUT = re.compile(rf".*[_.:-]({'|'.join(FACTS.split())})", re.IGNORECASE)
NUMBER = re.compile(r"\s*[-+]?[\d.,]+(e[-+]?\d+)?\s*", re.IGNORECASE)
DOCUMENT_ID = "doc_id"  # of WMT's releases, where each document is a segment
OPTIONS = {"hypotheses": "--hypothesis-name", "references": "--reference-name"}
NO_IDS = "none"


def from_columns(
    path: str,
    title: str,
    table: Mapping[str, Sequence[Any]],
    lines: Sequence[int],
    selection: Selection,
    raw: Any = None,
    unit: str = "line",
) -> ParsedFile:
    """Give named columns their roles.

    >>> found = from_columns("a.tsv", "TSV", {"hyp": ["a"], "ref": ["b"], "domain": ["news"]}, [2], Selection())
    >>> dict(found.hypotheses), dict(found.references), dict(found.columns)
    ({'hyp': ['a']}, {'ref': ['b']}, {'domain': ['news']})
    """
    if not selection.roles:
        return ParsedFile(path, title, lines, table=table, raw=raw, unit=unit)
    roles = _roles(path, table, selection)
    if title == "JSONL" and not roles["ids"] and not selection.ids and _names_each(table.get(DOCUMENT_ID, ())):
        roles["ids"] = [DOCUMENT_ID]
    bare = ParsedFile(path, title, lines, unit=unit)
    taken = {name for names in roles.values() for name in names}
    targets = [] if roles["hypotheses"] else [name for name in table if TARGET.fullmatch(name) and name not in taken]
    _refuse_numbers(path, "hypotheses", targets, table)
    taken |= set(targets)
    texts = {name: _texts(bare, name, table[name]) for name in (*roles["hypotheses"], *roles["source"], *targets)}
    return check_ids(
        ParsedFile(
            path,
            title,
            lines,
            ids=_ids(bare, table, roles["ids"]),
            source=next((texts[name] for name in roles["source"]), None),
            references={
                each: column
                for name in roles["references"]
                for each, column in _references(bare, name, table[name]).items()
            },
            hypotheses={name: texts[name] for name in roles["hypotheses"]},
            targets={name: texts[name] for name in targets},
            columns={
                name: [_label(value) for value in values]
                for name, values in table.items()
                if name not in taken - {DOCUMENT_ID}
            },
            table=table,
            raw=raw,
            summary=_summary(roles),
            unit=unit,
        )
    )


def generic(name: str) -> bool:
    """Whether a column's name says that it holds hypotheses and nothing else.

    >>> generic("hyp"), generic("hyp_deepl")
    (True, False)
    """
    return bool(GENERIC.fullmatch(name) or TARGET.fullmatch(name))


def _roles(path: str, table: Mapping[str, Sequence[Any]], selection: Selection) -> dict[str, list[str]]:
    selected = {
        "hypotheses": list(selection.hypotheses),
        "references": list(selection.references),
        "source": [] if selection.source is None else [selection.source],
        "ids": list(selection.ids),
    }
    selected = {role: [_in_table(name, table) for name in names] for role, names in selected.items()}
    named = {name for names in selected.values() for name in names}
    roles: dict[str, list[str]] = {}
    for role, pattern in ROLES.items():
        if role == "ids" and selected[role] == [NO_IDS] and NO_IDS not in table:
            roles[role] = []
            continue
        # A name that is not there may be in another file of the command; whoever takes the role reports it.
        present = [name for name in selected[role] if name in table]
        if role == "references" and selected[role] and not present:  # names in objects, as refA in {"refA": ...}
            present = [name for name in table if _like(name, pattern) and any(isinstance(v, dict) for v in table[name])]
        roles[role] = (
            present if selected[role] else [name for name in table if _like(name, pattern) and name not in named]
        )
        if not selected[role] and role in OPTIONS:
            _refuse_numbers(path, role, roles[role], table)
    for role in ("source", "ids"):
        if len(roles[role]) > 1 and not selected[role]:
            raise FormatError(
                f"{path} has several columns named like the {role}: {', '.join(roles[role])};"
                f" say which with {'--source-name' if role == 'source' else '--id-name'}"
            )
    if selected["ids"] and selected["ids"] != [NO_IDS] and len(roles["ids"]) != len(selected["ids"]):
        lacking = next(name for name in selected["ids"] if name not in table)
        raise missing_column(path, lacking, table, "--id-name")
    return roles


def _in_table(name: str, table: Mapping[str, Any]) -> str:
    """The column that a user means: upper and lower case count only where they have to."""
    alike = [each for each in table if each.lower() == name.lower()]
    return alike[0] if name not in table and len(alike) == 1 else name


def role_of(name: str) -> str | None:
    """What the texts of a column are, by its name alone; None if the name doesn't say.

    >>> role_of("ref_b"), role_of("domain")
    ('references', None)
    """
    return next((role for role, pattern in ROLES.items() if _like(name, pattern)), None)


def settled(selection: Selection, parsed: ParsedFile) -> Selection:
    """The columns that the first piece of a file was found to have, for the pieces that follow.

    >>> settled(Selection(), ParsedFile("a.jsonl", "JSONL", [1], hypotheses={"hyp": ["a"]}, table={"hyp": ["a"]}))
    Selection(hypotheses=('hyp',), references=(), source=None, ids=(), pair=None, encoding=None, ...)
    """
    if parsed.table is None:
        return selection
    columns = (name if name in parsed.table else name.rpartition(" ")[0] for name in parsed.references)
    return replace(
        selection,
        hypotheses=selection.hypotheses or tuple(parsed.hypotheses),
        references=selection.references or tuple(dict.fromkeys(columns)),
        ids=selection.ids or tuple(name for name in parsed.table if parsed.ids is not None and role_of(name) == "ids"),
    )


def _like(name: str, pattern: re.Pattern[str]) -> bool:
    return bool(pattern.fullmatch(name)) and (name.lower() == "segment_id" or not ABOUT.fullmatch(name))


def _refuse_numbers(path: str, role: str, names: list[str], table: Mapping[str, Sequence[Any]]) -> None:
    """Refuse to guess that a column of numbers holds texts: it may be scores, or lengths."""
    for name in names:
        if all(isinstance(value, str) and NUMBER.fullmatch(value) for value in table[name]):
            raise FormatError(
                f"{path}: the column {name!r} is named like {role} but holds nothing but numbers;"
                f" name the columns to take with {OPTIONS[role]}"
            )


def missing_column(path: str, name: str, table: Mapping[str, Any], option: str) -> FormatError:
    """Build the error for a column that is not there.

    >>> print(missing_column("a.tsv", "hyp", {"mt": [], "ref": []}, "--hypothesis-name"))
    a.tsv has no column 'hyp'; it has mt, ref: name one of them with --hypothesis-name
    """
    return FormatError(f"{path} has no column {name!r}; it has {', '.join(table)}: name one of them with {option}")


def _texts(parsed: ParsedFile, name: str, values: Sequence[Any]) -> Texts:
    for segment, value in enumerate(values):
        if value is not None and not isinstance(value, str):
            raise FormatError(
                f"{parsed.place(segment)}: {name!r} is {value!r:.60}, {type(value).__name__}; a text is needed"
            )
    return list(values)


def _references(parsed: ParsedFile, name: str, values: Sequence[Any]) -> dict[str, Texts]:
    """One reference a segment or, where the format has lists or objects, several."""
    if any(isinstance(value, dict) for value in values):
        objects = [value if isinstance(value, dict) else {name: value} for value in values]
        keys = dict.fromkeys(key for each in objects for key in each)
        return {key: _texts(parsed, name, [_in_object(each.get(key)) for each in objects]) for key in keys}
    if not any(isinstance(value, list) for value in values):
        return {name: _texts(parsed, name, values)}
    lists = [value if isinstance(value, list) else [value] for value in values]
    most = max(1, *map(len, lists))
    padded = [each + [None] * (most - len(each)) for each in lists]
    return {f"{name} {i + 1}": _texts(parsed, name, [each[i] for each in padded]) for i in range(most)}


def _in_object(value: Any) -> Any:
    """The text of a reference, which WMT's releases wrap once more: {"refA": {"ref": "..."}}."""
    return value["ref"] if isinstance(value, dict) and set(value) >= {"ref"} else value


def _names_each(values: Sequence[Any]) -> bool:
    """Whether every segment has a name of its own."""
    return (
        len(values) > 0 and all(isinstance(each, str) and each for each in values) and len(set(values)) == len(values)
    )


def _ids(parsed: ParsedFile, table: Mapping[str, Sequence[Any]], names: list[str]) -> list[str] | None:
    if not names:
        return None
    for name in names:
        for segment, value in enumerate(table[name]):
            if value is None or str(value) == "" or isinstance(value, (list, dict, float)):
                raise FormatError(f"{parsed.place(segment)}: the id in {name!r} is {value!r}; every segment needs one")
    return [":".join(map(str, cells)) for cells in zip(*(table[name] for name in names), strict=True)]


def _label(value: Any) -> str | None:
    return None if value is None else str(value)


def _summary(roles: dict[str, list[str]]) -> str:
    return "; ".join(f"{role} {', '.join(roles[role])}" for role in ("source", "ids") if roles[role])
