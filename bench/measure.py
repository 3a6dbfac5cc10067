"""How we measure: best of several runs in one process, memory in a process of its own, versions beside every figure."""

from __future__ import annotations

import gc
import importlib.metadata
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def seconds(call: Callable[[], object], runs: int) -> float:
    """The best of several runs: what the work costs when nothing disturbs it."""
    best = float("inf")
    for _ in range(runs):
        gc.collect()
        begin = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - begin)
    return best


def in_turn(calls: dict[str, Callable[[], object]], runs: int) -> dict[str, float]:
    """The best of several runs of each call, one of each in turn: whatever else the machine does disturbs all alike."""
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(runs):
        for name, call in calls.items():
            best[name] = min(best[name], seconds(call, runs=1))
    return best


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
