"""Files of records, one JSON object a line, to which many processes may append at once."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from understudy.errors import FormatError


def append(path: str, records: Iterable[Mapping[str, Any]]) -> None:
    """Append records, all of them or, if the machine stops, the first few and perhaps part of the next.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "results.jsonl")
    >>> append(str(file), [{"system": "A"}]); append(str(file), [{"system": "B"}])
    >>> file.read_text().splitlines()
    ['{"system": "A"}', '{"system": "B"}']
    """
    lines = "".join(json.dumps(record, allow_nan=False) + "\n" for record in records).encode("ascii")
    try:
        _append(path, lines)
    except OSError as error:
        raise FormatError(f"{path!r} can't be written: {error.strerror}; name a file in a folder of yours") from None


def _append(path: str, lines: bytes) -> None:
    import fcntl

    file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        size = os.fstat(file).st_size
        if size and os.pread(file, 1, size - 1) != b"\n":
            lines = b"\n" + lines  # a record was cut in half here; it must not take ours with it
        while lines:
            lines = lines[os.write(file, lines) :]
    finally:
        os.close(file)


def read(path: str) -> tuple[list[tuple[int, dict[str, Any]]], list[tuple[int, str]]]:
    """Read the records of a file with the numbers of their lines; and of lines that hold none, with the reason.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "results.jsonl")
    >>> _ = file.write_text('{"system": "A"}\\n{"sys')
    >>> read(str(file))
    ([(1, {'system': 'A'})], [(2, 'cut off or damaged: \\'{"sys\\'')])
    """
    records, broken = [], []
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            broken.append((number, f"cut off or damaged: {line[:40].decode('utf-8', 'replace')!r}"))
            continue
        if isinstance(record, dict):
            records.append((number, record))
        else:
            broken.append((number, f"not a record: {line[:40].decode('utf-8', 'replace')!r}"))
    return records, broken


def _lines(path: str) -> list[bytes]:
    try:
        return Path(path).read_bytes().split(b"\n")
    except FileNotFoundError:  # as for other files, with the remedy for this kind
        raise FormatError(f"there is no file {path!r}; 'understudy score --save {path}' makes one") from None
    except IsADirectoryError:
        raise FormatError(f"{path!r} is a folder; name a file of results in it") from None
    except OSError as error:
        raise FormatError(f"{path!r} can't be read: {error.strerror}") from None
