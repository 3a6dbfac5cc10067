"""What the formats of speech have in common: utterances with their session, channel, speaker and times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from understudy.errors import FormatError
from understudy.formats.parsed import ParsedFile, Texts, check_ids

# What becomes a column for `--by`, in this order, where any utterance has it.
FACTS = ("session", "channel", "speaker", "begin", "end")


@dataclass(frozen=True)
class Utterance:
    """What one speaker says in one go."""

    line: int
    text: str
    session: str | None = None
    channel: str | None = None
    speaker: str | None = None
    begin: str | None = None  # in seconds, as it is written
    end: str | None = None
    others: dict[str, str | None] = field(default_factory=dict)  # what else the file says of it

    @property
    def id(self) -> str:
        """Where and by whom it is said; two files are aligned by it."""
        times = [f"{float(each):g}" for each in (self.begin, self.end) if each is not None]
        return ":".join(each for each in (self.session, self.channel, self.speaker, "-".join(times)) if each)


def seconds(place: str, what: str, text: str) -> float:
    """Read a time; refuse what is none.

    >>> seconds("a.stm:1", "begin", "2.50")
    2.5
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf or "_" in text:
        raise FormatError(f"{place}: the {what} is {text!r:.40}; a time in seconds is needed, such as 12.34")
    return value


def check_times(place: str, begin: str, end: str) -> None:
    """Refuse an utterance that ends before it begins.

    >>> check_times("a.stm:1", "1.5", "2")
    """
    if seconds(place, "end", end) < seconds(place, "begin", begin):
        raise FormatError(f"{place}: the utterance ends at {end} but begins at {begin}; are the columns in order?")


def parsed(
    name: str, title: str, utterances: Sequence[Utterance], summary: str = "", unit: str = "line", ids: bool = True
) -> ParsedFile:
    """Make texts to score of utterances; what is known of them becomes columns.

    >>> parsed("a.stm", "STM", [Utterance(1, "hi", "s1", speaker="A", begin="0.0", end="1")]).ids
    ['s1:A:0-1']
    """
    if not utterances:
        raise FormatError(f"{name} holds no utterance; nothing can be scored")
    columns: dict[str, Texts] = {fact: [getattr(each, fact) for each in utterances] for fact in FACTS}
    names = dict.fromkeys(other for each in utterances for other in each.others)
    columns |= {other: [each.others.get(other) for each in utterances] for other in names}
    return check_ids(
        ParsedFile(
            name, title, [each.line for each in utterances], targets={"": [each.text for each in utterances]},
            ids=[each.id for each in utterances] if ids else None, summary=summary, unit=unit,
            columns={fact: values for fact, values in columns.items() if any(each is not None for each in values)},
        )
    )  # fmt: skip
