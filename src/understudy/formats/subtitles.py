"""Blocks of subtitles: when each is shown, and its lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from understudy.errors import FormatError

TIME = r"(?:(\d{1,4}):)?([0-5]?\d):([0-5]?\d)[.,](\d{3})"
TIMES = re.compile(rf"\s*{TIME}\s*-->\s*{TIME}(?:\s.*)?")
TAGS = re.compile(r"</?(?:b|i|u|s|c|v|font|lang|ruby|rt)(?:[.\s][^<>]*)?>|<[\d:.]+>|\{\\[^{}]*\}", re.IGNORECASE)
VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s+([^<>]+)>")


@dataclass(frozen=True)
class Block:
    """What is on the screen at one time."""

    line: int  # of the file
    begin: float  # in seconds
    end: float
    lines: tuple[str, ...]
    speaker: str | None = None

    @property
    def text(self) -> str:
        """Its lines as one text."""
        return " ".join(self.lines)


def times_of(line: str) -> tuple[float, float] | None:
    """The begin and end that a line of times says; None if it is no such line.

    >>> times_of("00:00:01,500 --> 00:01:02,000"), times_of("1")
    ((1.5, 62.0), None)
    """
    found = TIMES.fullmatch(line)
    if found is None:
        return None
    first, second = found.groups()[:4], found.groups()[4:]
    begin, end = (
        (int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)) + int(millis) / 1000
        for hours, minutes, seconds, millis in (first, second)
    )
    return begin, end


def block(place: str, number: int, times: tuple[float, float], lines: list[str]) -> Block:
    """Make a block of its lines without their markup.

    >>> block("a.vtt:3", 3, (0.0, 1.0), ["<v Anna><i>Hello</i> there", "  "])
    Block(line=3, begin=0.0, end=1.0, lines=('Hello there',), speaker='Anna')
    """
    begin, end = times
    if end < begin:
        raise FormatError(f"{place}: the block ends before it begins: {begin:g} to {end:g} seconds; mend its times")
    voice = next((found[1].strip() for line in lines if (found := VOICE.search(line))), None)
    plain = (TAGS.sub("", line).strip() for line in lines)
    return Block(number, begin, end, tuple(line for line in plain if line), voice)


def blocks_of(name: str, lines: list[str], what: str) -> list[Block]:
    r"""Read blocks: perhaps a number or a name, a line of times, and the lines of text up to a blank one.

    >>> [each.text for each in blocks_of("a.srt", ["1", "00:00:01,000 --> 00:00:02,000", "Hi,", "you."], "SRT")]
    ['Hi, you.']
    """
    found, i = [], 0
    while i < len(lines):
        if not lines[i].strip():
            i += 1
            continue
        end = next((k for k in range(i, len(lines)) if not lines[k].strip()), len(lines))
        if lines[i].split(None, 1)[0] in ("NOTE", "STYLE", "REGION") and what == "WebVTT":
            i = end
            continue
        at = i if times_of(lines[i]) else i + 1
        times = times_of(lines[at]) if at < end else None
        if times is None:
            raise FormatError(
                f"{name}:{i + 1}: {lines[i]!r:.60} begins no block of {what}; a number and a line of times such as"
                " 00:00:01,000 --> 00:00:02,500 are needed"
            )
        found.append(block(f"{name}:{at + 1}", at + 1, times, lines[at + 1 : end]))
        i = end
    if not found:
        raise FormatError(f"{name} holds no block of subtitles; nothing can be scored")
    return found
