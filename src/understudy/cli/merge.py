"""`understudy merge`: the statistics of shards in, the table of scores of the whole out."""

from __future__ import annotations

import argparse
from functools import reduce
from typing import TYPE_CHECKING, Any

from understudy.cli.options import add_output, check_digits, put
from understudy.errors import FormatError, InputError, SettingError

if TYPE_CHECKING:
    from understudy.sharding.partial import PartialSums, PartialSurvey

HELP = "Add up the statistics of shards and print the scores of the whole test set."
EPILOG = """\
The scores are bit-identical to those of 'understudy score' on all shards at once.

examples:
  understudy merge part-*.json
  understudy merge part-*.json --format json -o all.json
  understudy merge survey-*.json -o survey.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of 'understudy stats' or 'understudy merge'")
    parser.add_argument("-o", "--output", metavar="FILE", help="also write the sum; required for surveys")
    parser.add_argument("--parts", action="store_true", help="print the components of each score")
    add_output(parser)


def run(args: argparse.Namespace) -> None:
    """Read, add, print."""
    check_digits(args.digits)
    from understudy.cli.score import render
    from understudy.sharding.partial import PartialSurvey
    from understudy.sharding.shard_files import read_partial, write_partial

    total = _added([(path, read_partial(path)) for path in args.files])
    if isinstance(total, PartialSurvey):
        if args.output is None:
            raise SettingError("a survey has no scores; name an output file with -o")
        write_partial(args.output, total)
        return
    defaults: dict[str, object] = {"segments": False, "output": None, "bare": False, "columns": []}
    printed = render(total.evaluation(), argparse.Namespace(**vars(args) | defaults))
    if args.output is not None:
        write_partial(args.output, total)
    put(printed)


def _added(files: list[tuple[str, PartialSums | PartialSurvey]]) -> PartialSums | PartialSurvey:
    def add(total: Any, file: tuple[str, PartialSums | PartialSurvey]) -> Any:
        path, one = file
        if type(one) is not type(total):
            raise FormatError(f"{path} holds {_kind(one)}, and the files before it {_kind(total)}; add one kind only")
        try:
            return total + one  # type: ignore[operator]
        except InputError as error:
            raise FormatError(f"{path} {error}") from None

    return reduce(add, files[1:], files[0][1])


def _kind(file: PartialSums | PartialSurvey) -> str:
    return "a survey" if hasattr(file, "surveys") else "sums"
