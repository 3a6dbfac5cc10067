"""All input files are opened here, with a plain message for whatever can't be read."""

from __future__ import annotations

import os
import select
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, cast

from understudy.errors import FormatError
from understudy.formats.files.compression import PIECE, Counted, is_compressed, unpacked
from understudy.formats.files.content import FileContent, display_name
from understudy.inputs.arguments import checked_path

STANDARD_INPUT = "-"
PATIENCE = 20.0  # seconds for somebody to write to a pipe


@dataclass
class OpenFile:
    """An open file: its bytes, decompressed, come piece by piece."""

    path: str
    size: int | None  # on disk; None of a pipe
    pieces: Iterator[bytes]
    counted: Counted
    about: os.stat_result | None = None  # when it was opened; None of a pipe
    head: bytes = b""  # what was read ahead
    whole: bool = field(default=False)  # the head is all there is

    @classmethod
    def open(cls, path: str) -> OpenFile:
        """Open a file, `-` being standard input.

        >>> import tempfile, pathlib
        >>> file = pathlib.Path(tempfile.mkdtemp(), "two.txt")
        >>> _ = file.write_bytes(b"one")
        >>> OpenFile.open(str(file)).rest()
        b'one'
        """
        path = checked_path(path)
        file = Counted(_open(path), display_name(path))
        about = _about(file)
        return cls(path, about and about.st_size, _unchanged(unpacked(file), file, about), file, about)

    def look_ahead(self, size: int) -> None:
        """Read at least so many bytes ahead, or all that there are."""
        ahead = [self.head]
        held = len(self.head)
        while held < size and not self.whole:
            piece = next(self.pieces, b"")
            self.whole = not piece
            ahead.append(piece)
            held += len(piece)
        self.head = b"".join(ahead)

    def all_pieces(self) -> Iterator[bytes]:
        """What was read ahead, and then the rest."""
        head, self.head = self.head, b""
        for begin in range(0, len(head), PIECE):
            yield head[begin : begin + PIECE]
        del head
        yield from self.pieces

    def whole_lines(self, size: int) -> Iterator[bytes]:
        """All bytes in pieces of about this size, of which every one but the last ends a line."""
        held: list[bytes] = []
        length = 0
        for chunk in self.all_pieces():
            held.append(chunk)
            length += len(chunk)
            end = chunk.rfind(b"\n") + 1
            if length >= size and end:
                data = b"".join(held)
                cut = len(data) - len(chunk) + end
                yield data[:cut]
                held, length = [data[cut:]], len(data) - cut
        if rest := b"".join(held):
            yield rest

    @property
    def on_disk(self) -> bool:
        """Whether the bytes lie in a file as they are, neither compressed nor in a pipe."""
        return self.size is not None and self.path != STANDARD_INPUT and not is_compressed(self.counted)

    def rewound(self) -> BinaryIO:
        """The file itself, from its beginning; only of one on disk, and for readers that seek."""
        self.head = b""
        return self.counted.rewound()

    def check_unchanged(self) -> None:
        """Refuse a file that somebody has written to since it was opened."""
        _check_unchanged(self.counted, self.about)

    def rest(self) -> bytes:
        """All bytes at once."""
        return b"".join(self.all_pieces())

    def close(self) -> None:
        """Close the file; what was read ahead stays."""
        self.counted.close()


def open_file(path: str) -> FileContent:
    """Read a whole file, decompressed if it is compressed.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "two.txt")
    >>> _ = file.write_bytes(b"one")
    >>> open_file(str(file)).data
    b'one'
    """
    file = OpenFile.open(path)
    try:
        return FileContent(path, file.rest())
    finally:
        file.close()


def _open(path: str) -> BinaryIO:
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise FormatError("standard input is closed; name a file instead of -")
        return cast("BinaryIO", sys.stdin.buffer)
    if not path:
        raise FormatError("a file name is empty; name a text file")
    try:
        # Without waiting: nobody may ever write to a pipe.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        mode = os.fstat(handle).st_mode
    except FileNotFoundError:
        raise FormatError(f"there is no file {path!r}; check the name and the folder") from None
    except (OSError, ValueError) as error:
        raise FormatError(f"{path!r} can't be read: {getattr(error, 'strerror', None) or error}") from None
    if stat.S_ISDIR(mode) or stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        os.close(handle)
        kind, where = ("folder", " in it") if stat.S_ISDIR(mode) else ("device", "")
        raise FormatError(f"{path!r} is a {kind}; name a text file{where}")
    if stat.S_ISFIFO(mode):
        _wait(handle, path)
    os.set_blocking(handle, True)
    return os.fdopen(handle, "rb")


def _wait(handle: int, path: str) -> None:
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    if not poll.poll(PATIENCE * 1000):
        os.close(handle)
        raise FormatError(f"nobody has written to the pipe {path!r} for {PATIENCE:.0f} seconds; start the writer first")


def _about(file: Counted) -> os.stat_result | None:
    """The size and the time of a file on disk; nothing of a pipe."""
    try:
        about = os.fstat(file.fileno())
    except (OSError, ValueError, AttributeError):  # not a file of the system at all
        return None
    return about if stat.S_ISREG(about.st_mode) else None


def _unchanged(pieces: Iterator[bytes], file: Counted, before: os.stat_result | None) -> Iterator[bytes]:
    """Refuse, at the end, a file that somebody has written to while it was read."""
    yield from pieces
    _check_unchanged(file, before)


def _check_unchanged(file: Counted, before: os.stat_result | None) -> None:
    if before is not None:
        after = os.fstat(file.fileno())
        if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
            raise FormatError(f"{file.name} was changed while it was read; try again when it is complete")
