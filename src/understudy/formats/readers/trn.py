"""sclite's transcripts as texts to score; `transcripts` reads and writes the files."""

from __future__ import annotations

import re

from understudy.errors import FormatError
from understudy.formats.files.content import FileContent
from understudy.formats.parsed import ParsedFile, Selection
from understudy.formats.readers.text import lines_of
from understudy.formats.transcripts import utterances


def read(file: FileContent, selection: Selection) -> ParsedFile:
    """Read a transcript; the speaker is the part before the first hyphen or underscore of an utterance's name.

    >>> parsed = read(FileContent("a.trn", b"the cat sat (anna-01)"), Selection())
    >>> parsed.targets, parsed.ids, parsed.columns
    ({'': ['the cat sat']}, ['anna-01'], {'speaker': ['anna']})
    """
    by_id = utterances(file.name, lines_of(file.data, file.name))
    if not by_id:
        raise FormatError(f"{file.name} holds no utterance; nothing can be scored")
    return ParsedFile(
        file.name, "sclite trn", [number for number, _ in by_id.values()], ids=list(by_id),
        targets={"": [text for _, text in by_id.values()]},
        columns={"speaker": [re.split("[-_]", name)[0] for name in by_id]},
    )  # fmt: skip
