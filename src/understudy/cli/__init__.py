"""The command line: parse, call the API, render. Nothing heavy is imported before a command runs."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence

from understudy._version import __version__
from understudy.cli import metrics, score
from understudy.errors import SettingError, TextWarning, UnderstudyError, unknown

COMMANDS = {"score": score, "metrics": metrics}
DATA_ERROR, USAGE_ERROR, INTERRUPTED = 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and give its exit code: 0, 1 for a mistake in the data, 2 for one in the command.

    >>> main(["metrics"])
    bleu  BLEU, the bilingual evaluation understudy: clipped n-gram precision with a penalty for brevity.
    ...
    0
    """
    given = list(sys.argv[1:] if argv is None else argv)
    try:
        args = _parse(given)
        with warnings.catch_warnings():
            warnings.simplefilter("always", TextWarning)
            warnings.showwarning = _print_warning
            args.run(args)
        sys.stdout.flush()
    except SettingError as error:
        return _fail(str(error), USAGE_ERROR)
    except UnderstudyError as error:
        return _fail(str(error), DATA_ERROR)
    except BrokenPipeError:
        # The reader has gone. Point stdout elsewhere, or Python complains once more when it shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DATA_ERROR
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    return 0


def _parse(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="understudy",
        description="Score machine translation: metrics that equal the originals, many times faster.",
        epilog="Run 'understudy COMMAND --help' for the options of a command.",
    )
    parser.add_argument("--version", action="version", version=f"understudy {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, module in COMMANDS.items():
        command = commands.add_parser(name, help=module.HELP, description=module.HELP, epilog=module.EPILOG)
        command.formatter_class = argparse.RawDescriptionHelpFormatter
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    if argv and not argv[0].startswith("-") and argv[0] not in COMMANDS:
        raise unknown("command", argv[0], COMMANDS)
    return parser.parse_args(argv)


def _fail(message: str, code: int) -> int:
    print(f"understudy: {message}", file=sys.stderr)
    return code


def _print_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(f"understudy: warning: {message}", file=sys.stderr)
