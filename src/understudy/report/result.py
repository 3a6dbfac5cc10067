"""A report: everything it shows as plain values, and the page and the JSON that are written from them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from understudy import __version__
from understudy.errors import FormatError
from understudy.inputs.arguments import strict
from understudy.report.content import KIND, SCHEMA, Content

OPENING, CLOSING = '<script type="application/json" id="content">', "</script>"


@dataclass(frozen=True)
class Report:
    """What `make_report` found, ready to be written; it keeps nothing but `content`, so a page can be read back."""

    content: Content

    def html(self, ui_lang: str | None = None) -> str:
        """Write one page that needs nothing else: style, script and data are in it; in another language if asked."""
        from understudy.report.render import render

        return render(self.content if ui_lang is None else replace(self.content, ui_lang=ui_lang))

    def to_dict(self) -> dict[str, Any]:
        """Give everything that the page shows as plain values."""
        return self.content.to_dict()

    def json(self) -> str:
        """Write everything that the page shows: scores with every digit, those of segments with six decimals."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=1)

    @property
    def policy(self) -> str:
        """The Content-Security-Policy of the page, which states it too: its own style and script, no network."""
        from understudy.report.render import policy

        return policy()

    def __repr__(self) -> str:
        return f"Report({', '.join(self.content.systems)}: {self.content.counts.segments:,} segments)"


@strict
def read_report(path: str) -> Report:
    """Read a report back from its page.

    >>> import tempfile, pathlib, understudy as us
    >>> report = us.make_report({"A": ["a cat", "a dog"]}, ["a cat", "a cow"], trials=99)
    >>> file = pathlib.Path(tempfile.mkdtemp(), "report.html")
    >>> _ = file.write_text(report.html(), encoding="utf-8")
    >>> us.read_report(str(file)).content == report.content
    True
    """
    from understudy.formats import read_lines

    data = [line for line in read_lines(path) if line.startswith(OPENING)]
    if len(data) != 1:
        raise FormatError(f"{path} is not an understudy report: its data is missing; 'understudy report' writes one")
    try:
        values = json.loads(data[0][len(OPENING) :].removesuffix(CLOSING))
    except json.JSONDecodeError as error:
        raise FormatError(
            f"{path} is damaged: its data is not valid JSON ({error.msg}); make the report again"
        ) from None
    if not isinstance(values, dict) or values.get("kind") != KIND:
        raise FormatError(f"{path} is not an understudy report; 'understudy report' writes one")
    if values.get("schema") != SCHEMA:
        raise FormatError(
            f"{path} was written by understudy {values.get('understudy')}, with schema {values.get('schema')!r} where"
            f" {__version__} reads {SCHEMA}; make the report again"
        )
    try:
        return Report(Content.from_dict(values))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise FormatError(f"{path} is damaged: its data is incomplete ({error}); make the report again") from None
