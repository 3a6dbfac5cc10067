"""A file that was opened: its name, and its bytes, read and decompressed once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Opened:
    """A file with its content; a folder has none.

    >>> Opened("-", b"a cat").name
    'standard input'
    """

    path: str
    data: bytes
    first_line: int = 1  # the number of its first line, where it is only a piece of the file

    @property
    def name(self) -> str:
        """What the file is called in messages."""
        return "standard input" if self.path == "-" else self.path
