"""How the first bytes of a file tell its format. No reader is imported for it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

Recognizer = Callable[[bytes], bool]

ENCODINGS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}
BEFORE_ELEMENTS = {"<?": "?>", "<!--": "-->"}
FIRST = re.compile(r"<(?:!DOCTYPE\s+)?(?:[\w.-]+:)?([A-Za-z][\w.-]*)")


def magic(*prefixes: bytes) -> Recognizer:
    """Recognize files that begin with one of these bytes.

    >>> magic(b"PAR1")(b"PAR1...")
    True
    """
    return lambda head: head.startswith(prefixes)


def first_element(*names: str, any_case: bool = False) -> Recognizer:
    """Recognize XML or SGML by the name of its first element.

    >>> first_element("tmx")(b'<tmx version="1.4">'), first_element("tmx")(b"<xliff>")
    (True, False)
    """
    return lambda head: (element_name(head).lower() if any_case else element_name(head)) in names


def first_word(word: bytes) -> Recognizer:
    r"""Recognize files whose first word is this, perhaps after a byte order mark.

    >>> first_word(b"WEBVTT")(b"WEBVTT\n"), first_word(b"WEBVTT")(b"WEBVTTs\n")
    (True, False)
    """
    pattern = re.compile(rb"(?:\xef\xbb\xbf)?" + re.escape(word) + rb"(?=\s|\Z)")
    return lambda head: pattern.match(head) is not None


def containing(*fields: bytes) -> Recognizer:
    """Recognize files that have one of these bytes near the beginning.

    >>> containing(b'"image_id"')(b'[{"image_id": 1')
    True
    """
    return lambda head: any(field in head for field in fields)


def spreadsheet(head: bytes) -> bool:
    r"""Recognize the zip archive of a spreadsheet by the folder that its parts are in.

    >>> spreadsheet(b"PK\x03\x04...[Content_Types].xml...xl/workbook.xml"), spreadsheet(b"PK\x03\x04...a.txt")
    (True, False)
    """
    return head.startswith(b"PK\x03\x04") and b"xl/" in head


MESSAGE = re.compile(rb'(?m)^msgid ".*"\r?\n(".*"\r?\n)*(msgid_plural ".*"\r?\n(".*"\r?\n)*)?msgstr(\[0\])? "')


def message_catalog(head: bytes) -> bool:
    """Recognize a PO file by its first message.

    >>> message_catalog(b'# de\\nmsgid "cat"\\nmsgstr "Katze"\\n'), message_catalog(b"msgid is a word")
    (True, False)
    """
    return MESSAGE.search(head) is not None


def json_object_line(head: bytes) -> bool:
    """Recognize a first line that is a JSON object.

    >>> json_object_line(b'{"hyp": "a cat"}'), json_object_line(b"{a cat}")
    (True, False)
    """
    return isinstance(_first_line(head), dict)


def json_object_with(field: str) -> Recognizer:
    """Recognize a first line that is a JSON object with this field.

    >>> json_object_with("audio_filepath")(b'{"audio_filepath": "a.wav"}')
    True
    """

    def recognize(head: bytes) -> bool:
        if field.encode() not in head:
            return False
        value = _first_line(head)
        return isinstance(value, dict) and field in value

    return recognize


def _first_line(head: bytes) -> Any:
    try:
        return json.loads(head.partition(b"\n")[0])
    except (ValueError, RecursionError):
        return None


def element_name(head: bytes) -> str:
    r"""The name of the first element of what may be XML, or an empty string.

    >>> element_name(b'<?xml version="1.0"?>\n<!-- <a> -->\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">')
    'tmx'
    """
    encoding = next((each for mark, each in ENCODINGS.items() if head.startswith(mark)), "utf-8")
    text = head.decode(encoding, "replace").lstrip()
    while opening := next((each for each in BEFORE_ELEMENTS if text.startswith(each)), None):
        _, _, text = text.partition(BEFORE_ELEMENTS[opening])
        text = text.lstrip()
    name = FIRST.match(text)
    return name[1] if name else ""
