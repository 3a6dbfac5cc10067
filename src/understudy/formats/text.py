"""Plain text, one segment a line: UTF-8, LF or CRLF line ends, compressed or not."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

from understudy.errors import FormatError, TextWarning
from understudy.formats.compression import decompress

STANDARD_INPUT = "-"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_lines(path: str) -> list[str]:
    r"""Read the lines of a file, `-` being standard input. Only a line feed ends a line; a final one is optional.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "two.txt")
    >>> _ = file.write_bytes("one\u2028still one\r\n\ntwo".encode())
    >>> read_lines(str(file))
    ['one\u2028still one', '', 'two']
    """
    name = "standard input" if path == STANDARD_INPUT else path
    return split_lines(decompress(_read_bytes(path, name), name), name)


def split_lines(data: bytes, name: str) -> list[str]:
    r"""Take the contents of a file, whose name is for messages, apart into lines.

    >>> split_lines(b"one\r\n\ntwo", "two.txt")
    ['one', '', 'two']
    """
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
        warnings.warn(f"{name} begins with a byte order mark, which is left out", TextWarning, stacklevel=3)
    if not data:
        raise FormatError(f"{name} is empty; a file with one segment a line is needed")
    lines = _decode(data, name).split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def _read_bytes(path: str, name: str) -> bytes:
    if path == STANDARD_INPUT and sys.stdin is None:
        raise FormatError("standard input is closed; name a file instead of -")
    if not path:
        raise FormatError("a file name is empty; name a text file")
    try:
        return sys.stdin.buffer.read() if path == STANDARD_INPUT else Path(path).read_bytes()
    except FileNotFoundError:
        raise FormatError(f"there is no file {name!r}; check the name and the folder") from None
    except IsADirectoryError:
        raise FormatError(f"{name!r} is a folder; name a text file in it") from None
    except OSError as error:
        raise FormatError(f"{name!r} can't be read: {error.strerror}") from None


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = error.start - data.rfind(b"\n", 0, error.start)
        utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        hint = "it looks like UTF-16; " if utf16 else ""
        raise FormatError(
            f"{name}:{line}: byte {byte} of the line is 0x{data[error.start]:02x}, which is not valid UTF-8;"
            f" {hint}convert the file to UTF-8 first, for example with iconv"
        ) from None
