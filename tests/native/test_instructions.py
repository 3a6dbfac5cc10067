"""The guard of `make check-perf`: what it says of counts, and that it notices work which was added."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "instructions.py"
RECORD = ROOT / "native" / "perf" / "instructions.json"

specification = importlib.util.spec_from_file_location("instructions", TOOL)
instructions = importlib.util.module_from_spec(specification)
sys.modules["instructions"] = instructions  # where dataclasses look for their module
specification.loader.exec_module(instructions)

Count, Record = instructions.Count, instructions.Record
BUILD = {"compiler": "gcc 12.2.0", "architecture": "x86_64", "library": "glibc 2.36"}


def counts(**numbers):
    return {name.replace("_", "-"): Count(number, 1000) for name, number in numbers.items()}


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (1000, None),
        (1020, None),
        (980, None),
        (1030, "ter takes 3.0 % more instructions than recorded, and 2 % are allowed; look for"),
        (970, "ter takes 3.0 % fewer instructions than recorded; record it, so that it stays so: make record-perf"),
    ],
)
def test_a_kernel_beyond_the_tolerance_is_named(now, said):
    found = instructions.differences(counts(none=500, ter=1000), counts(none=500, ter=now))
    assert len(found) == (said is not None)
    assert said is None or found[0].startswith(said)


def test_kernels_that_are_new_gone_or_on_another_text_must_be_recorded():
    now = counts(b=1000, c=1000) | {"text": Count(1000, 999)}
    assert instructions.differences(counts(a=1000, b=1000, text=1000), now) == [
        "a is recorded but no kernel any more; record it: make record-perf",
        "text reads another text than recorded; record it: make record-perf",
        "c is not recorded yet; record it: make record-perf",
    ]


def test_japanese_is_compared_with_english_byte_by_byte():
    now = {"none": Count(2000, 100), "none-ja": Count(9000, 300), "chrf": Count(10, 1), "chrf-ja": Count(16, 1)}
    assert instructions.japanese_to_english(now) == {"none": 1.5, "chrf": 1.6}
    assert instructions.slow_japanese(now) == [
        "chrf takes 1.60 times as many instructions for a byte of Japanese as for one of English, "
        "and 1.5 times are allowed"
    ]


def test_the_table_shows_both_counts_and_their_difference():
    lines = instructions.table(counts(ter=1_000_000), counts(ter=1_012_500, new=5)).splitlines()
    assert [line.split() for line in lines] == [
        ["kernel", "recorded", "now", "change", "per", "byte"],
        ["ter", "1,000,000", "1,012,500", "+1.25", "%", "1012.50"],
        ["new", "-", "5", "-", "0.01"],
    ]


def test_a_record_is_read_as_it_was_written(tmp_path):
    record = Record(BUILD, counts(none=1, none_ja=2))
    record.write(tmp_path / "record.json")
    assert Record.read(tmp_path / "record.json") == record
    with pytest.raises(instructions.CountingError, match="is not there; 'make record-perf' writes it"):
        Record.read(tmp_path / "other.json")
    (tmp_path / "record.json").write_text('{"build": {}}')
    with pytest.raises(instructions.CountingError, match="is not a record of instructions"):
        Record.read(tmp_path / "record.json")


def test_counts_of_another_build_are_not_compared_and_that_is_said(capsys):
    then, now = Record(BUILD, counts(ter=1000)), Record(BUILD | {"compiler": "gcc 15.1.0"}, counts(ter=9000))
    assert instructions.check(then, now) == 0
    printed = capsys.readouterr().out
    assert "NOT COMPARED: the record was made with gcc 12.2.0, x86_64, glibc 2.36" in printed
    assert "this build is of gcc 15.1.0, x86_64, glibc 2.36" in printed


def test_without_valgrind_it_says_what_to_do(monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    assert instructions.main([]) == 2
    assert "valgrind is not installed; on Debian or Ubuntu 'make ci-tools' installs it" in capsys.readouterr().err


def test_every_kernel_of_the_program_is_recorded():
    source = (ROOT / "native" / "perf" / "kernels.cpp").read_text()
    assert re.findall(r'^    \{"([^"]+)",', source, re.MULTILINE) == list(Record.read(RECORD).counts)


PROGRAM = """
#include <cstdio>
extern "C" __attribute__((noinline)) void counted_repetition(volatile int* sum) {
    for (int i = 0; i < STEPS; ++i) *sum = *sum + 1;
}
int main(int count, char**) {
    volatile int sum = 0;
    if (count < 2) std::puts("compiler\\tsome\\nkernel\\tloop");
    if (count < 2) return 0;
    for (int i = 0; i < 12345; ++i) sum = sum + 1;  // outside, so it doesn't count
    counted_repetition(&sum);
    std::printf("100\\t%d\\n", sum);
}
"""


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed; make ci-tools installs it")
@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler called c++")
def test_added_work_and_a_doctored_record_end_it_with_exit_code_1(tmp_path):
    source, program, record = tmp_path / "loop.cpp", tmp_path / "loop", tmp_path / "record.json"
    source.write_text(PROGRAM)

    def run(*options, steps=10_000):
        subprocess.run(["c++", "-O1", f"-DSTEPS={steps}", source, "-o", program], check=True)
        command = [sys.executable, TOOL, "--program", program, "--file", record, *options]
        return subprocess.run(command, capture_output=True, text=True)

    assert run("--record").returncode == 0
    recorded = json.loads(record.read_text())
    number, of_bytes = recorded["instructions and bytes"]["loop"]
    # A turn of the loop is at least a load or an addition in memory, a comparison and a jump.
    assert 30_000 <= number <= 80_000
    assert of_bytes == 100
    assert run().returncode == 0

    slower = run(steps=10_300)
    assert slower.returncode == 1
    assert slower.stderr.startswith("loop takes 3.0 % more instructions than recorded")

    recorded["instructions and bytes"]["loop"][0] = round(number * 1.1)
    record.write_text(json.dumps(recorded))
    faster = run()
    assert faster.returncode == 1
    assert faster.stderr.startswith("loop takes 9.1 % fewer instructions than recorded")
