"""The forms in which results are printed, by the name that `--format` takes: one function and one line each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from understudy.tables.markup import element
from understudy.tables.table import escaped_markdown

if TYPE_CHECKING:
    from understudy.tables.table import Table


@dataclass(frozen=True)
class Results:
    """What there is to print, in the shapes that outputs need; each is made only when an output asks for it."""

    tables: Callable[[], Sequence[Table]]  # for people: rounded, with notes
    long_table: Callable[[], Table]  # for programs: one value a row, in full
    values: Callable[[], Any]  # plain values, for JSON
    lead: Callable[[], Sequence[str]] = tuple  # sentences before the tables
    latex: Callable[[], str] | None = None  # for a paper, if tables for people are too wide
    color: bool = False  # where a terminal shows it


Output = Callable[[Results], str]


def as_text(results: Results) -> str:
    """Align columns for a terminal.

    >>> from understudy.tables.table import Table
    >>> table = Table(("System", "BLEU"), (("A", 46.714),))
    >>> print(as_text(Results(lambda: [table], lambda: table, dict)))
    System   BLEU
    A       46.71
    """
    return _joined(["\n".join(results.lead())], results, lambda table: table.text(results.color))


def as_json(results: Results) -> str:
    """Write the values as JSON.

    >>> as_json(Results(list, list, lambda: {"bleu": 46.7}))
    '{\\n  "bleu": 46.7\\n}'
    """
    return json.dumps(results.values(), ensure_ascii=False, indent=2)


def as_tsv(results: Results) -> str:
    """Write tab-separated values, numbers in full.

    >>> from understudy.tables.table import Table
    >>> as_tsv(Results(list, lambda: Table(("system", "score"), (("A", 46.714),)), dict))
    'system\\tscore\\nA\\t46.714'
    """
    return results.long_table().tsv()


def as_csv(results: Results) -> str:
    """Write comma-separated values, numbers in full.

    >>> from understudy.tables.table import Table
    >>> as_csv(Results(list, lambda: Table(("system", "score"), (("A", 46.714),)), dict))
    'system,score\\r\\nA,46.714'
    """
    return results.long_table().csv().removesuffix("\r\n")


def as_markdown(results: Results) -> str:
    """Write Markdown tables.

    >>> from understudy.tables.table import Table
    >>> as_markdown(Results(lambda: [Table(("System",), (("A",),))], list, dict))
    '| System |\\n| --- |\\n| A |'
    """
    return _joined(map(escaped_markdown, results.lead()), results, lambda table: table.markdown())


def as_latex(results: Results) -> str:
    """Write LaTeX tables for the booktabs package.

    >>> from understudy.tables.table import Table
    >>> as_latex(Results(lambda: [Table(("System",), (("A",),))], list, dict)).splitlines()[0]
    '\\\\begin{tabular}{l}'
    """
    return _joined([], results, lambda table: table.latex()) if results.latex is None else results.latex()


def as_html(results: Results) -> str:
    """Write HTML tables, to be put into a page.

    >>> from understudy.tables.table import Table
    >>> as_html(Results(lambda: [Table(("System",), (("A",),))], list, dict))[:24]
    '<table class="us-table">'
    """
    lead = (element("p", line, class_="us-lead", dir="auto") for line in results.lead())
    return _joined(lead, results, lambda table: table.html())


def _joined(lead: Iterable[str], results: Results, write: Callable[[Table], str]) -> str:
    return "\n\n".join([*filter(None, lead), *map(write, results.tables())])


OUTPUTS: dict[str, Output] = {
    "text": as_text,
    "json": as_json,
    "tsv": as_tsv,
    "csv": as_csv,
    "markdown": as_markdown,
    "latex": as_latex,
    "html": as_html,
}
