"""Runs the command line as people run it, in this process where a process of its own would show nothing more."""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from unittest.mock import patch

from processes import HANGS

COMMAND = Path(sys.executable).with_name("understudy")


def understudy(*args, stdin=b"", cwd=None, **env) -> subprocess.CompletedProcess:
    """Call `main` with files as standard input, output and error; an error that it does not catch is raised here."""
    from understudy.cli import main

    arguments = list(map(str, args))
    warnings.onceregistry.clear()  # a process of its own has said nothing yet
    with contextlib.ExitStack() as stack:
        kinds = ((stdin, "strict"), (b"", "strict"), (b"", "backslashreplace"))
        streams = [stack.enter_context(_stream(*kind)) for kind in kinds]
        stack.enter_context(contextlib.chdir(cwd or "."))
        stack.enter_context(patch.dict(os.environ, env))
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            stack.enter_context(patch.object(sys, name, stream))
        try:
            code = main(arguments)
        except SystemExit as end:  # argparse's
            code = end.code or 0
        return subprocess.CompletedProcess(arguments, code, *map(_written, streams[1:]))


def in_a_process(*args, stdin=None, cwd=None, **env) -> subprocess.CompletedProcess:
    """The same in a process of its own, for what only a process has: a locale, limits, a first import."""
    command = [COMMAND, *map(str, args)]
    return subprocess.run(command, input=stdin, cwd=cwd, capture_output=True, env=os.environ | env, timeout=HANGS)


def printed(*args, **options) -> str:
    done = understudy(*args, **options)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr
    return done.stdout.decode()


def complaint(*args, code, **options) -> str:
    """The one line that goes to stderr; nothing goes to stdout."""
    done = understudy(*args, **options)
    assert (done.returncode, done.stdout) == (code, b"")
    message = done.stderr.decode()
    assert message.startswith("understudy: ")
    assert "Traceback" not in message
    assert message.count("\n") == 1
    return message


@contextlib.contextmanager
def _stream(content: bytes, errors: str):
    with tempfile.TemporaryFile() as file:
        file.write(content)
        file.seek(0)
        with io.TextIOWrapper(file, encoding="utf-8", errors=errors, write_through=True) as stream:
            yield stream


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    stream.buffer.seek(0)
    return stream.buffer.read()
