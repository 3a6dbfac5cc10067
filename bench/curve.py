"""Time against size: the points, how straight the lines are, and the plot as SVG."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import measure
from contests import Contest, ours
from shapes import Text
from trials import Trials, failed

import understudy as us

OURS = ("BLEU, 13a", "chrF", "WER")
PEERS = (("BLEU, 13a", "sacrebleu"), ("WER", "jiwer"))
COLORS = ("#0b5fa5", "#2a9d5c", "#7b4fb3", "#d1495b", "#e08a1e")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 780, 460, 70, 170, 20, 50


Point = tuple[int, float]  # segments, seconds


@dataclass
class Line:
    name: str
    points: list[Point] = field(default_factory=list)
    ended: str = ""

    def slopes(self, least: int) -> list[float]:
        """How fast time grows with size, between neighboring sizes: 1 is linear."""
        return [growth(a, b) for a, b in itertools.pairwise(self.from_size(least))]

    def slope(self, least: int) -> float | None:
        """The same from the first of these sizes to the last."""
        points = self.from_size(least)
        return growth(points[0], points[-1]) if len(points) > 1 else None

    def from_size(self, least: int) -> list[Point]:
        return [point for point in self.points if point[0] >= least]


def growth(a: Point, b: Point) -> float:
    return math.log(b[1] / a[1]) / math.log(b[0] / a[0])


def measured(trials: Trials, text: Text) -> list[Line]:
    """Ours and the peers' times on the first segments of a TED-like text, and on the whole of it again and again."""
    chosen = {(each.name, each.peer): each for each in trials.contests}
    lines = [
        our_line(trials, next(each for (of, _), each in chosen.items() if of == name), text)
        for name in OURS
        if any(of == name for of, _ in chosen)
    ]
    return lines + [peer_line(trials, chosen[pair]) for pair in PEERS if pair in chosen]


def our_line(trials: Trials, contest: Contest, text: Text) -> Line:
    line = Line(f"understudy {contest.name}")
    for size in trials.plan.curve:
        trials.say(f"time against size: {line.name}, {size:,}")
        if size <= len(text.hyps):
            part = text.first(size)
            seconds = measure.in_turn([lambda part=part: ours(contest.metrics, part)], 3, part.renew)[0]
        else:
            seconds = in_pieces(contest, text, size)
        line.points.append((size, seconds))
    return line


def in_pieces(contest: Contest, text: Text, size: int) -> float:
    """The same text as often as needed, as batches of a stream; only sums are kept."""
    running = us.Running(list(contest.metrics))
    passed = 0.0
    while running.segments < size:
        part = text.first(min(len(text.hyps), size - running.segments))
        begin = time.perf_counter()
        running.update(part.hyps, part.refs)
        passed += time.perf_counter() - begin
    begin = time.perf_counter()
    _ = [each.score for each in running.compute().values()]
    return passed + time.perf_counter() - begin


def peer_line(trials: Trials, contest: Contest) -> Line:
    line = Line(f"{contest.peer} {contest.name}")
    for size in trials.plan.curve:
        pace = trials.paces.get((contest, "ted"))
        line.ended = "it failed" if pace is None else trials.refusal(pace, size, trials.plan.curve_budget)
        if not line.ended and size > max(trials.plan.sizes):
            line.ended = "the text does not fit into one call"
        if line.ended:
            break
        try:
            seconds, _ = trials.peer_alone(contest, "ted", size, 2 * trials.plan.curve_budget)
        except Exception as error:
            line.ended = failed(error)
            break
        line.points.append((size, seconds))
    return line


def svg(lines: Sequence[Line]) -> str:
    """Seconds against segments, both in powers of ten. The same points give the same file."""
    points = [point for line in lines for point in line.points]
    sizes, times = ([math.log10(point[i]) for point in points] for i in (0, 1))
    low_x, high_x = math.floor(min(sizes)), math.ceil(max(sizes))
    low_y, high_y = math.floor(min(times)), math.ceil(max(times))

    def x(size: float) -> float:
        return LEFT + (math.log10(size) - low_x) / (high_x - low_x) * (WIDTH - LEFT - RIGHT)

    def y(seconds: float) -> float:
        return HEIGHT - BOTTOM - (math.log10(seconds) - low_y) / (high_y - low_y) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
        ' font-size="13" role="img">',
        "<title>Seconds against segments</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for power in range(low_x, high_x + 1):
        at = x(10**power)
        parts.append(f'<path d="M{at:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#dddddd"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{10**power:,}</text>')
    for power in range(low_y, high_y + 1):
        at = y(10.0**power)
        parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g} s</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.1f}" y="{HEIGHT - 10}" text-anchor="middle">segments</text>')
    drawn = [line for line in lines if line.points]
    for line, label in zip(drawn, spread([y(line.points[-1][1]) for line in drawn]), strict=True):
        color = COLORS[list(lines).index(line) % len(COLORS)]
        along = " ".join(f"{x(size):.1f},{y(seconds):.1f}" for size, seconds in line.points)
        parts.append(f'<polyline points="{along}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3.5" fill="{color}"/>' for a, b in line.points]
        right = x(line.points[-1][0]) + 8
        parts.append(f'<text x="{right:.1f}" y="{label + 4:.1f}" fill="{color}">{line.name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def spread(heights: list[float], gap: float = 16) -> list[float]:
    """The same heights, moved down where two would overlap."""
    moved = list(heights)
    order = sorted(range(len(heights)), key=heights.__getitem__)
    for before, after in itertools.pairwise(order):
        moved[after] = max(moved[after], moved[before] + gap)
    return moved
