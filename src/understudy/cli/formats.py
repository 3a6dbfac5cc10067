"""`understudy formats`: which files are read."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from understudy.cli.options import add_format, put, show
from understudy.tables.outputs import Results

if TYPE_CHECKING:
    from understudy.formats import Format
    from understudy.tables.table import Cell, Table

HELP = "List the file formats that are read."
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
    add_format(parser)


def run(args: argparse.Namespace) -> None:
    """Print the table of contents."""
    from understudy.formats.contents import all_formats

    formats = list(all_formats().values())
    results = Results(lambda: [_table(formats)], lambda: _table(formats), lambda: [each.to_dict() for each in formats])
    put(show(results, args.format))


def _table(formats: list[Format]) -> Table:
    from understudy.tables.table import Table

    columns = ("Format", "Endings", "What it holds", "Choose", "Needs", "Written")
    return Table(columns, tuple(map(_row, formats)), NOTES)


def _row(each: Format) -> tuple[Cell, ...]:
    return (
        each.name,
        " ".join(each.endings),
        each.holds,
        ", ".join(option.removeprefix("--").removesuffix("-name") for option in each.options),
        f"understudy[{each.extra}]" if each.extra else "",
        "yes" if each.written else "",
    )
