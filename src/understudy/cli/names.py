"""Systems by name: `NAME=FILE` in place of a file, and `--name`."""

from __future__ import annotations

import argparse
import os
from collections import Counter

from understudy.errors import SettingError

PLACES = ("base", "systems", "files")  # of files of systems, in the commands that have any


def add_names(parser: argparse.ArgumentParser) -> None:
    """Declare the names of systems.

    >>> parser = argparse.ArgumentParser()
    >>> add_names(parser)
    >>> parser.parse_args(["--name", "A=out.txt"]).names
    ['A=out.txt']
    """
    parser.add_argument(
        "--name", action="append", default=[], metavar="NAME[=FILE]", dest="names",
        help="name of a system: repeat in the order of the files, or say which file; NAME=FILE may stand in place of a"
        " file, too",
    )  # fmt: skip


def take_names(args: argparse.Namespace) -> None:
    """Take the names out of `NAME=FILE`, so that files are files, and keep them by file.

    >>> args = argparse.Namespace(systems=["A=a.txt", "b.txt"], names=["B=b.txt"])
    >>> take_names(args)
    >>> args.systems, args.file_names
    (['a.txt', 'b.txt'], {'a.txt': 'A', 'b.txt': 'B'})
    """
    named: dict[str, str] = {}
    files: list[str] = []
    for place in PLACES:
        value = getattr(args, place, None)
        if value:
            taken = [_taken(each, named) for each in ([value] if isinstance(value, str) else value)]
            setattr(args, place, taken[0] if isinstance(value, str) else taken)
            files += taken
    if getattr(args, "command", None) != "stats":  # which names systems in order, wherever they come from
        _add_given(getattr(args, "names", None) or [], files, named)
    twice = [name for name, times in Counter(named.values()).items() if times > 1]
    if twice:
        raise SettingError(f"two systems are named {twice[0]!r}; give one of them another name")
    args.file_names = named


def _taken(argument: str, named: dict[str, str]) -> str:
    name, equals, path = argument.partition("=")
    if not equals or not name or not path or os.path.exists(argument):  # noqa: PTH110  # long texts are no paths
        return argument
    named[path] = name
    return path


def _add_given(names: list[str], files: list[str], named: dict[str, str]) -> None:
    plain = [each for each in names if "=" not in each]
    if plain and (len(plain) != len(files) or len(plain) != len(names)):
        raise SettingError(
            f"--name gives {', '.join(names)} to the files {', '.join(files)}; name each in its order, or say which"
            " with --name NAME=FILE"
        )
    for each, path in zip(plain, files, strict=False):
        named[path] = each
    for each in names:
        name, equals, path = each.partition("=")
        if equals and (path not in files or not name):
            raise SettingError(f"--name {each!r:.80} names no file of a system; they are {', '.join(files)}")
        if equals:
            named[path] = name
