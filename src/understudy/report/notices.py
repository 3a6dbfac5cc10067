"""What a reader should know before believing the numbers, in the language of the interface."""

from __future__ import annotations

from understudy.report.content import Notice
from understudy.report.messages import Messages
from understudy.tables.glyphs import visible
from understudy.tables.markup import Markup, escaped


def write(notice: Notice, t: Messages) -> Markup:
    """Write a notice; of a sign of a mistake also how many segments show it, and one of them.

    >>> from understudy.report.messages import read_messages
    >>> notice = Notice("A: 1 of 2 segments empty", "major", 1, "notice.empty", dict(system="A", count="1", total="2"))
    >>> write(notice, read_messages("de"))
    '<bdi>A</bdi>: <bdi>1</bdi> von <bdi>2</bdi> Segmenten leer'
    """
    if not notice.key:  # of an earlier version
        return Markup(escaped(_shown(notice.text)))
    values: dict[str, object] = {name: _shown(value) for name, value in notice.values.items()}
    for name in ("side", "other"):
        if name in notice.values:
            values[name] = _texts(notice.values[name], str(values["system"]), t)
    said = t.markup(notice.key, **values)
    if not notice.key.startswith("finding."):
        return said
    return Markup(f"{said} {t.markup('notice.evidence', **values)}")


def _texts(key: str, system: str, t: Messages) -> Markup:
    """Name the texts that a finding speaks of: the hypotheses, the references or one of them, the source."""
    kind, _, number = key.partition(" ")
    return t.markup(f"texts.{kind}", system=system, number=number)


def _shown(text: str) -> str:
    return visible(text).encode("utf-8", "backslashreplace").decode()
