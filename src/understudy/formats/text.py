"""Plain text, one segment a line: UTF-8, LF or CRLF line ends, compressed or not."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

from understudy.errors import FormatError, TextWarning
from understudy.formats.compression import decompress
from understudy.formats.corpus import Choices, Corpus, Texts
from understudy.formats.opened import Opened

STANDARD_INPUT = "-"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def sniff(head: bytes) -> bool:
    """Whether this may be the beginning of such a file: any text may.

    >>> sniff(b"a cat")
    True
    """
    return True


def read(file: Opened, choices: Choices) -> Corpus:
    """Read a file of which every line is a segment.

    >>> read(Opened("sys.txt", b"a cat\\n"), Choices()).targets
    {'': ['a cat']}
    """
    lines: Texts = [*lines_of(file.data, file.name)]
    return Corpus(file.name, "plain text", range(1, len(lines) + 1), targets={"": lines})


def read_lines(path: str) -> list[str]:
    r"""Read the lines of a file, `-` being standard input. Only a line feed ends a line; a final one is optional.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "two.txt")
    >>> _ = file.write_bytes("one\u2028still one\r\n\ntwo".encode())
    >>> read_lines(str(file))
    ['one\u2028still one', '', 'two']
    """
    file = open_file(path)
    return lines_of(file.data, file.name)


def open_file(path: str) -> Opened:
    """Read a whole file, decompressed if it is compressed.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "two.txt")
    >>> _ = file.write_bytes(b"one")
    >>> open_file(str(file)).data
    b'one'
    """
    name = Opened(path, b"").name
    return Opened(path, decompress(_read_bytes(path, name), name))


def lines_of(data: bytes, name: str) -> list[str]:
    r"""Split a text into its lines; `name` is for messages.

    >>> lines_of(b"one\r\ntwo\n", "two.txt")
    ['one', 'two']
    """
    return split_lines(decode(data, name))


def split_lines(text: str) -> list[str]:
    r"""Split a text, or a piece of one, where a line feed ends a line.

    >>> split_lines("one\r\ntwo\n")
    ['one', 'two']
    """
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def decode(data: bytes, name: str) -> str:
    """Decode UTF-8, without a byte order mark; a wrong byte is located.

    >>> decode("naïve".encode(), "word.txt")
    'naïve'
    """
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
        warnings.warn(f"{name} begins with a byte order mark, which is left out", TextWarning, stacklevel=3)
    if not data:
        raise FormatError(f"{name} is empty; a file with one segment a line is needed")
    return _decode(data, name)


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
