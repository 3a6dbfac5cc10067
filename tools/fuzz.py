"""Run every fuzz target for a while and every reader on many hostile files, and print what was reached and found.

`make fuzz` builds the targets and calls this; FUZZ_SECONDS is the CPU time for each target, FUZZ_EXAMPLES the
number of files for each reader. Inputs that reach new code stay in build/fuzz/corpus, so that later runs go on there.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "fuzz"
LINE = "{:34} {:>11} {:>7} {:>9} {:>7}  {}"
LONGEST_INPUT = 2000
SLOWEST = 60  # seconds for one input, on a machine that may be busy


@dataclass(frozen=True)
class Outcome:
    """What became of one target."""

    target: str
    executions: int
    edges: int | None = None
    features: int | None = None
    corpus: int | None = None
    finding: str = "none"

    def __str__(self) -> str:
        counts = ["-" if each is None else f"{each:,}" for each in (self.edges, self.features, self.corpus)]
        return LINE.format(self.target, f"{self.executions:,}", *counts, self.finding)


def cpu_seconds() -> float:
    """What all programs that were run so far have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def fuzz(program: Path, seconds: int) -> Outcome:
    """Run one native target for so many seconds of CPU time: on a busy machine the clock says little."""
    end, executions = cpu_seconds() + seconds, 0
    while True:
        outcome = run_target(program, max(2, round(end - cpu_seconds())))
        executions += outcome.executions
        if outcome.finding != "none" or cpu_seconds() >= end:
            return replace(outcome, executions=executions)


def run_target(program: Path, seconds: int) -> Outcome:
    """Run libFuzzer once, by the clock."""
    name = program.name.removesuffix("_fuzz")
    own, found, seeds = BUILD / "corpus" / name, BUILD / "findings", ROOT / "native" / "fuzz" / "corpus" / name
    for folder in (own, found):
        folder.mkdir(parents=True, exist_ok=True)
    options = [f"-max_total_time={seconds}", f"-max_len={LONGEST_INPUT}", f"-timeout={SLOWEST}", "-print_final_stats=1"]
    command = [program, *options, f"-artifact_prefix={found}/{name}-", own, *([seeds] if seeds.exists() else [])]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    log = done.stderr
    (BUILD / f"{name}.log").write_text(log, encoding="utf-8")
    reached = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)", log)
    executions = re.search(r"number_of_executed_units: (\d+)", log)
    written = re.search(r"Test unit written to (\S+)", log)
    finding = (
        "none" if done.returncode == 0 else f"exit code {done.returncode}: {written[1] if written else log[-300:]}"
    )
    return Outcome(
        name, int(executions[1]) if executions else 0, *(map(int, reached[-1]) if reached else ()), finding=finding
    )


def read_hostile_files(examples: int) -> list[Outcome]:
    """Run every reader."""
    results, log = BUILD / "parsers.xml", BUILD / "parsers.log"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "tests/formats/test_fuzz_parsers.py",
        "-k",
        "any",
        f"--junitxml={results}",
    ]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"FUZZ_EXAMPLES": str(examples)}, capture_output=True, text=True
    )
    log.write_text(done.stdout + done.stderr, encoding="utf-8")
    cases = ElementTree.parse(results).iter("testcase") if results.exists() else ()
    found = [
        Outcome(_short(case.attrib["name"]), examples, finding="none" if case.find("failure") is None else str(log))
        for case in cases
    ]
    return found or [Outcome("readers", 0, finding=str(log))]


def _short(test: str) -> str:
    """The name of the reader, or what else is read."""
    return test.partition("[")[2].removesuffix("]") or test.removeprefix("test_any_").partition("_")[0]


def main() -> int:
    """Run everything, one after the other; 1 if anything was found."""
    seconds, examples = int(os.environ.get("FUZZ_SECONDS", "30")), int(os.environ.get("FUZZ_EXAMPLES", "1000"))
    programs = sorted(BUILD.glob("*_fuzz"))
    if not programs:
        print("there are no fuzz targets in build/fuzz; 'make fuzz' builds them", file=sys.stderr)
        return 2
    print(LINE.format("target", "executions", "edges", "features", "corpus", "finding"), flush=True)
    outcomes = []
    for program in programs:
        outcomes.append(fuzz(program, seconds))
        print(outcomes[-1], flush=True)
    native = cpu_seconds()
    for outcome in read_hostile_files(examples) if examples else []:
        outcomes.append(outcome)
        print(outcome, flush=True)
    print(f"\n{native / 60:.1f} CPU minutes in {len(programs)} native targets")
    return 1 if any(outcome.finding != "none" for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
