"""Manifests of NeMo and of the Open ASR Leaderboard: one JSON object per line, `text` said and `pred_text` heard."""

from __future__ import annotations

from typing import Any

from understudy.errors import FormatError
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection, Texts, check_ids
from understudy.formats.readers.jsonl import objects
from understudy.formats.readers.text import lines_of


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read `text` as reference and `pred_text` as hypothesis; other fields that are texts or numbers become columns.

    >>> line = b'{"audio_filepath": "a.wav", "text": "the cat", "pred_text": "a cat"}'
    >>> parsed = read(FileContent("manifest.json", line), Selection())
    >>> parsed.ids, parsed.references, parsed.hypotheses
    (['a.wav'], {'text': ['the cat']}, {'pred_text': ['a cat']})
    """
    numbered = objects(file.name, lines_of(file.data, file.name, file.first_line), file.first_line)
    texts = {key: [_text(file.name, number, key, each) for number, each in numbered] for key in ("text", "pred_text")}
    for key, values in texts.items():
        missing = [number for (number, _), value in zip(numbered, values, strict=True) if value is None]
        if missing and len(missing) < len(values):
            raise FormatError(
                f"{file.name}:{missing[0]}: there is no {key!r}, which other lines have; every utterance needs one,"
                " empty if nothing was said"
            )
    present = {key: values for key, values in texts.items() if values[0] is not None}
    if not present:
        raise FormatError(f"{file.name} has neither 'text' nor 'pred_text'; nothing can be scored")
    return check_ids(
        ParsedFile(
            file.name, "NeMo manifest", [number for number, _ in numbered],
            ids=[_id(file.name, number, each) for number, each in numbered],
            references={key: values for key, values in present.items() if key == "text"},
            hypotheses={key: values for key, values in present.items() if key == "pred_text"},
            columns=_columns([each for _, each in numbered]),
        )
    )  # fmt: skip


def _text(name: str, number: int, key: str, each: dict[str, Any]) -> str | None:
    value = each.get(key)
    if value is not None and not isinstance(value, str):
        raise FormatError(f"{name}:{number}: {key!r} is {value!r:.60}, {type(value).__name__}; a text is needed")
    return value


def _id(name: str, number: int, each: dict[str, Any]) -> str:
    path = each.get("audio_filepath")
    if not isinstance(path, str):
        raise FormatError(f"{name}:{number}: 'audio_filepath' is {path!r:.60}; the path of the audio is needed")
    return f"{path}@{each['offset']}" if "offset" in each else path


def _columns(entries: list[dict[str, Any]]) -> dict[str, Texts]:
    texts = ("text", "pred_text", "audio_filepath")
    names = dict.fromkeys(key for each in entries for key in each if key not in texts)
    columns: dict[str, Texts] = {
        key: [str(each[key]) if isinstance(each.get(key), (str, int, float)) else None for each in entries]
        for key in names
    }
    return {key: values for key, values in columns.items() if any(value is not None for value in values)}
