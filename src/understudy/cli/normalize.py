"""`understudy normalize`: what a normalizer makes of a text."""

from __future__ import annotations

import argparse

HELP = "Rewrite a text as a normalizer of speech does, or show what it changes."
EPILOG = """\
FILE has one text per line; '-' is standard input.

normalizers:
  whisper-en     Whisper's rules for English: numbers, spellings, contractions, fillers
  whisper-basic  Whisper's rules for any language: case and punctuation

examples:
  understudy normalize ref.txt > ref.norm
  understudy normalize ref.txt --diff
  understudy normalize ref.de.txt -n whisper-basic
  understudy score hyp.txt -r ref.txt -m wer:normalizer=whisper-en
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="the text, one segment per line")
    parser.add_argument(
        "-n", "--normalizer", default="whisper-en", metavar="NAME",
        help="the normalizer, perhaps with its version, such as whisper-en-20250625 (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--diff", action="store_true", help="show only the lines that change, before and after")


def run(args: argparse.Namespace) -> None:
    """Read, rewrite, print."""
    from understudy.errors import SettingError
    from understudy.formats.readers.text import read_lines
    from understudy.inputs.texts import texts
    from understudy.tokens import plain_normalizer
    from understudy.tokens.normalizers.named import normalizer_named, versioned_normalizer

    name = plain_normalizer(args.normalizer)
    if name is None:
        raise SettingError("normalizer none changes nothing; choose another one")
    lines = read_lines(args.file)
    written = normalizer_named(name).rewrite_all(texts(lines, "lines"))
    if not args.diff:
        for line in written:
            print(line)
        return
    changed = [(number, *pair) for number, pair in enumerate(zip(lines, written, strict=True), 1) if pair[0] != pair[1]]
    for number, before, after in changed:
        print(f"{number}\n- {before}\n+ {after}")
    print(f"{versioned_normalizer(name)} changes {len(changed):,} of {len(lines):,} lines")
