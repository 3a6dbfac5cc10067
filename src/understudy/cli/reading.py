"""Files of any format on the command line: the options that say what they hold, and the reading."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.errors import FormatError, SettingError

if TYPE_CHECKING:
    from understudy.formats import Choices, Inputs
    from understudy.formats.streaming import Stream

FILES = """\
Files are UTF-8 text with one segment a line, or TSV, CSV, JSONL, Parquet, SGML, XML, TMX, XLIFF and others, plain or
compressed (.gz, .bz2, .xz, .zst); - is standard input. See 'understudy formats'.
"""
NONE = "(none)"  # the group of segments that have no label


def add_files(parser: argparse.ArgumentParser) -> None:
    """Declare what is said of files that hold more than one text.

    >>> parser = argparse.ArgumentParser()
    >>> add_files(parser)
    >>> parser.parse_args(["--hypothesis-name", "hyp_a", "hyp_b"]).hypothesis_names
    ['hyp_a', 'hyp_b']
    """
    parser.add_argument("--input-format", metavar="NAME", help="format of all files; see 'understudy formats'")
    for kind in ("hypothesis", "reference"):
        parser.add_argument(
            f"--{kind}-name", action="extend", nargs="+", default=[], metavar="NAME", dest=f"{kind}_names",
            help=f"which {kind} of a file that holds several: a column, system or language",
        )  # fmt: skip
    parser.add_argument("--source-name", metavar="NAME", help="which column or language is the source")
    parser.add_argument(
        "--id-name", action="extend", nargs="+", default=[], metavar="NAME", dest="id_names",
        help="which columns together are the id of a segment; none: segments are aligned by order",
    )  # fmt: skip
    parser.add_argument("--language-pair", metavar="PAIR", help="such as en-de, in a folder of mt-metrics-eval")


def choices(args: argparse.Namespace) -> Choices:
    """What the options say of the files.

    >>> parser = argparse.ArgumentParser()
    >>> add_files(parser)
    >>> choices(parser.parse_args(["--source-name", "fr"])).source
    'fr'
    """
    from understudy.errors import choose
    from understudy.formats import Choices
    from understudy.formats.contents import CONTENTS

    if args.input_format is not None:
        choose("format", args.input_format, CONTENTS)
    return Choices(
        tuple(args.hypothesis_names),
        tuple(args.reference_names),
        args.source_name,
        tuple(args.id_names),
        args.language_pair,
    )


def read(args: argparse.Namespace, systems: list[str]) -> Inputs:
    """Read all files, and say on standard error how those that are not plain text were read.

    >>> parser = argparse.ArgumentParser()
    >>> add_files(parser)
    >>> args = argparse.Namespace(references=["examples/reference1.en"], **vars(parser.parse_args([])))
    >>> list(read(args, ["examples/weak.en"]).hypotheses)
    ['weak.en']
    """
    from understudy.formats import read_inputs

    found = read_inputs(systems, args.references, getattr(args, "source", None), choices(args), args.input_format)
    tell(found.told)
    return found


def read_or_stream(args: argparse.Namespace, systems: list[str]) -> Inputs | Stream:
    """The same or, of files that are too large to be held, all that is needed to read them in pieces.

    >>> parser = argparse.ArgumentParser()
    >>> add_files(parser)
    >>> args = argparse.Namespace(references=["examples/reference1.en"], **vars(parser.parse_args([])))
    >>> list(read_or_stream(args, ["examples/weak.en"]).hypotheses)
    ['weak.en']
    """
    from understudy.formats import streaming

    found = streaming.read_or_stream(systems, args.references, choices(args), args.input_format)
    if not isinstance(found, streaming.Stream):
        tell(found.told)
    return found


def tell(lines: tuple[str, ...]) -> None:
    """Say something on standard error, if there is one.

    >>> tell(())
    """
    for line in lines:
        if sys.stderr is not None:
            print(f"understudy: {line}", file=sys.stderr)


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:  # whoever reads the path says what is wrong with it
        return False


def labels(inputs: Inputs, name: str, option: str, what: str = "label") -> list[str]:
    """The label of every segment: a column of the files or, where none has that name, a file with one label a line.

    >>> from understudy.formats import read_inputs
    >>> inputs = read_inputs(["examples/weak.en"], ["examples/reference1.en"])
    >>> labels(inputs, "examples/documents.txt", "--by")[0]
    'theatre'
    """
    from understudy.formats import read_lines

    is_file = _exists(name)
    if name in inputs.columns:
        if is_file:
            raise SettingError(f"{option} {name!r} is a column and a file; write ./{name} for the file")
        return [value or NONE for value in inputs.columns[name]]
    if not is_file and inputs.columns:
        raise SettingError(
            f"{option} {name!r} is neither a column nor a file; the columns are {', '.join(inputs.columns)}"
        )
    found = read_lines(name)
    if len(found) != len(inputs):
        raise FormatError(
            f"{name} has {len(found)} lines but {inputs.first.path} has {len(inputs)}; one {what} per segment is needed"
        )
    return [label or NONE for label in found]
