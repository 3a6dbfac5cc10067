"""How fast is everything, against every peer, on every shape of text, and how far from what is possible?

python bench/all.py [--budget SECONDS] [--only METRIC ...] [--quick]

Writes bench/results/all.md, docs/images/time-against-size.svg, and what stands between two comments in README.md and in
docs/explanation/speed.md.
--quick runs everything on very little text and prints the page: its figures mean nothing.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from pathlib import Path

import curve
import measure
import summary
from contests import CONTESTS, FIVE, ours
from limits import read_every_byte, split_and_hash
from shapes import SHAPES, Text
from summary import Results
from trials import Plan, Trials, duration

import understudy as us

ROOT = Path(__file__).parent.parent
PAGE = measure.RESULTS / "all.md"
PLOT = ROOT / "docs" / "images" / "time-against-size.svg"
README = ROOT / "README.md"
SPEED = ROOT / "docs" / "explanation" / "speed.md"
MARKED = re.compile(r"(<!-- written by bench/all.py -->\n).*?(<!-- end of what bench/all.py writes -->)", re.DOTALL)
QUICK = Plan((40, 200, 400), (50, 100, 200, 400, 800), 20, 10, 20)


STARTING = 2  # seconds that a process takes to import a peer and to read the text


def limits(text: Text, threads: int = 1) -> list[measure.Call]:
    """Read every byte, and split and hash every word, with what it takes to get at the text of Python's strings."""
    both = (text.hyps, text.refs)
    return [
        lambda: [read_every_byte(texts) for texts in both],
        lambda: [split_and_hash(texts, threads) for texts in both],
    ]


def measure_small(trials: Trials, results: Results) -> None:
    """All contests at the smallest size, which tells what the others will take."""
    size = trials.plan.sizes[0]
    for key, shape in SHAPES.items():
        text = Text(shape.make(shape.segments(size)))
        results.text[key] = (text.words / 2 / len(text.hyps), text.bytes / 2 / len(text.hyps))
        for contest in (each for each in trials.contests if key in each.shapes):
            trials.say(f"{contest.name} and {contest.peer}, {shape.name}, {len(text.hyps):,}")
            results.outcomes[contest, key, size] = trials.small(contest, key, text)
    trials.expected = time.perf_counter() - trials.begin + expected(trials, results)


def expected(trials: Trials, results: Results) -> float:
    """About how many seconds all larger sizes will take: peers by their budgets, ours by their small sizes."""
    plan, seconds = trials.plan, 0.0
    for contest, key, _ in results.outcomes:
        pace = trials.paces.get((contest, key))
        for size in plan.sizes[1:] if pace else ():
            whole = pace.seconds * SHAPES[key].segments(size)
            budget = plan.budget_of(SHAPES[key], size)
            fitting = (part for part in (whole, whole / 5 if size == plan.middle else whole) if part <= budget)
            seconds += next(fitting, -STARTING) + STARTING
        own = trials.own_paces[contest.metrics, key].seconds
        for size, runs in ((plan.middle, 24 if key == "ted" else 3), (plan.sizes[-1], 1)):
            whole = own * SHAPES[key].segments(size)
            seconds += runs * whole if whole <= plan.budget_of(SHAPES[key], size) else 0
        if key == "ted" and (contest.name, contest.peer) in curve.PEERS and pace:
            sizes = [size for size in plan.curve[3:4] if pace.seconds * size <= plan.curve_budget]
            seconds += sum(pace.seconds * size for size in sizes)
        if key == "ted" and contest.name in curve.OURS:
            seconds += own * plan.curve[-1]
    return 1.2 * seconds + sum(shape.segments(plan.sizes[-1]) * shape.lines * 5e-5 for shape in SHAPES.values())


def measure_shape(trials: Trials, results: Results, key: str) -> None:
    shape, plan = SHAPES[key], trials.plan
    trials.say(f"making {shape.name} text")
    text = Text(shape.make(shape.segments(plan.sizes[-1])))
    text.write(trials.folder, key)
    for size in plan.sizes[1:]:
        part = text.first(shape.segments(size))
        results.text[key] = (part.words / 2 / len(part.hyps), part.bytes / 2 / len(part.hyps))
        measure_ours(trials, results, key, size, part)
        if key == "ted" and size > plan.middle:
            results.lines = curve.measured(trials, text)  # before the table, which takes from it what it has
        for contest in (each for each in trials.contests if key in each.shapes):
            own = results.ours.get((contest.metrics, key, size))
            results.outcomes[contest, key, size] = trials.large(contest, key, size, part, own)
        if key == "ted" and size == plan.middle:
            measure_memory(trials, results)
    for side in ("hyp", "ref"):
        (trials.folder / f"{key}.{side}").unlink()


def measure_ours(trials: Trials, results: Results, key: str, size: int, text: Text) -> None:
    """Ours and the limits in turn; at the middle size of TED-like text also what only the main table has."""
    trials.say(f"understudy, {SHAPES[key].name}, {len(text.hyps):,}")
    main = key == "ted" and size == trials.plan.middle
    budget = trials.plan.budget_of(SHAPES[key], size)
    named = dict.fromkeys(each.metrics for each in trials.contests if key in each.shapes)
    metrics = {one: None for one in named if trials.own_paces[one, key].seconds * len(text.hyps) <= budget}
    if main:
        metrics |= dict.fromkeys([*((name,) for name in FIVE), FIVE, ("bleu:tokenizer=char",)])
    two = list(metrics) if main else []
    calls = limits(text)
    calls += [lambda one=one: ours(one, text) for one in metrics]
    calls += [lambda one=one: ours(one, text, threads=2) for one in two]
    # Two threads need both processors at once, which a machine that does other things too doesn't always give.
    runs = 15 if main else 3 if size <= trials.plan.middle else 1
    times = iter(measure.in_turn(calls, runs, text.renew))
    results.limits[key, size] = (next(times), next(times))
    results.ours |= {(one, key, size): next(times) for one in metrics}
    results.two_threads |= {one: next(times) for one in two}


def measure_memory(trials: Trials, results: Results) -> None:
    """Extra memory at the middle size of TED-like text: ours, how much of it are the rows, and the peer's."""
    size = trials.plan.middle
    few = Text(SHAPES["ted"].make(100))
    contests = [each for each in trials.contests if "ted" in each.shapes]
    for metrics in dict.fromkeys([*(each.metrics for each in contests), *((name,) for name in FIVE), FIVE]):
        trials.say(f"memory, {', '.join(metrics)}")
        found = us.score(few.hyps, few.refs, list(metrics)).values()
        rows = sum(each.stats.rows.nbytes for each in found) / 100 * size / 2**20
        results.memory[metrics] = (trials.own_megabytes(metrics, "ted", size), rows)
    for contest in contests:
        alone = trials.alone.get((contest, "ted", size))
        if alone is not None:
            results.peer_memory[contest] = alone[1]


def write(results: Results, passed: str, finished: bool) -> None:
    """Keep what there is so far; the plot and the README's table only once all is measured."""
    PAGE.write_text(summary.page(results, passed if finished else f"{passed}, not finished"), encoding="utf-8")
    if not finished:
        return
    PLOT.write_text(curve.svg(results.lines), encoding="utf-8")
    for path, text in ((README, summary.readme(results)), (SPEED, summary.plot(results))):
        path.write_text(put(text, path), encoding="utf-8")


def put(text: str, path: Path) -> str:
    """The page with another text between the two comments that say who writes it."""
    new, count = MARKED.subn(lambda found: f"{found[1]}{text}\n{found[2]}", path.read_text(encoding="utf-8"))
    if count != 1:
        raise SystemExit(f"{path} has no place for what was measured: the two comments around it are missing")
    return new


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", type=float, default=Plan.budget, help="seconds for a peer's run in the main table")
    parser.add_argument("--only", nargs="+", choices=sorted({each.name for each in CONTESTS}), metavar="METRIC")
    parser.add_argument("--quick", action="store_true", help="very little text; print the page and write nothing")
    chosen = parser.parse_args(arguments)
    plan = QUICK if chosen.quick else Plan(budget=chosen.budget, other_budget=chosen.budget / 6)
    contests = [each for each in CONTESTS if chosen.only is None or each.name in chosen.only]
    if chosen.only and not chosen.quick:
        raise SystemExit("--only leaves out most of the page; use it with --quick")
    results = Results(plan, contests)
    with tempfile.TemporaryDirectory() as folder:
        trials = Trials(plan, contests, Path(folder))
        measure_small(trials, results)
        for key in SHAPES:
            measure_shape(trials, results, key)
            if not chosen.quick:
                write(results, duration(time.perf_counter() - trials.begin), finished=False)
    passed = duration(time.perf_counter() - trials.begin)
    if chosen.quick:
        print(summary.page(results, passed))
        print(f"## README\n\n{summary.readme(results)}")
    else:
        write(results, passed, finished=True)
        trials.say(f"written: {PAGE}, {PLOT}, {README} and {SPEED}")


if __name__ == "__main__":
    main(sys.argv[1:])
