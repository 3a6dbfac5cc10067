"""Compressed files, detected by their first bytes: gzip, bzip2, xz and Zstandard."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from understudy.errors import FormatError, SettingError

# First bytes: name, module. None can begin a text by chance: three hold bytes that are not UTF-8, and bzip2 begins with
# ten bytes of a kind that no language has.
MAGIC = {
    rb"\x1f\x8b": ("gzip", "gzip"),
    rb"BZh[1-9](1AY&SY|\x17rE8P\x90)": ("bzip2", "bz2"),
    rb"\xfd7zXZ\x00": ("xz", "lzma"),
    rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18": (
        "Zstandard",
        "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd",
    ),
}
HEAD = 16  # bytes that identify the compression
PIECE = 1 << 20  # bytes read, and at most unpacked, at once
ALWAYS_FREE = 64 << 20  # bytes that any file may unpack to
LIMIT = "UNDERSTUDY_MAX_EXPANSION"
MOST = 500  # times its own size that a file may unpack to, unless the environment says otherwise
HIGHEST = 1_000_000  # more than any codec reaches
XZ_MEMORY = 256 << 20


class Counted:
    """A file with its name and the number of bytes read from it so far; the first bytes can be peeked at."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._ahead = b""
        self._first = b""
        self.name = name
        self.bytes = 0

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, unless it is standard input."""
        if self._file is not getattr(sys.stdin, "buffer", None):
            self._file.close()

    def fileno(self) -> int:
        """The number by which the system knows the file."""
        return self._file.fileno()

    def peek(self) -> bytes:
        """The first bytes, which stay to be read; a pipe may give them one by one."""
        if not self._first:
            while len(self._ahead) < HEAD and (more := self._read(HEAD - len(self._ahead))):
                self._ahead += more
            self._first = self._ahead
        return self._first

    def rewound(self) -> BinaryIO:
        """The file below, from its beginning."""
        self._file.seek(0)
        return self._file

    def read(self, size: int = PIECE) -> bytes:
        """Read at most so many bytes; none at the end."""
        data, self._ahead = self._ahead[:size], self._ahead[size:]
        data = data or self._read(size)
        self.bytes += len(data)
        return data

    def _read(self, size: int) -> bytes:
        try:
            return self._file.read(size)
        except OSError as error:
            raise FormatError(f"{self.name!r} can't be read: {error.strerror}") from None


def unpacked(file: Counted) -> Iterator[bytes]:
    """Yield the bytes of a file piece by piece, decompressed if they are compressed.

    >>> import gzip, io
    >>> b"".join(unpacked(Counted(io.BytesIO(gzip.compress(b"a cat")), "cat.gz")))
    b'a cat'
    """
    compression = _compression(file)
    if compression is not None:
        kind, module = compression
        yield from _within_limit(_decompressed(file, kind, _codec(file, kind, module)), file)
        return
    while data := file.read():
        yield data


def is_compressed(file: Counted) -> bool:
    """Whether the first bytes of a file are those of a compressed one.

    >>> import gzip, io
    >>> is_compressed(Counted(io.BytesIO(gzip.compress(b"a cat")), "cat.gz"))
    True
    """
    return _compression(file) is not None


def _compression(file: Counted) -> tuple[str, str] | None:
    return next((kind for magic, kind in MAGIC.items() if re.match(magic, file.peek())), None)


def _codec(file: Counted, kind: str, module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:  # some builds of Python lack bz2 or lzma
        raise FormatError(
            f"{file.name} is {kind}-compressed, and this Python can't import {module}; unpack the file first"
        ) from None


def _decompressed(file: Counted, kind: str, codec: Any) -> Iterator[bytes]:
    try:
        yield from (_streams(file, codec) if kind in ("bzip2", "xz") else _whole(file, codec))
    except FormatError:
        raise
    except Exception as error:  # each codec has errors of its own for broken data
        raise FormatError(f"{file.name} is {kind}-compressed but broken: {error}; make the file again") from None


def _whole(file: Counted, codec: Any) -> Iterator[bytes]:
    with codec.open(file) as opened:
        while data := opened.read(PIECE):
            yield data


def _streams(file: Counted, codec: Any) -> Iterator[bytes]:
    """Decompress one stream after the other; bz2 and lzma's own files leave out what is odd after the first."""
    data = file.read()
    while data:
        stream = codec.BZ2Decompressor() if codec.__name__ == "bz2" else codec.LZMADecompressor(memlimit=XZ_MEMORY)
        while not stream.eof:
            if stream.needs_input and not data and not (data := file.read()):
                raise EOFError("it ends too soon")
            piece = stream.decompress(data if stream.needs_input else b"", PIECE)
            data = b""
            if piece:
                yield piece
        data = stream.unused_data or file.read()
        if codec.__name__ == "lzma":  # may be padded
            while data and not (data := data.lstrip(b"\0")):
                data = file.read()


def _within_limit(pieces: Iterator[bytes], file: Counted) -> Iterator[bytes]:
    most, size = expansion_limit(), 0
    for piece in pieces:
        size += len(piece)
        if size > ALWAYS_FREE and size > most * file.bytes:
            raise FormatError(
                f"{file.name} unpacks to more than {most} times its size, {size:,} bytes from {file.bytes:,} so far,"
                f" like a decompression bomb; if it is not one, set {LIMIT} higher"
            )
        yield piece


def expansion_limit() -> int:
    """How many times its own size a file may unpack to.

    >>> expansion_limit()
    500
    """
    written = os.environ.get(LIMIT, str(MOST))
    if not re.fullmatch("[0-9]{1,7}", written) or not 1 <= int(written) <= HIGHEST:
        raise SettingError(f"{LIMIT} must be a whole number from 1 to {HIGHEST:,}, got {written!r:.80}")
    return int(written)
