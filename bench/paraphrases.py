"""How much faster than METEOR's jar is a new process ready to match paraphrases, and with how much memory?

python bench/paraphrases.py

Needs Java and an installed pycocoevalcap, which brings the jar and the English table.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import measure

from understudy.lexicon.paraphrases import installed_table

OURS = """
import sys
from understudy.lexicon.paraphrases import open_table
table = open_table("auto", "en").native
assert len(table.candidates(table.ids(["certainly"]), table.ids(["of", "course"])))
"""


def main() -> None:
    table = installed_table("en")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["UNDERSTUDY_CACHE"] = str(folder / "cache")
        (folder / "hyp").write_text("certainly\n")
        (folder / "ref").write_text("of course\n")
        jar = ["java", "-Xmx2G", "-jar", str(table.parent.parent / "meteor-1.5.jar")]
        jar += [str(folder / "hyp"), str(folder / "ref"), "-l", "en", "-m", "exact paraphrase"]
        ours = [sys.executable, "-c", OURS]

        def first_time() -> tuple[float, float]:
            shutil.rmtree(folder / "cache", ignore_errors=True)
            return once(ours)

        theirs = best([once(jar) for _ in range(3)])
        jobs = {
            "a new process, the table in the cache": best(
                [first_time() and once(ours) for _ in range(2)] + [once(ours)]
            ),
            "a new process that compiles the table first": best([first_time() for _ in range(3)]),
        }
    rows = [
        [job, f"{theirs[0] / seconds:.1f} x", f"{megabytes:.0f} MB", f"{theirs[1]:.0f} MB"]
        for job, (seconds, megabytes) in jobs.items()
    ]
    measure.report(
        "paraphrases",
        "Ready for paraphrases, against METEOR's jar",
        [
            "one segment, 'certainly' for 'of course', with the English table of 5,274,084 pairs",
            "ratio: the time of the jar's whole process (exact, paraphrase), by that of ours, which lists candidates",
            "memory: the most that the process held at once, mapped files included",
            measure.machine(),
            f"{measure.versions('understudy', 'numpy')}, {peer()}, {java()}",
        ],
        ["job", "times as fast as the jar", "memory", "memory of the jar"],
        rows,
    )


def once(command: list[str]) -> tuple[float, float]:
    """The seconds that a process took, and its peak memory in MB (Linux only)."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return time.perf_counter() - begin, usage.ru_maxrss / 1024


def best(runs: list[tuple[float, float]]) -> tuple[float, float]:
    return min(run[0] for run in runs), min(run[1] for run in runs)


def peer() -> str:
    try:
        return f"METEOR 1.5 of pycocoevalcap {importlib.metadata.version('pycocoevalcap')}"
    except importlib.metadata.PackageNotFoundError:  # found on the path, but not installed
        return "METEOR 1.5 of pycocoevalcap"


def java() -> str:
    done = subprocess.run(["java", "--version"], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[0]


if __name__ == "__main__":
    main()
