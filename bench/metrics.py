"""How much faster than its peers is each metric, setting by setting, from lists of Python strings?

python bench/metrics.py [NAME ...] [--segments COUNT] [--quick]

Writes bench/results/NAME.md for each page of comparisons.py, or for those that are named.
--quick runs the rows once, on very little text, and prints the pages: their figures mean nothing.
"""

from __future__ import annotations

import argparse
import functools
import importlib.metadata
import subprocess
import sys

import measure
import numpy as np
from comparisons import PAGES, Page
from samples import sample

QUICK = 40  # segments


def refuse_other_scores(page: Page, text: object) -> None:
    """Compare scores before times, where the peer's definition is ours."""
    if page.same is None:
        return
    our, their = (np.atleast_1d(call(text)) for call in page.same)
    if not np.allclose(our, their, rtol=1e-9):
        raise SystemExit(f"{page.title}: scores differ: ours {our}, the peer's {their}; nothing was measured")


def measured(page: Page, texts: dict[str, object], runs: int) -> list[list[str]]:
    """The cells of the page's table."""
    jobs: list[measure.Job] = []
    for row in page.rows:
        text = texts[row.of.__name__]
        jobs.append(
            (
                row.name.format(**texts),
                functools.partial(row.ours, text),
                *(functools.partial(peer, text) for peer in row.theirs),
            )
        )
    cells = measure.compare(jobs, page.digits, runs)
    return [
        [name, *([row.peer] if row.peer else []), *others]
        for row, (name, *others) in zip(page.rows, cells, strict=True)
    ]


def memory(page: Page, segments: int) -> list[str]:
    """A line about the extra memory of the page's calls, each in a process of its own."""
    prepare = f"import corpus\nhyps, nested = corpus.parallel({segments})\nrefs = [each[0] for each in nested]\n"
    prepare += "del nested\n"
    extra = [f"{name} {measure.extra_megabytes(prepare + warm_up, call):.0f} MB" for name, warm_up, call in page.memory]
    return [f"extra memory: {', '.join(extra)}"] if extra else []


def run(name: str, segments: int, quick: bool) -> None:
    page = PAGES[name]
    try:
        packages = measure.versions("understudy", *page.packages, "numpy")
    except importlib.metadata.PackageNotFoundError as error:
        raise SystemExit(f"{name}: {error.name} is not installed; 'pip install --group bench' installs it") from None
    text = sample(segments, page.references)
    texts: dict[str, object] = {of.__name__: of(text) for of in dict.fromkeys(row.of for row in page.rows)}
    refuse_other_scores(page, text)
    rows = measured(page, texts, runs=1 if quick else 3)
    facts = [fact.format(**texts) for fact in page.facts]
    facts += [*memory(page, segments), measure.machine(), packages]
    header = ["job", *page.columns, "time against the first row"]
    measure.report(name, page.title, facts, header, rows, keep=not quick)


def run_alone(name: str, options: list[str]) -> bool:
    """Run a page in a process of its own, so that what peers keep does not weigh on later pages."""
    return subprocess.run([sys.executable, __file__, name, *options]).returncode == 0


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"pages to measure: {', '.join(PAGES)}; default: all")
    parser.add_argument("--segments", type=int, metavar="COUNT", help="segments instead of the page's own number")
    parser.add_argument("--quick", action="store_true", help="very little text; print the pages and write nothing")
    chosen = parser.parse_args(arguments)
    names = chosen.names or list(PAGES)
    unknown = [name for name in names if name not in PAGES]
    if unknown:
        parser.error(f"no page is named {', '.join(unknown)}; choose from {', '.join(PAGES)}")
    if len(names) == 1:
        segments = QUICK if chosen.quick else PAGES[names[0]].segments
        run(names[0], chosen.segments or segments, chosen.quick)
        return
    options = [each for each in arguments if each not in names]
    failed = [name for name in names if not run_alone(name, options)]
    if failed:
        raise SystemExit(f"not measured: {', '.join(failed)}; their errors are above")


if __name__ == "__main__":
    main(sys.argv[1:])
