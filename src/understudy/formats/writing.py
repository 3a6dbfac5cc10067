"""Whole files: written under another name and then renamed, so that nobody ever sees half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from understudy.errors import FormatError


def write_whole(path: str, data: bytes) -> None:
    """Write a file at once or not at all; what stood under the name before stays until the new one is whole.

    >>> file = Path(tempfile.mkdtemp(), "report.html")
    >>> write_whole(str(file), b"<!doctype html>")
    >>> file.read_bytes()
    b'<!doctype html>'
    """
    if not path:
        raise FormatError("the name of the file to write is empty; name a file")
    if Path(path).is_dir():
        raise FormatError(f"{path!r} is a folder; name a file in it")
    target = Path(path).resolve()  # a link stays a link to its file
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(target.stat().st_mode & 0o777 if target.exists() else _usual_mode())
        Path(temporary).replace(target)
    except OSError as error:
        raise FormatError(f"{path!r} can't be written: {error.strerror}; name a file in a folder of yours") from None
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def _usual_mode() -> int:
    """What a file that is opened in the usual way would get; the mask can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask
