"""The command line: parse, call the API, render. Nothing heavy is imported before a command runs."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
import warnings
from collections.abc import Sequence

from understudy import __version__
from understudy.cli import (
    cache,
    compare,
    completion,
    errors,
    explain,
    formats,
    humans,
    leaderboard,
    meetings,
    merge,
    metrics,
    normalize,
    report,
    score,
    segment,
    serve,
    stats,
    testsets,
)
from understudy.cli.habits import in_order, joined, refuse, unknown_command
from understudy.cli.names import take_names
from understudy.compat import COMMANDS as PEERS
from understudy.errors import CorpusWarning, LanguageWarning, SettingError, TextWarning, UnderstudyError

COMMANDS = {
    "score": score,
    "stats": stats,
    "merge": merge,
    "compare": compare,
    "explain": explain,
    "errors": errors,
    "report": report,
    "leaderboard": leaderboard,
    "humans": humans,
    "meetings": meetings,
    "serve": serve,
    "metrics": metrics,
    "segment": segment,
    "normalize": normalize,
    "formats": formats,
    "cache": cache,
    "testsets": testsets,
    "completion": completion,
}
DATA_ERROR, USAGE_ERROR, INTERRUPTED = 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0; 1 for an error in the data, 2 in the command; 3 if --fail-if holds.

    >>> main(["metrics"])
    bleu  BLEU, the bilingual evaluation understudy: ...
    0
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    if sys.stdout is None:
        return _fail("standard output is closed, so there is nowhere to print the result", DATA_ERROR)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")  # whatever the locale; odd file names too
    if arguments and arguments[0] in PEERS:
        return _run_peer(*arguments)
    try:
        args = _parse(in_order(arguments))
        take_names(args)
        with warnings.catch_warnings():
            warnings.simplefilter("always", TextWarning)
            warnings.simplefilter("once", LanguageWarning)  # several metrics may have the same to say
            if not getattr(args, "checks", True):
                warnings.simplefilter("ignore", CorpusWarning)
            warnings.showwarning = _print_warning
            code: int = args.run(args) or 0
        sys.stdout.flush()
    except SettingError as error:
        return _fail(str(error), USAGE_ERROR)
    except UnderstudyError as error:
        return _fail(str(error), DATA_ERROR)
    except OSError as error:
        # Point stdout elsewhere, or Python reports the error again at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # whoever read the output has closed it
            return DATA_ERROR
        return _fail(f"the result can't be written: {error.strerror}", DATA_ERROR)
    except MemoryError:
        return _fail("not enough memory; score fewer or shorter segments at once", DATA_ERROR)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    return code


def _run_peer(name: str, *argv: str) -> int:
    """Run the command line of another package, whose options and messages are its own."""
    code: int = importlib.import_module(f"understudy.compat.{name}.__main__").main(argv, f"understudy {name}")
    return code


def _parse(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="understudy",
        description="Score machine translation: metrics that equal the originals, many times faster.",
        epilog="Run 'understudy COMMAND --help' for the options of a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"understudy {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command")
    for name, module in COMMANDS.items():
        command = commands.add_parser(
            name, help=module.HELP, description=module.HELP, epilog=module.EPILOG, allow_abbrev=False
        )
        command.formatter_class = argparse.RawDescriptionHelpFormatter
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    for name, help_line in PEERS.items():  # listed here, run before anything is parsed
        commands.add_parser(name, help=help_line, add_help=False)
    if argv and not argv[0].startswith("-") and argv[0] not in COMMANDS:
        raise unknown_command(argv, [*COMMANDS, *PEERS])
    if argv and argv[0] in COMMANDS and (hidden := joined(argv)):
        refuse(commands.choices[argv[0]], argv[0], hidden)
    args, leftover = parser.parse_known_args(argv)
    if args.command is None and not leftover:  # nothing was asked for: a mistake, answered with the help
        parser.print_help(sys.stderr)
        parser.exit(USAGE_ERROR)
    if leftover:
        refuse(parser if args.command is None else commands.choices[args.command], args.command, leftover)
    return args


def _fail(message: str, code: int) -> int:
    if sys.stderr is not None:
        print(f"understudy: {message}", file=sys.stderr)
    return code


def _print_warning(message: Warning | str, *_: object, **__: object) -> None:
    if sys.stderr is not None:
        said = message.on_command_line if isinstance(message, CorpusWarning) else message
        print(f"understudy: warning: {said}", file=sys.stderr)
