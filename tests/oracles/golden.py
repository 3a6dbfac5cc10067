"""What the comparisons with the original programs share: their records and texts, and the report."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

TOLERANCE = 1e-9
Comparison = tuple[str, str, list[float], list[float], float]  # family, our setting, expected, ours, tolerance


class Golden:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def records(self, name: str) -> Iterator[dict]:
        with (self.folder / "metrics" / f"{name}.jsonl").open(encoding="utf-8") as file:
            yield from map(json.loads, file)

    def texts(self, record: dict) -> tuple[list[str], list[list[str]]]:
        data, system = record["data"], record["sys"]
        other = {"sys1": "sys2", "sys2": "sys1"}[system]
        template = {"ted500.detok": "ted.{}.detok.eng", "ted500.tok": "ted.{}.eng"}.get(data, "multited.{}.jpn")
        columns = [self.lines(template.format(system)), self.lines(template.format("ref"))]
        if record["refs"] == "ref+other":
            columns.append(self.lines(template.format(other)))
        if data.startswith("multited"):
            columns = [[line.replace(" ", "") for line in column] for column in columns]
        return columns[0], [list(each) for each in zip(*columns[1:], strict=True)]

    def lines(self, name: str) -> list[str]:
        return (self.folder / "ted500" / name).read_text(encoding="utf-8").removesuffix("\n").split("\n")


def report(folder: str, *sources: Callable[[Golden], Iterator[Comparison]]) -> int:
    """Print for every family of records how much was compared and what differs most; 1 if it is too much."""
    golden = Golden(Path(folder))
    families: dict[str, list[tuple[str, int, float, bool]]] = defaultdict(list)
    for source in sources:
        for family, settings, expected, ours, tolerance in source(golden):
            worst = max(relative(a, b) for a, b in zip(expected, ours, strict=True))
            families[family].append((settings, len(ours), worst, worst <= tolerance))
    for family, runs in families.items():
        values, worst = sum(run[1] for run in runs), max(run[2] for run in runs)
        verdict = "ok" if all(run[3] for run in runs) else "DIFFERS"
        print(f"{verdict:8}{family}: {len(runs)} records, {values} values, largest relative difference {worst:.1e}")
        for settings in sorted({run[0] for run in runs}):
            bad = [run for run in runs if run[0] == settings and not run[3]]
            print(f"        {settings}" + (f"   {len(bad)} DIFFER, by {max(run[2] for run in bad):.2e}" if bad else ""))
    return 0 if all(run[3] for runs in families.values() for run in runs) else 1


def relative(expected: float, ours: float) -> float:
    return 0.0 if expected == ours else abs(expected - ours) / max(math.fabs(expected), 1e-3)
