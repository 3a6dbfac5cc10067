"""jiwer's command line: the same options, the same output."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from understudy.compat.jiwer.alignment import visualize_alignment
from understudy.compat.jiwer.process import CharacterOutput, WordOutput, process_characters, process_words
from understudy.compat.jiwer.transformations import cer_contiguous, cer_default, wer_contiguous, wer_default
from understudy.errors import InputError, UnderstudyError

__all__ = ["main"]


def main(argv: Sequence[str] | None = None, prog: str = "jiwer") -> int:
    """Run the command and return its exit code: 0, or 1 if the files can't be scored.

    >>> main(["-r", "examples/reference1.en", "-h", "examples/strong.en"])
    0.3473451327433628
    0
    """
    options = _parser(prog).parse_args(argv)
    try:
        print(_result(options), end="")
    except (UnderstudyError, OSError, UnicodeDecodeError) as error:
        _parser(prog).exit(1, f"{prog}: {error}\n")
    return 0


def _parser(prog: str) -> argparse.ArgumentParser:
    # -h is the hypothesis, as jiwer has it.
    parser = argparse.ArgumentParser(
        prog=prog,
        add_help=False,
        description="The word or character error rate of a file of hypotheses, one sentence a line, as jiwer 4.0.0"
        " prints it.",
    )
    parser.add_argument("-r", "--reference", type=Path, required=True, help="file of references, one a line")
    parser.add_argument("-h", "--hypothesis", type=Path, required=True, help="file of hypotheses, one a line")
    parser.add_argument("-c", "--cer", action="store_true", help="CER instead of WER")
    parser.add_argument("-a", "--align", action="store_true", help="print the alignment of each sentence")
    joined = "align all sentences as one, for files with different numbers of lines"
    parser.add_argument("-g", "--global", dest="joined", action="store_true", help=joined)
    parser.add_argument("--help", action="help", help="show this message and exit")
    return parser


def _result(options: argparse.Namespace) -> str:
    refs, hyps = _lines(options.reference), _lines(options.hypothesis)
    if options.joined:
        refs, hyps = [each for each in refs if each], [each for each in hyps if each]
    else:
        _check_lines(options, refs, hyps)
        pairs = [pair for pair in zip(refs, hyps, strict=True) if any(pair)]  # what is blank in both is no sentence
        refs, hyps = [ref for ref, _ in pairs], [hyp for _, hyp in pairs]
    output: WordOutput | CharacterOutput
    if options.cer:
        output = process_characters(refs, hyps, *[cer_contiguous if options.joined else cer_default] * 2)
    else:
        output = process_words(refs, hyps, *[wer_contiguous if options.joined else wer_default] * 2)
    if options.align:
        return visualize_alignment(output)
    return f"{output.cer if isinstance(output, CharacterOutput) else output.wer}\n"


def _lines(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    return [line.strip() for line in lines]


def _check_lines(options: argparse.Namespace, refs: list[str], hyps: list[str]) -> None:
    """Refuse files of different lengths; blank lines at the end of one of them are no sentences."""
    for lines, others in ((refs, hyps), (hyps, refs)):
        while len(lines) > len(others) and not lines[-1]:
            lines.pop()
    if len(refs) != len(hyps):
        raise InputError(
            f"{options.reference} has {len(refs)} lines but {options.hypothesis} has {len(hyps)};"
            " give as many of each, or --global to align all as one"
        )
