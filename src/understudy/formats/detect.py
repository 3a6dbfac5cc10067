"""The format of a file, by its ending or its first bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath

from understudy.formats.contents import CONTENTS, Format, from_outside

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
HEAD = 65536  # bytes in which a format must show itself


def detect(path: str, data: bytes) -> Format:
    """Tell the format of a file by its first bytes where they are certain, else by its ending, else by its first bytes.

    Formats of other packages are asked after those of this one, and anything else is plain text.

    >>> detect("a.tsv", b"hyp").name, detect("a.xml", b"<tmx>").name, detect("a.en", b"hyp").name
    ('tsv', 'tmx', 'text')
    """
    recognized = _among(CONTENTS, path, data) or _among(from_outside(), path, data)
    return recognized or _by_ending(CONTENTS.values(), path) or CONTENTS["text"]


def folder_format(path: str) -> Format | None:
    """The format of a folder; None where the path is no folder, or of no format.

    >>> folder_format("examples") is None
    True
    """
    try:
        return next(
            (each for each in CONTENTS.values() if path and each.folder and Path(path, each.folder).is_dir()), None
        )
    except OSError:  # whoever opens the path says what is wrong with it
        return None


def needs_first_line(data: bytes) -> bool:
    """Whether a file may be JSON of which the first line is longer than what was read so far.

    >>> needs_first_line(b'{"hyp": "a ca'), needs_first_line(b"a cat")
    (True, False)
    """
    return data.startswith(b"{") and b"\n" not in data


def _among(formats: Mapping[str, Format], path: str, data: bytes) -> Format | None:
    head = data[:HEAD]
    certain = _by_beginning((each for each in formats.values() if each.certain), head)
    named = certain or _by_ending((each for each in formats.values() if not each.shared_endings), path)
    if named:
        return named
    if needs_first_line(head):
        head = data[: data.find(b"\n") + 1 or None]
    # A format that shares its endings is known by more than its syntax: COCO's captions are JSON, too.
    others = sorted(formats.values(), key=lambda each: not each.shared_endings)
    return _by_beginning((each for each in others if not each.certain), head)


def _by_beginning(formats: Iterable[Format], head: bytes) -> Format | None:
    return next((each for each in formats if each.begins is not None and each.begins(head)), None)


def _by_ending(formats: Iterable[Format], path: str) -> Format | None:
    name = PurePath(path).name.lower()
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    return next((each for each in formats if each.endings and name.endswith(each.endings)), None)
