"""`understudy segment`: cut output like its reference; also for `understudy score --resegment`."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from understudy.cli.options import check_not_read
from understudy.cli.reading import labels, read
from understudy.errors import SettingError

if TYPE_CHECKING:
    from understudy.alignment.segmentation import Segmentation
    from understudy.formats import Inputs

HELP = "Cut output into the segments of its reference, so that the word error rate is least."
EPILOG = """\
SYS is text; where its lines end means nothing, unless --documents is given: then it has one line for each document.
The words come out as they are; only their lines change, one for each segment of the reference.

examples:
  understudy segment asr.txt -r ref.txt -o asr.cut.txt
  understudy segment asr.txt -r ref1.txt -r ref2.txt --lowercase --ignore-punctuation
  understudy segment asr.zh.txt -r ref.zh.txt --lang zh --documents talks.txt
  understudy score asr.txt -r ref.txt --resegment -m wer bleu
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("system", metavar="SYS", help="the output of a system, cut in any way")
    parser.add_argument(
        "-r", "--reference", action="append", required=True, metavar="REF", dest="references",
        help="references, one per segment; repeat for further ones",
    )  # fmt: skip
    parser.add_argument("-o", "--output", metavar="FILE", help="the file to write; standard output by default")
    parser.add_argument("--tokenizer", metavar="NAME", help="how words are compared: none (whitespace), 13a, zh, ...")
    parser.add_argument("--lowercase", action="store_true", help="compare words regardless of case")
    parser.add_argument("--ignore-punctuation", action="store_true", help="compare words without their punctuation")
    parser.add_argument("--lang", metavar="CODE", help="language of the texts, such as zh or ja; selects the tokenizer")
    add_documents(parser)


def add_documents(parser: argparse.ArgumentParser) -> None:
    """Declare the option that names documents.

    >>> parser = argparse.ArgumentParser()
    >>> add_documents(parser)
    >>> parser.parse_args(["--documents", "talks.txt"]).documents
    'talks.txt'
    """
    parser.add_argument(
        "--documents", metavar="COLUMN",
        help="the document of each reference segment, over whose ends nothing is cut: a column, or a file of labels",
    )  # fmt: skip


def run(args: argparse.Namespace) -> None:
    """Read, cut, write."""
    settings = _settings(
        args.tokenizer, args.lang, args.lowercase, "ignore" if args.ignore_punctuation else "keep", args.documents
    )
    check_not_read(args.output, [args.system, *args.references])
    inputs = _cut(_references(args), [args.system], settings, args.documents)
    (lines,) = inputs.hypotheses.values()
    text = "".join(f"{line}\n" for line in lines)
    if args.output is None:
        print(text, end="")
    else:
        Path(args.output).write_text(text, encoding="utf-8", newline="\n")


def read_cut(args: argparse.Namespace) -> Inputs:
    """The inputs of `understudy score --resegment`; their facts say how the systems were cut.

    >>> from understudy.cli.reading import add_files
    >>> parser = argparse.ArgumentParser()
    >>> add_files(parser)
    >>> args = argparse.Namespace(systems=["examples/weak.en"], references=["examples/reference1.en"])
    >>> args = argparse.Namespace(lang=None, documents=None, **vars(args), **vars(parser.parse_args([])))
    >>> read_cut(args).facts
    {'segmentation': 'none'}
    """
    if not args.references:
        raise SettingError("--resegment requires references, whose segments the output is cut into; name them with -r")
    settings = _settings(None, args.lang, False, "keep", args.documents)
    return _cut(read(args, args.references[:1]), args.systems, settings, args.documents)


def _settings(
    tokenizer: str | None, lang: str | None, lowercase: bool, punctuation: str, documents: str | None
) -> Segmentation:
    from understudy.alignment.segmentation import Segmentation
    from understudy.tokens import tokenizer_for

    chosen = tokenizer or (tokenizer_for(lang) if lang else None) or "none"
    return Segmentation(chosen, lowercase, punctuation, documents is not None)  # type: ignore[arg-type]


def _references(args: argparse.Namespace) -> Inputs:
    from understudy.formats import read_inputs

    return read_inputs(args.references[:1], args.references)


def _cut(inputs: Inputs, systems: list[str], settings: Segmentation, documents: str | None) -> Inputs:
    from understudy.alignment.segmentation import resegment
    from understudy.formats import read_lines
    from understudy.inputs.texts import references

    own = None if documents is None else labels(inputs, documents, "--documents")
    refs = references(inputs.references, len(inputs))
    names = [PurePath(path).name for path in systems]
    unique = names if len(set(names)) == len(names) else systems
    cut = {name: resegment(read_lines(path), refs, settings, own) for name, path in zip(unique, systems, strict=True)}
    return replace(inputs, hypotheses=cut, facts={**inputs.facts, "segmentation": settings.signature})
