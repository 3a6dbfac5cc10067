"""A progress bar on a terminal, for work that takes longer than two seconds."""

from __future__ import annotations

import time
from typing import Any, TextIO

PATIENCE = 2.0  # seconds without a word


class ProgressBar:
    """Show how far the work is, once it has taken a while and only if somebody is watching.

    >>> import io
    >>> with ProgressBar(io.StringIO()) as progress:
    ...     progress.step("reading", 1, 2)
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._begin = time.monotonic()
        self._bar: Any = None
        self._what = ""

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def step(self, what: str, done: int, total: int | None) -> None:
        """Say that `done` of `total` segments are done; None if nobody knows how many there are."""
        if self._stream is None or not self._stream.isatty() or time.monotonic() - self._begin < PATIENCE:
            return
        if self._bar is None:
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(console=Console(file=self._stream), transient=True)
            self._task = self._bar.add_task(what, total=total)
            self._bar.start()
        if what != self._what:
            self._bar.reset(self._task, description=what, total=total)
            self._what = what
        self._bar.update(self._task, completed=done)
