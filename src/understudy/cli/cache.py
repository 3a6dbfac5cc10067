"""`understudy cache`: the scores of programs that are kept, where they are, and how to forget them."""

from __future__ import annotations

import argparse

HELP = "List or clear the scores of programs, of run(...), that are kept."
EPILOG = """\
The folder is runs in UNDERSTUDY_CACHE, or else in understudy in XDG_CACHE_HOME or ~/.cache.

examples:
  understudy cache
  understudy cache --clear
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--clear", action="store_true", help="remove all of them")


def run(args: argparse.Namespace) -> None:
    """List the files or remove them."""
    from understudy.metrics.external.run_cache import cached_runs, runs_folder

    files = cached_runs()
    size = sum(each for _, _, each in files)
    if args.clear:
        for path, _, _ in files:
            path.unlink(missing_ok=True)
        print(f"removed {len(files)} files, {size / 1e6:.2f} MB, from {runs_folder()}")
        return
    for path, scores, own in files:
        print(f"{path.name}  {scores} scores  {own / 1e6:.2f} MB")
    print(f"{len(files)} files, {size / 1e6:.2f} MB, in {runs_folder()}; 'understudy cache --clear' removes them")
