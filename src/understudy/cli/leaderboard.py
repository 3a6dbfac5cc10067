"""`understudy leaderboard`: the results that were saved, ranked."""

from __future__ import annotations

import argparse
import warnings

from understudy.cli.options import add_output, check_digits, put, show
from understudy.errors import FormatError, InputError, TextWarning
from understudy.tables.outputs import Results

HELP = "Rank saved results."
EPILOG = """\
examples:
  understudy score new.txt -r ref.txt --save results.jsonl
  understudy leaderboard results.jsonl
  understudy leaderboard results.jsonl --metric bleu --format markdown
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("results", metavar="RESULTS", help="a file written by --save")
    parser.add_argument("-m", "--metric", metavar="METRIC", help="only results of this name or signature")
    parser.add_argument("--test-set", metavar="NAME", help="only results on this test set")
    add_output(parser)


def run(args: argparse.Namespace) -> None:
    """Read, rank, print."""
    check_digits(args.digits)
    from understudy.history import log
    from understudy.history.leaderboard import leaderboard
    from understudy.history.records import Record
    from understudy.history.table import long_table

    lines, broken = log.read(args.results)
    records = []
    for number, values in lines:
        try:
            records.append(Record.read(values))
        except InputError as error:
            broken.append((number, str(error)))
    for number, reason in sorted(broken):
        warnings.warn(f"{args.results}:{number}: left out, it is {reason}", TextWarning, stacklevel=1)
    if not records:
        raise FormatError(f"{args.results} holds no results; 'understudy score --save {args.results}' adds some")
    board = leaderboard(records, args.test_set, args.metric)
    results = Results(lambda: [board.table(args.digits)], lambda: long_table(board), lambda: board.to_dict())
    put(show(results, args.format))
