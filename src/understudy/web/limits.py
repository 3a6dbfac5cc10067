"""How much one request may ask for."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.errors import SettingError

HEADER_SECONDS = 10.0  # for a request to say what it wants
IDLE_SECONDS = 5.0  # that a connection may rest between two requests
READING_SECONDS = 60.0  # for an answer to be taken
HEAD = 32_768  # bytes of the address and the headers of a request
CONNECTIONS = 256  # that may be open
REQUESTS = 16  # that may be under way; each may hold a whole body
WORKERS = 2
REPORTS = 4  # that are kept to be looked at
EXPLAINED = 10_000  # characters of one text that is explained
REFERENCES = 64  # for one segment
SYSTEMS = 100  # of one report
ANSWER = 100_000_000  # bytes


@dataclass(frozen=True)
class Limits:
    """What the person who starts the server decides.

    >>> Limits(segments=0)
    Traceback (most recent call last):
    understudy.errors.SettingError: --max-segments must be at least 1, got 0
    """

    body: int = 16_000_000  # bytes
    segments: int = 20_000  # of all systems together
    seconds: float = 60.0  # for the body to arrive, and again for the answer

    def __post_init__(self) -> None:
        if self.segments < 1:
            raise SettingError(f"--max-segments must be at least 1, got {self.segments}")
        if not 1000 <= self.body <= 1_000_000_000:
            raise SettingError(f"--max-body must be from 0.001 to 1000 megabytes, got {self.body / 1e6:g}")
        if not 0.1 <= self.seconds <= 3600:
            raise SettingError(f"--time-limit must be from 0.1 to 3600 seconds, got {self.seconds:g}")
