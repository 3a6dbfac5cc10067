"""`understudy formats`: which files are read."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict

from understudy.cli.options import FORMATS

HELP = "List the formats of files that are read."
EPILOG = """\
examples:
  understudy formats
  understudy score data.xml --input-format wmt
"""
NOTES = (
    "Choose: with --hypothesis-name, --reference-name, --source-name, --id-name and --language-pair",
    "Written: by understudy score --segments --output FILE",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--format", choices=FORMATS, default="text", help="form of the output (default: text)")


def run(args: argparse.Namespace) -> None:
    """Print the table of contents."""
    from understudy.formats.contents import CONTENTS
    from understudy.tables.table import Cell, Table

    if args.format == "json":
        print(json.dumps([asdict(each) for each in CONTENTS.values()], ensure_ascii=False, indent=2))
        return
    rows: list[tuple[Cell, ...]] = [
        (
            each.name,
            " ".join(each.endings),
            each.holds,
            ", ".join(option.removeprefix("--").removesuffix("-name") for option in each.options),
            f"understudy[{each.extra}]" if each.extra else "",
            "yes" if each.written else "",
        )
        for each in CONTENTS.values()
    ]
    table = Table(("Format", "Endings", "What it holds", "Choose", "Needs", "Written"), tuple(rows), NOTES)
    if args.format == "text":
        print(table.text(colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ))
    else:
        print({"markdown": table.markdown, "latex": table.latex, "tsv": table.tsv}[args.format]())
