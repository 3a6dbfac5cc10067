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


def in_turn(calls: Sequence[Call], runs: int = 3) -> list[float]:
    """The best of several runs of each call, one run of each after the other, so that all meet the same conditions."""
    best = [float("inf")] * len(calls)
    for _ in range(runs):
        for i, call in enumerate(calls):
            gc.collect()
            begin = time.perf_counter()
            call()
            best[i] = min(best[i], time.perf_counter() - begin)
    return best


def seconds(call: Call, runs: int = 3) -> float:
    """The best of several runs of one call."""
    return in_turn([call], runs)[0]


def compare(jobs: Sequence[tuple[str, Call, Call | None]], digits: int = 0, runs: int = 3) -> list[list[str]]:
    """A row for each job: its name, how often it fits into the peer's time, and its time against the first job's.

    A job without a peer is measured against the peer of the job before.
    """
    ours = [call for _, call, _ in jobs]
    peers = [peer for _, _, peer in jobs if peer is not None]
    times = iter(in_turn([*ours, *peers], runs))
    mine = [next(times) for _ in ours]
    rows, peer_time = [], 0.0
    for (name, _, peer), own in zip(jobs, mine, strict=True):
        peer_time = peer_time if peer is None else next(times)
        rows.append([name, f"{peer_time / own:.{digits}f} x", f"{own / mine[0]:.2f}"])
    return rows


def extra_megabytes(prepare: str, call: str) -> float:
    """How far the peak memory of a new process rises above what it held after `prepare` (Linux only)."""
    program = f"""
import gc, re, sys
from pathlib import Path
sys.path.insert(0, {str(Path(__file__).parent)!r})
{prepare}
def megabytes(what):
    return int(re.search(what + r":\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) / 1024
gc.collect()
Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
before = megabytes("VmRSS")
{call}
print(megabytes("VmHWM") - before)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return float(done.stdout)


def machine() -> str:
    model = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        platform.processor(),
    )
    return f"{model}, Python {platform.python_version()}"


def versions(*packages: str) -> str:
    return ", ".join(f"{name} {importlib.metadata.version(name)}" for name in packages)


def report(name: str, title: str, facts: list[str], header: list[str], rows: list[list[str]]) -> None:
    """Print a Markdown table and keep it in bench/results."""
    table = [header, ["---"] + ["---:"] * (len(header) - 1), *rows]
    text = "\n".join(
        [f"# {title}", "", *(f"- {fact}" for fact in facts), "", *(f"| {' | '.join(row)} |" for row in table), ""]
    )
    print(text)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.md").write_text(text, encoding="utf-8")
