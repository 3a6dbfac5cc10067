"""Processes that a test starts: it waits for what they do, not for a while, and measures their work, not the time."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

HANGS = 300  # seconds after which something hangs, however busy the machine is


def until(condition):
    """Wait until a condition holds, and give what it gave."""
    begin = time.monotonic()
    while not (result := condition()):
        assert time.monotonic() - begin < HANGS, "what was waited for has not happened"
        time.sleep(0.01)
    return result


def work_of(process: int) -> float:
    """The seconds of processor time that a process has taken; also after its end, until somebody asks for its code."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupt(program: str, after: float = 1.0) -> tuple[str, str, float]:
    """Interrupt a program of Python that has printed "ready" and works: its output, its errors, its work after that."""
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == "ready\n", process.stderr.read()
        ready = work_of(process.pid)
        until(lambda: work_of(process.pid) - ready > after)
        before = work_of(process.pid)
        process.send_signal(signal.SIGINT)
        until(lambda: os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG))
        work = work_of(process.pid) - before
        return *process.communicate(), work
    finally:
        if process.returncode is None:
            process.kill()
            process.communicate()
