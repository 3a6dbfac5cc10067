"""SubRip: numbered blocks of subtitles with their times."""

from __future__ import annotations

from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.text import lines_of
from understudy.formats.subtitles import Block, blocks_of
from understudy.formats.utterances import Utterance, parsed


def read(file: FileContent, selection: Selection) -> ParsedFile:
    r"""Read the text of each block, its lines joined by a space, without markup.

    >>> read(FileContent("a.srt", b"1\n00:00:01,000 --> 00:00:02,000\n<i>Hi,</i>\nyou.\n"), Selection()).targets
    {'': ['Hi, you.']}
    """
    return texts_of(file.name, "SRT", blocks_of(file.name, lines_of(file.data, file.name), "SRT"))


def texts_of(name: str, title: str, blocks: list[Block]) -> ParsedFile:
    """Make texts to score of blocks; two files are aligned by their order, not by times.

    >>> texts_of("a.srt", "SRT", [Block(2, 1.0, 2.0, ("Hi,", "you."))]).columns["end"]
    ['2.0']
    """
    utterances = [
        Utterance(each.line, each.text, speaker=each.speaker, begin=str(each.begin), end=str(each.end))
        for each in blocks
    ]
    return parsed(name, title, utterances, ids=False)
