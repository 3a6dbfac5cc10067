"""How contests are run: small sizes in turn, large ones of a peer in a process of its own, within a budget of time."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import measure
from contests import CONTESTS, Contest, ours
from shapes import SHAPES, Shape, Text

FEWER = 5  # where a peer has no time for the middle size, it is given a fifth of it


@dataclass(frozen=True)
class Plan:
    """Sizes in TED-like segments, and the seconds that one run of a peer may take."""

    sizes: tuple[int, ...] = (1_000, 100_000, 1_000_000)
    curve: tuple[int, ...] = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
    budget: float = 120  # at the middle size of TED-like text
    other_budget: float = 20  # at other sizes and shapes
    curve_budget: float = 400

    @property
    def middle(self) -> int:
        return self.sizes[1]

    def budget_of(self, shape: Shape, size: int) -> float:
        return self.budget if shape is SHAPES["ted"] and size <= self.middle else self.other_budget


@dataclass(frozen=True)
class Outcome:
    """The times of both on the same segments, or in words why there is none of the peer."""

    segments: int
    ours: float | None = None
    peer: float | None = None
    words: str = ""


@dataclass(frozen=True)
class Pace:
    """What a peer needs for a segment, as far as is known: from the largest size at which it was run."""

    seconds: float
    megabytes: float = 0
    segments: int = 0


@dataclass
class Trials:
    plan: Plan
    contests: list[Contest]
    folder: Path
    begin: float = field(default_factory=time.perf_counter)
    expected: float = 0
    paces: dict[tuple[Contest, str], Pace] = field(default_factory=dict)
    own_paces: dict[tuple[tuple[str, ...], str], Pace] = field(default_factory=dict)
    alone: dict[tuple[Contest, str, int], tuple[float, float]] = field(default_factory=dict)

    def say(self, what: str) -> None:
        passed = duration(time.perf_counter() - self.begin)
        of = f" of about {duration(self.expected)}" if self.expected else ""
        print(f"[{passed}{of}] {what}", file=sys.stderr, flush=True)

    def small(self, contest: Contest, key: str, text: Text) -> Outcome:
        """Both in turn, in this process, if the peer is quick enough to be run at all."""
        segments = len(text.hyps)
        budget = self.plan.budget_of(SHAPES[key], self.plan.sizes[0])
        # The first run may read word data and import what it needs.
        own = measure.seconds(lambda: ours(contest.metrics, text), runs=2)
        self.own_paces[contest.metrics, key] = Pace(own / segments)
        try:
            contest.warm_up()
            few = text.first(min(segments, SHAPES[key].segments(50)))
            probe = measure.seconds(lambda: contest.theirs(few.hyps, few.refs), runs=1) / len(few.hyps) * segments
            if probe > budget:
                self.paces[contest, key] = Pace(probe / segments)
                return Outcome(segments, words=not_run(probe))
            contest.check(text)
            runs = 3 if 3 * probe <= budget else 1
            own, peer = measure.in_turn(
                [lambda: ours(contest.metrics, text), lambda: contest.theirs(text.hyps, text.refs)], runs, text.renew
            )
        except Exception as error:  # the row says so, and the other rows are measured
            return Outcome(segments, words=failed(error))
        self.paces[contest, key] = Pace(peer / segments)
        return Outcome(segments, own, peer)

    def large(self, contest: Contest, key: str, size: int, text: Text, own: float | None) -> Outcome:
        """The peer once, in a process of its own; with fewer segments where it would take too long."""
        segments = len(text.hyps)
        pace = self.paces.get((contest, key))
        if own is None:
            about = self.own_paces[contest.metrics, key].seconds * segments
            return Outcome(segments, words=f"not run: ours takes about {duration(about)}")
        if pace is None:
            return Outcome(segments, own, words="not run: it failed at a smaller size")
        budget = self.plan.budget_of(SHAPES[key], size)
        refusal = "" if (contest, key, segments) in self.alone else self.refusal(pace, segments, budget)
        chosen = segments // FEWER if refusal and size == self.plan.middle else segments
        if refusal and (chosen == segments or chosen < 2 or self.refusal(pace, chosen, budget)):
            return Outcome(segments, own, words=refusal)
        try:
            peer, _ = self.peer_alone(contest, key, chosen, 5 * budget)
        except Exception as error:  # as above
            return Outcome(segments, own, words=failed(error))
        if chosen < segments:
            part = text.first(chosen)
            own = measure.in_turn([lambda: ours(contest.metrics, part)], 3, part.renew)[0]
        return Outcome(chosen, own, peer)

    def refusal(self, pace: Pace, segments: int, budget: float) -> str:
        """Why a peer is not run on so many segments, if it is not."""
        if pace.seconds * segments > budget:
            return not_run(pace.seconds * segments)
        if pace.megabytes * segments > 0.8 * free_megabytes():
            return f"not run: about {pace.megabytes * segments / 1024:.0f} GB"
        return ""

    def peer_alone(self, contest: Contest, key: str, segments: int, timeout: float) -> tuple[float, float]:
        """The seconds and the extra megabytes of the peer, once for each number of segments."""
        case = (contest, key, segments)
        if case not in self.alone:
            about = self.paces[contest, key].seconds * segments
            self.say(f"{contest.peer}, {contest.name}, {SHAPES[key].name}, {segments:,}: about {duration(about)}")
            prepare = (
                f"import contests, shapes\nhyps, refs = shapes.read({str(self.folder)!r}, {key!r}, {segments})\n"
                f"contest = contests.CONTESTS[{CONTESTS.index(contest)}]\ncontest.warm_up()\n"
            )
            self.alone[case] = measure.in_own_process(prepare, "contest.theirs(hyps, refs)", timeout)
            seconds, megabytes = self.alone[case]
            if segments > self.paces[contest, key].segments:
                self.paces[contest, key] = Pace(seconds / segments, megabytes / segments, segments)
        return self.alone[case]

    def own_megabytes(self, metrics: tuple[str, ...], key: str, segments: int) -> float:
        """The extra megabytes of ours, in a process of its own."""
        prepare = (
            f"import shapes, understudy as us\nhyps, refs = shapes.read({str(self.folder)!r}, {key!r}, {segments})\n"
            f"metrics = {list(metrics)!r}\n"
            "def run(hyps, refs):\n    return [each.score for each in us.score(hyps, refs, metrics).values()]\n"
            "run(hyps[:20], refs[:20])\n"
        )
        return measure.extra_megabytes(prepare, "run(hyps, refs)")


def free_megabytes() -> float:
    return int(re.search(r"MemAvailable:\s+(\d+) kB", Path("/proc/meminfo").read_text())[1]) / 1024


def duration(seconds: float) -> str:
    if seconds < 10:
        return f"{seconds:.1f} s"
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} minutes"


def not_run(seconds: float) -> str:
    return f"not run: about {duration(seconds)}"


def failed(error: Exception) -> str:
    if isinstance(error, subprocess.TimeoutExpired):
        return f"stopped after {duration(error.timeout)}"
    why = " ".join(str(error).split()).replace("|", "/")[:120]
    return f"failed: {why or type(error).__name__}"
