"""Segments of a test set by what is known of them: where they come from, their document, their domain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from understudy.errors import FormatError, SettingError

NOT = "non-"  # before a value: all others, as sacrebleu has it


def chosen_segments(
    conditions: Sequence[str], columns: Mapping[str, Sequence[str | None]], segments: int, name: str
) -> list[int]:
    """The segments for which all conditions hold, each of the form KEY=VALUE.

    >>> chosen_segments(["origin=en"], {"origin": ["en", "de", "en"]}, 3, "wmt24/en-de")
    [0, 2]
    >>> chosen_segments(["origin=non-en"], {"origin": ["en", "de", "en"]}, 3, "wmt24/en-de")
    [1]
    """
    chosen = list(range(segments))
    for condition in conditions:
        key, equals, value = condition.partition("=")
        if not equals or not value:
            raise SettingError(f"--subset {condition!r} is not of the form KEY=VALUE, such as origin=en")
        if key not in columns:
            known = ", ".join(columns) or "nothing else"
            raise SettingError(f"--subset {condition!r}: of the segments of {name} is known: {known}")
        values = columns[key]
        if value not in values and value.removeprefix(NOT) not in values:
            there = ", ".join(sorted({each for each in values if each})[:12])
            raise FormatError(f"--subset {condition!r}: {name} has no such segment; {key} may be {there}")
        others = value not in values
        chosen = [
            each for each in chosen if (values[each] != value.removeprefix(NOT) if others else values[each] == value)
        ]
    if not chosen:
        raise FormatError(f"no segment of {name} is in the subset {' '.join(conditions)}; leave out a condition")
    return chosen


def as_fact(conditions: Sequence[str]) -> str:
    """How a signature states a subset.

    >>> as_fact(["origin=en", "domain=news"])
    'origin:en/domain:news'
    """
    return "/".join(each.replace("=", ":", 1).replace(",", ";") for each in conditions)
