"""Build the native tests and the check of all kernels for many platforms, run them where they can be run, and compare.

`make platforms` calls it; `make platform-tools` installs the cross compilers, qemu-user, Wine and ziglang.
A platform whose compiler is missing is said to be missing, and is no failure; a hash that differs, or a test that
fails, is. `--write` puts the table into docs/explanation/platforms.md, `--only NAME` builds one.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "platforms"
PAGE = ROOT / "docs" / "explanation" / "platforms.md"
MARKS = "<!-- table -->", "<!-- end of the table -->"
WINE = "/usr/lib/wine/wine64"
MINUTES = 20  # for one program under emulation


@dataclass(frozen=True)
class Platform:
    """What to compile for, with which compiler, and how to run the result."""

    name: str
    compiler: str  # a program, or `zig TARGET`
    runner: tuple[str, ...] | None = ()  # what stands before a program to run it; None: it can't be run here
    system: str = ""  # as CMake calls it, where it isn't this one
    link: str = ""
    flags: str = ""
    notes: str = ""
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Where it is built."""
        return BUILD / re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


def under_qemu(machine: str, root: str) -> tuple[str, ...]:
    """What runs a program of another processor."""
    return (f"qemu-{machine}-static", "-L", root) if root else (f"qemu-{machine}-static",)


QUIET_WINE = {"WINEDEBUG": "-all", "WINEPREFIX": str(BUILD / "wine")}
PLATFORMS = [
    Platform("Linux x86_64, gcc", "g++"),
    Platform("Linux x86_64, gcc, for a newer processor", "g++", flags="-march=x86-64-v3"),
    Platform("Linux x86_64, gcc without optimization", "g++", flags="-O0"),
    Platform("Linux x86_64, clang 14", "clang++-14"),
    Platform("Linux x86_64, clang 16", "clang++-16"),
    Platform("Linux x86_64, clang 19", "clang++-19"),
    Platform("Linux aarch64, gcc", "aarch64-linux-gnu-g++", under_qemu("aarch64", "/usr/aarch64-linux-gnu"), "Linux"),
    Platform(
        "Linux armhf, 32 bits, gcc",
        "arm-linux-gnueabihf-g++",
        under_qemu("arm", "/usr/arm-linux-gnueabihf"),
        "Linux",
    ),
    Platform(
        "Linux s390x, big-endian, gcc", "s390x-linux-gnu-g++", under_qemu("s390x", "/usr/s390x-linux-gnu"), "Linux"
    ),
    Platform(
        "Windows x86_64, MinGW gcc",
        "x86_64-w64-mingw32-g++-posix",
        (WINE,),
        "Windows",
        link="-static",
        environment=QUIET_WINE,
    ),
    Platform("musl x86_64, zig", "zig x86_64-linux-musl", (), "Linux"),
    Platform("musl aarch64, zig", "zig aarch64-linux-musl", under_qemu("aarch64", ""), "Linux"),
    Platform("Windows x86_64, zig", "zig x86_64-windows-gnu", (WINE,), "Windows", environment=QUIET_WINE),
    Platform("Windows ARM64, zig", "zig aarch64-windows-gnu", None, "Windows"),
    Platform("macOS arm64, zig", "zig aarch64-macos", None, "Darwin"),
    Platform("macOS x86_64, zig", "zig x86_64-macos", None, "Darwin"),
]


@dataclass
class Row:
    """What was found for one platform."""

    platform: Platform
    compiler: str = ""
    built: str = "no"
    run: str = "no"
    tests: str = "not run"
    hash: str = "not run"

    @property
    def good(self) -> bool:
        """Whether it was built and no test failed."""
        return self.built == "yes" and self.tests.split()[0] not in ("failed", "FAILED:")


def here(program: str) -> bool:
    """Whether a program is installed."""
    return shutil.which(program) is not None


def zig_available() -> bool:
    """Whether ziglang is installed."""
    return subprocess.run([sys.executable, "-m", "ziglang", "version"], capture_output=True).returncode == 0


def wrapped(folder: Path, name: str, arguments: str) -> Path:
    """A program of one name for what takes several words to call."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ziglang {arguments} "$@"\n')
    program.chmod(0o755)
    return program


def tools_of(platform: Platform) -> list[str]:
    """The settings of CMake that name the compiler."""
    kind, _, target = platform.compiler.partition(" ")
    settings = [f"-DCMAKE_CXX_FLAGS={platform.flags}", f"-DCMAKE_EXE_LINKER_FLAGS={platform.link}"]
    if platform.system:
        settings.append(f"-DCMAKE_SYSTEM_NAME={platform.system}")
    if kind != "zig":
        return [*settings, f"-DCMAKE_CXX_COMPILER={kind}"]
    folder = platform.folder / "zig"
    tools = {"CXX_COMPILER": ("c++", f"c++ -target {target}"), "AR": ("ar", "ar"), "RANLIB": ("ranlib", "ranlib")}
    for setting, (name, arguments) in tools.items():
        settings.append(f"-DCMAKE_{setting}={wrapped(folder, name, arguments)}")
    return settings


def version_of(platform: Platform) -> str:
    """The version of its compiler."""
    kind = platform.compiler.partition(" ")[0]
    if kind == "zig":
        command = [sys.executable, "-m", "ziglang", "version"]
        return "zig " + subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    said = subprocess.run([kind, "-dumpfullversion"], capture_output=True, text=True)
    if said.returncode != 0 or "clang" in kind:
        said = subprocess.run([kind, "-dumpversion"], capture_output=True, text=True, check=True)
    return ("clang " if "clang" in kind else "gcc ") + said.stdout.strip()


def build(platform: Platform, log: Path) -> bool:
    """Compile the native tests and the check; the log has what the compiler says."""
    configure = ["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(platform.folder), "-DCMAKE_BUILD_TYPE=Release"]
    make = ["cmake", "--build", str(platform.folder), "--parallel", "2"]
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    with log.open("w") as out:
        for command in ([*configure, "-DUNDERSTUDY_PLATFORM=ON", *tools_of(platform)], make):
            if subprocess.run(command, stdout=out, stderr=out, env=environment).returncode != 0:
                return False
    return True


def programs(platform: Platform) -> list[Path]:
    """The native tests."""
    suffix = ".exe" if platform.system == "Windows" else ""
    return sorted(path for path in platform.folder.glob(f"*_tests{suffix}"))


def ran(platform: Platform, program: Path) -> subprocess.CompletedProcess[str]:
    """Run a program, under emulation where that is needed."""
    assert platform.runner is not None
    command = [*platform.runner, str(program)]
    environment = os.environ | platform.environment
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60 * MINUTES)


def run(platform: Platform, row: Row, log: Path) -> None:
    """Run the check and the tests, and note what they say."""
    suffix = ".exe" if platform.system == "Windows" else ""
    check = ran(platform, platform.folder / f"selfcheck{suffix}")
    (platform.folder / "selfcheck.txt").write_text(check.stdout)
    row.run = "yes" if check.returncode == 0 else f"failed ({check.returncode})"
    row.hash = check.stdout.split()[-1] if check.returncode == 0 else "none"
    failed = []
    for program in programs(platform):
        done = ran(platform, program)
        with log.open("a") as out:
            out.write(f"{program.name}: {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        if done.returncode != 0:
            failed.append(program.stem)
    row.tests = f"FAILED: {', '.join(failed)}" if failed else f"{len(programs(platform))} of {len(programs(platform))}"


def row_of(platform: Platform) -> Row:
    """Build and run one platform."""
    row = Row(platform)
    kind = platform.compiler.partition(" ")[0]
    if not (zig_available() if kind == "zig" else here(kind)):
        row.built = f"{kind} is not installed"
        return row
    row.compiler = version_of(platform)
    platform.folder.mkdir(parents=True, exist_ok=True)
    log = platform.folder / "log.txt"
    if not build(platform, log):
        row.built = f"FAILED, see {log.relative_to(ROOT)}"
        return row
    row.built = "yes"
    if platform.runner is None:
        row.run = "cannot be run on Linux"
    elif platform.runner and not here(platform.runner[0]):
        row.run = f"{Path(platform.runner[0]).name} is not installed"
    else:
        run(platform, row, log)
    return row


def table(rows: list[Row]) -> str:
    """All platforms, one row each."""
    reference = next((row.hash for row in rows if row.run == "yes"), "")
    lines = ["| platform | compiler | built | run | native tests | hash |", "| --- | --- | --- | --- | --- | --- |"]
    for row in rows:
        by = Path(row.platform.runner[0]).name if row.platform.runner else ""
        how = f"yes, {by}" if row.run == "yes" and by else row.run
        same = f"`{row.hash}`" + ("" if row.hash == reference else " DIFFERS") if row.run == "yes" else row.hash
        lines.append(f"| {row.platform.name} | {row.compiler} | {row.built} | {how} | {row.tests} | {same} |")
    return "\n".join(lines)


def main() -> int:
    """Build, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME", help="platforms whose name contains this")
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE.relative_to(ROOT)}")
    options = parser.parse_args()
    chosen = [each for each in PLATFORMS if not options.only or any(name in each.name for name in options.only)]
    if not chosen:
        names = "\n  ".join(each.name for each in PLATFORMS)
        parser.error(f"no platform has a name with {' or '.join(options.only)}; there are\n  {names}")
    rows = []
    for platform in chosen:
        rows.append(row_of(platform))
        print(
            f"{platform.name}: built {rows[-1].built}, run {rows[-1].run}, tests {rows[-1].tests}, {rows[-1].hash}",
            flush=True,
        )
    text = table(rows)
    print(text)
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        before, after = page.split(MARKS[0])[0], page.split(MARKS[1])[1]
        PAGE.write_text(f"{before}{MARKS[0]}\n{text}\n{MARKS[1]}{after}", encoding="utf-8")
    hashes = {row.hash for row in rows if row.run == "yes"}
    broken = any("FAILED" in row.built + row.tests or "failed" in row.run for row in rows)
    return 1 if broken or len(hashes) > 1 else 0


if __name__ == "__main__":
    sys.exit(main())
