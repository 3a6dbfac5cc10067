"""SegLST, the segment-wise long-form speech transcripts of meeteval and CHiME: a JSON list of utterances."""

from __future__ import annotations

from typing import Any

from understudy.errors import FormatError
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.jsonl import read_whole
from understudy.formats.readers.text import decode
from understudy.formats.utterances import Utterance, check_times, parsed

KEYS = ("session_id", "speaker", "words", "start_time", "end_time")


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read utterances; other fields that are texts or numbers become columns.

    >>> words = b'[{"session_id": "m1", "speaker": "A", "words": "hi", "start_time": 0, "end_time": 1.5}]'
    >>> read(FileContent("a.json", words), Selection()).ids
    ['m1:A:0-1.5']
    """
    entries = _entries(file.name, decode(file.data, file.name))
    utterances = [_utterance(file.name, number, each) for number, each in enumerate(entries, 1)]
    return parsed(file.name, "SegLST", utterances, unit="segment")


def _entries(name: str, text: str) -> list[Any]:
    value = read_whole(name, text, "SegLST")
    if not isinstance(value, list):
        raise FormatError(f"{name}: this is not SegLST; a list of objects with session_id and words is needed")
    return value


def _utterance(name: str, number: int, each: Any) -> Utterance:
    place = f"{name}, segment {number}"
    if not isinstance(each, dict) or not isinstance(each.get("words"), str) or not _plain(each.get("session_id")):
        raise FormatError(f'{place}: "session_id" and "words", a text, are needed, got {each!r:.80}')
    facts = {key: str(value) for key, value in each.items() if _plain(value)}
    begin, end = facts.get("start_time"), facts.get("end_time")
    if (begin is None) != (end is None):
        raise FormatError(f'{place}: "start_time" and "end_time" are needed, or neither; got {each!r:.80}')
    if begin is not None and end is not None:
        check_times(place, begin, end)
    others: dict[str, str | None] = {key: value for key, value in facts.items() if key not in KEYS}
    return Utterance(
        number, each["words"], facts["session_id"], others.pop("channel", None), facts.get("speaker"),
        begin, end, others,
    )  # fmt: skip


def _plain(value: Any) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)
