"""Plain text, one segment per line: UTF-8, LF or CRLF line ends, compressed or not."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator

from understudy.errors import FormatError, TextWarning
from understudy.formats.files.content import FileContent
from understudy.formats.files.opening import OpenFile, open_file
from understudy.formats.parsed import ParsedFile, PieceSize, Selection, Texts
from understudy.inputs.arguments import strict

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
SAMPLE = 4096  # bytes that show how a text is encoded
# Beginnings of files whose lines are no segments, each with what the file is and what to do.
NO_SEGMENTS = {
    re.compile(
        rb"\APK\x03\x04"
    ): "a zip archive, as spreadsheets of other kinds (.ods, .xlsb) are, not text; save it as .xlsx or CSV",
    re.compile(
        rb"\A(\xef\xbb\xbf)?(WEBVTT\b|\s*1\r?\n\d\d:\d\d:\d\d,\d{3} --> )"
    ): "a file of subtitles, whose numbers and times would be scored too; give --input-format srt, or vtt for WebVTT",
}


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read a file of which every line is a segment.

    >>> read(FileContent("sys.txt", b"a cat\\n"), Selection()).targets
    {'': ['a cat']}
    """
    if file.first_line == 1:
        _refuse_other_kinds(file)
    lines: Texts = [*lines_of(file.data, file.name, file.first_line)]
    first = file.first_line
    return ParsedFile(file.name, "plain text", range(first, first + len(lines)), targets={"": lines})


def _refuse_other_kinds(file: FileContent) -> None:
    """Refuse files whose lines are no segments, though they could be scored as if they were."""
    for pattern, what in NO_SEGMENTS.items():
        if pattern.search(file.data[:SAMPLE]):
            raise FormatError(f"{file.name} is {what}")


def pieces(file: OpenFile, selection: Selection, size: PieceSize) -> Iterator[ParsedFile]:
    """Read some lines at a time.

    >>> [len(each) for each in pieces(OpenFile.open("examples/weak.en"), Selection(), PieceSize(1, 1))]
    [100]
    """
    first = 1
    for data in file.whole_lines(size.bytes):
        yield read(FileContent(file.path, data, first), selection)
        first += data.count(b"\n")


@strict
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


def lines_of(data: bytes, name: str, first: int = 1) -> list[str]:
    r"""Split a text into its lines; `name`, and the number of the first line, are for messages.

    >>> lines_of(b"one\r\ntwo\n", "two.txt")
    ['one', 'two']
    """
    lines = split_lines(decode(data, name, first))
    if len(lines) == 1 and first == 1 and "\r" in lines[0]:
        warnings.warn(
            f"{name} is one line with carriage returns inside, which end no line; if they should, convert the file"
            " first, for example with mac2unix",
            TextWarning,
            stacklevel=3,
        )
    return lines


def split_lines(text: str) -> list[str]:
    r"""Split a text, or a piece of one, where a line feed ends a line.

    >>> split_lines("one\r\ntwo\n")
    ['one', 'two']
    """
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def decode(data: bytes, name: str, first: int = 1) -> str:
    """Decode UTF-8, without a byte order mark; a wrong byte is located.

    >>> decode("naïve".encode(), "word.txt")
    'naïve'
    """
    if first == 1 and data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
        warnings.warn(f"{name} begins with a byte order mark, which is left out", TextWarning, stacklevel=3)
    if not data:
        raise FormatError(f"{name} is empty; a file with one segment per line is needed")
    if first == 1 and _is_utf16(data):
        raise FormatError(f"{name} looks like UTF-16; give --encoding utf-16, or convert it, for example with iconv")
    return _decode(data, name, first)


def _is_utf16(data: bytes) -> bool:
    """Whether this is UTF-16, much of which is valid UTF-8 by chance where it has no mark.

    It has a mark, its first line ends as in UTF-16, or every other byte of its beginning is zero, and none between.
    """
    end = data.find(b"\n")
    little, big = data[end + 1 : end + 2] == b"\0", data[end - 1 : end] == b"\0"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or (end >= 0 and (little if end % 2 == 0 else big)):
        return True
    even, odd = data[:SAMPLE:2], data[1:SAMPLE:2]
    return len(data) % 2 == 0 and any(
        2 * zeros.count(0) >= len(zeros) > 0 and 0 not in letters for zeros, letters in ((even, odd), (odd, even))
    )


def _decode(data: bytes, name: str, first: int) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + first
        byte = error.start - data.rfind(b"\n", 0, error.start)
        raise FormatError(
            f"{name}:{line}: byte {byte} of the line is 0x{data[error.start]:02x}, which is not valid UTF-8;"
            " if the file was made on Windows, give --encoding cp1252, or convert it, for example with iconv"
        ) from None
