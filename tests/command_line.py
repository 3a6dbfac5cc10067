"""Runs the command line as people run it."""

import os
import subprocess
import sys
from pathlib import Path

from processes import HANGS

COMMAND = Path(sys.executable).with_name("understudy")


def understudy(*args, stdin=None, cwd=None, **env):
    return subprocess.run(
        [COMMAND, *map(str, args)], input=stdin, cwd=cwd, capture_output=True, env=os.environ | env, timeout=HANGS
    )


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
