"""Count the instructions of the native kernels with callgrind and compare them with those that are recorded.

A count depends on the build and the text alone, not on what else the machine does.
`make check-perf` builds the program of native/perf and calls this; `make record-perf` writes the record again.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROGRAM = ROOT / "build" / "perf" / "kernels"
RECORD = ROOT / "native" / "perf" / "instructions.json"
TOLERANCE = 2.0  # per cent; the same build counted again differs by a few instructions in millions
SLOWEST_JAPANESE = 1.5  # times the instructions of English, per byte
LINE = "{:24} {:>12} {:>12} {:>9} {:>9}"
# The C library chooses its functions by the processor; these are those that every one of the architecture has.
PLAIN_LIBRARY = (
    "glibc.cpu.hwcaps=-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX_Fast_Unaligned_Load,-BMI2,-ERMS,-FSRM,-MOVBE,-SSE4_1,-SSE4_2,-SSSE3"
    ":glibc.cpu.x86_non_temporal_threshold=0x1000000"
)


class CountingError(Exception):
    """What keeps us from counting, and what to do."""


@dataclass(frozen=True)
class Count:
    """The instructions of one repetition of a kernel, and the bytes of text it reads: none where it reads numbers."""

    instructions: int
    bytes: int


@dataclass(frozen=True)
class Record:
    """What was counted, and with which build: compiler, architecture and C library."""

    build: Mapping[str, str]
    counts: Mapping[str, Count]

    @classmethod
    def read(cls, path: Path) -> Record:
        """Read what `write` has written."""
        try:
            held = json.loads(path.read_text(encoding="utf-8"))
            return cls(held["build"], {name: Count(*count) for name, count in held["instructions and bytes"].items()})
        except FileNotFoundError:
            raise CountingError(f"{path} is not there; 'make record-perf' writes it") from None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise CountingError(
                f"{path} is not a record of instructions ({error!r}); 'make record-perf' writes it"
            ) from None

    def write(self, path: Path) -> None:
        """Write one line for each kernel, so that a change shows what it moves."""
        lines = [f'    "{name}": [{each.instructions}, {each.bytes}]' for name, each in self.counts.items()]
        text = f'{{\n  "build": {json.dumps(dict(self.build))},\n  "instructions and bytes": {{\n'
        path.write_text(text + ",\n".join(lines) + "\n  }\n}\n", encoding="utf-8")


def count_all(program: Path) -> Record:
    """Count every kernel of the program, as many at a time as there are processors."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise CountingError("valgrind is not installed; on Debian or Ubuntu 'make ci-tools' installs it")
    if not program.exists():
        raise CountingError(f"{program} is not built; 'make check-perf' builds it")
    listed = [line.split("\t") for line in _output([program]).stdout.splitlines()]
    names = [value for key, value in listed if key == "kernel"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = pool.map(lambda name: count_one(valgrind, program, name), names)
        return Record({key: value for key, value in listed if key != "kernel"}, dict(zip(names, counts, strict=True)))


def count_one(valgrind: str, program: Path, kernel: str) -> Count:
    """Count one kernel. The environment is empty, because it moves the stack and so what is aligned."""
    options = ["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=counted_repetition"]
    done = _output([valgrind, *options, program, kernel], {"GLIBC_TUNABLES": PLAIN_LIBRARY})
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if collected is None or int(collected[1]) == 0:
        raise CountingError(f"callgrind counted nothing for {kernel}; it said: {done.stderr[-500:]}")
    return Count(int(collected[1]), int(done.stdout.split("\t")[0]))


def _output(
    command: Sequence[str | Path], environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program that must end well."""
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        shown = " ".join(map(str, command))
        raise CountingError(f"'{shown}' ended with exit code {done.returncode}: {done.stderr[-500:]}")
    return done


def change(recorded: int, now: int) -> float:
    """How much more it is now, in per cent."""
    return 100 * (now - recorded) / recorded


def differences(recorded: Mapping[str, Count], now: Mapping[str, Count]) -> list[str]:
    """What is to be said of every kernel that isn't as recorded."""
    found = []
    for name in [*recorded, *(name for name in now if name not in recorded)]:
        if name not in now:
            found.append(f"{name} is recorded but no kernel any more; record it: make record-perf")
        elif name not in recorded:
            found.append(f"{name} is not recorded yet; record it: make record-perf")
        elif now[name].bytes != recorded[name].bytes:
            found.append(f"{name} reads another text than recorded; record it: make record-perf")
        else:
            found += _difference(name, change(recorded[name].instructions, now[name].instructions))
    return found


def _difference(name: str, more: float) -> list[str]:
    if more > TOLERANCE:
        return [
            f"{name} takes {more:.1f} % more instructions than recorded, and {TOLERANCE:g} % are allowed; "
            "look for what has made it slower, or record it and say why in the commit: make record-perf"
        ]
    if more < -TOLERANCE:
        return [
            f"{name} takes {-more:.1f} % fewer instructions than recorded; "
            "record it, so that it stays so: make record-perf"
        ]
    return []


def japanese_to_english(counts: Mapping[str, Count]) -> dict[str, float]:
    """For each kernel that is counted with both: its instructions per byte of Japanese over those of English."""

    def per_byte(name: str) -> float:
        return counts[name].instructions / counts[name].bytes

    return {name: per_byte(f"{name}-ja") / per_byte(name) for name in counts if f"{name}-ja" in counts}


def slow_japanese(counts: Mapping[str, Count]) -> list[str]:
    """What is to be said of kernels that are much slower for Japanese."""
    return [
        f"{name} takes {ratio:.2f} times as many instructions for a byte of Japanese as for one of English, "
        f"and {SLOWEST_JAPANESE:g} times are allowed"
        for name, ratio in japanese_to_english(counts).items()
        if ratio > SLOWEST_JAPANESE
    ]


def table(recorded: Mapping[str, Count], now: Mapping[str, Count]) -> str:
    """Every kernel on a line; a dash where there is nothing to compare."""
    lines = [LINE.format("kernel", "recorded", "now", "change", "per byte")]
    for name, count in now.items():
        before = recorded.get(name)
        more = "-" if before is None else f"{change(before.instructions, count.instructions):+.2f} %"
        per_byte = f"{count.instructions / count.bytes:.2f}" if count.bytes else "-"
        held = "-" if before is None else f"{before.instructions:,}"
        lines.append(LINE.format(name, held, f"{count.instructions:,}", more, per_byte))
    ratios = [f"{name} {ratio:.2f}" for name, ratio in japanese_to_english(now).items()]
    if ratios:
        lines += ["", f"Japanese to English, instructions per byte: {', '.join(ratios)}"]
    return "\n".join(lines)


def check(recorded: Record, now: Record) -> int:
    """Print the table and what is wrong; 1 if anything is."""
    if recorded.build != now.build:
        print(table({}, now.counts))
        then, this = (", ".join(each.build.values()) for each in (recorded, now))
        print(
            f"\nNOT COMPARED: the record was made with {then}; this build is of {this}, whose instructions are others."
        )
        print(
            "To compare two versions here: make record-perf RECORD=FILE with the one, make check-perf RECORD=FILE with"
        )
        print("the other.")
        return 0
    print(table(recorded.counts, now.counts), flush=True)
    found = differences(recorded.counts, now.counts) + slow_japanese(now.counts)
    for each in found:
        print(each, file=sys.stderr)
    return 1 if found else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Count, then compare or record; 2 if nothing can be counted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="write the record instead of comparing with it")
    parser.add_argument("--file", type=Path, default=RECORD, help="the record (default: native/perf/instructions.json)")
    parser.add_argument("--program", type=Path, default=PROGRAM, help="what to count (default: build/perf/kernels)")
    chosen = parser.parse_args(arguments)
    try:
        recorded = None if chosen.record else Record.read(chosen.file)
        now = count_all(chosen.program)
    except CountingError as error:
        print(error, file=sys.stderr)
        return 2
    if recorded is not None:
        return check(recorded, now)
    now.write(chosen.file)
    print(table({}, now.counts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
