"""What a check says: a sign of a mistake, with its evidence and its remedy, as plain values."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

Severity = Literal["critical", "major", "minor"]
SEVERITIES: tuple[Severity, ...] = ("critical", "major", "minor")  # as MQM names them
EXCERPT = 60  # characters of a text that are shown


@dataclass(frozen=True)
class Finding:
    """A sign of a mistake in the texts.

    `severity` is critical (the score means nothing), major (it is wrong by points) or minor (by little).

    >>> tags = Finding("markup", "major", "the hypotheses have HTML tags", 9, 20, 3, "<p>a cat</p>", "remove the tags")
    >>> print(tags)
    the hypotheses have HTML tags: 9 of 20 segments, such as segment 3, '<p>a cat</p>'; remove the tags
    """

    kind: str
    severity: Severity
    message: str
    count: int  # segments that show it
    total: int  # segments that were looked at
    segment: int  # one of them, counted from 1
    example: str  # its text, or the beginning of it
    remedy: str
    option: str = ""  # the remedy in words of the command line, where they differ
    system: str = ""  # whose hypotheses; none if the references are meant
    variant: str = ""  # of its kind, where there are several
    values: tuple[tuple[str, str], ...] = ()  # what the message says, by name, for other words or another language

    def __str__(self) -> str:
        return self.tell()

    def tell(self, on_command_line: bool = False) -> str:
        """Say everything in a sentence, with the remedy for Python or for the command line."""
        remedy = self.option if on_command_line and self.option else self.remedy
        return (
            f"{self.message}: {self.count} of {self.total} segments,"
            f" such as segment {self.segment}, {self.example!r}; {remedy}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return dataclasses.asdict(self)


def excerpt(text: str, place: int = 0) -> str:
    """A short piece of a text, from shortly before a place on.

    >>> excerpt("a cat"), excerpt("a " * 1000, 500)
    ('a cat', '... a a a a a a a a a a a a a a a a a a a a a a a a a a a...')
    """
    if len(text) <= EXCERPT:
        return text
    begin = max(0, min(place - 10, len(text) - EXCERPT)) if place > EXCERPT // 2 else 0
    piece = text[begin : begin + EXCERPT - 3]
    return ("..." + piece[3:] if begin else piece) + "..."


def most_severe_first(findings: Iterable[Finding]) -> list[Finding]:
    """Sort findings by severity, then by the share of segments; what is said of the references is said once.

    >>> one, two = (Finding(kind, severity, "", 1, 9, 1, "", "") for kind, severity in [("a", "minor"), ("b", "major")])
    >>> [each.kind for each in most_severe_first([one, two, one])]
    ['b', 'a']
    """
    once = dict.fromkeys(findings)
    return sorted(once, key=lambda each: (SEVERITIES.index(each.severity), -each.count / max(each.total, 1)))
