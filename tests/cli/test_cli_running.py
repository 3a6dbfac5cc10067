"""The command line while it runs: what it loads, how it is interrupted, and the progress it shows."""

import os
import pty
import signal
import subprocess
import sys

import pytest
from command_line import COMMAND
from processes import HANGS, interrupt

from understudy.cli import progress

HYP, REF = "the cat sat on the mat\nhello there\n", "the cat sat on a mat\nhello you there\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "sys.txt").write_text(HYP, encoding="utf-8")
    (tmp_path / "ref.txt").write_text(REF, encoding="utf-8")
    return tmp_path


def imported(*args) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "understudy", *args], capture_output=True, check=True, timeout=HANGS
    )
    return {line.rsplit(b"|", 1)[-1].strip().decode().split(".")[0] for line in done.stderr.splitlines()}


@pytest.mark.parametrize("args", [["--help"], ["score", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(args):
    assert not imported(*args) & {"numpy", "rich", "jinja2", "pyarrow", "importlib_metadata"}


def test_help_imports_fewer_modules_than_numpy():
    numpy = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import numpy"], capture_output=True, check=True, timeout=HANGS
    )
    ours = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "understudy", "--help"],
        capture_output=True,
        check=True,
        timeout=HANGS,
    )
    assert ours.stderr.count(b"\n") < numpy.stderr.count(b"\n")


LONG_CALL = """
import understudy as us
hyps = ["the cat sat on the mat and looked at the dog " * 4] * 1_000_000
print("ready", flush=True)
us.bleu(hyps, hyps, order=12, threads={threads})
"""
ONE_LONG_SEGMENT = """
import random
import understudy as us
rng = random.Random(1)
hyp = " ".join(map(str, rng.choices(range(100_000), k=3_000_000)))
print("ready", flush=True)
while True:
    us.bleu([hyp], [[hyp] * 20], tokenizer="none", order=12)
"""


@pytest.mark.parametrize(
    "program", [LONG_CALL.format(threads=1), LONG_CALL.format(threads=2), ONE_LONG_SEGMENT], ids=["1", "2", "segment"]
)
def test_an_interrupt_ends_a_long_native_call_within_a_second(program):
    _, errors, seconds = interrupt(program)
    assert errors.rstrip().endswith("KeyboardInterrupt")
    assert seconds < 2  # of work, also of two threads at once, and for Python to shut down


def test_an_interrupted_command_exits_with_130(folder):
    command = [COMMAND, "score", "-", "-r", "ref.txt"]
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(b"a cat\n" * 100_000)  # more than a pipe holds: when this is written, the command is reading
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=HANGS)
    assert (process.returncode, errors) == (130, b"understudy: interrupted\n")


def run_on_terminal(*args, patience: float, cwd) -> bytes:
    """Run with stderr on a pseudo-terminal and give what the terminal saw."""
    main, terminal = pty.openpty()
    program = f"""
import sys
from understudy.cli import main, progress
progress.PATIENCE = {patience}
sys.exit(main(sys.argv[1:]))
"""
    command = [sys.executable, "-c", program, *args]
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=terminal)
    os.close(terminal)
    seen = b""
    while True:
        try:
            piece = os.read(main, 4096)
        except OSError:  # the other side has gone
            break
        if not piece:
            break
        seen += piece
    os.close(main)
    assert process.wait(timeout=HANGS) == 0
    return seen


@pytest.mark.parametrize(("args", "shown"), [([], b"scoring"), (["--source", "long.txt"], b"segments")])
def test_long_work_shows_progress_on_a_terminal_and_short_work_does_not(args, shown, folder):
    assert progress.PATIENCE >= 1
    (folder / "long.txt").write_text("the cat sat on the mat and looked at the dog\n" * 400_000)
    command = ["score", "long.txt", "-r", "long.txt", "--threads", "1", *args]
    assert run_on_terminal(*command, patience=HANGS, cwd=folder) == b""
    seen = run_on_terminal(*command, patience=0, cwd=folder)
    assert shown in seen
    assert b"%" in seen
