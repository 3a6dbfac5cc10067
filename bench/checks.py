"""What the checks for signs of mistakes cost: CPU time of a score with them, against the same score without.

python bench/checks.py [RUNS]

Runs with and without are taken in turn, and the fastest of each counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import corpus
import measure

import understudy as us

SIZES = 3_000, 100_000
METRICS = {
    "BLEU alone": ["bleu"],
    "BLEU, chrF, TER": ["bleu", "chrf", "ter"],
}
RUNS = 9


def in_turn(calls: Sequence[Callable[[], float]], runs: int) -> list[float]:
    """The least of several runs of each call, one run of each after the other."""
    return [min(each) for each in zip(*([call() for call in calls] for _ in range(runs)), strict=True)]


def in_python(hyps: list[str], refs: list[list[str]], metrics: list[str], checks: bool) -> float:
    begin = time.process_time()
    us.evaluate({"A": hyps}, refs, metrics=metrics, lang="en", checks=checks)
    return time.process_time() - begin


def on_command_line(folder: Path, metrics: list[str], checks: bool) -> float:
    command = [sys.executable, "-m", "understudy", "score", "sys.txt", "-r", "ref.txt", "-m", *metrics]
    begin = _children()
    subprocess.run([*command, *([] if checks else ["--no-checks"])], cwd=folder, check=True, capture_output=True)
    return _children() - begin


def _children() -> float:
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def rows(segments: int, runs: int) -> list[list[str]]:
    hyps, refs = corpus.parallel(segments)
    shown = []
    with tempfile.TemporaryDirectory() as folder:
        for name, lines in (("sys.txt", hyps), ("ref.txt", [each[0] for each in refs])):
            Path(folder, name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        for title, metrics in METRICS.items():
            ways: dict[str, list[Callable[[], float]]] = {
                "Python": [lambda c=c, m=metrics: in_python(hyps, refs, m, c) for c in (True, False)],
                "command line": [lambda c=c, m=metrics: on_command_line(Path(folder), m, c) for c in (True, False)],
            }
            for way, calls in ways.items():
                given, left_out = in_turn(calls, runs)
                more = f"{1e3 * (given - left_out):+.1f} ms"
                shown.append([f"{title}; {way}", f"{segments:,}", f"{given / left_out:.3f}", more])
    return shown


def main(runs: int = RUNS) -> None:
    measure.report(
        "checks",
        "What the checks for signs of mistakes cost",
        [
            measure.machine(),
            measure.versions("understudy"),
            "segments of about 17 words, one system, one reference",
            f"CPU time of all threads; the fastest of {runs} runs with and {runs} without checks, taken in turn",
            f"load of the machine at the end: {os.getloadavg()[0]:.0f} on {os.cpu_count()} processors; above that"
            " number differences of less than a tenth are noise",
        ],
        ["score", "segments", "with checks / without", "more"],
        [row for segments in SIZES for row in rows(segments, runs)],
        keep=runs >= RUNS,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
