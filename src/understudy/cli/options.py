"""What several commands ask for in the same words."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from understudy.errors import SettingError

if TYPE_CHECKING:
    from understudy.tables.table import Table

FORMATS = ("text", "json", "tsv", "markdown", "latex")


def add_inputs(parser: argparse.ArgumentParser) -> None:
    """Declare the references, the metrics and the language.

    >>> parser = argparse.ArgumentParser()
    >>> add_inputs(parser)
    >>> parser.parse_args(["-r", "ref.txt", "-m", "bleu", "ter"]).metrics
    ['bleu', 'ter']
    """
    parser.add_argument(
        "-r", "--reference", action="append", default=[], metavar="REF", dest="references",
        help="one reference for every segment; again for each further reference; not needed where SYS holds them",
    )  # fmt: skip
    parser.add_argument(
        "-m", "--metric", action="extend", nargs="+", metavar="METRIC[:SETTINGS]", dest="metrics",
        help="what to score with, such as bleu:order=2,lowercase=yes (default: bleu); see 'understudy metrics'",
    )  # fmt: skip
    parser.add_argument("--lang", metavar="CODE", help="language of the texts, such as zh: picks a fitting tokenizer")


def add_output(parser: argparse.ArgumentParser) -> None:
    """Declare the form of the output.

    >>> parser = argparse.ArgumentParser()
    >>> add_output(parser)
    >>> parser.parse_args([]).format
    'text'
    """
    parser.add_argument("--format", choices=FORMATS, default="text", help="form of the output (default: text)")
    parser.add_argument("--digits", type=int, default=2, metavar="N", help="decimals in tables (default: 2)")


def add_history(parser: argparse.ArgumentParser) -> None:
    """Declare where to keep the results.

    >>> parser = argparse.ArgumentParser()
    >>> add_history(parser)
    >>> parser.parse_args(["--save", "results.jsonl"]).save
    'results.jsonl'
    """
    parser.add_argument("--save", metavar="FILE", help="append the results to this file, for 'understudy leaderboard'")
    parser.add_argument(
        "--test-set", metavar="NAME", help="name of the test set in that file (default: the names of the references)"
    )


def check_digits(digits: int) -> None:
    """Refuse numbers of digits that make no sense.

    >>> check_digits(2)
    """
    if not 0 <= digits <= 17:
        raise SettingError(f"--digits must be from 0 to 17, got {digits}")


def show(table: Table, form: str) -> str:
    """Write a table in one of the forms, for standard output.

    >>> from understudy.tables.table import Table
    >>> show(Table(("System", "BLEU"), (("A", 46.7),)), "tsv")
    'System\\tBLEU\\nA\\t46.7'
    """
    if form == "text":
        return table.text(colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ)
    return {"markdown": table.markdown, "latex": table.latex, "tsv": table.tsv}[form]()


def check_output(args: argparse.Namespace) -> None:
    """Refuse numbers of digits that make no sense, and a name for a test set that goes nowhere.

    >>> check_output(argparse.Namespace(digits=2, save=None, test_set=None))
    """
    check_digits(args.digits)
    if args.test_set is not None and args.save is None:
        raise SettingError("--test-set names the test set in the file of --save; give --save too, or leave it out")


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Declare the number of threads.

    >>> parser = argparse.ArgumentParser()
    >>> add_threads(parser)
    >>> threads_of(parser.parse_args(["--threads", "3"]))
    3
    """
    parser.add_argument("--threads", type=int, metavar="N", help="threads to use (default: all cores)")


def threads_of(args: argparse.Namespace) -> int:
    """The number of threads to use: the one that was given, if it makes sense, or all cores.

    >>> threads_of(argparse.Namespace(threads=None)) == cores()
    True
    """
    from understudy.inputs.texts import check_threads

    threads = cores() if args.threads is None else args.threads
    check_threads(threads)
    return threads


def cores() -> int:
    """The cores this process may use, where the system tells.

    >>> cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_not_read(output: str | None, inputs: Iterable[str | None]) -> None:
    """Refuse to write over a file that is read.

    >>> check_not_read("scores.tsv", ["data.tsv"])
    """
    if output is not None and os.path.realpath(output) in {os.path.realpath(path) for path in inputs if path}:
        raise SettingError(f"--output {output!r} is one of the files to read; name another")
