"""WebVTT: blocks of subtitles of the web, with their times."""

from __future__ import annotations

import html

from understudy.errors import FormatError
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.srt import texts_of
from understudy.formats.readers.text import lines_of
from understudy.formats.subtitles import Block, blocks_of


def read(file: FileContent, selection: Selection) -> ParsedFile:
    r"""Read the text of each block, its lines joined by a space, without markup; `<v NAME>` is the speaker.

    >>> read(FileContent("a.vtt", b"WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>Hi &amp; you.\n"), Selection()).columns
    {'speaker': ['Anna'], 'begin': ['1.0'], 'end': ['2.0']}
    """
    return texts_of(file.name, "WebVTT", blocks(file.name, lines_of(file.data, file.name)))


def blocks(name: str, lines: list[str]) -> list[Block]:
    """Read the blocks after the header.

    >>> blocks("a.vtt", ["WEBVTT", "", "00:01.000 --> 00:02.000", "Hi"])[0].lines
    ('Hi',)
    """
    if lines[0].split(None, 1)[:1] != ["WEBVTT"]:
        raise FormatError(f"{name}:1: {lines[0]!r:.60} is not the first line of WebVTT, which is WEBVTT")
    end = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
    found = blocks_of(name, ["" for _ in lines[:end]] + lines[end:], "WebVTT")
    return [Block(b.line, b.begin, b.end, tuple(map(html.unescape, b.lines)), b.speaker) for b in found]
