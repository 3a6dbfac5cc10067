"""What was measured, as Markdown: the targets, the main table, a table for each shape, and the part for the README."""

from __future__ import annotations

import importlib.metadata
import os
from collections.abc import Iterator
from dataclasses import dataclass, field

import measure
import peers
from contests import CONTESTS, FIVE, Contest
from curve import Line
from shapes import SHAPES
from trials import Outcome, Plan

Metrics = tuple[str, ...]


@dataclass
class Results:
    plan: Plan
    contests: list[Contest]
    text: dict[str, tuple[float, float]] = field(default_factory=dict)  # words and bytes a segment, of each shape
    outcomes: dict[tuple[Contest, str, int], Outcome] = field(default_factory=dict)
    ours: dict[tuple[Metrics, str, int], float] = field(default_factory=dict)
    limits: dict[tuple[str, int], tuple[float, float]] = field(default_factory=dict)  # bytes, words
    two_threads: dict[Metrics, float] = field(default_factory=dict)
    memory: dict[Metrics, tuple[float, float]] = field(default_factory=dict)  # all that is extra, and its rows
    peer_memory: dict[Contest, float] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)

    def own(self, metrics: Metrics, key: str = "ted") -> float | None:
        return self.ours.get((metrics, key, self.plan.middle))

    def faster(self, contest: Contest, key: str = "ted", size: int | None = None) -> str:
        """A cell: how often our time fits into the peer's, or why that is not known."""
        size = size or self.plan.middle
        outcome = self.outcomes.get((contest, key, size))
        if outcome is None:
            return "not measured"
        if outcome.peer is None or outcome.ours is None:
            return outcome.words
        part = "" if outcome.segments == SHAPES[key].segments(size) else f" on {outcome.segments:,}"
        return f"{ratio(outcome.peer / outcome.ours)}{part}"


def ratio(value: float) -> str:
    return f"{value:.0f} x" if value >= 10 else f"{value:.1f} x"


def against(own: float | None, limit: float) -> str:
    return "not measured" if own is None else f"{own / limit:.1f}"


# --- targets ----------------------------------------------------------------------------------------------------------

FASTER = [
    ("BLEU, 13a", "sacrebleu", 80),
    ("chrF", "sacrebleu", 100),
    ("TER", "sacrebleu", 100),
    ("WER", "jiwer", 25),
    ("METEOR", "METEOR's jar, warm", 15),
]


def targets(results: Results) -> list[list[str]]:
    rows = []
    for name, peer, least in FASTER:
        contest = next(each for each in CONTESTS if (each.name, each.peer) == (name, peer))
        found = results.outcomes.get((contest, "ted", results.plan.middle))
        value = found.peer / found.ours if found and found.peer and found.ours else None
        shown = results.faster(contest)
        rows.append([f"{name} at least {least} times {peer}", shown, verdict(value and value >= least)])
    for target, shown, met in other_targets(results):
        rows.append([target, shown, verdict(met)])
    return rows


def verdict(met: bool | None) -> str:
    return "not measured" if met is None else "met" if met else "NOT met"


def other_targets(results: Results) -> Iterator[tuple[str, str, bool | None]]:
    own, limit = results.own(("bleu",)), results.limits.get(("ted", results.plan.middle))
    value = own / limit[1] if own and limit else None
    yield "BLEU, 13a at most 3 times split and hash", shown(value), value and value <= 3
    value, slowest = five_metrics(results)
    yield (
        f"five metrics in one call, BLEU, NIST, WER, METEOR and LEPOR, at most 2.5 times the slowest alone{slowest}",
        shown(value),
        value and value <= 2.5,
    )
    for among in AMONG:
        value, name = least_gain(results, among)
        yield f"two threads at least 1.6 times one, {among}{name}", shown(value), value and value >= 1.6
        value, name = most_memory(results, among)
        yield (
            f"extra memory at most 40 MB beyond the rows, {among}{name}",
            "not measured" if value is None else f"{value:.0f} MB",
            value and value <= 40,
        )
    for name, english, japanese in per_byte(results):
        value = japanese / english
        yield f"{name}: Japanese at most 1.5 times as long a byte as English", shown(value), value <= 1.5
    slopes = [line.slope(results.plan.curve[1]) for line in results.lines if line.name.startswith("understudy")]
    value = max((slope for slope in slopes if slope is not None), default=None)
    yield (
        "our time grows no faster than size: slope of the whole line at most 1.1",
        shown(value, ""),
        value and value <= 1.1,
    )


def shown(value: float | None, unit: str = " x") -> str:
    return "not measured" if value is None else f"{value:.2f}{unit}"


def five_metrics(results: Results) -> tuple[float | None, str]:
    alone, together = {name: results.own((name,)) for name in FIVE}, results.own(FIVE)
    if together is None or None in alone.values():
        return None, ""
    slowest = max(alone, key=alone.__getitem__)
    return together / alone[slowest], f" ({slowest})"


AMONG = ["those with a target above", "five metrics in one call", "the others"]


def least_gain(results: Results, among: str) -> tuple[float | None, str]:
    gains = {
        metrics: results.own(metrics) / two
        for metrics, two in results.two_threads.items()
        if among == among_which(metrics)
    }
    least = min(gains, key=gains.__getitem__, default=None)
    return (None, "") if least is None else (gains[least], f" (least: {names(results, least)})")


def most_memory(results: Results, among: str) -> tuple[float | None, str]:
    beyond = {
        metrics: extra - rows for metrics, (extra, rows) in results.memory.items() if among == among_which(metrics)
    }
    most = max(beyond, key=beyond.__getitem__, default=None)
    return (None, "") if most is None else (beyond[most], f" (most: {names(results, most)})")


def among_which(metrics: Metrics) -> str:
    """One of `AMONG`."""
    named = {(name, peer) for name, peer, _ in FASTER}
    has_target = any(each.metrics == metrics for each in CONTESTS if (each.name, each.peer) in named)
    return AMONG[0 if has_target else 1 if metrics == FIVE else 2]


def names(results: Results, metrics: Metrics) -> str:
    return next((each.name for each in results.contests if each.metrics == metrics), ", ".join(metrics))


def per_byte(results: Results) -> Iterator[tuple[str, float, float]]:
    """The seconds for a byte of English and of Japanese."""
    for name, metrics in (("chrF", ("chrf",)), ("BLEU, char", ("bleu:tokenizer=char",))):
        both = [results.own(metrics, key) for key in ("ted", "japanese")]
        if None not in both:
            yield name, *(own / results.text[key][1] for own, key in zip(both, ("ted", "japanese"), strict=True))


# --- tables -----------------------------------------------------------------------------------------------------------

LIMITS = ["time / read every byte", "time / split and hash"]
README_COLUMNS = ["metric", "peer", "times faster", "extra memory, MB", "the peer's, MB"]


def main_rows(results: Results) -> list[list[str]]:
    rows = []
    for contest in results.contests:
        own = results.own(contest.metrics)
        limit = results.limits.get(("ted", results.plan.middle))
        if "ted" not in contest.shapes or limit is None:
            continue
        extra, of_rows = results.memory.get(contest.metrics, (None, None))
        peer = results.peer_memory.get(contest)
        two = results.two_threads.get(contest.metrics)
        rows.append(
            [
                contest.name,
                contest.peer,
                results.faster(contest),
                "not measured" if extra is None else f"{extra:.0f}",
                "in Java" if contest.theirs is peers.meteor_jar else "not measured" if peer is None else f"{peer:.0f}",
                "not measured" if of_rows is None else f"{of_rows:.1f}",
                against(own, limit[0]),
                against(own, limit[1]),
                "not measured" if two is None or own is None else f"{own / two:.2f} x",
            ]
        )
    return rows


def main_table(results: Results) -> list[str]:
    header = [*README_COLUMNS, "rows, MB", *LIMITS, "two threads"]
    return measure.table(header, main_rows(results))


def shape_table(results: Results, key: str) -> list[str]:
    shape, plan = SHAPES[key], results.plan
    header = ["metric", "peer", *(f"{shape.segments(size):,} segments" for size in plan.sizes)]
    rows = []
    for contest in (each for each in results.contests if key in each.shapes):
        row = [contest.name, contest.peer, *(results.faster(contest, key, size) for size in plan.sizes)]
        limit = results.limits.get((key, plan.middle))
        own = results.own(contest.metrics, key)
        rows.append([*row, *("not measured" if limit is None else against(own, each) for each in limit or (0, 0))])
    return measure.table([*header, *LIMITS], rows)


def five_table(results: Results) -> list[str]:
    _, slowest = five_metrics(results)
    if not slowest:
        return ["not measured"]
    base = results.own((slowest.strip(" ()"),))
    rows = [[name, f"{results.own((name,)) / base:.2f}"] for name in FIVE]
    return measure.table(
        ["metrics", "time against the slowest"], [*rows, ["all five in one call", f"{results.own(FIVE) / base:.2f}"]]
    )


def curve_table(results: Results) -> list[str]:
    header = ["seconds", *(f"{size:,}" for size in results.plan.curve), "slopes from the second size on"]
    rows = []
    for line in results.lines:
        times = dict(line.points)
        cells = [f"{times[size]:.3g}" if size in times else line.ended for size in results.plan.curve]
        rows.append([line.name, *cells, ", ".join(f"{slope:.2f}" for slope in line.slopes(results.plan.curve[1]))])
    return measure.table(header, rows)


def machine_line() -> str:
    return f"{measure.machine()}, {os.cpu_count()} cores"


def versions_line(results: Results) -> str:
    # A peer that is not installed has failed in its rows; that must not cost the others.
    needed = dict.fromkeys(["understudy", *(each.package for each in results.contests), "numpy"])
    return ", ".join(version(package) for package in needed)


def version(package: str) -> str:
    try:
        return measure.versions(package)
    except importlib.metadata.PackageNotFoundError:
        return f"{package} not installed"


def page(results: Results, passed: str) -> str:
    plan = results.plan
    middle = f"{plan.middle:,}"
    parts = [
        "# Speed and memory against all peers",
        "",
        f"- `python bench/all.py`, in {passed}; what the columns mean: docs/explanation/speed.md",
        "- lists of Python strings, one thread unless stated; ratios are the peer's time divided by ours",
        f"- ours: the best of three runs, of fifteen at {middle} TED-like segments, one run above; peers: the best of"
        f" three at {plan.sizes[0]:,} segments, one run above",
        f"- a peer gets {plan.budget:.0f} s for {middle} TED-like segments, {plan.other_budget:.0f} s elsewhere and"
        f" {plan.curve_budget:.0f} s in the plot; what would take longer, judged by a smaller size, is not run, or both"
        " are run on fewer segments",
        f"- {machine_line()}",
        f"- {versions_line(results)}",
        "",
        "## Targets",
        "",
        *measure.table(["target", "measured", ""], targets(results)),
        "",
        f"## {middle} TED-like segments",
        "",
        *main_table(results),
        "",
        f"## Five metrics in one call, {middle} TED-like segments",
        "",
        *five_table(results),
        "",
    ]
    for key, (words, size) in results.text.items():
        parts += [f"## {SHAPES[key].name}", "", f"{words:.0f} words and {size:.0f} bytes a segment.", ""]
        parts += [*shape_table(results, key), ""]
    if bytes_of := list(per_byte(results)):
        rows = [[name, f"{japanese / english:.2f}"] for name, english, japanese in bytes_of]
        parts += ["## Japanese against English", ""]
        parts += [*measure.table(["metric", "time for a byte, Japanese / English"], rows), ""]
    if results.lines:
        parts += ["## Time against size", "", caption(results), "", *curve_table(results), ""]
    return "\n".join(parts)


def caption(results: Results) -> str:
    largest = max(results.plan.sizes)
    ends = "; ".join(f"{line.name} ends early: {line.ended}" for line in results.lines if line.ended)
    return (
        f"TED-like segments. Above {largest:,}, ours are the same {largest:,} segments again and again, by"
        f" `us.Running`.{f' {ends}.' if ends else ''}"
    )


def plot(results: Results) -> str:
    """The part of the page on speed that comes from the run."""
    return "\n".join(
        [
            "![Seconds against segments, ours and two peers'](../images/time-against-size.svg)",
            "",
            f"{caption(results)} {machine_line()}; {versions_line(results)}.",
            "All figures of this run are in [bench/results/all.md](../../bench/results/all.md).",
        ]
    )


def readme(results: Results) -> str:
    """The part of the README that comes from the run."""
    rows = [row[: len(README_COLUMNS)] for row in main_rows(results)]
    text = (
        f"{results.plan.middle:,} segments of about {results.text['ted'][0]:.0f} words from lists of Python strings,"
        f" one thread, measured in one run on the same text ({versions_line(results)}):"
    )
    return "\n".join([text, "", *measure.table(README_COLUMNS, rows)])
