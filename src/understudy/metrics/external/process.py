"""A program that reads from a file and answers line by line: started, listened to, and ended whatever happens."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import IO, Any

from understudy.errors import InputError, SettingError

LAST_WORDS = 300  # characters of its messages that an error quotes
PIECE = 65536


class Process:
    """One run of a program."""

    def __init__(self, name: str, argv: Sequence[str], timeout: float) -> None:
        self.name, self.argv, self.timeout = name, argv, timeout
        self.failed = False  # whether it crashed or took too long, so that its answers so far are good
        self.messages: IO[bytes] | None = None
        self.last_words = ""

    def lines(self, sent: bytes, done: Callable[[], int], wanted: int) -> Generator[str, None, None]:
        """Start the program, and give each line that it prints; its end must be a good one."""
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as self.messages:
            stdin.write(sent)
            stdin.seek(0)
            process = self._started(stdin)
            try:
                yield from self._printed(process, done, wanted)
                self._check_end(process, done, wanted)
            finally:
                _end(process)
                self.last_words = _tail(self.messages)

    def _started(self, stdin: IO[bytes]) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                self.argv, stdin=stdin, stdout=subprocess.PIPE, stderr=self.messages, start_new_session=True
            )
        except FileNotFoundError:
            raise SettingError(
                f"{self.name} can't be run: there is no program {self.argv[0]!r}; give its whole path, as"
                " /path/to/environment/bin/python"
            ) from None
        except OSError as error:
            raise SettingError(
                f"{self.name} can't be run: {self.argv[0]!r}: {error.strerror}; give a program that may be started"
            ) from None

    def _printed(self, process: subprocess.Popen[bytes], done: Callable[[], int], wanted: int) -> Iterator[str]:
        assert process.stdout is not None
        poll, rest = select.poll(), b""
        poll.register(process.stdout, select.POLLIN | select.POLLHUP)
        while True:
            if not poll.poll(self.timeout * 1000):
                self.failed = True
                raise self.error(
                    f"was stopped after {self.timeout:g} seconds without an answer, at {done()} of {wanted}",
                    f"give it more time, as run({self.name}):timeout={10 * self.timeout:g},command=...",
                )
            piece = os.read(process.stdout.fileno(), PIECE)
            *lines, rest = (rest + piece).split(b"\n")
            for line in [*lines, *([rest] if not piece else [])]:
                if line.strip():
                    yield line.decode("utf-8", "replace").strip()
            if not piece:
                return

    def _check_end(self, process: subprocess.Popen[bytes], done: Callable[[], int], wanted: int) -> None:
        try:
            code = process.wait(self.timeout)
        except subprocess.TimeoutExpired:
            code = None
        if code == 0:
            return
        self.failed = True
        how = "didn't end" if code is None else f"ended with exit code {code}"
        if code is not None and code < 0:
            killed = " (perhaps for want of memory)" if -code == signal.SIGKILL else ""
            how = f"was killed by {signal.Signals(-code).name}{killed}"
        kept = ": the scores so far are in the cache" if done() else ""
        raise self.error(f"{how} after {done()} of {wanted} scores", f"mend it and run it again{kept}")

    def error(self, what: str, remedy: str) -> InputError:
        """The error for a program that did wrong, with its last words."""
        words = self.last_words or _tail(self.messages)
        said = f" (its last words: {words!r})" if words else ""
        return InputError(f"{self.name}: the program {self.argv[0]!r} {what}{said}; {remedy}")


def _tail(messages: IO[bytes] | None) -> str:
    if messages is None or messages.closed:
        return ""
    size = messages.seek(0, os.SEEK_END)
    messages.seek(max(0, size - 4 * LAST_WORDS))
    return " ".join(messages.read().decode("utf-8", "replace").split())[-LAST_WORDS:]


def _end(process: subprocess.Popen[Any]) -> None:
    """End the program and whatever it has started."""
    if process.stdout is not None:
        process.stdout.close()
    for sent in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sent)
        except (ProcessLookupError, PermissionError):
            break
        deadline = time.monotonic() + 5
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
    process.wait()
