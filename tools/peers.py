"""Run the peers' own tests on our modules: their source distributions, with `compat.install` under their names.

`make peers` calls this. tools/peers.toml lists the peers and the tests that are expected to fail, each with its reason.
A failure that isn't listed, or a listed one that passes, ends it with exit code 1.
"""

from __future__ import annotations

import argparse
import fnmatch
import subprocess
import sys
import tarfile
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "peers"
CONFTEST = """\
import importlib
from pathlib import Path
from understudy import compat

for name in {names!r}:
    compat.install(name)
for name in {extends!r}:
    importlib.import_module(name).__path__.append(str(Path(__file__).parent / name.replace(".", "/")))
"""


@dataclass(frozen=True)
class Peer:
    """A package with tests of its own."""

    name: str
    version: str
    names: tuple[str, ...]  # for compat.install
    tests: tuple[str, ...]  # patterns of files in the distribution
    expected: Mapping[str, str]  # tests that fail, with the reason
    extends: tuple[str, ...] = ()  # packages of the peer in which the tests look for what they share

    def reason(self, test: str) -> str | None:
        """Why a test is expected to fail; None if it isn't."""
        return next((reason for name, reason in self.expected.items() if fnmatch.fnmatchcase(test, name)), None)


def peers(text: str) -> list[Peer]:
    """Read the list of peers.

    >>> peers('[a]\\nversion = "1"\\nnames = ["a"]\\ntests = ["t/*"]')[0].version
    '1'
    """
    return [
        Peer(
            name,
            row["version"],
            tuple(row["names"]),
            tuple(row["tests"]),
            row.get("expected", {}),
            tuple(row.get("extends", ())),
        )
        for name, row in tomllib.loads(text).items()
    ]


def distribution(peer: Peer, folder: Path) -> Path:
    """The source distribution, downloaded by pip unless it is there."""
    place = folder / "downloads" / f"{peer.name}-{peer.version}"
    if not list(place.glob("*.tar.gz")):
        place.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", peer.name]
        subprocess.run([*command, "--dest", str(place), f"{peer.name}=={peer.version}"], check=True)
    return next(place.glob("*.tar.gz"))


def unpack(archive: Path, patterns: Sequence[str], target: Path) -> None:
    """Take the tests out of a distribution, and nothing else, so that the peer itself can't be imported from there."""
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            name = member.name.partition("/")[2]
            if member.isfile() and any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns):
                member.name = name
                tar.extract(member, target, filter="data")


def run(peer: Peer, folder: Path) -> dict[str, str | None]:
    """Run the tests of a peer: for each the line that says how it failed, None if it passed."""
    place = folder / peer.name
    subprocess.run(["rm", "-rf", str(place)], check=True)
    unpack(distribution(peer, folder), peer.tests, place)
    conftest = CONFTEST.format(names=peer.names, extends=peer.extends)
    (place / "conftest.py").write_text(conftest, encoding="utf-8")
    results = place / "results.xml"
    quiet = ["-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(place)]
    files = sorted(str(path) for path in place.rglob("*test*.py"))
    command = [sys.executable, "-m", "pytest", *quiet, f"--junitxml={results}", *files]
    finished = subprocess.run(command, cwd=place, capture_output=True, text=True)
    if not results.exists():
        sys.exit(f"the tests of {peer.name} could not be run:\n{finished.stdout}{finished.stderr}")
    return outcomes(ET.parse(results).getroot())


def outcomes(results: ET.Element) -> dict[str, str | None]:
    """The tests of a JUnit report by name, skipped ones left out.

    >>> outcomes(ET.fromstring('<s><testcase classname="t" name="x"><failure message="no"/></testcase></s>'))
    {'t::x': 'no'}
    """
    found: dict[str, str | None] = {}
    for case in results.iter("testcase"):
        failures = [each for each in case if each.tag in ("failure", "error")]
        if not any(each.tag == "skipped" for each in case):
            message = failures[0].get("message", "").strip().partition("\n")[0] if failures else None
            found[f"{case.get('classname')}::{case.get('name')}"] = message
    return found


def report(peer: Peer, results: Mapping[str, str | None]) -> int:
    """Print how many passed and why others failed; give the number of surprises."""
    failed = {test: message for test, message in results.items() if message is not None}
    print(f"{peer.name} {peer.version}: {len(results)} run, {len(results) - len(failed)} passed, {len(failed)} failed")
    surprises = 0
    for test, message in failed.items():
        reason = peer.reason(test)
        surprises += reason is None
        print(f"  {test}: {f'expected: {reason}' if reason else f'UNEXPECTED: {message}'}")
    for name in peer.expected:
        matching = fnmatch.filter(results, name)
        if not any(test in failed for test in matching):
            surprises += 1
            print(f"  {name}: UNEXPECTED: {'passes' if matching else 'no such test'}; take it off tools/peers.toml")
    return surprises


def main() -> int:
    """Run the tests of all peers, or of those that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peers", nargs="*", help="names of peers (default: all)")
    names = parser.parse_args().peers
    listed = peers((ROOT / "tools" / "peers.toml").read_text(encoding="utf-8"))
    unknown = set(names) - {peer.name for peer in listed}
    if unknown:
        parser.error(f"no peers of these names: {', '.join(sorted(unknown))}")
    chosen = [peer for peer in listed if not names or peer.name in names]
    return int(sum(report(peer, run(peer, FOLDER)) for peer in chosen) > 0)


if __name__ == "__main__":
    sys.exit(main())
