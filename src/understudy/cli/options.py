"""Options that several commands share, and the values that they stand for."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from understudy.errors import SettingError
from understudy.tables.outputs import OUTPUTS

if TYPE_CHECKING:
    from understudy.scoring.evaluate import Request
    from understudy.tables.outputs import Results

XLSX = "xlsx"  # an output that is no text


def add_inputs(parser: argparse.ArgumentParser) -> None:
    """Declare the references, the metrics and the language.

    >>> parser = argparse.ArgumentParser()
    >>> add_inputs(parser)
    >>> parser.parse_args(["-r", "ref.txt", "-m", "bleu", "ter"]).metrics
    ['bleu', 'ter']
    """
    parser.add_argument(
        "-r", "--reference", action="append", default=[], metavar="REF", dest="references",
        help="references, one per segment; repeat for further references; not needed if SYS contains them",
    )  # fmt: skip
    parser.add_argument(
        "-m", "--metric", action="extend", nargs="+", metavar="METRIC[:SETTINGS]", dest="metrics",
        help="metrics, such as bleu:order=2,lowercase=yes (default: bleu), or all; see 'understudy metrics'",
    )  # fmt: skip
    parser.add_argument("--lang", metavar="CODE", help="language of the texts, such as zh; selects the tokenizer")


def add_checks(parser: argparse.ArgumentParser) -> None:
    """Declare whether signs of mistakes in the texts are told.

    >>> parser = argparse.ArgumentParser()
    >>> add_checks(parser)
    >>> parser.parse_args(["--no-checks"]).checks
    False
    """
    parser.add_argument(
        "--no-checks", action="store_false", dest="checks", help="no warnings about signs of mistakes in the texts"
    )


def metrics_of(args: argparse.Namespace, default: Iterable[str] = ("bleu",)) -> Request:
    """Make the metrics of a command: once, and before any file is opened.

    >>> list(metrics_of(argparse.Namespace(metrics=["bleu", "ter"], lang=None)).metrics)
    ['bleu', 'ter']
    """
    from understudy.cli.habits import metric_specs
    from understudy.scoring.evaluate import requested

    return requested(metric_specs(args.metrics or list(default)), args.lang)


def add_format(parser: argparse.ArgumentParser) -> None:
    """Declare the format of the output.

    >>> parser = argparse.ArgumentParser()
    >>> add_format(parser)
    >>> parser.parse_args([]).format
    'text'
    """
    parser.add_argument(
        "--format", choices=(*OUTPUTS, XLSX), default="text", help="output format (default: text); xlsx into a file"
    )


def add_columns(parser: argparse.ArgumentParser) -> None:
    """Declare which columns tables have.

    >>> parser = argparse.ArgumentParser()
    >>> add_columns(parser)
    >>> parser.parse_args(["--columns", "System", "BLEU"]).columns
    ['System', 'BLEU']
    """
    parser.add_argument(
        "--columns", action="extend", nargs="+", default=[], metavar="NAME",
        help="only these columns of the table, in this order, by the names that it has",
    )  # fmt: skip


def add_output(parser: argparse.ArgumentParser, digits: int = 2) -> None:
    """Declare the format of the output and the decimals in it.

    >>> parser = argparse.ArgumentParser()
    >>> add_output(parser)
    >>> parser.parse_args([]).digits
    2
    """
    add_format(parser)
    parser.add_argument(
        "--digits", type=int, default=digits, metavar="N", help=f"decimal places in tables (default: {digits})"
    )


def add_history(parser: argparse.ArgumentParser) -> None:
    """Declare where to keep the results.

    >>> parser = argparse.ArgumentParser()
    >>> add_history(parser)
    >>> parser.parse_args(["--save", "results.jsonl"]).save
    'results.jsonl'
    """
    parser.add_argument("--save", metavar="FILE", help="append the results to this file, for 'understudy leaderboard'")
    add_test_set(parser, "the name of the test set for --save (default: names of the reference files)")


def add_test_set(parser: argparse.ArgumentParser, alone: str = "") -> None:
    """Declare a test set by its name.

    >>> parser = argparse.ArgumentParser()
    >>> add_test_set(parser)
    >>> parser.parse_args(["-t", "wmt24"]).test_set
    'wmt24'
    """
    parser.add_argument(
        "-t", "--test-set", metavar="NAME",
        help="with -l, take source and references from this test set; see 'understudy testsets'"
        + (f"; without, {alone}" if alone else ""),
    )  # fmt: skip


def check_digits(digits: int) -> None:
    """Refuse a number of decimal places outside the range of a float.

    >>> check_digits(2)
    """
    if not 0 <= digits <= 17:
        raise SettingError(f"--digits must be from 0 to 17, got {digits}")


class Binary(str):
    """What is printed as bytes."""

    data: bytes


def show(results: Results, form: str, columns: Sequence[str] = ()) -> str:
    """Write results in one of the output formats, for standard output.

    >>> from understudy.tables.outputs import Results
    >>> show(Results(list, list, lambda: []), "json")
    '[]'
    """
    if columns and form == "json":
        raise SettingError("--columns is for tables; json has every value, by name")
    if columns:
        tables, long_table = results.tables, results.long_table
        results = replace(
            results,
            tables=lambda: [each.only(columns) for each in tables()],
            long_table=lambda: long_table().only(columns),
        )
    if form == XLSX:
        return _spreadsheet(results)
    return OUTPUTS[form](replace(results, color=sys.stdout.isatty() and "NO_COLOR" not in os.environ))


def _spreadsheet(results: Results) -> str:
    from understudy.formats.readers.xlsx import write_sheets

    if sys.stdout.isatty():
        raise SettingError("--format xlsx is not for a terminal; write it into a file: --format xlsx > scores.xlsx")
    tables = results.tables()
    sheets = {
        f"Results {number}" if len(tables) > 1 else "Results": {
            name: [row[place] for row in table.rows] for place, name in enumerate(table.columns)
        }
        for number, table in enumerate(tables, 1)
    }
    made = Binary(XLSX)
    made.data = write_sheets(sheets, [*results.lead(), *(note for table in tables for note in table.notes)])
    return made


def put(shown: str) -> None:
    """Print what was shown.

    >>> put("BLEU 46.71")
    BLEU 46.71
    """
    if isinstance(shown, Binary):
        sys.stdout.flush()
        sys.stdout.buffer.write(shown.data)
        sys.stdout.buffer.flush()
    else:
        print(shown)


def check_output(args: argparse.Namespace) -> None:
    """Refuse options of the output that don't fit together.

    >>> check_output(argparse.Namespace(digits=2, save=None, test_set=None, language_pair=None))
    """
    check_digits(args.digits)
    if args.test_set is not None and args.save is None and args.language_pair is None:
        raise SettingError(
            f"--test-set requires -l, the language pair of a test set that has a name, or --save; add -l PAIR as in"
            f" -t wmt24 -l en-de, or --save FILE, or leave out --test-set {args.test_set!r}"
        )


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Declare the number of threads.

    >>> parser = argparse.ArgumentParser()
    >>> add_threads(parser)
    >>> threads_of(parser.parse_args(["--threads", "3"]))
    3
    """
    parser.add_argument("--threads", type=int, metavar="N", help="number of threads (default: all cores)")


def threads_of(args: argparse.Namespace) -> int:
    """The number of threads to use, checked: that of --threads, or all cores.

    >>> threads_of(argparse.Namespace(threads=None)) == cores()
    True
    """
    from understudy.inputs.texts import check_threads

    threads = cores() if args.threads is None else args.threads
    check_threads(threads)
    return threads


def cores() -> int:
    """The number of cores that this process may use.

    >>> cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_not_read(output: str | None, inputs: Iterable[str | None], why: str = "") -> None:
    """Refuse to overwrite an input file.

    >>> check_not_read("scores.tsv", ["data.tsv"])
    """
    if output is not None and os.path.realpath(output) in {os.path.realpath(path) for path in inputs if path}:
        raise SettingError(f"--output {output!r} is one of the files to read{why}; name another")
