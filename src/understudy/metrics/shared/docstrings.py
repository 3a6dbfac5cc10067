"""Docstrings of metrics of one family: what their pages have in common is written once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import TypeVar

# The headings of every metric's docstring, which are those of its page.
HEADINGS = (
    *("What it measures", "How", "Settings", "Several references"),
    *("Empty text", "Known surprises", "Paper", "Checked against"),
)
C = TypeVar("C", bound=type)


def documented(shared: Mapping[str, str], **words: str) -> Callable[[C], C]:
    """Complete a metric's docstring: sections that it lacks are those in `shared`, and `words` fill its {braces}.

    >>> @documented({"Paper": "Levenshtein 1966."}, unit="word")
    ... class Rate:
    ...     '''A rate.
    ...
    ...     How
    ...         Each {unit} counts.
    ...     '''
    >>> print(Rate.__doc__)
    A rate.
    <BLANKLINE>
    How
        Each word counts.
    <BLANKLINE>
    Paper
        Levenshtein 1966.
    """

    def complete(cls: C) -> C:
        summary, *own = inspect.cleandoc(cls.__doc__ or "").split("\n\n")
        sections = {heading: "\n    ".join(text.split("\n")) for heading, text in shared.items()}
        for section in own:
            heading, _, text = section.partition("\n")
            sections[heading] = text.strip()
        listed = [f"{heading}\n    {sections[heading]}" for heading in HEADINGS if heading in sections]
        cls.__doc__ = "\n\n".join([summary, *listed]).format(title=vars(cls).get("title", ""), **words)
        return cls

    return complete
