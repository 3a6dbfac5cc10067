"""CTM, the time marked conversations of NIST: one word per line, with its file, channel and times."""

from __future__ import annotations

from understudy.errors import FormatError
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.text import lines_of
from understudy.formats.utterances import Utterance, parsed, seconds

Word = tuple[float, float, str, int]  # begin, end, word, line


def read(file: FileContent, selection: Selection) -> ParsedFile:
    r"""Read the words of each channel of each file as one text, in the order of their times.

    >>> read(FileContent("a.ctm", b"m1 1 0.5 0.2 sat 0.9\nm1 1 0.1 0.3 cat"), Selection()).targets
    {'': ['cat sat']}
    """
    by_channel: dict[tuple[str, str], list[Word]] = {}
    for number, line in enumerate(lines_of(file.data, file.name), 1):
        if not line.strip() or line.startswith(";;"):
            continue
        session, channel, word = _word(f"{file.name}:{number}", number, line)
        by_channel.setdefault((session, channel), []).append(word)
    utterances = []
    for (session, channel), words in by_channel.items():
        words.sort(key=lambda word: word[:2])
        text = " ".join(word for *_, word, _ in words)
        utterances.append(Utterance(words[0][-1], text, session, channel))
    return parsed(file.name, "CTM", utterances)


def _word(place: str, number: int, line: str) -> tuple[str, str, Word]:
    fields = line.split()
    if not 5 <= len(fields) <= 8:
        raise FormatError(
            f"{place}: {line!r:.80} is not CTM; file, channel, begin, duration and one word are needed, and perhaps a"
            " confidence, separated by spaces"
        )
    session, channel, begin, duration, word = fields[:5]
    if word.startswith("<ALT"):
        raise FormatError(f"{place}: alternatives ({word}) are not read; leave one of them in the file")
    start = seconds(place, "begin", begin)
    return session, channel, (start, start + seconds(place, "duration", duration), word, number)
