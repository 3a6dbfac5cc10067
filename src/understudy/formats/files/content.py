"""The content of a file, read and decompressed once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FileContent:
    """A file with its content; a folder has none.

    >>> FileContent("-", b"a cat").name
    'standard input'
    """

    path: str
    data: bytes
    first_line: int = 1  # the number of its first line, where it is only a piece of the file

    @property
    def name(self) -> str:
        """What the file is called in messages."""
        return display_name(self.path)


def display_name(path: str) -> str:
    """What a file is called in messages.

    >>> display_name("a.txt"), display_name("-")
    ('a.txt', 'standard input')
    """
    return "standard input" if path == "-" else path
