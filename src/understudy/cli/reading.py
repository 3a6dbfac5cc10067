"""Input files of any format on the command line: the options that select texts from them, and the reading."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.errors import FormatError, SettingError

if TYPE_CHECKING:
    from understudy.formats import Inputs, Selection, Sources
    from understudy.formats.streaming import Stream
    from understudy.testsets.locations import LocatedSet

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
    parser.add_argument(
        "-l", "--language-pair", metavar="PAIR",
        help="language pair of a test set or in an mt-metrics-eval folder, as en-de",
    )  # fmt: skip


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


def add_where(parser: argparse.ArgumentParser) -> None:
    """Declare which segments to take.

    >>> parser = argparse.ArgumentParser()
    >>> add_where(parser)
    >>> parser.parse_args(["--where", "tgt_lang=de_DE"]).where
    ['tgt_lang=de_DE']
    """
    parser.add_argument(
        "--where", action="append", default=[], metavar="COLUMN=VALUE[,VALUE]",
        help="only segments with such a value in a column of the files, as tgt_lang=de_DE; repeat for further columns",
    )  # fmt: skip


def where_of(conditions: list[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The columns and values of `--where`.

    >>> where_of(["tgt_lang=de_DE,cs_CZ"])
    (('tgt_lang', ('de_DE', 'cs_CZ')),)
    """
    pairs = []
    for each in conditions:
        column, equals, values = each.partition("=")
        if not equals or not column or not values:
            raise SettingError(f"--where {each!r:.80} is not of the form COLUMN=VALUE, as tgt_lang=de_DE")
        pairs.append((column, tuple(values.split(","))))
    return tuple(pairs)


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
        tuple(args.file_names.items()) if "file_names" in args else (),
        where_of(args.where) if "where" in args else (),
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
    located = test_set_of(args)
    references = args.references
    if located is not None:
        references, source = list(map(str, located.references.values())), source or str(located.source)
    sources = Sources.open(systems, references, source, selection_of(args), args.input_format)
    if args.language_pair and located is None and all(file.format.folder is None for file in sources.files.values()):
        sources.close()
        raise SettingError(
            f"-l {args.language_pair} is for a test set, as -t wmt24 -l en-de, or a folder of mt-metrics-eval; the"
            " language of texts is given with --lang"
        )
    return sources


def test_set_of(args: argparse.Namespace) -> LocatedSet | None:
    """The test set that is named with -t and -l; None where the name is only one for --save.

    >>> test_set_of(argparse.Namespace(language_pair="en-de"))
    """
    name, pair = (args.test_set if "test_set" in args else None), args.language_pair
    if name is None or pair is None:
        return None
    from understudy.testsets.catalog import catalog
    from understudy.testsets.locations import locate

    if args.save is not None and (args.references or name not in catalog()):
        return None
    if args.references:
        raise SettingError(f"-t {name} has references; leave out -r, or -t")
    return locate(name, pair)


def read(args: argparse.Namespace, systems: list[str]) -> Inputs:
    """Read all input files, and report on standard error how those that are not plain text were read.

    >>> parser = argparse.ArgumentParser()
    >>> add_files(parser)
    >>> args = argparse.Namespace(references=["examples/reference1.en"], **vars(parser.parse_args([])))
    >>> list(read(args, ["examples/weak.en"]).hypotheses)
    ['weak.en']
    """
    from understudy.formats.inputs import read_sources

    inputs = with_where(of_test_set(read_sources(open_sources(args, systems)), args), args)
    tell(inputs.messages)
    return inputs


def with_where(inputs: Inputs, args: argparse.Namespace) -> Inputs:
    """The same with the conditions of `--where` as a fact about the test set, which signatures state.

    >>> from understudy.formats import read_inputs
    >>> inputs = read_inputs(["examples/weak.en"], ["examples/reference1.en"])
    >>> with_where(inputs, argparse.Namespace(where=[])) is inputs
    True
    """
    if "where" not in args or not args.where:
        return inputs
    from understudy.testsets.subsets import as_fact

    return replace(inputs, facts={**inputs.facts, "subset": as_fact(args.where)})


def of_test_set(inputs: Inputs, args: argparse.Namespace) -> Inputs:
    """The same with what is known of the segments of the test set, if one is named, and only the subset asked for.

    >>> from understudy.formats import read_inputs
    >>> inputs = read_inputs(["examples/weak.en"], ["examples/reference1.en"])
    >>> of_test_set(inputs, argparse.Namespace(language_pair=None, subset=[])) is inputs
    True
    """
    located = test_set_of(args)
    if located is None:
        if "subset" in args and args.subset:
            raise SettingError("--subset needs a test set by its name: -t wmt24 -l en-de")
        return inputs
    from understudy.formats.missing import only
    from understudy.testsets.subsets import as_fact, chosen_segments

    known = located.columns if inputs.kept is None else only(inputs.kept, dict(located.columns))
    facts = {"testset": located.name, "langpair": located.pair}
    said = f"test set {located.name}/{located.pair} from {located.folder}"
    inputs = replace(
        inputs, columns={**known, **inputs.columns}, messages=(*inputs.messages, said), facts={**facts, **inputs.facts}
    )
    if not args.subset:
        return inputs
    chosen = chosen_segments(args.subset, inputs.columns, len(inputs), f"{located.name}/{located.pair}")
    return replace(inputs.only(chosen), facts={**facts, "subset": as_fact(args.subset), **inputs.facts})


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
