"""STM, the segment time marks of NIST: one utterance per line, with its file, channel, speaker and times."""

from __future__ import annotations

import re

from understudy.errors import FormatError
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.text import lines_of
from understudy.formats.utterances import Utterance, check_times, parsed

LINE = re.compile(r"(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)(?:\s+<([^<>]*)>)?(?:\s+(.*))?")
IGNORED = "ignore_time_segment_in_scoring"


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read utterances; lines that begin with `;;` are comments, and sclite's ignored segments are left out.

    >>> read(FileContent("a.stm", b"m1 1 anna 0.0 1.5 <o,f0> the cat sat"), Selection()).columns["speaker"]
    ['anna']
    """
    utterances, ignored = [], 0
    for number, line in enumerate(lines_of(file.data, file.name), 1):
        if not line.strip() or line.startswith(";;"):
            continue
        each = _utterance(f"{file.name}:{number}", number, line.strip())
        ignored += each.text.lower() == IGNORED
        if each.text.lower() != IGNORED:
            utterances.append(each)
    summary = f"{ignored} segments marked {IGNORED} are left out" if ignored else ""
    return parsed(file.name, "STM", utterances, summary)


def _utterance(place: str, number: int, line: str) -> Utterance:
    fields = LINE.fullmatch(line)
    if fields is None:
        raise FormatError(
            f"{place}: {line!r:.80} is not STM; file, channel, speaker, begin, end and the words are needed, separated"
            " by spaces"
        )
    session, channel, speaker, begin, end, label, text = fields.groups()
    check_times(place, begin, end)
    if re.search("[{}]", text or ""):
        raise FormatError(f"{place}: alternatives in braces are not read: {text!r:.80}; leave one of them in the text")
    return Utterance(number, text or "", session, channel, speaker, begin, end, {"label": label} if label else {})
