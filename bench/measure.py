"""How we measure: best of several runs in turn, memory in a process of its own, versions beside every figure."""

from __future__ import annotations

import gc
import importlib.metadata
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

RESULTS = Path(__file__).parent / "results"

Call = Callable[[], object]
Job = tuple[str, Call, *tuple[Call, ...]]  # its name, ours and the peers'


def in_turn(
    calls: Sequence[Call], runs: int = 3, before: Call | None = None, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """The best of several runs of each call, one run of each after the other, so that all meet the same conditions.

    What `before` does before each run is not counted. On a busy machine `time.process_time` is the better clock.
    """
    best = [float("inf")] * len(calls)
    for _ in range(runs):
        for i, call in enumerate(calls):
            if before is not None:
                before()
            gc.collect()
            begin = clock()
            call()
            best[i] = min(best[i], clock() - begin)
    return best


def seconds(call: Call, runs: int = 3) -> float:
    """The best of several runs of one call."""
    return in_turn([call], runs)[0]


def compare(jobs: Sequence[Job], digits: int = 0, runs: int = 3) -> list[list[str]]:
    """A row for each job: its name, how often it fits into each peer's time, and its time against the first job's.

    A job without peers is measured against those of the job before.
    """
    ours = [call for _, call, *_ in jobs]
    peers = [peer for _, _, *theirs in jobs for peer in theirs]
    times = iter(in_turn([*ours, *peers], runs))
    mine = [next(times) for _ in ours]
    rows: list[list[str]] = []
    peer_times: list[float] = []
    for (name, _, *theirs), own in zip(jobs, mine, strict=True):
        peer_times = [next(times) for _ in theirs] or peer_times
        rows.append([name, *(f"{each / own:.{digits}f} x" for each in peer_times), f"{own / mine[0]:.2f}"])
    return rows


def extra_megabytes(prepare: str, call: str) -> float:
    """How far the peak memory of a new process rises above what it held after `prepare` (Linux only)."""
    return in_own_process(prepare, call)[1]


def in_own_process(prepare: str, call: str, timeout: float | None = None) -> tuple[float, float]:
    """The seconds and the extra megabytes of one call in a new process, after `prepare` (Linux only)."""
    program = f"""
import gc, re, sys, time
from pathlib import Path
sys.path.insert(0, {str(Path(__file__).parent)!r})
{prepare}
def megabytes(what):
    return int(re.search(what + r":\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) / 1024
gc.collect()
Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
before = megabytes("VmRSS")
begin = time.perf_counter()
{call}
print(time.perf_counter() - begin, megabytes("VmHWM") - before)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=timeout)
    if done.returncode != 0:
        why = done.stderr.strip().rpartition("\n")[2] or f"ended by signal {-done.returncode}"
        raise RuntimeError(why)
    seconds, megabytes = map(float, done.stdout.splitlines()[-1].split())
    return seconds, megabytes


def machine() -> str:
    model = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        platform.processor(),
    )
    return f"{model}, Python {platform.python_version()}"


def versions(*packages: str) -> str:
    return ", ".join(f"{name} {importlib.metadata.version(name)}" for name in packages)


def table(header: list[str], rows: list[list[str]]) -> list[str]:
    """The lines of a Markdown table."""
    return [f"| {' | '.join(row)} |" for row in [header, ["---"] + ["---:"] * (len(header) - 1), *rows]]


def report(
    name: str, title: str, facts: list[str], header: list[str], rows: list[list[str]], keep: bool = True
) -> None:
    """Print a Markdown table and keep it in bench/results."""
    text = "\n".join([f"# {title}", "", *(f"- {fact}" for fact in facts), "", *table(header, rows), ""])
    print(text)
    if keep:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{name}.md").write_text(text, encoding="utf-8")
