"""Input files of any format on the command line: the options that select texts from them, and the reading."""

from __future__ import annotations

import argparse
import sys
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.errors import FormatError, SettingError

if TYPE_CHECKING:
    from understudy.formats import Inputs, Selection, Sources
    from understudy.formats.streaming import Stream

FILES = """\
Files are UTF-8 text with one segment per line, or TSV, CSV, JSONL, Parquet, SGML, XML, TMX, XLIFF and others, plain or
compressed (.gz, .bz2, .xz, .zst); - is standard input. See 'understudy formats'.
"""
NONE = "(none)"  # the group of segments that have no label


def add_files(parser: argparse.ArgumentParser) -> None:
    """Declare the options that select texts from files with several.

    >>> parser = argparse.ArgumentParser()
    >>> add_files(parser)
    >>> parser.parse_args(["--hypothesis-name", "hyp_a", "hyp_b"]).hypothesis_names
    ['hyp_a', 'hyp_b']
    """
    parser.add_argument("--input-format", metavar="NAME", help="format of all input files; see 'understudy formats'")
    for kind in ("hypothesis", "reference"):
        parser.add_argument(
            f"--{kind}-name", action="extend", nargs="+", default=[], metavar="NAME", dest=f"{kind}_names",
            help=f"which {kind} to take from a file with several: a column, system or language",
        )  # fmt: skip
    parser.add_argument("--source-name", metavar="NAME", help="which column or language is the source")
    parser.add_argument(
        "--id-name", action="extend", nargs="+", default=[], metavar="NAME", dest="id_names",
        help="columns that together form the segment id; none: align segments by order",
    )  # fmt: skip
    parser.add_argument("--encoding", metavar="NAME", help="encoding of text files that are not UTF-8: utf-16, cp1252")
    parser.add_argument(
        "--delimiter", metavar="CHARACTER", type=lambda text: "\t" if text in ("tab", "\\t") else text,
        help="what separates the columns of CSV files, if their header line doesn't show it: ';', '|' or tab",
    )  # fmt: skip
    parser.add_argument("--sheet", metavar="NAME", help="which sheet of an XLSX file to take, if several have cells")
    parser.add_argument("--language-pair", metavar="PAIR", help="language pair in an mt-metrics-eval folder, as en-de")


def add_missing(parser: argparse.ArgumentParser) -> None:
    """Declare what happens to segments that lack a text.

    >>> parser = argparse.ArgumentParser()
    >>> add_missing(parser)
    >>> parser.parse_args([]).skip_missing
    False
    """
    parser.add_argument(
        "--skip-missing", action="store_true",
        help="leave out segments without a hypothesis or a reference, for all systems; signatures say how many",
    )  # fmt: skip


def selection_of(args: argparse.Namespace) -> Selection:
    """Which texts the options select.

    >>> parser = argparse.ArgumentParser()
    >>> add_files(parser)
    >>> selection_of(parser.parse_args(["--source-name", "fr"])).source
    'fr'
    """
    from understudy.formats import Selection

    return Selection(
        tuple(args.hypothesis_names),
        tuple(args.reference_names),
        args.source_name,
        tuple(args.id_names),
        args.language_pair,
        args.encoding,
        args.delimiter,
        args.sheet,
        args.skip_missing if "skip_missing" in args else False,
    )


def open_sources(args: argparse.Namespace, systems: list[str]) -> Sources:
    """Open all input files and detect their formats, once.

    >>> parser = argparse.ArgumentParser()
    >>> add_files(parser)
    >>> args = argparse.Namespace(references=["examples/reference1.en"], **vars(parser.parse_args([])))
    >>> list(open_sources(args, ["examples/weak.en"]).files)
    ['examples/weak.en', 'examples/reference1.en']
    """
    from understudy.formats import Sources

    source = args.source if "source" in args else None
    return Sources.open(systems, args.references, source, selection_of(args), args.input_format)


def read(args: argparse.Namespace, systems: list[str]) -> Inputs:
    """Read all input files, and report on standard error how those that are not plain text were read.

    >>> parser = argparse.ArgumentParser()
    >>> add_files(parser)
    >>> args = argparse.Namespace(references=["examples/reference1.en"], **vars(parser.parse_args([])))
    >>> list(read(args, ["examples/weak.en"]).hypotheses)
    ['weak.en']
    """
    from understudy.formats.inputs import read_sources

    inputs = read_sources(open_sources(args, systems))
    tell(inputs.messages)
    return inputs


def read_or_stream(args: argparse.Namespace, systems: list[str]) -> Inputs | Stream:
    """The same or, of files that are too large to be held, a stream of their pieces.

    >>> parser = argparse.ArgumentParser()
    >>> add_files(parser)
    >>> args = argparse.Namespace(references=["examples/reference1.en"], **vars(parser.parse_args([])))
    >>> list(read_or_stream(args, ["examples/weak.en"]).hypotheses)
    ['weak.en']
    """
    from understudy.formats import streaming

    inputs = streaming.read_or_stream(open_sources(args, systems))
    if not isinstance(inputs, streaming.Stream):
        tell(inputs.messages)
    return inputs


def facts_of(inputs: Inputs) -> dict[str, str]:
    """What signatures must state about the test set beside the number of references.

    >>> from understudy.formats import read_inputs
    >>> facts_of(read_inputs(["examples/weak.en"], ["examples/reference1.en"]))
    {}
    """
    return {"skipped": str(inputs.skipped)} if inputs.skipped else {}


def tell(lines: tuple[str, ...]) -> None:
    """Print messages on standard error, if there is one.

    >>> tell(())
    """
    for line in lines:
        if sys.stderr is not None:
            print(f"understudy: {line}", file=sys.stderr)


def longer(messages: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Of the messages on two pieces of the same files, those that name more.

    >>> longer(("a.jsonl read as JSONL: references refs 1",), ("a.jsonl read as JSONL: references refs 1, refs 2",))
    ('a.jsonl read as JSONL: references refs 1, refs 2',)
    """
    return tuple(max(pair, key=len) for pair in zip_longest(messages, others, fillvalue=""))


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:  # whoever reads the path says what is wrong with it
        return False


def labels(inputs: Inputs, name: str, option: str, what: str = "label") -> list[str]:
    """The label of every segment: a column of the files or, if none has that name, a file with one label per line.

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
    lines = read_lines(name)
    if inputs.kept is not None and len(lines) == len(inputs.first):
        lines = [lines[segment] for segment in inputs.kept]
    if len(lines) != len(inputs):
        raise FormatError(
            f"{name} has {len(lines)} lines but {inputs.first.path} has {len(inputs)}; one {what} per segment is needed"
        )
    return [label or NONE for label in lines]
